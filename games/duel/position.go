package duel

import (
	"encoding/json"
	"fmt"
	"strings"

	"mirabilia/game"
)

// position is the state as JSON. What is left out has its default: seat 0 to take a turn, 7 coins, military
// tokens wherever the pawn is not beyond them, the ages to come in the order of the card list.
type position struct {
	Rest            game.Rest `json:"rest,omitempty"`
	FirstGame       bool      `json:"first_game,omitempty"`
	CentrePawnStart string    `json:"centre_pawn_start,omitempty"`

	Age      int         `json:"age"`
	Active   seatNumber  `json:"active"`
	Decision string      `json:"decision"`
	Prey     string      `json:"prey,omitempty"`
	Again    bool        `json:"again,omitempty"`
	Ending   string      `json:"ending,omitempty"`
	Winner   *seatNumber `json:"winner,omitempty"`

	Pawn int      `json:"pawn"`
	Loot []string `json:"loot"`

	Draft *draftPosition `json:"draft,omitempty"`
	// Structure holds a card for each slot; a leading "?" is one lying face down, "" a slot already empty.
	Structure []string `json:"structure,omitempty"`
	// Next are the structures of the ages to come.
	Next    [][]string      `json:"next,omitempty"`
	Discard []string        `json:"discard,omitempty"`
	Tokens  []string        `json:"tokens,omitempty"`
	Library []string        `json:"library,omitempty"`
	Seats   [2]seatPosition `json:"seats"`
	Chance  game.Stream     `json:"chance"`
	// Pantheon is there if the game is played with it.
	Pantheon *pantheonPosition `json:"pantheon,omitempty"`
}

type draftPosition struct {
	Picks   int      `json:"picks"`
	Pool    []string `json:"pool"`
	Reserve []string `json:"reserve,omitempty"`
}

type seatPosition struct {
	Coins   int             `json:"coins"`
	Cards   []string        `json:"cards,omitempty"`
	Unbuilt []string        `json:"unbuilt,omitempty"`
	Built   []builtPosition `json:"built,omitempty"`
	Tokens  []string        `json:"tokens,omitempty"`
}

type builtPosition struct {
	Wonder string `json:"wonder"`
	Card   string `json:"card"`
}

const faceDown = "?"

// seatNumber is a seat in a position: 0 or 1. Older positions have the letters A and B.
type seatNumber uint8

// UnmarshalJSON reads a number or a letter.
func (n *seatNumber) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "0", `"A"`:
		*n = 0
	case "1", `"B"`:
		*n = 1
	default:
		return fmt.Errorf("a seat is 0 or 1, not %s", data)
	}
	return nil
}

var endingIDs = [...]string{running: "", civilian: "civilian", military: "military", scientific: "science"}

// MarshalJSON writes the whole state, secrets included.
func (s *State) MarshalJSON() ([]byte, error) {
	p := position{
		Rest:            game.Rest(s.aside),
		FirstGame:       s.firstGame,
		CentrePawnStart: s.centrePawnStart(),
		Age:             int(s.age),
		Active:          seatNumber(s.active),
		Decision:        askIDs[s.ask],
		Again:           s.again,
		Ending:          endingIDs[s.ending],
		Pawn:            int(s.pawn),
		Loot:            []string{},
		Discard:         s.discard.ids(),
		Tokens:          s.board.ids(),
		Library:         s.drawn.ids(),
		Chance:          s.chance,
	}
	if s.ask == askDestroy {
		p.Prey = colourIDs[s.prey]
	}
	if s.ending == military || s.ending == scientific {
		winner := seatNumber(s.winner)
		p.Winner = &winner
	}
	for i := range loots {
		if s.loot>>i&1 != 0 {
			p.Loot = append(p.Loot, loots[i].id)
		}
	}
	if s.picks < numDrafted {
		p.Draft = &draftPosition{int(s.picks), s.pool.ids(), s.reserve.ids()}
	}
	if s.age > 0 {
		p.Structure = make([]string, numSlots)
		for i, card := range s.laid[s.age-1] {
			if card != noCard {
				p.Structure[i] = cards[card].id
				if s.up>>i&1 == 0 {
					p.Structure[i] = faceDown + cards[card].id
				}
			}
		}
	}
	for _, laid := range s.laid[s.age:] {
		ids := make([]string, numSlots)
		for i, card := range laid {
			if card != noCard {
				ids[i] = cards[card].id
			}
		}
		p.Next = append(p.Next, ids)
	}
	for i := range s.cities {
		c := &s.cities[i]
		seat := seatPosition{Coins: int(c.coins), Cards: c.cards.and(everyCard).ids(), Unbuilt: c.unbuilt.ids(), Tokens: c.tokens.ids()}
		for set := c.built; set != 0; set &= set - 1 {
			w := set.first()
			seat.Built = append(seat.Built, builtPosition{wonders[w].id, cards[s.under[w]].id})
		}
		p.Seats[i] = seat
	}
	if s.pantheon {
		p.Pantheon = s.pantheonPosition()
	}
	return json.Marshal(p)
}

