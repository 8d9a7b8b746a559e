package duel

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// scene is a position in a few words: only what an example speaks of. The rest is filled up so that
// nothing is missing: cards not named lie in the discard pile or under wonders, wonders not named are
// unbuilt, tokens not named lie on the board or, if it has too few, belong to B and do nothing there.
type scene struct {
	options []string
	age     int // of the structure; by default the age of the cards in it, or 2
	a, b    side
	active  seatNumber
	pawn    int
	loot    []string
	board   string // progress tokens on the board; by default as many as must lie there
	discard string // cards that must lie in the discard pile
	see     string // cards that lie accessible
	left    int    // how many cards are left in the structure; by default as many as possible
	taken   []int  // slots already empty, where the order matters
	at      map[int]string

	// With Pantheon:
	pantheon bool
	spaces   string // "3:mars 6:gate"; a Gate not named has been used by B
	decks    string // gods on top of their decks, the first topmost; the rest follows in the order of the list
	marks    string // tokens on the marked slots in their order, "-" for none
	enki     string // progress tokens on Enki
	minerva  int    // space of Minerva, if someone has her
}

// side is what a player has, in lists of ids.
type side struct {
	coins   int
	cards   string
	unbuilt string
	built   string
	tokens  string

	gods      string
	mythology string
	offerings string
	astarte   int
}

// harmless tokens first: what B gets when the board must be emptied.
var harmless = []string{"agriculture", "philosophy", "mathematics", "urbanism", "masonry", "strategy", "architecture", "theology", "economy", "law"}

func (sc scene) position(t testing.TB) *position {
	t.Helper()
	p := &position{Decision: "turn", Active: sc.active, Pawn: sc.pawn, Loot: sc.loot, Age: sc.age}
	named := map[string]bool{}
	name := func(ids string) []string {
		list := strings.Fields(ids)
		for _, id := range list {
			if named[id] {
				t.Fatalf("%s is named twice", id)
			}
			named[id] = true
		}
		return list
	}
	see := name(sc.see)
	for _, id := range see {
		p.Age = max(p.Age, int(cards[cardIDs.by[id]].age))
	}
	for _, id := range sc.at {
		name(id)
		p.Age = max(p.Age, int(cards[cardIDs.by[id]].age))
	}
	if p.Age == 0 {
		p.Age = 2
	}
	p.Discard = name(sc.discard)
	name(sc.enki)
	sides := [2]side{sc.a, sc.b}
	for i, sd := range sides {
		p.Seats[i] = seatPosition{Coins: sd.coins, Cards: name(sd.cards), Unbuilt: name(sd.unbuilt), Tokens: name(sd.tokens)}
		for _, w := range name(sd.built) {
			p.Seats[i].Built = append(p.Seats[i].Built, builtPosition{Wonder: w})
		}
	}
	sc.fillWonders(p, named)
	sc.fillTokens(p, named)
	sc.fillCards(p, named, see)
	if sc.pantheon {
		sc.fillPantheon(t, p)
	}
	for _, pair := range sc.options {
		switch pair {
		case "zeus_takes_token=true":
			p.Pantheon.ZeusTakesToken = true
		case "centre_pawn_start=last_player_chooses":
			p.CentrePawnStart = "last_player_chooses"
		default:
			t.Fatalf("option %s in a scene", pair)
		}
	}
	return p
}

// fillPantheon sets the expansion's part of a position.
func (sc scene) fillPantheon(t testing.TB, p *position) {
	t.Helper()
	pan := &pantheonPosition{Spaces: make([]string, numSpaces), Enki: strings.Fields(sc.enki), Marks: strings.Fields(sc.marks)}
	for i := range pan.Marks {
		pan.Marks[i] = strings.Trim(pan.Marks[i], "-")
	}
	gate := p.Age < 2
	for _, entry := range strings.Fields(sc.spaces) {
		pan.Spaces[entry[0]-'1'] = entry[2:]
		gate = gate || entry[2:] == "gate"
	}
	gone := godSet(0)
	for i, sd := range []side{sc.a, sc.b} {
		pan.Seats[i] = pantheonSeat{strings.Fields(sd.gods), strings.Fields(sd.mythology), strings.Fields(sd.offerings), sd.astarte}
		for _, id := range pan.Seats[i].Divinities {
			gone |= God(godIDs.by[id]).bit()
			gate = gate || id == "gate"
			if id == "minerva" && sc.minerva != 0 {
				pan.Minerva = &sc.minerva
			}
		}
	}
	if !gate {
		pan.Seats[1].Divinities = append(pan.Seats[1].Divinities, "gate")
	}
	for _, id := range pan.Spaces {
		if id != "" {
			gone |= God(godIDs.by[id]).bit()
		}
	}
	pan.Decks = make([][]string, numMythologies)
	put := func(g God) {
		m := g.mythology()
		pan.Decks[m] = append(pan.Decks[m], gods[g])
		gone |= g.bit()
	}
	for _, id := range strings.Fields(sc.decks) {
		put(God(godIDs.by[id]))
	}
	for g := range God(numGods) {
		if !gone.has(g) {
			put(g)
		}
	}
	p.Pantheon = pan
}

