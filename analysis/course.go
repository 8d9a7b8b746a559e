package analysis

import (
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record"
)

// course is a replayed record, with what the analysis must know of each position beside its chances.
type course struct {
	g         game.Game
	seats     int
	positions []position
	// last is the board after the last decision, and result what each seat made of the game.
	last   game.Board
	result Chances
	// lined says that the curve needs its own points, because seats choose at once with hidden hands.
	lined bool
}

// position is a board before a decision.
type position struct {
	board game.Board
	seat  game.Seat
	move  game.Move
	text  string
	// forced decisions have one legal move.
	forced bool
	// settled positions begin a turn: nobody has a choice that could still be withdrawn.
	settled bool
	// open positions hide from the others at most what the deciding seat alone knows.
	open bool
	// known says that the decision led to a position that its seat could foresee, and that everyone knows: no chance was in
	// between, so the next position tells exactly what the move was worth.
	known bool
}

// Tries of a redeal after which two positions are taken to be the same to everyone. A card that can be one of two shows in
// half of them.
const tries = 16

// replay plays a record that has ended.
func replay(g game.Game, rec *record.Record) (*course, error) {
	c := &course{g: g, seats: len(rec.Names)}
	b, err := rec.Start(g)
	if err != nil {
		return nil, err
	}
	before := g.Clone(b)
	last, err := rec.Replay(g, func(i int, b game.Board, _ *game.Events) error {
		m, err := b.Parse(rec.Steps[i].Move)
		if err != nil {
			return err
		}
		c.positions = append(c.positions, position{board: before, seat: rec.Steps[i].Seat, move: m, text: b.Text(m)})
		before = g.Clone(b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.last = last
	if c.result = resultOf(rec, last); c.result == nil {
		return nil, game.Refuse(game.Conflict, "not_over", "analysis comes when the game is over; this record has no result")
	}
	for t := range c.positions {
		p := &c.positions[t]
		p.forced = len(p.board.Moves(p.seat, nil)) == 1
		p.settled = !withdrawAll(g.Clone(p.board))
		if p.board.Owing().Len() == 1 {
			p.open = c.public(p.board, p.seat)
		} else {
			p.open = c.public(p.board, game.NoSeat)
			c.lined = c.lined || !p.open
		}
	}
	for t := range c.positions {
		c.positions[t].known = c.foreseen(t)
	}
	return c, nil
}

// ended is what the last comment of a record says when a game ended outside its rules.
const ended = "won by "

// resultOf returns what each seat made of the game; nil if it is not over.
func resultOf(rec *record.Record, last game.Board) Chances {
	n := last.Seats()
	winners := game.Seats(0)
	if res := last.Result(); res.Over {
		winners = res.Winners()
	} else if k := len(rec.Steps); k > 0 && strings.HasPrefix(rec.Steps[k-1].Comment, ended) {
		_, letters, _ := strings.Cut(rec.Steps[k-1].Comment, ": ")
		for _, l := range letters {
			if seat := l - 'A'; seat >= 0 && int(seat) < n {
				winners |= game.SeatSet(game.Seat(seat))
			}
		}
	}
	if winners == 0 {
		return nil
	}
	return shared(winners, n)
}

// shared gives the winners equal parts of 1, rounded down.
func shared(winners game.Seats, n int) Chances {
	list := make(Chances, n)
	for seat := range list {
		if winners.Has(game.Seat(seat)) {
			list[seat] = Sure / Chance(winners.Len())
		}
	}
	return list
}

// withdrawAll takes back all that was chosen in a turn that is not over, and reports whether there was anything.
func withdrawAll(b game.Board) (any bool) {
	for seat := range game.Seat(b.Seats()) {
		for b.Withdraw(seat) == nil {
			any = true
		}
	}
	return any
}

// public reports whether no seat, with one exception, knows more than a spectator, choices of the turn aside.
func (c *course) public(b game.Board, except game.Seat) bool {
	b = c.g.Clone(b)
	withdrawAll(b)
	for k := range tries {
		other := c.g.Clone(b)
		other.Redeal(game.Spectator, game.NewRand(seed("open", uint64(k))))
		withdrawAll(other)
		for seat := range game.Seat(c.seats) {
			if seat != except && !c.sameTo(b, other, seat) {
				return false
			}
		}
	}
	return true
}

// sameTo reports whether a viewer knows the same in two positions, memory included.
func (c *course) sameTo(a, b game.Board, viewer game.Seat) bool {
	a, b = c.g.Clone(a), c.g.Clone(b)
	from := seed("same")
	a.Redeal(viewer, game.NewRand(from))
	b.Redeal(viewer, game.NewRand(from))
	return c.g.Equal(a, b)
}

// foreseen reports position.known.
func (c *course) foreseen(t int) bool {
	p := &c.positions[t]
	next := c.after(t)
	if p.board.Owing().Len() != 1 || !p.settled || next.Owing().Len() > 1 {
		return false
	}
	for k := range tries {
		other := c.g.Clone(p.board)
		other.Redeal(p.seat, game.NewRand(seed("foreseen", uint64(k))))
		other.Apply(p.seat, p.move, nil)
		if other.Owing() != next.Owing() || next.Owing() == 0 && !slices.Equal(shared(winnersOf(other), c.seats), c.result) {
			return false
		}
		for viewer := range game.Spectator + 1 {
			if (int(viewer) < c.seats || viewer == game.Spectator) && !c.sameTo(next, other, viewer) {
				return false
			}
		}
	}
	return next.Owing() == 0 || next.Owing().Has(p.seat) || c.public(next, game.NoSeat)
}

func winnersOf(b game.Board) game.Seats {
	res := b.Result()
	return res.Winners()
}

// after returns the board after decision t.
func (c *course) after(t int) game.Board {
	if t+1 < len(c.positions) {
		return c.positions[t+1].board
	}
	return c.last
}

// over reports whether the game ended by its rules.
func (c *course) over() bool { return c.last.Owing() == 0 }
