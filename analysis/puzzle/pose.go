package puzzle

import (
	"encoding/json"
	"strings"

	"mirabilia/game"
)

// Posed is a collection as the page gets it: what the seats see, and what the moves are worth.
type Posed struct {
	Game    string       `json:"game"`
	Options game.Options `json:"options,omitempty"`
	// Rules that the positions belong to, as in records.
	Rules   string     `json:"rules"`
	Puzzles []*Problem `json:"puzzles"`
}

// Problem is a posed puzzle. Everything in it follows from what the seat knows.
type Problem struct {
	ID string `json:"id"`
	// Bots that played the game, by seats, and the decision it is from, from 0.
	Bots       []string  `json:"bots"`
	Decision   int       `json:"decision"`
	Prompt     string    `json:"prompt"`
	Difficulty int       `json:"difficulty"`
	Reason     Reason    `json:"reason,omitempty"`
	Seat       game.Seat `json:"seat"`
	// Owing are the seats that are to decide.
	Owing []int `json:"owing"`
	// View is what the seat sees.
	View  json.RawMessage `json:"view"`
	Moves []Move          `json:"moves"`
	Line  []string        `json:"line"`
	// Position to play on from. What the seat cannot know is a redeal by a fixed seed, so it tells nothing; a table that goes on from it
	// deals that anew.
	Position json.RawMessage `json:"position"`
}

// Pose returns the collection as the page gets it.
func (c *Collection) Pose(g game.Game) (*Posed, error) {
	posed := &Posed{Game: c.Game, Options: c.Options, Rules: g.Info().Rules}
	for _, p := range c.Puzzles {
		q, err := c.pose(g, p)
		if err != nil {
			return nil, err
		}
		posed.Puzzles = append(posed.Puzzles, q)
	}
	return posed, nil
}

func (c *Collection) pose(g game.Game, p *Puzzle) (*Problem, error) {
	b, err := g.Load(p.Position)
	if err != nil {
		return nil, err
	}
	b.Redeal(p.Seat, game.NewRand(game.NumberSeed(0)))
	q := &Problem{ID: p.ID, Decision: p.Decision, Prompt: p.Prompt, Difficulty: p.Difficulty, Reason: p.Reason, Seat: p.Seat, Moves: p.Moves, Line: p.Line}
	for seat := range c.Seats {
		name, _, _ := strings.Cut(playerOf(p.Number, seat), ":")
		q.Bots = append(q.Bots, name)
	}
	for set := b.Owing(); set != 0; set = set.Without(set.First()) {
		q.Owing = append(q.Owing, int(set.First()))
	}
	if q.View, err = json.Marshal(b.View(p.Seat)); err != nil {
		return nil, err
	}
	q.Position, err = b.MarshalJSON()
	return q, err
}
