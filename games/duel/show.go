package duel

import (
	"math/bits"
	"strconv"

	"mirabilia/game"
)

// View returns what a viewer sees, as the View struct.
func (s *State) View(eye game.Seat) any { return s.view(eye) }

func (s *State) view(eye game.Seat) View {
	on := newShelf()
	s.show(eye, on)
	return on.view
}

// Alike reports whether two viewers see the same: always, but for secret choices and Pantheon.
func (s *State) Alike(a, b game.Seat) bool {
	return a == b || !s.pantheon && !s.secretChoice()
}

// show builds a view on an empty shelf.
func (s *State) show(eye game.Seat, on *shelf) {
	v := &on.view
	*v = View{
		Options: Settings{
			FirstGame:       s.firstGame,
			CentrePawnStart: s.centrePawnStart(),
			Pantheon:        s.pantheon,
			ZeusTakesToken:  s.zeusTakes,
		},
		Phase:        s.phase(),
		Age:          int(s.age),
		CardsLeft:    s.present.len(),
		Structure:    []Slot{},
		Unseen:       s.showUnseen(on),
		Tokens:       ids(on, s.board),
		TokensBox:    ids(on, s.box()|s.drawn),
		Track:        s.showTrack(on),
		Discard:      ids(on, s.discard),
		WondersBuilt: s.cities[0].built.len() + s.cities[1].built.len(),
		WondersLimit: wonderLimit,
		WondersBox:   []string{},
	}
	if s.ask != askNothing {
		v.Active = place(&on.numbers, int(s.active))
		if s.ask != askTurn {
			v.Choice = s.showChoice(eye, on)
		}
	}
	if s.picks < numDrafted {
		v.Draft = s.showDraft(on)
	} else {
		v.WondersBox = ids(on, s.allWonders()&^s.inPlay())
	}
	if s.age > 0 {
		v.Structure = s.showStructure(on)
	}
	if s.pantheon {
		v.Pantheon = s.showPantheon(eye, on)
		if p := &s.pan; p.minerva != noMinerva {
			at := int(p.minerva)
			v.Track.Minerva = &at
		}
	}
	res := s.Result()
	for seat := range v.Seats {
		s.showSeat(&v.Seats[seat], uint8(seat), &res, on)
	}
	if res.Over {
		v.Outcome = &Outcome{Winners: []int{}, WonBy: res.WonBy}
		for set := res.Winners(); set != 0; set = set.Without(set.First()) {
			v.Outcome.Winners = append(v.Outcome.Winners, int(set.First()))
		}
	}
}

func (s *State) phase() string {
	switch s.ask {
	case askNothing:
		return "over"
	case askDraft:
		return "draft"
	case askTurn:
		return "turn"
	}
	return "choice"
}

// inPlay returns the wonders in front of the seats.
func (s *State) inPlay() wonderSet {
	a, b := &s.cities[0], &s.cities[1]
	return a.unbuilt | a.built | b.unbuilt | b.built
}

func (s *State) showDraft(on *shelf) *Draft {
	round := int(s.picks) / poolSize
	d := &on.draft
	*d = Draft{Pool: ids(on, s.pool), Round: round + 1, Order: room(&on.numbers, poolSize), Picked: int(s.picks) % poolSize}
	for _, seat := range draftOrder[round*poolSize : (round+1)*poolSize] {
		d.Order = append(d.Order, int(seat))
	}
	return d
}

// showChoice lists the answers to the choice that is asked, unless they are secret from the viewer.
func (s *State) showChoice(eye game.Seat, on *shelf) *Choice {
	c := &on.choice
	*c = Choice{Kind: askIDs[s.ask], Seat: int(s.active), Secret: s.secretChoice(), Options: []Answer{}}
	if c.Secret && eye != game.Seat(s.active) && eye != game.Open {
		return c
	}
	var buf [64]game.Move
	moves := s.Moves(game.Seat(s.active), buf[:0])
	c.Options = room(&on.answers, len(moves))
	for _, m := range moves {
		c.Options = append(c.Options, s.showAnswer(m))
	}
	return c
}

func (s *State) secretChoice() bool {
	return s.ask == askLibrary || s.ask == askPlace && !s.pan.drawnOpen()
}

