package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"mirabilia/analysis"
	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duel"
	"mirabilia/server"
)

// played plays a game of Duel and returns its table and record.
func played(t *testing.T, gs ...*guest) (id string, rec *record.Record) {
	t.Helper()
	id = table(t, "duel", gs...)
	playOn(t, id, 1000, gs...)
	rec = &record.Record{}
	gs[0].must("GET", "/api/tables/"+id+"/record?format=json", nil, rec)
	return id, rec
}

// studied analyses a game with a small budget.
func studied(t *testing.T, rec *record.Record, budget string) *analysis.Analysis {
	t.Helper()
	b, err := analysis.ParseBudget(budget)
	if err != nil {
		t.Fatal(err)
	}
	job, err := analysis.New(duel.Game, rec, analysis.Options{Budget: b, Version: "test", Viewer: game.NoSeat})
	if err != nil {
		t.Fatal(err)
	}
	if err := job.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return job.Analysis()
}

// An analysis is kept with the name of whoever sent it, and only a deeper one takes its place.
func TestAnalysesAreKept(t *testing.T) {
	t.Parallel()
	s := start(t)
	anna, ben, cleo := s.guest("Anna"), s.guest("Ben"), s.guest("Cleo")
	id, rec := played(t, anna, ben)
	path := "/api/tables/" + id + "/analysis"
	cleo.refused("GET", path, nil, http.StatusNotFound, "no_analysis")
	flat, deep := studied(t, rec, "2x1"), studied(t, rec, "4x1")
	put := func(g *guest, a *analysis.Analysis, want bool) {
		t.Helper()
		var kept api.AnalysisKept
		if g.must("PUT", path, a, &kept); kept.Kept != want {
			t.Errorf("kept: %v", kept.Kept)
		}
	}
	stored := func(person *guest, name string, want *analysis.Analysis) {
		t.Helper()
		var got api.StoredAnalysis
		cleo.must("GET", path, nil, &got)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got.Person != person.Session.Person || got.Name != name || got.At == 0 || got.Older || string(bytes.TrimSpace(got.Analysis)) != string(text) {
			t.Errorf("%s by %s (%s), want %s by %s", got.Analysis, got.Name, got.Person, text, name)
		}
	}
	put(anna, flat, true)
	stored(anna, "Anna", flat)
	put(ben, deep, true)
	stored(ben, "Ben", deep)
	put(anna, flat, false)
	stored(ben, "Ben", deep)
	ben.must("PATCH", "/api/session", api.NameRequest{Name: "Benedict"}, nil)
	stored(ben, "Benedict", deep)

	// A server with a new network says so of what was made with the one before.
	kept, err := s.db.Analysis(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	kept.Net = "00000000"
	if _, err := s.db.PutAnalysis(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	var old api.StoredAnalysis
	if cleo.must("GET", path, nil, &old); !old.Older {
		t.Error("an analysis by another network is not called older")
	}
	put(ben, deep, true)

	cleo.refused("PUT", path, deep, http.StatusForbidden, "no_seat_held")
	cleo.refused("PUT", "/api/tables/none/analysis", deep, http.StatusNotFound, "no_table")
	anna.refused("PUT", "/api/tables/"+table(t, "duel", anna, ben)+"/analysis", deep, http.StatusConflict, "not_finished")
	other, otherRec := played(t, ben, anna)
	anna.refused("PUT", "/api/tables/"+other+"/analysis", deep, http.StatusBadRequest, "bad_analysis")
	put(anna, deep, true)
	ben.must("PUT", "/api/tables/"+other+"/analysis", studied(t, otherRec, "2x1"), nil)

	answer, err := http.NewRequestWithContext(t.Context(), "PUT", s.URL+path, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	answer.Header.Set("Content-Type", "application/json")
	if got, err := s.Client().Do(answer); err != nil || got.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a session: %v, %v", got, err)
	}
}

// What does not fit the record is refused, and what was kept before stays.
func TestFalseAnalysesAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	anna, ben := s.guest("Anna"), s.guest("Ben")
	id, rec := played(t, anna, ben)
	path := "/api/tables/" + id + "/analysis"
	right := studied(t, rec, "2x1")
	anna.must("PUT", path, right, nil)
	text, err := json.Marshal(right)
	if err != nil {
		t.Fatal(err)
	}
	// change returns the analysis with one thing changed.
	change := func(f func(a map[string]any)) map[string]any {
		var a map[string]any
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		f(a)
		return a
	}
	decision := func(a map[string]any, i int) map[string]any { return a["decisions"].([]any)[i].(map[string]any) }
	move := func(a map[string]any, i, k int) map[string]any {
		return decision(a, i)["moves"].([]any)[k].(map[string]any)
	}
	for name, c := range map[string]struct {
		change func(a map[string]any)
		status int
		reason string
	}{
		"an illegal move":         {func(a map[string]any) { move(a, 20, 1)["move"] = "b:nothing" }, 400, "bad_analysis"},
		"another move was played": {func(a map[string]any) { move(a, 20, 0)["move"] = move(a, 20, 1)["move"] }, 400, "bad_analysis"},
		"a loss that is not one":  {func(a map[string]any) { decision(a, 20)["loss"] = 0.9 }, 400, "bad_analysis"},
		"sums that do not add up": {func(a map[string]any) { a["seatsums"].([]any)[0].(map[string]any)["luck"] = 0.5 }, 400, "bad_analysis"},
		"chances above one":       {func(a map[string]any) { decision(a, 20)["value"] = []any{0.9, 0.9} }, 400, "bad_analysis"},
		"another result":          {func(a map[string]any) { a["result"] = []any{0.5, 0.5} }, 400, "bad_analysis"},
		"another record":          {func(a map[string]any) { a["record"] = strings.Repeat("0", 64) }, 400, "bad_analysis"},
		"an unknown field":        {func(a map[string]any) { a["more"] = 1 }, 400, "bad_analysis"},
		"another format":          {func(a map[string]any) { a["format"] = "mga 2" }, 400, "bad_analysis"},
		"another network":         {func(a map[string]any) { a["engine"].(map[string]any)["net"] = "00000000" }, 409, "other_engine"},
		"too large":               {func(a map[string]any) { a["more"] = strings.Repeat("x", analysis.MaxSize) }, 413, "too_big"},
		// Without the sums it could be a part of an analysis, which is refused as such.
		"a part with the sums of all": {func(a map[string]any) { a["decisions"] = a["decisions"].([]any)[:5] }, 400, "bad_analysis"},
	} {
		t.Run(name, func(t *testing.T) {
			ben := &guest{t: t, Client: ben.Client}
			ben.refused("PUT", path, change(c.change), c.status, c.reason)
		})
	}
	ben.refused("PUT", path, studied(t, rec, "sketch"), http.StatusConflict, "analysis_part")
	var got api.StoredAnalysis
	ben.must("GET", path, nil, &got)
	if got.Name != "Anna" || string(bytes.TrimSpace(got.Analysis)) != string(text) {
		t.Errorf("%s by %s", got.Analysis, got.Name)
	}
}

// Nobody sends analyses without end: each is compared with its game.
func TestAnalysesAreLimited(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	anna := s.guest("Anna")
	for range 20 {
		anna.refused("PUT", "/api/tables/none/analysis", map[string]any{}, http.StatusNotFound, "no_table")
	}
	anna.refused("PUT", "/api/tables/none/analysis", map[string]any{}, http.StatusTooManyRequests, "too_many_analyses")
}
