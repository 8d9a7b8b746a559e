package wonders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mirabilia/game"
)

// position is the state as JSON. What follows from the cards (cities, stages, tokens) is not written.
type position struct {
	Rest  game.Rest `json:"rest,omitempty"`
	Seats int       `json:"seats"`
	// Boards and Sides are the options; by default "random" and "choose".
	Boards string `json:"boards,omitempty"`
	Sides  string `json:"sides,omitempty"`
	// Phase is by default "turn", Age and Turn are by default 1.
	Phase  string         `json:"phase,omitempty"`
	Age    int            `json:"age,omitempty"`
	Turn   int            `json:"turn,omitempty"`
	Cities []cityPosition `json:"cities"`
	// Decks are the cards by age and by the seat they were dealt to, in the order in which they left the hand:
	// "b:baths" built, "w:baths" tucked under a wonder, "s:baths" sold or left over, "baths" still in the hand.
	// Ages to come may be left out; then they are dealt in the order of the table. With Rest they are not played, and "" is a
	// card out of play.
	Decks [][][]string `json:"decks"`
	// Looks are the uses of the power of Halicarnassus.
	Looks []lookPosition `json:"looks,omitempty"`
	// Choices are the moves of the seats that have committed, "" for the others.
	Choices []string `json:"choices,omitempty"`
}

type cityPosition struct {
	Board string `json:"board"`
	Side  string `json:"side,omitempty"`
	// Coins are by default the three of the start.
	Coins *int `json:"coins,omitempty"`
}

type lookPosition struct {
	Age  int `json:"age"`
	Turn int `json:"turn"`
	// Card is what was taken, "" if nothing was, or not yet.
	Card string `json:"card,omitempty"`
}

var fateLetters = [...]string{"", "b:", "w:", "s:"}

// MarshalJSON writes the position.
func (s *State) MarshalJSON() ([]byte, error) {
	pos := position{
		Rest:   game.Rest(s.aside),
		Seats:  int(s.seats),
		Boards: "random",
		Sides:  sideRules[s.sides],
		Phase:  phases[s.phase],
		Age:    int(s.age) + 1,
		Turn:   int(s.turn) + 1,
		Decks:  make([][][]string, numAges),
	}
	ids := make([]string, s.seats)
	for i := range ids {
		c := &s.city[i]
		ids[i] = boards[c.board].id
		pos.Cities = append(pos.Cities, cityPosition{ids[i], sides[c.side], new(int(c.coins))})
	}
	if s.given {
		pos.Boards = strings.Join(ids, ",")
	}
	for age := range pos.Decks {
		for p := range int(s.seats) {
			list := make([]string, handSize)
			for i := range list {
				if s.packet[age][p][i] == noCard {
					continue
				}
				list[i] = fateLetters[s.fateOf(age, p, i)] + s.packet[age][p][i].String()
			}
			pos.Decks[age] = append(pos.Decks[age], list)
		}
	}
	for _, l := range s.look[:s.looks] {
		lp := lookPosition{Age: int(l.age) + 1, Turn: int(l.turn) + 1}
		if l.card != noCard {
			lp.Card = l.card.String()
		}
		pos.Looks = append(pos.Looks, lp)
	}
	if s.committed != 0 {
		pos.Choices = make([]string, s.seats)
		for i := range pos.Choices {
			if s.committed.Has(game.Seat(i)) {
				pos.Choices[i] = s.Text(s.chosen[i])
			}
		}
	}
	return json.Marshal(pos)
}

// UnmarshalJSON reads a position and refuses an impossible one.
func (s *State) UnmarshalJSON(data []byte) error {
	pos := position{Boards: "random", Sides: sideRules[0], Phase: phases[choosing], Age: 1, Turn: 1}
	return game.ReadPosition(s, data, &pos, pos.state)
}

