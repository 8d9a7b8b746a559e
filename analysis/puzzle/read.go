package puzzle

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"slices"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/strict"
)

// maxSize is the largest collection that is read, unpacked.
const maxSize = 16 << 20

// Write writes the collection as a file, compressed if asked.
func (c *Collection) Write(w io.Writer, compressed bool) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if !compressed {
		_, err = w.Write(data)
		return err
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	return z.Close()
}

func invalid(format string, args ...any) error {
	return game.Refuse(game.Invalid, "bad_puzzles", format, args...)
}

// Read reads a collection, compressed or not. It refuses unknown fields, positions that are none, moves that are not the legal ones, and
// puzzles that do not keep what a puzzle promises.
func Read(data []byte) (*Collection, game.Game, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, nil, invalid("not a compressed file: %v", err)
		}
		if data, err = io.ReadAll(io.LimitReader(z, maxSize+1)); err != nil {
			return nil, nil, invalid("not a compressed file: %v", err)
		}
	}
	if len(data) > maxSize {
		return nil, nil, invalid("a collection has at most %d bytes", maxSize)
	}
	var c Collection
	if err := strict.DecodeWhole(data, &c); err != nil {
		return nil, nil, invalid("not a collection of puzzles: %v", err)
	}
	if c.Format != Format {
		return nil, nil, invalid("format %q is not known; this program reads %q", c.Format, Format)
	}
	g, err := games.ByID(c.Game)
	if err != nil {
		return nil, nil, err
	}
	if _, err := g.New(c.Seats, c.Options); err != nil {
		return nil, nil, err
	}
	for i, p := range c.Puzzles {
		if p == nil {
			return nil, nil, invalid("puzzle %d is missing", i)
		}
		if err := c.check(g, p); err != nil {
			return nil, nil, invalid("puzzle %d, %s: %v", i, p.ID, err)
		}
		if slices.ContainsFunc(c.Puzzles[:i], func(o *Puzzle) bool { return alike(p, o) }) {
			return nil, nil, invalid("puzzle %d, %s, is like one before it", i, p.ID)
		}
	}
	return &c, g, nil
}

// check compares a puzzle with its position.
func (c *Collection) check(g game.Game, p *Puzzle) error {
	b, err := g.Load(p.Position)
	if err != nil {
		return err
	}
	if b.Seats() != c.Seats || int(p.Seat) >= c.Seats || !b.Owing().Has(p.Seat) {
		return invalid("seat %d of %d is not to move", p.Seat, b.Seats())
	}
	var legal, named []string
	for _, m := range b.Moves(p.Seat, nil) {
		legal = append(legal, b.Text(m))
	}
	for i, m := range p.Moves {
		named = append(named, m.Move)
		if len(m.Q) != c.Seats || i > 0 && m.Q[p.Seat] > p.Moves[i-1].Q[p.Seat] {
			return invalid("%s has the chances %v; there is one for each seat, and the best move comes first", m.Move, m.Q)
		}
	}
	slices.Sort(legal)
	slices.Sort(named)
	switch {
	case !slices.Equal(legal, named):
		return invalid("its moves are %v, the legal ones %v", named, legal)
	case len(legal) < fewestMoves || len(legal) > mostMoves:
		return invalid("it has %d moves; a puzzle has %d to %d", len(legal), fewestMoves, mostMoves)
	case p.Prompt == "" || p.Prompt != c.prompt(p.Moves[0].Q[p.Seat], p.Moves[1].Q[p.Seat]):
		return invalid("the prompt %q does not fit chances of %v and %v", p.Prompt, p.Moves[0].Q[p.Seat], p.Moves[1].Q[p.Seat])
	case p.Difficulty < 1 || p.Difficulty > 5:
		return invalid("the difficulty is 1 to 5, not %d", p.Difficulty)
	case p.Reason != "" && !slices.Contains(reasons, p.Reason):
		return invalid("there is no reason %q; there are %v", p.Reason, reasons)
	case len(p.Line) == 0:
		return invalid("it has no line")
	}
	for _, name := range p.Missed {
		if !slices.Contains(bot.Levels, name) {
			return invalid("there is no level %q", name)
		}
	}
	return nil
}
