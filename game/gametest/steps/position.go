package steps

import (
	"encoding/json"
	"fmt"

	"mirabilia/game"
)

// position is the whole state as JSON. The pile is in the order in which it is drawn.
type position struct {
	Rest  game.Rest      `json:"rest,omitempty"`
	Turn  int            `json:"turn"`
	Pile  []int          `json:"pile"`
	Seats [seats]ofASeat `json:"seats"`
}

type ofASeat struct {
	Hand    []int `json:"hand"`
	Row     []int `json:"row"`
	Dropped []int `json:"dropped"`
}

// MarshalJSON implements game.Position.
func (s *State) MarshalJSON() ([]byte, error) {
	pos := position{Rest: s.count(aside) > 0, Turn: int(s.turn), Pile: []int{}}
	for i := s.left; i > 0; i-- {
		pos.Pile = append(pos.Pile, int(s.order[i-1])+1)
	}
	for seat := range place(seats) {
		pos.Seats[seat] = ofASeat{s.list(hand + seat), s.list(row + seat), s.list(dropped + seat)}
	}
	return json.Marshal(pos)
}

// UnmarshalJSON implements game.Position.
func (s *State) UnmarshalJSON(data []byte) error {
	var pos position
	return game.ReadPosition(s, data, &pos, func() (State, error) {
		var read State
		if pos.Turn < 0 || pos.Turn >= seats {
			return read, fmt.Errorf("the turn is that of seat 0 or 1, not %d", pos.Turn)
		}
		read.turn = game.Seat(pos.Turn)
		named := [cards]bool{}
		put := func(list []int, p place) error {
			for _, card := range list {
				if card < 1 || card > cards || named[card-1] {
					return fmt.Errorf("card %d is named twice, or is none of 1 to %d", card, cards)
				}
				named[card-1] = true
				read.at[card-1] = p
			}
			return nil
		}
		if err := put(pos.Pile, pile); err != nil {
			return read, err
		}
		read.left = uint8(len(pos.Pile))
		for i, card := range pos.Pile {
			read.order[len(pos.Pile)-1-i] = uint8(card - 1)
		}
		for seat, of := range pos.Seats {
			for p, list := range map[place][]int{hand: of.Hand, row: of.Row, dropped: of.Dropped} {
				if err := put(list, p+place(seat)); err != nil {
					return read, err
				}
			}
		}
		for i, ok := range named {
			if !ok && bool(pos.Rest) {
				read.at[i] = aside
			} else if !ok {
				return read, fmt.Errorf("card %d is nowhere", i+1)
			}
		}
		return read, nil
	})
}

// Valid implements game.Position: the hands are full while there is a pile, and as large as the turn says at the end.
func (s *State) Valid() error {
	inPile := [cards]bool{}
	for i, card := range s.order {
		switch {
		case i >= int(s.left) && card != 0:
			return fmt.Errorf("card %d is in the pile's order, but was drawn", card+1)
		case i < int(s.left) && (s.at[card] != pile || inPile[card]):
			return fmt.Errorf("card %d is not in the pile, or twice", card+1)
		case i < int(s.left):
			inPile[card] = true
		}
	}
	if s.count(pile) != int(s.left) {
		return fmt.Errorf("%d cards are in the pile, and %d in its order", s.count(pile), s.left)
	}
	own, other := s.count(hand+place(s.turn)), s.count(hand+place(1-s.turn))
	if own > handSize || s.left > 0 && (own != handSize || other != handSize) || own != other && own != other+1 {
		return fmt.Errorf("the hand of the seat to move has %d cards, the other's %d, with %d in the pile", own, other, s.left)
	}
	return nil
}
