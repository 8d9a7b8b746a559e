package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/games/duel"
)

// TestAnalyse: the work in pieces ends with the same figures as the work in one go.
func TestAnalyse(t *testing.T) {
	rec := record.New(duel.Game, []string{"A", "B"}, nil, game.NumberSeed(3))
	gametest.Played(t, duel.Game, rec, gametest.Random(4))
	var text strings.Builder
	if err := rec.Write(&text); err != nil {
		t.Fatal(err)
	}
	s := &Session{Version: "test"}
	ask := func(fields map[string]any) (answer struct {
		OK    bool
		Error *game.Error
		Data  struct {
			Analysis  json.RawMessage
			Done, All int
			Complete  bool
		}
	}) {
		t.Helper()
		fields["cmd"] = "analyse"
		line, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(s.Answer(line), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	whole := ask(map[string]any{"record": text.String(), "budget": "2x4"})
	if !whole.OK || !whole.Data.Complete {
		t.Fatalf("%+v", whole)
	}
	fields := map[string]any{"record": text.String(), "budget": "2x4", "pieces": 25}
	calls := 0
	for ; calls < 100; calls++ {
		part := ask(fields)
		if !part.OK {
			t.Fatalf("%+v", part.Error)
		}
		fields["analysis"] = part.Data.Analysis
		if part.Data.Complete {
			break
		}
		if part.Data.Done > part.Data.All {
			t.Errorf("%d of %d", part.Data.Done, part.Data.All)
		}
	}
	if got := string(fields["analysis"].(json.RawMessage)); calls < 3 || got != string(whole.Data.Analysis) {
		t.Errorf("after %d calls:\n%s\nin one:\n%s", calls, got, whole.Data.Analysis)
	}
	for want, fields := range map[string]map[string]any{
		"bad_record":   {"record": "nonsense"},
		"bad_budget":   {"record": text.String(), "budget": "cheap"},
		"bad_analysis": {"record": text.String(), "analysis": map[string]any{"format": "mga 9"}},
		"bad_field":    {"record": text.String(), "seat": 1},
	} {
		if a := ask(fields); a.OK || a.Error.Reason != want {
			t.Errorf("want %s, got %+v", want, a.Error)
		}
	}
}