func (s *State) showAnswer(m game.Move) Answer {
	k, a, b, _ := unpack(m)
	answer := Answer{Move: s.Text(m)}
	if k == moveBegin {
		answer.What = "seat-" + strconv.Itoa(int(a))
		return answer
	}
	operands := grammar[k].operands
	answer.What = operands[0].ids[a]
	if len(operands) > 1 {
		answer.With = operands[1].ids[b]
	}
	return answer
}

func (s *State) showStructure(on *shelf) []Slot {
	l := &layouts[s.age-1]
	list := room(&on.slots, numSlots)[:numSlots]
	for i := range list {
		slot := &list[i]
		*slot = Slot{Place: placeID(int(s.age), i), Row: int(l.row[i]), Col: int(l.col[i]), CoveredBy: []string{}, Uncovers: []string{}}
		if s.present>>i&1 == 0 {
			slot.Taken = true
			continue
		}
		card := s.laid[s.age-1][i]
		slot.Back = backIDs[card.back()]
		if s.pan.marked>>i&1 != 0 {
			slot.Token = s.pan.marks[markIndex[s.age-1][i]].id()
		}
		slot.CoveredBy = coveredBy(int(s.age), i, s.present)
		slot.FaceUp = s.up>>i&1 != 0
		if !slot.FaceUp {
			continue
		}
		slot.Card = cards[card].id
		for seat := range slot.Prices {
			slot.Prices[seat] = s.showCardPrice(uint8(seat), card, on)
			slot.Wins[seat] = s.winsWith(uint8(seat), card)
		}
		slot.Accessible = s.open>>i&1 != 0
		if slot.Accessible {
			without := *s
			without.vacate(i)
			slot.Uncovers = s.places(without.open&^s.open, on)
			if s.ask == askTurn && slot.Prices[s.active].Affordable {
				slot.After = s.showAfter(pack(moveBuild, uint8(card), 0, 0), on)
			}
		}
	}
	return list
}

// winsWith returns how a seat would win on the spot by building a card; empty if it would not. Views are made
// often, so only cards that can come into question are tried on a copy.
func (s *State) winsWith(seat uint8, card Card) string {
	c, f := &s.cities[seat], &cardTable[card]
	switch {
	case f.class == soldier && s.lead(seat)+int8(f.shields)+1 >= capital:
	case f.class == scholar && bits.OnesCount8(c.symbols) == symbolsToWin-1:
	default:
		return ""
	}
	then := *s
	then.construct(seat, card, nil)
	return then.supremacy()
}

// supremacy names the supremacy that ended the game; empty if none did.
func (s *State) supremacy() string {
	if s.ending == military || s.ending == scientific {
		return wonByIDs[s.ending-military]
	}
	return ""
}

func (s *State) places(set slots, on *shelf) []string {
	list := room(&on.ids, set.len())
	for ; set != 0; set &= set - 1 {
		list = append(list, placeID(int(s.age), set.first()))
	}
	return list
}

// showAfter plays a legal move on a copy and returns what everyone may see of its outcome.
func (s *State) showAfter(m game.Move, on *shelf) *After {
	then := *s
	then.Apply(game.Seat(s.active), m, nil)
	me, opponent := &s.cities[s.active], &s.cities[1-s.active]
	mine, theirs := &then.cities[s.active], &then.cities[1-s.active]
	after := place(&on.afters, After{
		Coins:         mine.funds() - me.funds(),
		OpponentCoins: theirs.funds() - opponent.funds(),
		Pawn:          int(then.pawn),
		Again:         then.again || then.ask == askTurn && then.active == s.active && then.age == s.age,
	})
	if pair := mine.pairs &^ me.pairs; pair != 0 {
		after.Pair = symbolIDs[bits.TrailingZeros8(pair)]
	}
	after.Wins = then.supremacy()
	return after
}

