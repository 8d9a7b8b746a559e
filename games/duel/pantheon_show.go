package duel

import "mirabilia/game"

// showPantheon returns the board of the expansion as a viewer sees it.
func (s *State) showPantheon(viewer game.Seat, on *shelf) *PantheonView {
	p := &s.pan
	v := &PantheonView{Enki: p.onEnki.ids(), Shown: p.shown.ids()}
	if p.deck != noMythology && s.ask != askDeck {
		v.Shown = append(v.Shown, (p.top(p.deck, godsPerDeck) &^ p.shown).ids()...)
	}
	if p.snake != noCard {
		v.Snake = cards[p.snake].id
	}
	known := p.know[knower(viewer)]
	if viewer == game.Open {
		known = allGods
	}
	for i, g := range p.spaces {
		space := Space{Space: i + 1, State: "empty", Payments: []Payment{}}
		if g != noGod {
			space.State = "face_up"
			if s.age < 2 {
				space.State = "face_down"
			}
			if g != Gate {
				space.Mythology = mythologyIDs[g.mythology()]
			}
			if g == Gate || known.has(g) {
				space.Card = gods[g]
			}
		}
		for seat := range space.Costs {
			space.Costs[seat] = s.showActivation(uint8(seat), i)
		}
		if s.ask == askTurn && s.activable() && g != noGod {
			s.showPayments(&space, g, on)
		}
		v.Spaces = append(v.Spaces, space)
	}
	for m := range Mythology(numMythologies) {
		deck := Deck{Mythology: mythologyIDs[m], Size: int(p.size[m]), Cards: []string{}, Unknown: (m.gods() &^ known).ids()}
		for i := int(p.size[m]) - 1; i >= 0; i-- {
			id := ""
			if g := p.decks[m][i]; known.has(g) {
				id = gods[g]
			}
			deck.Cards = append(deck.Cards, id)
		}
		v.Decks = append(v.Decks, deck)
	}
	return v
}

func (s *State) showActivation(seat uint8, space int) Activation {
	c := &s.cities[seat]
	a := Activation{Printed: activationCost(seat, space), Total: s.activation(seat, space)}
	if s.pan.spaces[space] == Gate {
		a.Printed *= gateFactor
	}
	a.Best = max(0, a.Total-offeringValue[c.offerings])
	a.Affordable = s.activable() && s.pan.spaces[space] != noGod && a.Best <= c.funds()
	return a
}

// showPayments adds the legal ways to activate a card.
func (s *State) showPayments(space *Space, g God, on *shelf) {
	for set := range offerings(1 << numOfferings) {
		m := pack(moveActivate, uint8(g), uint8(set), 0)
		if s.Check(game.Seat(s.active), m) != nil {
			continue
		}
		if space.After == nil && g != Gate {
			space.After = s.showAfter(m, on)
		}
		cost := max(0, space.Costs[s.active].Total-offeringValue[set])
		space.Payments = append(space.Payments, Payment{s.Text(m), set.ids(), cost})
	}
}

// mythologies lists the mythology tokens of a city, those it has twice twice.
func (c *city) mythologies() []string {
	ids := []string{}
	for m := range Mythology(numMythologies) {
		for token := mythToken(m); token < templeToken+tokensPerMyth*numMythologies; token += numMythologies {
			if c.cards.has(token) {
				ids = append(ids, mythologyIDs[m])
			}
		}
	}
	return ids
}

func (set godSet) ids() []string {
	ids := []string{}
	for ; set != 0; set &= set - 1 {
		ids = append(ids, gods[set.first()])
	}
	return ids
}

func (set offerings) ids() []string {
	ids := []string{}
	for i := range numOfferings {
		if set>>i&1 != 0 {
			ids = append(ids, offeringIDs[i])
		}
	}
	return ids
}