// UnmarshalJSON reads a position. It refuses unknown fields and impossible states.
func (s *State) UnmarshalJSON(data []byte) error {
	p := position{Decision: "turn", Loot: nil}
	p.Seats[0].Coins, p.Seats[1].Coins = startCoins, startCoins
	return game.ReadPosition(s, data, &p, p.state)
}

// state returns what the position describes, not yet checked.
func (p *position) state() (State, error) {
	r := reader{}
	s := State{firstGame: p.FirstGame, pantheon: p.Pantheon != nil}
	s.zeusTakes = s.pantheon && p.Pantheon.ZeusTakesToken
	switch p.CentrePawnStart {
	case "", "last_player_begins":
	case "last_player_chooses":
		s.lastChooses = true
	default:
		r.fail("centre_pawn_start %q", p.CentrePawnStart)
	}
	s.clear()
	s.aside = bool(p.Rest)
	s.age = uint8(r.number(p.Age, 0, numAges, "age"))
	s.active = uint8(p.Active)
	s.ask = ask(r.index(askIDs[:], p.Decision, "decision"))
	if p.Prey != "" {
		s.prey = Colour(r.index(colourIDs[:], p.Prey, "colour"))
	}
	s.again = p.Again
	s.ending = ending(r.index(endingIDs[:], p.Ending, "ending"))
	if p.Winner != nil {
		s.winner = uint8(*p.Winner)
	}
	s.pawn = int8(r.number(p.Pawn, -capital, capital, "pawn"))
	s.loot = r.loot(p.Loot, s.pawn)
	s.picks = numDrafted
	if p.Draft != nil {
		s.picks = uint8(r.number(p.Draft.Picks, 0, numDrafted-1, "picks"))
		s.pool = r.wonders(p.Draft.Pool)
		s.reserve = r.wonders(p.Draft.Reserve)
	}
	s.discard = r.cards(p.Discard)
	s.board = r.tokens(p.Tokens)
	s.drawn = r.tokens(p.Library)
	s.chance = p.Chance
	for i := range s.cities {
		c, seat := &s.cities[i], &p.Seats[i]
		c.coins = int16(r.number(seat.Coins, 0, maxCoins, "coins"))
		c.cards = r.cards(seat.Cards)
		c.unbuilt = r.wonders(seat.Unbuilt)
		c.tokens = r.tokens(seat.Tokens)
		for _, b := range seat.Built {
			w := Wonder(r.lookup(wonderIDs, b.Wonder, "wonder"))
			if s.under[w] != noCard {
				r.fail("%s built twice", b.Wonder)
			}
			c.built |= w.bit()
			s.under[w] = Card(r.lookup(cardIDs, b.Card, "card"))
		}
	}
	r.structures(&s, p)
	if s.pantheon && r.err == nil {
		r.pantheon(&s, p.Pantheon)
	}
	if r.err != nil {
		return State{}, r.err
	}
	s.recount()
	return s, nil
}

// maxCoins is more than any game can bring together, and far from the limit of the type.
const maxCoins = 2000

// reader turns ids into numbers and keeps the first error.
type reader struct{ err error }

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) number(n, low, high int, what string) int {
	if n < low || n > high {
		r.fail("%s is %d, not in %d..%d", what, n, low, high)
		return low
	}
	return n
}

func (r *reader) index(ids []string, id, what string) int {
	for i := range ids {
		if ids[i] == id {
			return i
		}
	}
	r.fail("there is no %s %q", what, id)
	return 0
}

func (r *reader) lookup(d *domain, id, what string) uint8 {
	v, ok := d.by[id]
	if !ok {
		r.fail("there is no %s %q", what, id)
	}
	return v
}

