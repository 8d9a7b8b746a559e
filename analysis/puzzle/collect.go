package puzzle

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"mirabilia/analysis"
	"mirabilia/arena"
	"mirabilia/game"
)

// New returns an empty collection for a kind of table.
func New(g game.Game, seats int, options game.Options, number uint64, version string) (*Collection, error) {
	b, err := g.New(seats, options)
	if err != nil {
		return nil, err
	}
	engine, err := analysis.EngineOf(g, b, version)
	if err != nil {
		return nil, err
	}
	return &Collection{Format: Format, Game: g.Info().ID, Options: options, Seats: seats, Engine: engine, Seed: number, Puzzles: []*Puzzle{}}, nil
}

// Find plays games until the collection has so many puzzles or so many games were tried, and calls kept after each game. What it finds does not
// depend on the number of workers (0: one per core), nor on interruptions.
func (c *Collection) Find(ctx context.Context, g game.Game, budget Budget, puzzles, games, workers int, kept func() error) error {
	base, err := g.New(c.Seats, c.Options)
	if err != nil {
		return err
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for c.Tried < games && len(c.Puzzles) < puzzles {
		from := c.Tried
		n := min(games-from, 4*workers)
		found := make([][]*Puzzle, n)
		whole := make([]bool, n) // a game that was interrupted is played again
		done := make([]bool, n)
		newWorker := func() func(int) {
			return func(i int) {
				f := &finder{ctx: ctx, g: g, c: c, budget: budget, number: from + i}
				found[i] = f.find(g.Clone(base))
				whole[i] = ctx.Err() == nil
			}
		}
		err := arena.Parallel(ctx, workers, n, newWorker, func(i, _ int) error {
			done[i] = whole[i]
			// In order, so that which of two alike is kept does not depend on which was found first.
			for c.Tried < games && c.Tried-from < n && done[c.Tried-from] && len(c.Puzzles) < puzzles {
				for _, p := range found[c.Tried-from] {
					c.add(p)
				}
				c.Tried++
				if err := kept(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a puzzle that is like no other.
func (c *Collection) add(p *Puzzle) {
	if !slices.ContainsFunc(c.Puzzles, func(o *Puzzle) bool { return alike(p, o) }) {
		c.Puzzles = append(c.Puzzles, p)
	}
}

// alike reports whether two puzzles have the same best move among mostly the same choices.
func alike(p, o *Puzzle) bool {
	if p.ID == o.ID {
		return true
	}
	if p.Moves[0].Move != o.Moves[0].Move {
		return false
	}
	common := 0
	for _, m := range p.Moves {
		if slices.ContainsFunc(o.Moves, func(x Move) bool { return x.Move == m.Move }) {
			common++
		}
	}
	return 2*common > len(p.Moves)+len(o.Moves)-common // more than half of all
}

// Checked is what a check of a puzzle showed.
type Checked struct {
	Puzzle *Puzzle
	// Lead of the best move over the second, with its standard error.
	Lead, SE analysis.Chance
	// Best says that the best move is still best, Margin that it leads by what was promised, but for two standard errors.
	Best, Margin bool
}

// Check measures the two best moves of a puzzle again, by other redeals: ten times as many simulations by the usual budget.
func (c *Collection) Check(ctx context.Context, g game.Game, p *Puzzle, redeals, simulations int) (*Checked, error) {
	b, err := g.Load(p.Position)
	if err != nil {
		return nil, err
	}
	var moves []game.Move
	for _, m := range p.Moves[:2] {
		mv, err := b.Parse(m.Move)
		if err != nil {
			return nil, err
		}
		moves = append(moves, mv)
	}
	found := analysis.Compare(ctx, g, b, p.Seat, moves, checkSalt, redeals, simulations)
	if found == nil {
		return nil, ctx.Err()
	}
	lead, se := found.Lead(1)
	return &Checked{p, lead, se, lead > 0, lead+2*se >= c.lead()}, nil
}

// Title returns the kind of table in words, for headings and file names.
func (c *Collection) Title() string {
	return strings.TrimSpace(c.Game + " " + c.Options.String())
}
