package server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mirabilia/analysis"
	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duel"
	"mirabilia/server"
	"mirabilia/store"
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

// claims is an analysis that claims to have been made by a budget, as every device can.
func claims(t *testing.T, a *analysis.Analysis, budget string) *analysis.Analysis {
	t.Helper()
	b, err := analysis.ParseBudget(budget)
	if err != nil {
		t.Fatal(err)
	}
	copied := *a
	copied.Budget = b
	return &copied
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

// An analysis is kept with the name of whoever sent it, one of each; the deepest by our network is shown, and the others can be asked for.
func TestAnalysesAreKept(t *testing.T) {
	t.Parallel()
	s := start(t)
	anna, ben, cleo := s.guest("Anna"), s.guest("Ben"), s.guest("Cleo")
	id, rec := played(t, anna, ben)
	path := "/api/tables/" + id + "/analysis"
	cleo.refused("GET", path, nil, http.StatusNotFound, "no_analysis")
	made := studied(t, rec, "2x1")
	flat, deep := claims(t, made, "phone"), claims(t, made, "verdicts")
	put := func(g *guest, a *analysis.Analysis, want bool) {
		t.Helper()
		var kept api.AnalysisKept
		if g.must("PUT", path, a, &kept); kept.Kept != want {
			t.Errorf("kept: %v", kept.Kept)
		}
	}
	stored := func(by string, person *guest, name string, want *analysis.Analysis, others ...string) {
		t.Helper()
		var got api.StoredAnalysis
		cleo.must("GET", path+by, nil, &got)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got.Person != person.Session.Person || got.Name != name || got.At == 0 || got.Older || string(bytes.TrimSpace(got.Analysis)) != string(text) {
			t.Errorf("%s by %s (%s), want %s by %s", got.Analysis, got.Name, got.Person, text, name)
		}
		var names []string
		for _, o := range got.Others {
			names = append(names, o.Name)
		}
		if !slices.Equal(names, others) {
			t.Errorf("others are %q, want %q", names, others)
		}
	}
	put(anna, flat, true)
	stored("", anna, "Anna", flat)
	put(ben, deep, true)
	stored("", ben, "Ben", deep, "Anna")
	put(ben, flat, false) // one's own deeper one stays
	put(anna, deep, true)
	put(anna, flat, false)
	stored("?by="+ben.Session.Person, ben, "Ben", deep, "Anna")
	stored("?by="+anna.Session.Person, anna, "Anna", deep, "Ben")
	cleo.refused("GET", path+"?by="+cleo.Session.Person, nil, http.StatusNotFound, "no_analysis")
	ben.must("PATCH", "/api/session", api.NameRequest{Name: "Benedict"}, nil)
	stored("?by="+ben.Session.Person, ben, "Benedict", deep, "Anna")

	// A server with a new network says so of what was made with the one before, and shows what was made with its own first.
	kept, err := s.db.Analyses(t.Context(), id)
	if err != nil || len(kept) != 2 {
		t.Fatal(kept, err)
	}
	for _, a := range kept {
		a.Net, a.Depth = "00000000", 1<<50
		if _, err := s.db.PutAnalysis(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	var old api.StoredAnalysis
	if cleo.must("GET", path, nil, &old); !old.Older || len(old.Others) != 1 || !old.Others[0].Older {
		t.Errorf("an analysis by another network is not called older: %+v", old)
	}
	put(ben, flat, true)
	stored("", ben, "Benedict", flat, "Anna")

	cleo.refused("PUT", path, deep, http.StatusForbidden, "no_seat_held")
	cleo.refused("PUT", "/api/tables/none/analysis", deep, http.StatusNotFound, "no_table")
	anna.refused("PUT", "/api/tables/"+table(t, "duel", anna, ben)+"/analysis", deep, http.StatusConflict, "not_finished")
	other, otherRec := played(t, ben, anna)
	anna.refused("PUT", "/api/tables/"+other+"/analysis", deep, http.StatusBadRequest, "bad_analysis")
	ben.must("PUT", "/api/tables/"+other+"/analysis", claims(t, studied(t, otherRec, "2x1"), "fine"), nil)

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
	right := claims(t, studied(t, rec, "2x1"), "verdicts")
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
		"a budget nobody offers": {func(a map[string]any) {
			a["budget"] = map[string]any{"sketch": 400, "redeals": 1000, "simulations": 1000000, "fine": "all", "fine_redeals": 1000, "fine_simulations": 1000000}
		}, 400, "bad_budget"},
		"a long version":        {func(a map[string]any) { a["engine"].(map[string]any)["version"] = strings.Repeat("1", 41) }, 400, "bad_version"},
		"a version with a word": {func(a map[string]any) { a["engine"].(map[string]any)["version"] = "1.0 <b>" }, 400, "bad_version"},
		"no version":            {func(a map[string]any) { a["engine"].(map[string]any)["version"] = "" }, 400, "bad_version"},
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

// An analysis that an older program kept with a budget that nobody offers is still read, but neither keeps another out nor is shown before it.
func TestPinnedAnalysesGiveWay(t *testing.T) {
	t.Parallel()
	s := start(t)
	anna, ben := s.guest("Anna"), s.guest("Ben")
	id, rec := played(t, anna, ben)
	path := "/api/tables/" + id + "/analysis"
	right := claims(t, studied(t, rec, "2x1"), "phone")
	pinned := *right
	pinned.Budget = analysis.Budget{Sketch: 400, Redeals: 1000, Simulations: 1_000_000, Fine: analysis.FineAll, FineRedeals: 1000, FineSimulations: 1_000_000}
	pinned.Engine.Version = strings.Repeat("x", 50_000)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if err := errors.Join(pinned.Write(z), z.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.PutAnalysis(t.Context(), store.Analysis{Table: id, Person: anna.Session.Person, At: 1, Net: pinned.Engine.Net, Depth: pinned.Depth(), Data: packed.Bytes()}); err != nil {
		t.Fatal(err)
	}
	var got api.StoredAnalysis
	if ben.must("GET", path, nil, &got); got.Name != "Anna" || len(got.Analysis) < 50_000 {
		t.Errorf("what was kept before is %d bytes by %s", len(got.Analysis), got.Name)
	}
	var kept api.AnalysisKept
	if ben.must("PUT", path, right, &kept); !kept.Kept {
		t.Error("an honest analysis is kept out")
	}
	if ben.must("GET", path, nil, &got); got.Name != "Ben" || len(got.Others) != 1 {
		t.Errorf("shown is the one by %s: %+v", got.Name, got.Others)
	}
}

// To read analyses is work, which an address has its share of.
func TestReadingAnalysesIsWork(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	anna := s.guest("Anna")
	id := lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, anna)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(slices.Concat([]byte(`{"engine":{"version":"`), bytes.Repeat([]byte("x"), 5<<20), []byte(`"}}`))); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if _, err := s.db.PutAnalysis(t.Context(), store.Analysis{Table: id, Person: anna.Session.Person, Data: packed.Bytes()}); err != nil {
		t.Fatal(err)
	}
	// Nobody waits for the bytes: the work is done by then.
	for n := range 40 {
		switch status := s.asks("127.0.0.1", "GET", "/api/tables/"+id+"/analysis", "", nil).StatusCode; {
		case status == http.StatusTooManyRequests && n > 10:
			return
		case status != http.StatusOK:
			t.Fatal(n, status)
		}
	}
	t.Error("forty times five megabytes are read for nothing")
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