func (r *reader) cards(ids []string) cardSet {
	var set cardSet
	for _, id := range ids {
		card := Card(r.lookup(cardIDs, id, "card"))
		if set.has(card) {
			r.fail("%s is listed twice", id)
		}
		set.add(card)
	}
	return set
}

// bits reads a list as a set of a bit each.
func (r *reader) bits(d *domain, ids []string, what string) uint16 {
	var set uint16
	for _, id := range ids {
		bit := uint16(1) << r.lookup(d, id, what)
		if set&bit != 0 {
			r.fail("%s is listed twice", id)
		}
		set |= bit
	}
	return set
}

func (r *reader) wonders(ids []string) wonderSet { return wonderSet(r.bits(wonderIDs, ids, "wonder")) }

func (r *reader) tokens(ids []string) tokenSet {
	return tokenSet(r.bits(tokenIDs, ids, "progress token"))
}

// loot reads the military tokens; not given, they lie wherever the pawn is not in or beyond their zone.
func (r *reader) loot(ids []string, pawn int8) uint8 {
	var set uint8
	if ids == nil {
		for i, l := range loots {
			if lead := leadOver(l.victim, pawn); lead < l.from {
				set |= 1 << i
			}
		}
		return set
	}
	for _, id := range ids {
		i := 0
		for i < len(loots) && loots[i].id != id {
			i++
		}
		if i == len(loots) {
			r.fail("there is no military token %q", id)
			continue
		}
		if set>>i&1 != 0 {
			r.fail("%s is listed twice", id)
		}
		set |= 1 << i
	}
	return set
}

// leadOver returns how far the pawn is on a seat's half.
func leadOver(victim uint8, pawn int8) int8 {
	if victim == 0 {
		return -pawn
	}
	return pawn
}

// structures reads the current structure and those to come, or lays the latter in the order of the list.
func (r *reader) structures(s *State, p *position) {
	if s.age > 0 {
		if len(p.Structure) != numSlots {
			r.fail("the structure has %d slots, not %d", len(p.Structure), numSlots)
			return
		}
		for i, id := range p.Structure {
			if id == "" {
				continue
			}
			name, hidden := strings.CutPrefix(id, faceDown)
			s.laid[s.age-1][i] = Card(r.lookup(cardIDs, name, "card"))
			s.present |= 1 << i
			if !hidden {
				s.up |= 1 << i
			}
		}
		s.open = s.uncovered()
	} else if len(p.Structure) > 0 {
		r.fail("a structure lies there before age 1")
	}
	if p.Next == nil && s.aside {
		return
	}
	if p.Next == nil {
		for age := int(s.age); age < numAges; age++ {
			s.layInOrder(age)
		}
		return
	}
	if len(p.Next) != numAges-int(s.age) {
		r.fail("%d structures are to come, not %d", numAges-int(s.age), len(p.Next))
		return
	}
	for i, ids := range p.Next {
		if len(ids) != numSlots {
			r.fail("a structure to come has %d slots, not %d", len(ids), numSlots)
			return
		}
		for slot, id := range ids {
			if id == "" && s.aside {
				continue
			}
			s.laid[int(s.age)+i][slot] = Card(r.lookup(cardIDs, id, "card"))
		}
	}
}

// layInOrder lays an age without chance.
func (s *State) layInOrder(age int) {
	n := numSlots
	if back(age) == backAge3 {
		n = agedCards
		fill(s.laid[age][n:], deckStart[s.extraDeck()], deckStart[s.extraDeck()]+extraCards)
	}
	fill(s.laid[age][:], deckStart[age], deckStart[age]+Card(n))
}

func (s *State) centrePawnStart() string {
	if s.lastChooses {
		return "last_player_chooses"
	}
	return "last_player_begins"
}

func (set cardSet) ids() []string   { return set.addIDs(make([]string, 0, set.len())) }
func (set wonderSet) ids() []string { return set.addIDs(make([]string, 0, set.len())) }
func (set tokenSet) ids() []string  { return set.addIDs(make([]string, 0, set.len())) }

func (set cardSet) addIDs(list []string) []string {
	for !set.empty() {
		card := set.first()
		set.remove(card)
		list = append(list, cards[card].id)
	}
	return list
}

func (set wonderSet) addIDs(list []string) []string {
	for ; set != 0; set &= set - 1 {
		list = append(list, wonders[set.first()].id)
	}
	return list
}

func (set tokenSet) addIDs(list []string) []string {
	for ; set != 0; set &= set - 1 {
		list = append(list, tokens[set.first()].id)
	}
	return list
}