func (sc scene) fillWonders(p *position, named map[string]bool) {
	built := len(p.Seats[0].Built) + len(p.Seats[1].Built)
	if built == wonderLimit {
		return
	}
	for i := range p.Seats {
		seat := &p.Seats[i]
		for _, w := range wonders[:numBaseWonders] {
			if len(seat.Unbuilt)+len(seat.Built) < numDrafted/2 && !named[w.id] {
				named[w.id] = true
				seat.Unbuilt = append(seat.Unbuilt, w.id)
			}
		}
	}
}

func (sc scene) fillTokens(p *position, named map[string]bool) {
	owned := len(p.Seats[0].Tokens) + len(p.Seats[1].Tokens)
	for i := range p.Seats {
		for _, b := range p.Seats[i].Built {
			if b.Wonder == "the-great-library" {
				owned--
			}
		}
	}
	switch sc.board {
	case "":
		for _, tok := range tokens[:numBaseTokens] {
			if len(p.Tokens)+owned < tokensOnBoard && !named[tok.id] {
				p.Tokens = append(p.Tokens, tok.id)
			}
		}
		return
	case "none":
	default:
		p.Tokens = strings.Fields(sc.board)
	}
	for _, id := range harmless {
		if len(p.Tokens)+owned < tokensOnBoard && !named[id] && !slices.Contains(p.Tokens, id) {
			p.Seats[1].Tokens = append(p.Seats[1].Tokens, id)
			owned++
		}
	}
}

// fillCards builds the structure and puts the cards that nobody named under the built wonders and into the
// discard pile.
func (sc scene) fillCards(p *position, named map[string]bool, see []string) {
	free := func(b back) func() string {
		next := deckStart[b]
		return func() string {
			for named[cards[next].id] {
				next++
			}
			named[cards[next].id] = true
			return cards[next].id
		}
	}
	extra := backGuild
	if sc.pantheon {
		extra = backTemple
	}
	var draw [numBacks]func() string
	var used [numBacks]int
	for b := range numBacks {
		draw[b] = free(b)
		for c := deckStart[b]; c < deckStart[b+1]; c++ {
			if named[cards[c].id] {
				used[b]++
			}
		}
	}
	need := [numBacks]int{backAge1: numSlots, backAge2: numSlots, backAge3: agedCards}
	need[extra] = extraCards
	current := []back{back(p.Age - 1)}
	if p.Age == numAges {
		current = append(current, extra)
	}

	// Cards of the current age that are named and not in the structure have been taken from it.
	inStructure := len(see) + len(sc.at)
	gone := len(sc.taken)
	if sc.taken == nil {
		for _, b := range current {
			gone += used[b]
		}
		gone -= inStructure
		if sc.left > 0 {
			gone = max(gone, numSlots-sc.left)
		}
	}
	l := &layouts[p.Age-1]
	var present slots
	for {
		present = allSlots
		for i := range gone {
			if sc.taken != nil {
				present &^= 1 << sc.taken[i]
			} else {
				present &^= 1 << (numSlots - 1 - i)
			}
		}
		s := State{age: uint8(p.Age), present: present}
		if open := s.uncovered(); open.len() >= len(see) || sc.taken != nil {
			p.Structure = make([]string, numSlots)
			for slot, id := range sc.at {
				p.Structure[slot] = id
			}
			for i, id := range see {
				p.Structure[open.nth(open.len()-1-i)] = id
			}
			for slot := range numSlots {
				if present>>slot&1 == 0 {
					continue
				}
				if p.Structure[slot] == "" {
					b := current[0]
					if len(current) > 1 && used[extra] < extraCards && slot < 3 {
						b = extra
					}
					p.Structure[slot] = draw[b]()
					used[b]++
				}
				if (l.faceUp|open)>>slot&1 == 0 {
					p.Structure[slot] = faceDown + p.Structure[slot]
				}
			}
			break
		}
		gone++
	}

	// All that was dealt and is nowhere yet was used for wonders or discarded.
	var rest []string
	for b := range numBacks {
		if b < backGuild && int(b) >= p.Age || b >= backGuild && p.Age < numAges {
			continue // not yet dealt out
		}
		for used[b] < need[b] {
			rest = append(rest, draw[b]())
			used[b]++
		}
	}
	for i := range p.Seats {
		for j := range p.Seats[i].Built {
			p.Seats[i].Built[j].Card, rest = rest[0], rest[1:]
		}
	}
	p.Discard = append(p.Discard, rest...)
}

