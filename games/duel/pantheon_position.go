package duel

import "slices"

// pantheonPosition is the expansion's part of a position.
type pantheonPosition struct {
	ZeusTakesToken bool `json:"zeus_takes_token,omitempty"`
	// Decks by mythology, the top card first; left out, the decks hold in the order of the list what lies
	// nowhere else.
	Decks [][]string `json:"decks,omitempty"`
	// Spaces 1 to 6, "" for an empty one.
	Spaces []string `json:"spaces,omitempty"`
	// Known are the divinities whose place seat 0, seat 1 and everyone know, beyond what lies open.
	Known [3][]string `json:"known"`
	// Marks are the tokens on the marked slots, in their order; "" for none.
	Marks   []string `json:"marks,omitempty"`
	Enki    []string `json:"enki,omitempty"`
	Shown   []string `json:"shown,omitempty"`
	Gate    bool     `json:"gate,omitempty"`
	Deck    string   `json:"deck,omitempty"`
	Placed  string   `json:"placed,omitempty"`
	Snake   string   `json:"snake,omitempty"`
	Minerva *int     `json:"minerva,omitempty"`

	Seats [2]pantheonSeat `json:"seats"`
}

type pantheonSeat struct {
	Divinities []string `json:"divinities,omitempty"`
	Mythology  []string `json:"mythology,omitempty"`
	Offerings  []string `json:"offerings,omitempty"`
	Astarte    int      `json:"astarte,omitempty"`
}

func (s *State) pantheonPosition() *pantheonPosition {
	p := &s.pan
	out := &pantheonPosition{
		ZeusTakesToken: s.zeusTakes,
		Spaces:         make([]string, numSpaces),
		Enki:           p.onEnki.ids(),
		Shown:          p.shown.ids(),
		Gate:           p.gate,
		Marks:          make([]string, len(p.marks)),
	}
	for m := range p.decks {
		deck := make([]string, p.size[m])
		for i := range deck {
			deck[i] = gods[p.decks[m][len(deck)-1-i]]
		}
		out.Decks = append(out.Decks, deck)
	}
	for i, g := range p.spaces {
		if g != noGod {
			out.Spaces[i] = gods[g]
		}
	}
	for i := range p.know {
		out.Known[i] = p.know[i].ids()
	}
	for i, t := range p.marks {
		out.Marks[i] = t.id()
	}
	if p.deck != noMythology {
		out.Deck = mythologyIDs[p.deck]
	}
	if p.placed != noMythology {
		out.Placed = mythologyIDs[p.placed]
	}
	if p.snake != noCard {
		out.Snake = cards[p.snake].id
	}
	if p.minerva != noMinerva {
		at := int(p.minerva)
		out.Minerva = &at
	}
	for i := range s.cities {
		c := &s.cities[i]
		out.Seats[i] = pantheonSeat{c.gods.ids(), c.mythologies(), c.offerings.ids(), int(c.astarte)}
	}
	return out
}

// pantheon reads the expansion's part of a position into a state that is otherwise read.
func (r *reader) pantheon(s *State, in *pantheonPosition) {
	p := &s.pan
	var gone godSet // from the decks
	if in.Spaces != nil {
		if len(in.Spaces) != numSpaces {
			r.fail("the Pantheon has %d spaces, not %d", numSpaces, len(in.Spaces))
			return
		}
		for i, id := range in.Spaces {
			if id != "" {
				p.spaces[i] = God(r.lookup(godIDs, id, "divinity"))
				gone |= p.spaces[i].bit()
			}
		}
	}
	for i := range s.cities {
		c, seat := &s.cities[i], &in.Seats[i]
		c.gods = r.gods(seat.Divinities)
		gone |= c.gods
		c.astarte = uint8(r.number(seat.Astarte, 0, astarteCoins, "astarte"))
		for _, id := range seat.Offerings {
			c.offerings |= 1 << r.index(offeringIDs[:], id, "offering token")
		}
		if c.offerings.len() != len(seat.Offerings) {
			r.fail("an offering token is listed twice")
		}
		for _, id := range seat.Mythology {
			token := mythToken(Mythology(r.lookup(mythIDs, id, "mythology")))
			if c.cards.has(token) {
				token += numMythologies
			}
			if c.cards.has(token) {
				r.fail("a seat holds three %s tokens", id)
			}
			c.cards.add(token)
		}
	}
	r.decks(p, in.Decks, gone)
	if len(in.Marks) > len(p.marks) {
		r.fail("%d tokens lie on cards", len(in.Marks))
		return
	}
	for i, id := range in.Marks {
		for t := firstMyth; id != "" && int(t) < numSlotTokens; t++ {
			if t.id() == id {
				p.marks[i] = t
			}
		}
		if p.marks[i].id() != id {
			r.fail("there is no token %q", id)
		}
	}
	p.onEnki = r.tokens(in.Enki)
	p.shown = r.gods(in.Shown)
	p.gate = in.Gate
	if in.Deck != "" {
		p.deck = Mythology(r.lookup(mythIDs, in.Deck, "mythology"))
	}
	if in.Placed != "" {
		p.placed = Mythology(r.lookup(mythIDs, in.Placed, "mythology"))
	}
	if in.Snake != "" {
		p.snake = Card(r.lookup(cardIDs, in.Snake, "card"))
	}
	if in.Minerva != nil {
		p.minerva = int8(r.number(*in.Minerva, -capital, capital, "minerva"))
	}
	for i := range p.know {
		p.know[i] = r.gods(in.Known[i]) | p.know[i]
	}
	p.reveal(s.openGods())
}

// decks reads the decks, or makes them of what is not gone.
func (r *reader) decks(p *pantheonState, decks [][]string, gone godSet) {
	if decks == nil {
		decks = make([][]string, numMythologies)
		for m := range decks {
			decks[m] = (Mythology(m).gods() &^ gone).ids()
		}
	}
	if len(decks) != numMythologies {
		r.fail("there are %d decks of divinities, not %d", numMythologies, len(decks))
		return
	}
	for m, ids := range decks {
		if len(ids) > godsPerDeck {
			r.fail("the %s deck has %d cards", mythologyIDs[m], len(ids))
			return
		}
		p.size[m] = uint8(len(ids))
		for i, id := range slices.Backward(ids) {
			p.decks[m][len(ids)-1-i] = God(r.lookup(godIDs, id, "divinity"))
		}
	}
}

func (r *reader) gods(ids []string) godSet { return godSet(r.bits(godIDs, ids, "divinity")) }

// openGods returns the divinities that lie open: activated, or in the Pantheon from Age II on.
func (s *State) openGods() godSet {
	set := s.cities[0].gods | s.cities[1].gods
	if s.age >= 2 {
		for _, g := range s.pan.spaces {
			if g != noGod {
				set |= g.bit()
			}
		}
	}
	return set &^ Gate.bit()
}
