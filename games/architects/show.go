package architects

import (
	"math/bits"

	"mirabilia/game"
)

// View shows the table to a viewer; one without a seat sees what a spectator sees.
func (s *State) View(viewer game.Seat) any {
	if viewer >= game.Seat(s.seats) && viewer != game.Open {
		viewer = game.Spectator
	}
	v := View{
		Turn:       int(s.turn),
		Phase:      phaseIDs[s.phase],
		Ended:      s.ended(),
		Discard:    s.viewDiscard(),
		Conflict:   ConflictView{int(conflictTokens[s.seats]), int(s.flipped), s.battlePending()},
		Cat:        seatOrNil(s.cat),
		For:        int(s.turn),
		Builds:     []BuildView{},
		Exchanges:  []ExchangeView{},
		ExtraDraws: s.ready.Len(),
	}
	shields := s.allShields()
	for seat := range game.Seat(s.seats) {
		v.Seats = append(v.Seats, s.viewSeat(seat, &shields))
		v.Decks = append(v.Decks, s.viewDeck(s.leftDeck(seat), viewer))
	}
	v.Decks = append(v.Decks, s.viewDeck(Central, viewer))
	if int(viewer) < s.Seats() {
		v.For = int(viewer)
	}
	who := game.Seat(v.For)
	v.Progress = s.viewProgress(who)
	v.Takes = s.viewTakes(who, viewer)
	if s.phase == toKeep {
		v.Look = s.viewLook(who, viewer)
	}
	if s.phase == toAct {
		s.viewActions(&v)
	}
	return v
}

// seesTop reports whether a viewer knows the top of a deck.
func (s *State) seesTop(viewer game.Seat, d Deck) bool {
	return s.top[d] != NoCard && (d != Central || s.topKnown.Has(viewer))
}

func (s *State) viewDeck(d Deck, viewer game.Seat) DeckView {
	v := DeckView{Deck: d.String(), Left: s.left(d).Len(), Cards: countCards(s.left(d))}
	if d != Central {
		v.Owner = seatOrNil(s.ownerOf(d))
	}
	if s.seesTop(viewer, d) {
		v.Top = s.top[d].String()
	}
	return v
}

// discarded returns what has left the decks and lies in front of nobody.
func (s *State) discarded() (counts [NumKinds]int) {
	for k := range Kind(NumKinds) {
		counts[k] = fullDecks[Central].Count(k) - s.left(Central).Count(k)
		for seat := range game.Seat(s.seats) {
			d := s.leftDeck(seat)
			counts[k] += fullDecks[d].Count(k) - s.left(d).Count(k) - s.players[seat].cards.Count(k)
		}
	}
	return counts
}

func (s *State) viewDiscard() []CardCount {
	list := []CardCount{}
	for k, n := range s.discarded() {
		if n > 0 {
			list = append(list, CardCount{Kind(k).String(), n})
		}
	}
	return list
}

func (s *State) viewSeat(seat game.Seat, shields *[game.MaxSeats]int) SeatView {
	p := &s.players[seat]
	v := SeatView{
		Wonder:    p.wonder.String(),
		Built:     s.Built(seat),
		Stages:    s.viewStages(seat),
		Cards:     countCards(p.cards),
		Shields:   shields[seat],
		Standing:  shields[seat] - (p.cards & hornCards).Len(),
		Left:      s.rival(seat, s.leftOf(seat), shields),
		Right:     s.rival(seat, s.rightOf(seat), shields),
		Spoils:    s.spoils(seat, shields),
		Victories: int(p.victories),
		Tokens:    s.viewTokens(seat),
		Cat:       s.cat == seat,
		KnowsTop:  s.topKnown.Has(seat),
	}
	parts := s.parts(seat)
	v.Score = ScoreView{
		Wonder:   int(parts[scoreWonder]),
		Blue:     int(parts[scoreBlue]),
		Military: int(parts[scoreMilitary]),
		Cat:      int(parts[scoreCat]),
		Progress: int(parts[scoreProgress]),
		Total:    s.Points(seat),
	}
	return v
}

func (s *State) rival(seat, other game.Seat, shields *[game.MaxSeats]int) Rival {
	v := Rival{int(other), shields[other], "tie"}
	switch mine := shields[seat]; {
	case mine > v.Shields:
		v.Result = "win"
	case mine < v.Shields:
		v.Result = "lose"
	}
	return v
}

func (s *State) viewStages(seat game.Seat) []StageView {
	me := &s.players[seat]
	w := &wonders[me.wonder]
	p := s.purse(seat)
	list := make([]StageView, 0, NumStages)
	for stage, c := range costs {
		v := StageView{
			Stage:     stage + 1,
			Count:     c.count,
			Identical: c.identical,
			Points:    w.points[stage],
			Ability:   w.starred>>stage&1 != 0,
			State:     "shut",
			Helps:     []string{},
		}
		for row, level := range w.rows {
			if level>>stage&1 != 0 {
				v.Row = row + 1
				v.Column = 1 + bits.OnesCount8(level&(1<<stage-1))
			}
		}
		switch {
		case me.built>>stage&1 != 0:
			v.State = "built"
		case stages[me.wonder][me.built].open>>stage&1 != 0:
			v.State = "open"
			if p.missing(stage) <= 0 {
				v.State = "payable"
			}
		}
		if v.State != "built" {
			v.Missing = max(0, p.missing(stage))
		}
		if v.State == "open" {
			v.Helps = p.helps(stage)
		}
		list = append(list, v)
	}
	return list
}

