package report

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"mirabilia/analysis"
	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/locales"
)

func played(t *testing.T, g game.Game) *record.Record {
	t.Helper()
	names := make([]string, g.Info().MinSeats)
	for i := range names {
		names[i] = `<"&` + game.Seat(i).Letter()
	}
	rec := record.New(g, names, nil, game.NumberSeed(2))
	return gametest.Played(t, g, rec, gametest.Random(3))
}

// TestReports: every decision of every game has its sentence in both languages, and the drawing is well-formed whatever people are called.
func TestReports(t *testing.T) {
	for _, g := range games.All {
		rec := played(t, g)
		j, err := analysis.New(g, rec, analysis.Options{Budget: analysis.Budget{Sketch: 2, Redeals: 2, Simulations: 2, Fine: analysis.FineNone}, Viewer: game.NoSeat})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		for _, lang := range locales.Languages {
			var text, drawing strings.Builder
			if err := errors.Join(Table(&text, lang, g, rec, j.Analysis()), SVG(&drawing, lang, rec, j.Analysis())); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text.String(), ".log.") || strings.Contains(text.String(), "analysis.") {
				t.Errorf("%s, %s: a text is missing:\n%s", g.Info().ID, lang, text.String())
			}
			sentences := 0
			for _, line := range strings.Split(text.String(), "\n") {
				if strings.Contains(line, rec.Names[0]) || strings.Contains(line, rec.Names[1]) {
					sentences++
				}
			}
			if sentences < len(rec.Steps)/2 {
				t.Errorf("%s, %s: only %d lines name a player, of %d decisions:\n%s", g.Info().ID, lang, sentences, len(rec.Steps), text.String())
			}
			d := xml.NewDecoder(strings.NewReader(drawing.String()))
			for err = nil; err == nil; _, err = d.Token() {
			}
			if err != io.EOF || strings.Count(drawing.String(), "<polyline") != len(rec.Names) {
				t.Errorf("%s, %s: %v in\n%s", g.Info().ID, lang, err, drawing.String())
			}
		}
	}
}

// TestCandidateTellsNothingHidden: what the engine would have drawn is not told, because it did not know it either.
func TestCandidateTellsNothingHidden(t *testing.T) {
	g, err := games.ByID("architects")
	if err != nil {
		t.Fatal(err)
	}
	rec := played(t, g)
	boards, err := boardsOf(g, rec)
	if err != nil {
		t.Fatal(err)
	}
	say := &teller{g, "en", rec.Names}
	hidden, open := 0, 0
	for _, b := range boards[:len(boards)-1] {
		seat := b.Owing().First()
		for _, m := range b.Moves(seat, nil) {
			text := b.Text(m)
			if !strings.HasPrefix(text, "t:") {
				continue
			}
			switch said := say.candidate(b, seat, text); {
			case text == "t:central" && said == text:
				hidden++
			case text != "t:central" && said != text:
				open++
			}
		}
	}
	if hidden < 10 || open < 10 {
		t.Errorf("%d unseen cards were kept back and %d seen ones told", hidden, open)
	}
}
