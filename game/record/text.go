package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"mirabilia/game"
)

// MaxSize is the largest record that is read: far above any real game.
const MaxSize = 4 << 20

// Write writes the record as text.
func (r *Record) Write(w io.Writer) error {
	var b bytes.Buffer
	tag := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "[%s %s]\n", key, strconv.Quote(value))
		}
	}
	tag("Format", Format)
	tag("Game", r.Game)
	tag("Options", r.Options.String())
	tag("Rules", r.Rules)
	tag("Seats", strconv.Itoa(len(r.Names)))
	for i, name := range r.Names {
		tag("Player"+game.Seat(i).Letter(), name)
	}
	tag("Date", r.Date)
	tag("Seed", r.Seed)
	if d := r.Deal; d != nil {
		tag("Commit", d.Commit)
		tag("Table", d.Table)
		tag("Round", d.Round)
		tag("Secret", d.Secret)
		tag("Nonces", strings.Join(d.Nonces, " "))
		tag("Commitments", strings.Join(d.Commitments, " "))
	}
	if t := r.Twin; t != nil {
		tag("Board", strconv.Itoa(t.Board))
		tag("Twin", t.Other)
	}
	tag("Result", r.Result)
	scores := make([]string, len(r.Scores))
	for i, s := range r.Scores {
		scores[i] = strconv.Itoa(int(s))
	}
	tag("Scores", strings.Join(scores, " "))
	b.WriteByte('\n')
	for i, s := range r.Steps {
		fmt.Fprintf(&b, "%d %s %s", i+1, s.Seat.Letter(), s.Move)
		if s.Comment != "" {
			fmt.Fprintf(&b, " {%s}", s.Comment)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Read reads a record's text. It is strict: an unknown tag, a tag twice, a wrong number are refused with
// the line. Replay checks whether the moves are legal.
func Read(in io.Reader) (*Record, error) {
	p := parser{rec: &Record{Result: Unfinished}, seen: map[string]bool{}}
	lines := bufio.NewScanner(io.LimitReader(in, MaxSize))
	lines.Buffer(nil, MaxSize)
	for lines.Scan() {
		p.line++
		if err := p.read(lines.Text()); err != nil {
			return nil, invalid("line %d: %v", p.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, invalid("line %d: %v", p.line+1, err)
	}
	if err := p.complete(); err != nil {
		return nil, invalid("%v", err)
	}
	return p.rec, nil
}

type parser struct {
	rec   *Record
	seen  map[string]bool
	line  int
	moves bool // the blank line after the tags has passed
}

func (p *parser) read(text string) error {
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("not UTF-8")
	case text == "":
		p.moves = true
		return nil
	case strings.HasPrefix(text, "["):
		if p.moves {
			return fmt.Errorf("a tag after the moves have begun: %s", text)
		}
		return p.tag(text)
	case !p.moves:
		return fmt.Errorf("a blank line belongs between the tags and the moves, before %q", text)
	}
	return p.step(text)
}

func (p *parser) tag(text string) error {
	key, quoted, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"), " ")
	value, err := strconv.Unquote(quoted)
	if !ok || err != nil || !strings.HasSuffix(text, "]") || !strings.HasPrefix(quoted, `"`) {
		return fmt.Errorf(`a tag looks like [Key "value"], not %s`, text)
	}
	if value == "" {
		return fmt.Errorf("tag %s is empty; leave it out", key)
	}
	if p.seen[key] {
		return fmt.Errorf("tag %s stands twice", key)
	}
	if p.line == 1 && key != "Format" {
		return fmt.Errorf("the first tag must be Format, not %s", key)
	}
	p.seen[key] = true
	return p.set(key, value)
}

func (p *parser) set(key, value string) (err error) {
	r := p.rec
	deal := func() *Deal {
		if r.Deal == nil {
			r.Deal = &Deal{}
		}
		return r.Deal
	}
	twin := func() *Twin {
		if r.Twin == nil {
			r.Twin = &Twin{}
		}
		return r.Twin
	}
	switch key {
	case "Format":
		if value != Format {
			return fmt.Errorf("format %q is not known; this program reads %q", value, Format)
		}
	case "Game":
		r.Game = value
	case "Options":
		r.Options, err = game.ParseOptions(strings.Fields(value))
	case "Rules":
		r.Rules = value
	case "Seats":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > game.MaxSeats {
			return fmt.Errorf("seats are a number from 1 to %d, not %q", game.MaxSeats, value)
		}
		r.Names = make([]string, n)
	case "Date":
		r.Date = value
	case "Seed":
		r.Seed = value
	case "Commit":
		deal().Commit = value
	case "Table":
		deal().Table = value
	case "Round":
		deal().Round = value
	case "Secret":
		deal().Secret = value
	case "Nonces":
		deal().Nonces = strings.Fields(value)
	case "Commitments":
		deal().Commitments = strings.Fields(value)
	case "Board":
		n, err := strconv.Atoi(value)
		if err != nil || strconv.Itoa(n) != value {
			return fmt.Errorf("a board is 1 or 2, not %q", value)
		}
		twin().Board = n
	case "Twin":
		twin().Other = value
	case "Result":
		r.Result = value
	case "Scores":
		for _, f := range strings.Fields(value) {
			n, err := strconv.ParseInt(f, 10, 16)
			if err != nil {
				return fmt.Errorf("%q is not a score", f)
			}
			r.Scores = append(r.Scores, int16(n))
		}
	default:
		letter, ok := strings.CutPrefix(key, "Player")
		if !ok {
			return fmt.Errorf("there is no tag %s", key)
		}
		seat, err := p.seat(letter)
		if err != nil {
			return err
		}
		r.Names[seat] = value
	}
	return err
}

func (p *parser) seat(letter string) (game.Seat, error) {
	if len(letter) != 1 || letter[0] < 'A' || int(letter[0]-'A') >= len(p.rec.Names) {
		return 0, fmt.Errorf("%q is no seat: after the tag Seats, seats are letters from A on, %d of them", letter, len(p.rec.Names))
	}
	return game.Seat(letter[0] - 'A'), nil
}

func (p *parser) step(text string) error {
	comment := ""
	if before, after, ok := strings.Cut(text, " {"); ok {
		text = before
		if comment, ok = strings.CutSuffix(after, "}"); !ok || strings.ContainsAny(comment, "{}") || comment == "" {
			return fmt.Errorf("a comment is some words in braces at the end of the line")
		}
	}
	fields := strings.Split(text, " ")
	if len(fields) != 3 || fields[2] == "" {
		return fmt.Errorf("a decision is a number, a seat and a move, not %q", text)
	}
	if want := strconv.Itoa(len(p.rec.Steps) + 1); fields[0] != want {
		return fmt.Errorf("decision %s was expected here, not %s", want, fields[0])
	}
	seat, err := p.seat(fields[1])
	if err != nil {
		return err
	}
	p.rec.Steps = append(p.rec.Steps, Step{seat, fields[2], comment, p.line})
	return nil
}

// complete checks that nothing is missing at the end.
func (p *parser) complete() error {
	for _, key := range []string{"Format", "Game", "Rules", "Seats", "Seed"} {
		if !p.seen[key] {
			return fmt.Errorf("the tag %s is missing", key)
		}
	}
	if p.seen["Board"] != p.seen["Twin"] {
		return fmt.Errorf("the tags Board and Twin belong together")
	}
	if t := p.rec.Twin; t != nil {
		if len(p.rec.Names) != 2 {
			return fmt.Errorf("a board of a match has 2 seats, not %d", len(p.rec.Names))
		}
		if err := t.check(); err != nil {
			return err
		}
	}
	for i, name := range p.rec.Names {
		if name == "" {
			p.rec.Names[i] = game.Seat(i).Letter()
		}
	}
	return nil
}
