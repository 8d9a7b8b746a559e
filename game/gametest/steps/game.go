// Package steps is a small game for tests: it shows that whatever keeps the contract of mirabilia/game is played by
// matches, the engine, the server and the page. It is not in the catalogue and nobody is offered it.
//
// The rules. Two seats have three cards each of a deck numbered 1 to 24; the rest is the pile. In turn, a seat puts a card
// on its row, if the card is higher than the last of the row, or drops one face down, and draws a card while there are any.
// The game ends when no cards are left in hand. A card in a row is worth one point, and the row that ends highest two more.
package steps

import "mirabilia/game"

// Game is the catalogue entry.
var Game = game.Define[State, *State](game.Info{
	ID: "steps", Rules: "1", MinSeats: seats, MaxSeats: seats, Options: []game.Option{},
	Categories: []string{"row", "highest"}, WonBy: []string{"points", "shared"},
	Moves: []game.MoveForm{{Form: "step:<card>", Does: "Puts a card on the row."}, {Form: "drop:<card>", Does: "Drops a card face down."}},
	View:  View{},
}, func(int, game.Options) (State, error) { return State{}, nil })

const (
	seats    = 2
	cards    = 24
	handSize = 3
)

// place is where a card is.
type place uint8

// Those of a seat follow each other, so that hand+place(seat) is the seat's hand.
const (
	pile place = iota
	hand
	_
	row
	_
	dropped
	_
	aside // out of play
	places
)

// State is a game in progress. Card n is number n-1 in the list.
type State struct {
	game.Sequential
	at [cards]place
	// order of the pile; the last of its left cards is drawn next.
	order [cards]uint8
	left  uint8
	turn  game.Seat
}

// Seats implements game.Rules.
func (*State) Seats() int { return seats }

// Deal implements game.Rules.
func (s *State) Deal(r *game.Rand) {
	*s = State{left: cards}
	for i := range s.order {
		s.order[i] = uint8(i)
	}
	game.Shuffle(r, s.order[:])
	for i := range seats * handSize {
		s.draw(game.Seat(i % seats))
	}
}

func (s *State) draw(seat game.Seat) {
	if s.left == 0 {
		return
	}
	s.left--
	s.at[s.order[s.left]] = hand + place(seat)
	s.order[s.left] = 0 // the order of what was drawn is forgotten
}

// Owing implements game.Rules.
func (s *State) Owing() game.Seats {
	if s.count(hand+place(s.turn)) == 0 {
		return 0
	}
	return game.SeatSet(s.turn)
}

func (s *State) count(p place) (n int) {
	for _, at := range s.at {
		if at == p {
			n++
		}
	}
	return n
}

// top returns the number of the last card of a seat's row; 0 for an empty row.
func (s *State) top(seat game.Seat) int {
	for i := cards - 1; i >= 0; i-- {
		if s.at[i] == row+place(seat) {
			return i + 1
		}
	}
	return 0
}

// A move is the number of the card, and drop added where it is dropped.
const drop = 32

// Moves implements game.Rules.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if !s.Owing().Has(seat) {
		return buf
	}
	for i, at := range s.at {
		if at != hand+place(seat) {
			continue
		}
		if i+1 > s.top(seat) {
			buf = append(buf, game.Move(i+1))
		}
		buf = append(buf, game.Move(i+1)|drop)
	}
	return buf
}

// RandomMove implements game.Rules.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	var list [2 * handSize]game.Move
	moves := s.Moves(seat, list[:0])
	return moves[r.IntN(len(moves))]
}

// Check implements game.Rules.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	card := m &^ drop
	switch {
	case card < 1 || card > cards:
		return game.Refuse(game.Invalid, "bad_move", "there is no card %d; there are cards 1 to %d", card, cards)
	case s.at[card-1] != hand+place(seat):
		return game.Refuse(game.IllegalMove, "not_in_hand", "card %d is not in the hand", card)
	case m&drop == 0 && int(card) < s.top(seat):
		return game.Refuse(game.IllegalMove, "too_low", "card %d is not higher than %d, the last of the row; it can be dropped", card, s.top(seat))
	}
	return nil
}

// Apply implements game.Rules. Others learn that a card was dropped, but not which.
func (s *State) Apply(seat game.Seat, m game.Move, tell *game.Events) {
	card := m &^ drop
	if m&drop == 0 {
		s.at[card-1] = row + place(seat)
		tell.Add(game.Everyone, game.Event{Type: "step", Seat: seat, To: game.NoSeat, N: int(card)})
	} else {
		s.at[card-1] = dropped + place(seat)
		tell.Add(game.Everyone, game.Event{Type: "drop", Seat: seat, To: game.NoSeat})
		tell.Add(game.SeatSet(seat), game.Event{Type: "dropped", Seat: seat, To: game.NoSeat, N: int(card)})
	}
	s.draw(seat)
	s.turn = 1 - seat
}

// Result implements game.Rules.
func (s *State) Result() (res game.Result) {
	for seat := range game.Seat(seats) {
		res.Parts[seat][0] = int16(s.count(row + place(seat)))
		if s.top(seat) > s.top(1-seat) {
			res.Parts[seat][1] = 2
		}
		res.Score[seat] = res.Parts[seat][0] + res.Parts[seat][1]
	}
	how := res.Rank(seats, [game.MaxSeats]int16{})
	if s.Owing() == 0 {
		res.Over, res.WonBy = true, how
	}
	return res
}
