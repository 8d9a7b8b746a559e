package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"mirabilia/analysis"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/locales"
)

// eventFrom is the luck, in points for some seat, from which a chance event is told.
const eventFrom = 2

// Table writes an analysis in words.
func Table(w io.Writer, lang string, g game.Game, rec *record.Record, a *analysis.Analysis) error {
	var b strings.Builder
	say := &teller{g, lang, rec.Names}
	text := func(key string, args map[string]string) string { return locales.Text(lang, "analysis."+key, args) }
	boards, err := boardsOf(g, rec)
	if err != nil {
		return err
	}
	about := ""
	if analysis.About(rec.Game) {
		about = text("about", nil) + " "
	}
	for _, d := range a.Decisions {
		said := say.played(boards[d.T], d.Seat, rec.Steps[d.T].Move)
		fmt.Fprintf(&b, "%4d  %3.0f%%  %s\n", d.T+1, d.W[d.Seat].Points(), said)
		if j := analysis.Judge(d.Loss, a.Seats); j > analysis.Good {
			best := d.Best()
			fmt.Fprintf(&b, "      %-2s    %s, %s; %s: %s, %.0f%%\n", j.Glyph(), text(j.String(), nil), text("lost", map[string]string{"n": points(d.Loss)}),
				text("engine", nil), say.candidate(boards[d.T], d.Seat, best.Move), best.Q[d.Seat].Points())
		}
		if most := largest(d.Luck); math.Abs(most.Points()) >= eventFrom {
			var shares []string
			for seat, c := range d.Luck {
				shares = append(shares, fmt.Sprintf("%s %s", rec.Names[seat], signed(c)))
			}
			fmt.Fprintf(&b, "            %s: %s\n", text("luck", nil), strings.Join(shares, ", "))
		}
	}
	if len(a.Sums) > 0 {
		b.WriteString("\n")
		for seat, s := range a.Sums {
			end := a.Result
			if a.End != nil {
				end = a.End
			}
			accuracy := "–"
			if s.Accuracy != nil {
				accuracy = about + strconv.Itoa(*s.Accuracy)
			}
			fmt.Fprintf(&b, "%s: %s\n", rec.Names[seat], text("sum", map[string]string{
				"accuracy": accuracy, "start": points(a.Start[seat]), "own": signed(s.Own), "others": signed(s.Others), "luck": signed(s.Luck), "end": points(end[seat]),
			}))
		}
	}
	if list := a.TurningPoints(game.NoSeat); len(list) > 0 {
		fmt.Fprintf(&b, "\n%s:\n", text("three", nil))
		for _, d := range list {
			fmt.Fprintf(&b, "%4d  %s %s\n", d.T+1, signed(-d.Loss), say.played(boards[d.T], d.Seat, rec.Steps[d.T].Move))
		}
	}
	fmt.Fprintf(&b, "\n%s\n", text("meaning", nil))
	if about != "" {
		fmt.Fprintf(&b, "%s\n", text("rough", nil))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// boardsOf returns the board before each decision.
func boardsOf(g game.Game, rec *record.Record) ([]game.Board, error) {
	b, err := rec.Start(g)
	if err != nil {
		return nil, err
	}
	boards := []game.Board{b}
	_, err = rec.Replay(g, func(_ int, b game.Board, _ *game.Events) error {
		boards = append(boards, g.Clone(b))
		return nil
	})
	return boards, err
}

func points(c analysis.Chance) string { return strconv.FormatFloat(c.Points(), 'f', 1, 64) }

// signed returns a change in points, with a true minus sign.
func signed(c analysis.Chance) string {
	if c < 0 {
		return "−" + points(-c)
	}
	return "+" + points(c)
}

// largest returns the change that is largest in either direction.
func largest(list analysis.Chances) (most analysis.Chance) {
	for _, c := range list {
		if max(c, -c) > max(most, -most) {
			most = c
		}
	}
	return most
}
