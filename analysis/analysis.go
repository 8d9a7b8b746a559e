// Package analysis studies a finished game: what each decision cost, how well each seat played, and how much was luck.
// docs/analysis.md has the formulas and the file format.
//
// A chance always means: if from here on everyone played like our engine. What a seat is judged by depends only on what it
// could know. For a record, an engine and a budget in simulations the figures are always the same.
package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record"
)

// Format is the version of the file format that this package writes, and the only one it reads.
const Format = "mga 1"

// Analysis is what is known of a game so far. Its JSON is the file format (.mga).
type Analysis struct {
	Format string `json:"format"`
	// Record is the fingerprint of the game, see Fingerprint.
	Record string `json:"record"`
	Engine Engine `json:"engine"`
	Budget Budget `json:"budget"`
	Seats  int    `json:"seats"`
	// Result is 1 for the winner; several who share a victory share it.
	Result Chances `json:"result"`
	// End has the chances in the last position of a game that ended outside its rules, by resignation or on time.
	End Chances `json:"end,omitempty"`
	// Start has the chances after the deal, once they are known.
	Start Chances `json:"start,omitempty"`
	// Decisions are those looked at so far, in the order of the record.
	Decisions []*Decision `json:"decisions"`
	// Line has the chances at the beginning of each turn as a viewer sees them that knows all hands but no future deal. Only
	// games with hidden hands have it; the curve of the others is W.
	Line []Point `json:"line,omitempty"`
	// Sums of the seats, once every decision has been looked at.
	Sums []Sum `json:"seatsums,omitempty"`
}

// Engine says what computed the figures.
type Engine struct {
	Version string `json:"version"`
	// Net names the network, see bot.NetID.
	Net   string `json:"net"`
	Level string `json:"level"`
}

// Decision is what is known of one decision. Pass, Moves, Value and SE were measured; the rest follows from them and from
// the decisions after it (derive).
type Decision struct {
	// T is the number of the decision in the record, from 0.
	T    int       `json:"t"`
	Seat game.Seat `json:"seat"`
	// Pass that measured it: 1 a sketch, 2 a verdict, 3 fine.
	Pass int `json:"pass"`
	// Moves are the candidates, the played one first; a sketch has none.
	Moves []Move `json:"moves,omitempty"`
	// Value of the position: of a sketch the chances of one search, otherwise of the best move, chosen on one half of the
	// redeals and valued on the other.
	Value Chances `json:"value"`
	// SE is the standard error of the lead of Value over the played move.
	SE Chance `json:"se,omitempty"`
	// W are the chances before the decision, with what later decisions told of it.
	W Chances `json:"w"`
	// Loss is what the decision cost its seat.
	Loss Chance `json:"loss"`
	// Luck is what chance did to each seat between this decision and the next, where it has a figure of its own.
	Luck Chances `json:"luck,omitempty"`

	// q are the chances with the played move, with what later decisions told of it.
	q Chances
}

// Move is a candidate.
type Move struct {
	Move string `json:"move"`
	// Q are the chances with it: the mean over the redeals.
	Q Chances `json:"q"`
	// SE is the standard error of the deciding seat's chance.
	SE     Chance `json:"se"`
	Played bool   `json:"played,omitempty"`
	// Line is the play that the engine expects, each as a seat and a move: "0 b:rostrum". The played move has none.
	Line []string `json:"line,omitempty"`
}

// Point is a point of the line.
type Point struct {
	T    int     `json:"t"`
	Pass int     `json:"pass"`
	P    Chances `json:"p"`
}

// Fingerprint returns the SHA-256 of a record's text without what does not belong to the play: names, date, proof of the deal
// and comments. People are renamed, and their games stay the same.
func Fingerprint(rec *record.Record) string {
	bare := *rec
	bare.Names, bare.Date, bare.Deal = make([]string, len(rec.Names)), "", nil
	bare.Steps = make([]record.Step, len(rec.Steps))
	for i, s := range rec.Steps {
		bare.Steps[i] = record.Step{Seat: s.Seat, Move: s.Move}
	}
	var text strings.Builder
	_ = bare.Write(&text) // a Builder takes everything
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:])
}

// About reports whether the chances of a game are rough: its bots' claims were not found to be true by "mirabilia arena
// calibrate" (docs/bots.md).
func About(gameID string) bool { return gameID != "duel" }

// at returns what is known of decision t; nil if nothing is.
func (a *Analysis) at(t int) *Decision {
	for _, d := range a.Decisions {
		if d.T == t {
			return d
		}
	}
	return nil
}

// Best returns the candidate with the highest chance for the deciding seat; of equal ones the played move, then the first.
// A sketch has none.
func (d *Decision) Best() *Move {
	var best *Move
	for i := range d.Moves {
		if m := &d.Moves[i]; best == nil || m.Q[d.Seat] > best.Q[d.Seat] {
			best = m
		}
	}
	return best
}