// set returns the state of a scene, loaded through its position.
func (sc scene) set(t testing.TB) *State {
	t.Helper()
	data, err := json.Marshal(sc.position(t))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Game.Load(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return b.(*State)
}

// play plays moves written as "A b:walls" and checks the state after each.
func play(t testing.TB, s *State, moves ...string) *game.Events {
	t.Helper()
	told := new(game.Events)
	for _, line := range moves {
		letter, text, _ := strings.Cut(line, " ")
		if err := game.PlayText(s, game.Seat(letter[0]-'A'), text, told); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := s.Valid(); err != nil {
			t.Fatalf("after %s: %v", line, err)
		}
	}
	return told
}

// anyBut returns an accessible card other than the given one, for a move that does not matter.
func (s *State) anyBut(id string) string {
	for set := s.open; set != 0; set &= set - 1 {
		if card := cards[s.laid[s.age-1][set.first()]].id; card != id {
			return card
		}
	}
	return ""
}

// refused checks that a move is refused for a reason.
func refused(t testing.TB, s *State, line, reason string) {
	t.Helper()
	letter, text, _ := strings.Cut(line, " ")
	before := *s
	err := game.PlayText(s, game.Seat(letter[0]-'A'), text, nil)
	if e, ok := err.(*game.Error); !ok || e.Reason != reason {
		t.Errorf("%s: refused with %v, not for %s", line, err, reason)
	}
	if *s != before {
		t.Errorf("%s was refused and changed the state", line)
	}
}

func is[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// Little questions to a state.
func (s *State) coinsOf(seat int) int { return int(s.cities[seat].coins) }

func (s *State) owner(t testing.TB, card string) string {
	t.Helper()
	c := Card(cardIDs.by[card])
	switch {
	case s.cities[0].cards.has(c):
		return "A"
	case s.cities[1].cards.has(c):
		return "B"
	case s.discard.has(c):
		return "discard"
	}
	for w, under := range s.under {
		if under == c {
			return wonders[w].id
		}
	}
	if s.slotOf(c, s.present) >= 0 {
		return "structure"
	}
	return "out"
}

func (s *State) hasToken(seat int, id string) bool {
	return s.cities[seat].tokens.has(Token(tokenIDs.by[id]))
}

// turnOf returns who owes what: "A turn", "B begin".
func (s *State) turnOf() string {
	if s.ask == askNothing {
		return "over"
	}
	return game.Seat(s.active).Letter() + " " + askIDs[s.ask]
}

// priceOf returns what the view says a seat pays for a card of the structure.
func (s *State) priceOf(t testing.TB, seat int, id string) *Price {
	t.Helper()
	for _, slot := range s.view(game.Spectator).Structure {
		if slot.Card == id {
			return slot.Prices[seat]
		}
	}
	for _, w := range s.view(game.Spectator).Seats[seat].Wonders {
		if w.Wonder == id {
			return w.Price
		}
	}
	t.Fatalf("%s has no price", id)
	return nil
}

// scoreOf returns a seat's points in one category, or in total.
func (s *State) scoreOf(seat int, category string) int {
	res := s.Result()
	if i := slices.Index(categoryIDs[:], category); i >= 0 {
		return int(res.Parts[seat][i])
	}
	return int(res.Score[seat])
}