func (s *State) showSeat(v *SeatView, seat uint8, res *game.Result, on *shelf) {
	c := &s.cities[seat]
	*v = SeatView{
		Coins:        int(c.coins),
		DiscardGain:  c.discardGain(),
		Goods:        room(&on.goods, int(numResources)),
		Makers:       room(&on.makers, mostMakers),
		City:         room(&on.columns, int(numColours)),
		Science:      Science{Symbols: room(&on.symbols, int(numSymbols))},
		Tokens:       ids(on, c.tokens),
		Wonders:      room(&on.wonders, (c.unbuilt | c.built).len()),
		WondersBuilt: c.built.len(),
		StepsToWin:   capital - int(s.lead(seat)),
		Score:        Score{Total: int(res.Score[seat]), Parts: room(&on.parts, len(categoryIDs))},
		Divinities:   c.gods.ids(),
		Mythology:    c.mythologies(),
		Offerings:    c.offerings.ids(),
		Purse:        int(c.astarte),
	}
	for r := range numResources {
		v.Goods = append(v.Goods, Good{resourceIDs[r], c.made.of(r), c.price.of(r), c.fixed&lane(r) != 0})
	}
	for colour := range numColours {
		if colour == Temple && !s.pantheon || colour == Purple && s.pantheon {
			continue
		}
		v.City = append(v.City, Column{colourIDs[colour], ids(on, c.cards.and(ofColour[colour]))})
	}
	for sym := range numSymbols {
		n := int(c.symbols>>sym&1 + c.pairs>>sym&1)
		v.Science.Symbols = append(v.Science.Symbols, SymbolCount{symbolIDs[sym], n})
		v.Science.Distinct += min(n, 1)
	}
	for i, id := range categoryIDs {
		if s.scores(i) {
			v.Score.Parts = append(v.Score.Parts, Part{id, int(res.Parts[seat][i])})
		}
	}
	for set := c.cards.and(everyCard); !set.empty(); {
		card := set.first()
		set.remove(card)
		if choice := cards[card].effect.choice; choice != 0 {
			v.Makers = append(v.Makers, Maker{cards[card].id, resourcesOf(choice, on)})
		}
	}
	for set := c.unbuilt | c.built; set != 0; set &= set - 1 {
		w := set.first()
		v.Wonders = append(v.Wonders, s.showWonder(seat, w, on))
		if choice := wonders[w].choice; choice != "" && c.built.has(w) {
			v.Makers = append(v.Makers, Maker{wonders[w].id, resourcesOf(lanes(choice), on)})
		}
	}
}

// scores reports whether a category belongs to the game as it is played.
func (s *State) scores(category int) bool {
	switch category {
	case scorePurple:
		return !s.pantheon
	case scoreTemples, scoreDivinities:
		return s.pantheon
	}
	return true
}

func resourcesOf(set goods, on *shelf) []string {
	list := room(&on.ids, int(numResources))
	for r := range numResources {
		if set&lane(r) != 0 {
			list = append(list, resourceIDs[r])
		}
	}
	return list
}

func (s *State) showWonder(seat uint8, w Wonder, on *shelf) WonderView {
	c := &s.cities[seat]
	v := WonderView{Wonder: wonders[w].id, Built: c.built.has(w)}
	if v.Built {
		v.Card = cards[s.under[w]].id
		return v
	}
	v.Price = s.showWonderPrice(seat, w, on)
	v.Again = wonders[w].again || c.tokens.has(Theology)
	if s.ask == askTurn && seat == s.active && v.Price.Affordable {
		card := s.laid[s.age-1][s.open.first()]
		v.After = s.showAfter(pack(moveWonder, uint8(w), uint8(card), 0), on)
	}
	return v
}

func (s *State) showCardPrice(seat uint8, card Card, on *shelf) *Price {
	c := &s.cities[seat]
	f := &cardTable[card]
	printed, trade := c.cardPrice(card)
	p := s.price(seat, printed, trade, on)
	switch {
	case c.cards.has(f.chain) && f.colour == Temple:
		p.Free, p.By = "mythology", mythologyIDs[f.chain-templeToken]
		return p
	case c.cards.has(f.chain):
		p.Free, p.By = "chain", cards[f.chain].id
		return p
	case f.chained && c.tokens.has(Engineering) && printed == engineeringCoin && trade == 0 && int(f.coins) != engineeringCoin:
		p.By = tokens[Engineering].id
		return p
	case f.need == 0 && f.coins == 0:
		p.Free = "none"
		return p
	}
	discount := noToken
	if f.colour == Blue && c.tokens.has(Masonry) {
		discount = Masonry
	}
	c.explain(p, f.need, discount, on)
	return p
}

