// Package record writes a played game as text and reads it back. The text (a .mgr file) is meant for
// people and programs alike, is complete (the game can be played again from it) and is described in
// docs/record.md; the same content has a JSON form, which is what encoding/json makes of a Record.
package record

import (
	"fmt"
	"strings"

	"mirabilia/game"
)

// Format is the version of the text format that this package writes, and the only one it reads.
const Format = "mgr 1"

// Record is a played game, or the beginning of one.
type Record struct {
	Game    string       `json:"game"`
	Options game.Options `json:"options,omitempty"`
	// Rules is the edition of the rules that the game was played by, see game.Info.
	Rules string `json:"rules"`
	// Names of the players in the order of their seats; their number is the number of seats.
	Names []string `json:"names"`
	// Date of the game as 2026-11-15, if known.
	Date string `json:"date,omitempty"`
	Seed string `json:"seed"`
	// Deal proves where the seed came from, in games that were dealt for people.
	Deal *Deal `json:"deal,omitempty"`
	// Twin names the other board, if the game was one of the two of a match.
	Twin *Twin `json:"twin,omitempty"`
	// Result is the letters of the winners and how they won, "A military" or "AC shared"; "*" while the
	// game is not over.
	Result string  `json:"result"`
	Scores []int16 `json:"scores,omitempty"`
	Steps  []Step  `json:"steps"`
}

// Step is one decision.
type Step struct {
	Seat    game.Seat `json:"seat"`
	Move    string    `json:"move"`
	Comment string    `json:"comment,omitempty"`
	// line of the text it was read from, for errors.
	line int
}

// New returns the record of a game that is about to begin.
func New(g game.Game, names []string, options game.Options, seed game.Seed) *Record {
	info := g.Info()
	return &Record{Game: info.ID, Options: options, Rules: info.Rules, Names: names, Seed: seed.String(), Result: Unfinished}
}

// Unfinished is the result of a game that is not over.
const Unfinished = "*"

// Add appends a decision.
func (r *Record) Add(seat game.Seat, move string) {
	r.Steps = append(r.Steps, Step{Seat: seat, Move: move})
}

// Finish sets result and scores from the board.
func (r *Record) Finish(b game.Board) {
	r.Result, r.Scores = outcome(b)
}

func outcome(b game.Board) (string, []int16) {
	res := b.Result()
	if !res.Over {
		return Unfinished, nil
	}
	var text strings.Builder
	for set := res.Winners(); set != 0; set = set.Without(set.First()) {
		text.WriteString(set.First().Letter())
	}
	return text.String() + " " + res.WonBy, append([]int16(nil), res.Score[:b.Seats()]...)
}

// Start returns the board of the game as dealt. It refuses what the game does not have and a record of another
// edition of the rules.
func (r *Record) Start(g game.Game) (game.Board, error) {
	if g.Info().ID != r.Game {
		return nil, invalid("the record is of %s, not of %s", r.Game, g.Info().ID)
	}
	if g.Info().Rules != r.Rules {
		return nil, invalid("the record was played by rules %q, this program plays %q", r.Rules, g.Info().Rules)
	}
	seed, err := game.ParseSeed(r.Seed)
	if err != nil {
		return nil, err
	}
	b, err := g.New(len(r.Names), r.Options)
	if err != nil {
		return nil, err
	}
	b.Deal(game.NewRand(seed))
	return b, nil
}

// Replay plays the whole record, showing each step after it was played. It refuses an illegal move by its
// line, and a result or scores that are not those of the game.
func (r *Record) Replay(g game.Game, show func(step int, b game.Board, told *game.Events) error) (game.Board, error) {
	b, err := r.Start(g)
	if err != nil {
		return nil, err
	}
	var told game.Events
	for i, s := range r.Steps {
		told.Reset()
		if err := game.PlayText(b, s.Seat, s.Move, &told); err != nil {
			return nil, invalid("%s: %s %s: %v", s.where(i), s.Seat.Letter(), s.Move, err)
		}
		if show != nil {
			if err := show(i, b, &told); err != nil {
				return nil, err
			}
		}
	}
	result, scores := outcome(b)
	if r.Result != result {
		return nil, invalid("the record says the result is %q, the moves lead to %q", r.Result, result)
	}
	if fmt.Sprint(r.Scores) != fmt.Sprint(scores) {
		return nil, invalid("the record says the scores are %v, the moves lead to %v", r.Scores, scores)
	}
	return b, nil
}

// where returns how an error names a step: by line if it was read from text, else by number.
func (s *Step) where(i int) string {
	if s.line > 0 {
		return fmt.Sprintf("line %d", s.line)
	}
	return fmt.Sprintf("step %d", i+1)
}

func invalid(format string, args ...any) error {
	return game.Refuse(game.Invalid, "bad_record", format, args...)
}
