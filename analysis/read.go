package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/strict"
)

// MaxSize is the largest file that is read: far above an analysis of seven seats.
const MaxSize = 256 << 10

// Write writes the analysis as a file.
func (a *Analysis) Write(w io.Writer) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// Read reads an analysis of a record. It refuses a field that is unknown or missing, another record, illegal moves, chances that
// are none, and sums that do not add up.
func Read(data []byte, g game.Game, rec *record.Record) (*Analysis, error) {
	if len(data) > MaxSize {
		return nil, invalid("it has %d bytes, at most %d are allowed", len(data), MaxSize)
	}
	var head struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(data, &head) == nil && head.Format != Format {
		return nil, invalid("format %q is not known; this program reads %q", head.Format, Format)
	}
	var a Analysis
	if err := strict.DecodeWhole(data, &a); err != nil {
		return nil, invalid("%v", err)
	}
	c, err := replay(g, rec)
	if err != nil {
		return nil, err
	}
	if err := a.check(c, Fingerprint(rec)); err != nil {
		return nil, err
	}
	return &a, nil
}

func invalid(format string, args ...any) error {
	return game.Refuse(game.Invalid, "bad_analysis", "not an analysis of this game: "+format, args...)
}

// check compares an analysis with the record it claims to be of.
func (a *Analysis) check(c *course, fingerprint string) error {
	switch {
	case a.Format != Format:
		return invalid("format %q is not known; this program reads %q", a.Format, Format)
	case a.Record != fingerprint:
		return invalid("it is of another record, %s", a.Record)
	case a.Seats != c.seats:
		return invalid("it has %d seats, the record %d", a.Seats, c.seats)
	case !slices.Equal(a.Result, c.result):
		return invalid("result is %v, by the record it is %v", a.Result, c.result)
	case a.End != nil && c.over():
		return invalid("end is for games that did not end by their rules")
	}
	if err := a.Budget.check(); err != nil {
		return invalid("%v", err)
	}
	if a.End != nil {
		if err := a.chances("end", a.End); err != nil {
			return err
		}
	}
	last := -1
	for _, d := range a.Decisions {
		if d == nil || d.T <= last || d.T >= len(c.positions) {
			return invalid("decisions must be in the order of the record, which has %d", len(c.positions))
		}
		last = d.T
		if err := a.checkDecision(d, &c.positions[d.T]); err != nil {
			return err
		}
	}
	last = -1
	for _, p := range a.Line {
		if p.T <= last || p.T >= len(c.positions) || !c.lined || !c.positions[p.T].settled || p.Pass < 1 || p.Pass > 3 {
			return invalid("line has a point at decision %d, pass %d, which begins no turn with hidden hands or is out of order", p.T, p.Pass)
		}
		last = p.T
		if err := a.chances(fmt.Sprintf("line at %d", p.T), p.P); err != nil {
			return err
		}
	}
	return a.checkDerived(c)
}

// chances checks one chance for each seat, which add up to 1 but for rounding.
func (a *Analysis) chances(what string, list Chances) error {
	sum := Chance(0)
	for _, c := range list {
		if c < 0 || c > Sure {
			return invalid("%s: a chance is from 0 to 1, not %v", what, list)
		}
		sum += c
	}
	if len(list) != a.Seats || sum > Sure || sum < Sure-Chance(a.Seats) {
		return invalid("%s: there must be %d chances that add up to 1, not %v", what, a.Seats, list)
	}
	return nil
}

// Limits of what a file may say about a decision.
const (
	maxCandidates = 3
	maxLine       = 12
)

func (a *Analysis) checkDecision(d *Decision, p *position) error {
	what := fmt.Sprintf("decision %d", d.T)
	if err := a.chances(what, d.Value); err != nil {
		return err
	}
	switch {
	case d.Seat != p.seat:
		return invalid("%s is by seat %d, by the record by seat %d", what, d.Seat, p.seat)
	case d.Pass < 1 || d.Pass > 3 || (d.Pass == 1) != (len(d.Moves) == 0):
		return invalid("%s: pass %d with %d moves; a sketch (1) has none, verdicts (2, 3) have some", what, d.Pass, len(d.Moves))
	case len(d.Moves) > maxCandidates:
		return invalid("%s has %d moves, at most %d are allowed", what, len(d.Moves), maxCandidates)
	case d.SE < 0 || d.SE > Sure:
		return invalid("%s: se is from 0 to 1", what)
	}
	for i, m := range d.Moves {
		mv, err := p.board.Parse(m.Move)
		if err == nil {
			err = p.board.Check(p.seat, mv)
		}
		switch {
		case err != nil:
			return invalid("%s: %s is not legal: %v", what, m.Move, err)
		case m.Played != (i == 0) || m.Played != (mv == p.move):
			return invalid("%s: the first move, and no other, is the one that was played, %s", what, p.text)
		case slices.ContainsFunc(d.Moves[:i], func(o Move) bool { return o.Move == m.Move }):
			return invalid("%s: %s is given twice", what, m.Move)
		case m.SE < 0 || m.SE > Sure:
			return invalid("%s: se is from 0 to 1", what)
		}
		if err := a.chances(what, m.Q); err != nil {
			return err
		}
		if err := a.checkLine(m, p); err != nil {
			return invalid("%s: %v", what, err)
		}
	}
	return nil
}

// checkLine checks that a line begins with its move and consists of moves. Whether the later ones are legal depends on cards that
// the engine could not know, so it cannot be checked.
func (a *Analysis) checkLine(m Move, p *position) error {
	if len(m.Line) > maxLine {
		return fmt.Errorf("a line has at most %d moves", maxLine)
	}
	for i, ply := range m.Line {
		seat, text, _ := strings.Cut(ply, " ")
		n, err := strconv.Atoi(seat)
		if err != nil || n < 0 || n >= a.Seats || i == 0 && (n != int(p.seat) || text != m.Move) {
			return fmt.Errorf("a line begins with its move, and each is a seat and a move, not %q", ply)
		}
		if _, err := p.board.Parse(text); err != nil {
			return fmt.Errorf("the line of %s: %v", m.Move, err)
		}
	}
	return nil
}

// checkDerived computes again what follows from the measured figures.
func (a *Analysis) checkDerived(c *course) error {
	again := *a
	again.Decisions = make([]*Decision, len(a.Decisions))
	for i, d := range a.Decisions {
		copied := *d
		again.Decisions[i] = &copied
	}
	again.derive(c)
	for i, d := range a.Decisions {
		o := again.Decisions[i]
		if !slices.Equal(d.W, o.W) || d.Loss != o.Loss || !slices.Equal(d.Luck, o.Luck) {
			return invalid("decision %d does not follow from its moves: w %v, loss %v and luck %v should be %v, %v and %v", d.T, d.W, d.Loss, d.Luck, o.W, o.Loss, o.Luck)
		}
		d.q = o.q
	}
	if !slices.Equal(a.Start, again.Start) {
		return invalid("start is %v, by the first decision it is %v", a.Start, again.Start)
	}
	if !reflect.DeepEqual(a.Sums, again.Sums) {
		return invalid("the sums do not add up: seatsums are %v and should be %v", jsonOf(a.Sums), jsonOf(again.Sums))
	}
	return nil
}

func jsonOf(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}