func (s *State) showWonderPrice(seat uint8, w Wonder, on *shelf) *Price {
	c := &s.cities[seat]
	p := s.price(seat, 0, c.wonderPrice(w), on)
	discount := noToken
	if c.tokens.has(Architecture) {
		discount = Architecture
	}
	c.explain(p, wonderTable[w].need, discount, on)
	return p
}

func (s *State) price(seat uint8, printed, trade int, on *shelf) *Price {
	total := printed + trade
	funds := s.cities[seat].funds()
	return place(&on.prices, Price{
		Total:      total,
		Affordable: total <= funds,
		Short:      max(0, total-funds),
		Printed:    printed,
		Trade:      []Purchase{},
		ToOpponent: trade > 0 && s.cities[1-seat].tokens.has(Economy),
		Covered:    []Cover{},
	})
}

// explain says unit by unit what covers a cost and what is bought, in the order in which prices are made.
func (c *city) explain(p *Price, need goods, discount Token, on *shelf) {
	covers, trades := len(on.covers), len(on.trades)
	lack := lacking(need, c.made)
	on.cover(need-lack, "production")
	rest := dropDearest(lack, rawLanes, c.price, int(c.raw))
	rest = dropDearest(rest, manufLanes, c.price, int(c.manuf))
	on.cover(lack-rest, "choice")
	if discount != noToken {
		bought := dropDearest(rest, rawLanes|manufLanes, c.price, discountUnits)
		on.cover(rest-bought, tokens[discount].id)
		rest = bought
	}
	for r := range numResources {
		if n := rest.of(r); n > 0 {
			on.trades = append(on.trades, Purchase{resourceIDs[r], n, c.price.of(r), n * c.price.of(r)})
		}
	}
	p.Covered, p.Trade = since(on.covers, covers), since(on.trades, trades)
	if p.Total == 0 {
		p.Free = "production"
	}
}

func (on *shelf) cover(set goods, by string) {
	for r := range numResources {
		if n := set.of(r); n > 0 {
			on.covers = append(on.covers, Cover{resourceIDs[r], n, by})
		}
	}
}

func (s *State) showTrack(on *shelf) Track {
	t := Track{Pawn: int(s.pawn), Loot: room(&on.loots, len(loots))}
	if weaker := s.weaker(); weaker != noSeat {
		leader := 1 - int(weaker)
		t.Leader = place(&on.numbers, leader)
		t.VP = int(militaryVP[s.lead(uint8(leader))])
	}
	for i, l := range loots {
		sign := 1
		if l.victim == 0 {
			sign = -1
		}
		t.Loot = append(t.Loot, Loot{
			ID: l.id, Seat: int(l.victim), Coins: int(l.coins),
			From: sign * int(l.from), To: sign * int(l.to), Taken: s.loot>>i&1 == 0,
		})
	}
	return t
}

// showUnseen sorts the cards nobody has seen by their backs, which are all that is known of them.
func (s *State) showUnseen(on *shelf) []Unseen {
	unseen := s.unseen()
	var faceDown [numBacks]int
	for set := s.present &^ s.up; set != 0; set &= set - 1 {
		faceDown[s.laid[s.age-1][set.first()].back()]++
	}
	for _, laid := range s.laid[s.age:] {
		for _, card := range laid {
			if card != noCard {
				faceDown[card.back()]++
			}
		}
	}
	list := room(&on.unseen, int(numBacks))
	for deck := range numBacks {
		if deck >= backGuild && deck != s.extraDeck() {
			continue
		}
		u := Unseen{Back: backIDs[deck], Cards: room(&on.ids, int(deckStart[deck+1]-deckStart[deck])), FaceDown: faceDown[deck]}
		for card := deckStart[deck]; card < deckStart[deck+1]; card++ {
			if unseen.has(card) {
				u.Cards = append(u.Cards, cards[card].id)
			}
		}
		list = append(list, u)
	}
	return list
}