func (pos *position) state() (State, error) {
	if pos.Seats < 3 || pos.Seats > game.MaxSeats {
		return State{}, fmt.Errorf("there are 3 to %d seats, not %d", game.MaxSeats, pos.Seats)
	}
	if len(pos.Cities) != pos.Seats {
		return State{}, fmt.Errorf("%d cities for %d seats", len(pos.Cities), pos.Seats)
	}
	rule := slices.Index(sideRules, pos.Sides)
	stands := slices.Index(phases[:], pos.Phase)
	switch {
	case rule < 0:
		return State{}, fmt.Errorf("sides is %s, not %q", strings.Join(sideRules, " or "), pos.Sides)
	case stands < 0:
		return State{}, fmt.Errorf("phase is %s, not %q", strings.Join(phases[:], " or "), pos.Phase)
	case pos.Age < 1 || pos.Age > numAges:
		return State{}, fmt.Errorf("there is no age %d", pos.Age)
	case pos.Turn < 1 || pos.Turn > lastTurn+1:
		return State{}, fmt.Errorf("there is no turn %d", pos.Turn)
	case len(pos.Looks) > 3:
		return State{}, fmt.Errorf("the discards can be looked through three times, not %d", len(pos.Looks))
	}
	s := State{seats: uint8(pos.Seats), sides: sideRule(rule), aside: bool(pos.Rest)}
	s.phase, s.age, s.turn = phase(stands), uint8(pos.Age-1), uint8(pos.Turn-1)
	if err := pos.readCities(&s); err != nil {
		return s, err
	}
	if err := pos.readDecks(&s); err != nil {
		return s, err
	}
	if err := s.validAside(); err != nil {
		return s, err
	}
	for i, l := range pos.Looks {
		card, ok := Card(noCard), true
		if l.Card != "" {
			card, ok = CardByID(l.Card)
		}
		if !ok || l.Age < 1 || l.Age > numAges || l.Turn < 1 || l.Turn > lastTurn+1 {
			return s, fmt.Errorf("no such look through the discards: age %d, turn %d, card %q", l.Age, l.Turn, l.Card)
		}
		s.look[i] = look{uint8(l.Age - 1), uint8(l.Turn - 1), card}
		s.looks++
	}
	cities, actor, err := s.replay()
	if err != nil {
		return s, err
	}
	s.city, s.actor = cities, actor
	return s, pos.readChoices(&s)
}

// readCities reads boards, sides and coins.
func (pos *position) readCities(s *State) error {
	ids := make([]string, pos.Seats)
	for i, cp := range pos.Cities {
		b, ok := boardNumbers[cp.Board]
		sd := slices.Index(sides[:], cp.Side)
		if !ok || sd < 0 {
			return fmt.Errorf("there is no board %q with side %q", cp.Board, cp.Side)
		}
		ids[i] = cp.Board
		c := &s.city[i]
		c.board, c.side, c.coins = b, side(sd), startCoins
		if cp.Coins != nil {
			if *cp.Coins < 0 || *cp.Coins > maxCoins {
				return fmt.Errorf("seat %s cannot have %d coins", game.Seat(i).Letter(), *cp.Coins)
			}
			c.coins = uint16(*cp.Coins)
		}
	}
	if pos.Boards != "random" {
		s.given = true
		if list := strings.Join(ids, ","); pos.Boards != list {
			return fmt.Errorf("the option gives the boards %s, the cities have %s", pos.Boards, list)
		}
	}
	return nil
}

// readDecks reads the packets.
func (pos *position) readDecks(s *State) error {
	if len(pos.Decks) > numAges || len(pos.Decks) < pos.Age {
		return fmt.Errorf("%d decks are given in age %d", len(pos.Decks), pos.Age)
	}
	for age := range numAges {
		if s.aside && (age >= len(pos.Decks) || len(pos.Decks[age]) == 0) {
			for p := range pos.Seats {
				s.packet[age][p] = noHand
			}
			continue
		}
		if age >= len(pos.Decks) {
			s.dealInOrder(age)
			continue
		}
		if len(pos.Decks[age]) != pos.Seats {
			return fmt.Errorf("age %d has %d hands for %d seats", age+1, len(pos.Decks[age]), pos.Seats)
		}
		for p, list := range pos.Decks[age] {
			if len(list) != handSize {
				return fmt.Errorf("hand %s of age %d has %d cards, not %d", game.Seat(p).Letter(), age+1, len(list), handSize)
			}
			held := handSize
			for i, entry := range list {
				if s.aside && entry == "" {
					s.packet[age][p][i] = noCard
					continue
				}
				f := inHand
				for letter := built; letter <= discarded; letter++ {
					if id, ok := strings.CutPrefix(entry, fateLetters[letter]); ok {
						entry, f = id, letter
					}
				}
				card, ok := CardByID(entry)
				if !ok {
					return fmt.Errorf("there is no card %q", entry)
				}
				s.packet[age][p][i] = card
				s.setFate(age, p, i, f)
				if f == inHand {
					held = min(held, i)
				}
			}
			sortHand(s.packet[age][p][held:])
		}
	}
	return nil
}

// dealInOrder deals an age without shuffling.
func (s *State) dealInOrder(age int) {
	n := int(s.seats)
	deck := deckOf[n][age]
	for i := deckSize[n][age]; i < n*handSize; i++ {
		deck[i] = firstGuild + Card(i-deckSize[n][age])
	}
	for p := range n {
		copy(s.packet[age][p][:], deck[p*handSize:])
	}
}

func (pos *position) readChoices(s *State) error {
	if pos.Choices == nil {
		return nil
	}
	if len(pos.Choices) != pos.Seats {
		return fmt.Errorf("%d choices for %d seats", len(pos.Choices), pos.Seats)
	}
	for i, text := range pos.Choices {
		if text == "" {
			continue
		}
		m, err := s.Parse(text)
		if err != nil {
			return err
		}
		s.chosen[i] = m
		s.committed |= 1 << i
	}
	return nil
}
