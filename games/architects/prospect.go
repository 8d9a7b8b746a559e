package architects

import (
	"math/bits"

	"mirabilia/game"
)

// viewTakes shows what a seat would get from each deck it may take from.
func (s *State) viewTakes(who, eye game.Seat) []TakeView {
	list := []TakeView{
		s.viewTake(who, eye, s.leftDeck(who), "left"),
		s.viewTake(who, eye, Central, "central"),
		s.viewTake(who, eye, s.rightDeck(who), "right"),
	}
	if s.phase == toTakeAny && who == s.turn {
		for seat := range game.Seat(s.seats) {
			if seat != who && seat != s.rightOf(who) {
				list = append(list, s.viewTake(who, eye, s.leftDeck(seat), "far"))
			}
		}
	}
	return list
}

func (s *State) viewTake(who, eye game.Seat, d Deck, side string) TakeView {
	v := TakeView{Deck: d.String(), Side: side, Left: s.left(d).Len(), Odds: []Prospect{}}
	v.Legal = s.phase != over && who == s.turn && s.Check(who, takeMove(d)) == nil
	if s.seesTop(eye, d) {
		p := s.prospect(who, s.top[d], s.left(d).Count(s.top[d]))
		v.Card = &p
		return v
	}
	for k := range Kind(Kinds) {
		if n := s.left(d).Count(k); n > 0 {
			v.Odds = append(v.Odds, s.prospect(who, k, n))
		}
	}
	return v
}

// viewLook shows the cards that Halicarnassus looks at to those who may see them, to others the top of the deck.
func (s *State) viewLook(who, eye game.Seat) *LookView {
	top := one(s.top[s.lookDeck])
	v := &LookView{Deck: s.lookDeck.String(), N: (s.looked + top).Len(), Cards: []Prospect{}}
	shown := top
	if s.lookers().Has(eye) {
		shown += s.looked
	}
	for k := range Kind(Kinds) {
		if n := shown.Count(k); n > 0 {
			v.Cards = append(v.Cards, s.prospect(who, k, n))
		}
	}
	return v
}

// prospect is what a card would do for a seat now. It is worked out on a copy that has received it.
func (s *State) prospect(who game.Seat, k Kind, n int) Prospect {
	then := *s
	if who != s.turn {
		then.turn, then.used, then.ready = who, 0, 0
	}
	ready := then.ready
	before := then.payableStages()
	then.receive(k, nil)
	me := &then.players[who]
	v := Prospect{
		Card:    k.String(),
		N:       n,
		Points:  cards[k].points,
		Cat:     cards[k].cat && s.cat != who,
		Shields: me.shields() - s.players[who].shields(),
		Flips:   int(then.flipped - s.flipped),
		Battle:  then.battlePending() && !s.battlePending(),
		Stages:  []StageProspect{},
		Sets:    []string{},
	}
	if v.Cat {
		v.From = seatOrNil(s.cat)
	}
	if v.Battle {
		v.Spoils = then.Spoils(who)
	}
	for payable := then.payableStages(); payable != 0; payable &= payable - 1 {
		stage := bits.TrailingZeros8(payable)
		v.Stages = append(v.Stages, StageProspect{
			Stage:     stage + 1,
			Points:    wonders[me.wonder].points[stage],
			Ability:   wonders[me.wonder].starred>>stage&1 != 0,
			New:       before>>stage&1 == 0,
			Completes: me.built|1<<stage == allStages,
		})
	}
	for set := range Set(Sets) {
		if then.mayExchange(set) {
			v.Sets = append(v.Sets, set.String())
		}
	}
	if then.ready != ready {
		v.Ready = (then.ready &^ ready).first().String()
	}
	return v
}