// helps returns the cards of which one more brings a stage nearer.
func (p purse) helps(stage int) []string {
	list := []string{}
	for k := range Gold + 1 {
		more := p
		more.cards += one(k)
		if more.missing(stage) < p.missing(stage) {
			list = append(list, k.String())
		}
	}
	return list
}

func (s *State) viewTokens(seat game.Seat) []TokenView {
	p := &s.players[seat]
	list := []TokenView{}
	for t := range Token(NumTokens) {
		for i := range p.tokens.Count(t) {
			v := TokenView{Token: t.String(), Points: p.tokenPoints(t)}
			if t == Culture {
				v.Points = culturePoints[i+1] - culturePoints[i]
			}
			switch {
			case seat != s.turn:
			case s.ready.Has(t):
				v.State = "ready"
			case s.used.Has(t):
				v.State = "used"
			}
			list = append(list, v)
		}
	}
	return list
}

func (s *State) viewProgress(who game.Seat) ProgressView {
	v := ProgressView{FaceUp: []OfferView{}, Pile: s.pile.Len(), Hidden: []string{}}
	p := s.players[who]
	for _, t := range s.faceUp {
		offer := OfferView{}
		if t != NoToken {
			with := p
			with.tokens = with.tokens.add(t)
			offer = OfferView{t.String(), with.progressPoints() - p.progressPoints()}
		}
		v.FaceUp = append(v.FaceUp, offer)
	}
	for i := range s.pile.Len() {
		v.Hidden = append(v.Hidden, s.pile.nth(i).String())
	}
	return v
}

// viewActions lists what the seat whose turn it is may do.
func (s *State) viewActions(v *View) {
	var buf [maxMoves]game.Move
	for _, m := range s.appendActions(buf[:0]) {
		switch kindOf(m) {
		case moveBuild:
			stage, pay := stageOf(m), paymentOf(m)
			helped := tokensFor(stage, pay)
			v.Builds = append(v.Builds, BuildView{
				Move:        s.Text(m),
				Stage:       stage + 1,
				Points:      wonders[s.players[s.turn].wonder].points[stage],
				Pay:         countCards(pay),
				Economy:     helped.Has(Economy),
				Engineering: helped.Has(Engineering),
			})
		case moveExchange:
			set := Set(m & argument)
			v.Exchanges = append(v.Exchanges, ExchangeView{s.Text(m), set.String(), countCards(sets[set].cards)})
		case moveEnd:
			v.End = true
		}
	}
}

// countCards lists a bag by kind.
func countCards(b Bag) []CardCount {
	list := []CardCount{}
	for k := range Kind(NumKinds) {
		if n := b.Count(k); n > 0 {
			list = append(list, CardCount{k.String(), n})
		}
	}
	return list
}

// seatOrNil returns a seat for JSON, null for nobody.
func seatOrNil(seat game.Seat) *int {
	if seat == game.NoSeat {
		return nil
	}
	n := int(seat)
	return &n
}

// viewTakes shows what a seat would get from each deck it may take from.
func (s *State) viewTakes(who, viewer game.Seat) []TakeView {
	list := []TakeView{
		s.viewTake(who, viewer, s.leftDeck(who), "left"),
		s.viewTake(who, viewer, Central, "central"),
		s.viewTake(who, viewer, s.rightDeck(who), "right"),
	}
	if s.phase == toTakeAny && who == s.turn {
		for seat := range game.Seat(s.seats) {
			if seat != who && seat != s.rightOf(who) {
				list = append(list, s.viewTake(who, viewer, s.leftDeck(seat), "far"))
			}
		}
	}
	return list
}

func (s *State) viewTake(who, viewer game.Seat, d Deck, side string) TakeView {
	v := TakeView{Deck: d.String(), Side: side, Left: s.left(d).Len(), Odds: []Prospect{}}
	v.Legal = s.phase != over && who == s.turn && s.Check(who, takeMove(d)) == nil
	if s.seesTop(viewer, d) {
		p := s.prospect(who, s.top[d], s.left(d).Count(s.top[d]))
		v.Card = &p
		return v
	}
	for k := range Kind(NumKinds) {
		if n := s.left(d).Count(k); n > 0 {
			v.Odds = append(v.Odds, s.prospect(who, k, n))
		}
	}
	return v
}

// viewLook shows the cards that Halicarnassus looks at to those who may see them, to others the top of the deck.
func (s *State) viewLook(who, viewer game.Seat) *LookView {
	top := one(s.top[s.lookDeck])
	v := &LookView{Deck: s.lookDeck.String(), N: (s.looked + top).Len(), Cards: []Prospect{}}
	shown := top
	if s.lookers().Has(viewer) {
		shown += s.looked
	}
	for k := range Kind(NumKinds) {
		if n := shown.Count(k); n > 0 {
			v.Cards = append(v.Cards, s.prospect(who, k, n))
		}
	}
	return v
}

// prospect returns what a card would do for a seat now. It is worked out on a copy that has received it.
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
	for set := range Set(NumSets) {
		if then.mayExchange(set) {
			v.Sets = append(v.Sets, set.String())
		}
	}
	if then.ready != ready {
		v.Ready = (then.ready &^ ready).first().String()
	}
	return v
}
