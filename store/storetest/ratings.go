package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"mirabilia/rating"
	"mirabilia/store"
)

func result(table, game string, at int64, people ...string) rating.Result {
	r := rating.Result{Table: table, Game: game, At: at}
	for i, p := range people {
		r.Finishes = append(r.Finishes, rating.Finish{Person: p, Place: i + 1})
	}
	return r
}

func addResult(t *testing.T, s store.Store, r rating.Result) store.Rated {
	t.Helper()
	rated, err := s.AddResult(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return rated
}

// wantFold checks that the store's ratings are the fold of its results, which are numbered without gaps and name each table once.
func wantFold(t *testing.T, s store.Store, results int, people ...string) {
	t.Helper()
	ledger, tables := rating.NewLedger(), map[string]bool{}
	for after := int64(0); ; {
		list, err := s.ResultsAfter(t.Context(), after, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if after++; r.Seq != after || tables[r.Table] {
				t.Fatalf("result %d of table %s follows result %d", r.Seq, r.Table, after-1)
			}
			tables[r.Table] = true
			changes, err := ledger.Deliver(r.Result)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(changes, r.Changes) {
				t.Fatalf("result %d changed %+v, want %+v", r.Seq, r.Changes, changes)
			}
		}
		if len(list) == 0 {
			break
		}
	}
	if len(tables) != results {
		t.Errorf("%d results, want %d", len(tables), results)
	}
	for _, p := range people {
		got, err := s.RatingsOf(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]rating.Rating{}
		for game := range rating.Models {
			if r, ok := ledger.Rating(game, p); ok {
				want[game] = r
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("ratings of %s are %+v, want %+v", p, got, want)
		}
	}
}

func ratings(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, p := range []string{"a", "b", "c"} {
		keep(t, s, p, p, p)
	}
	if none, err := s.RatingsOf(ctx, "a"); err != nil || len(none) != 0 {
		t.Errorf("before any game: %v, %v", none, err)
	}
	if _, err := s.Result(ctx, "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	first := addResult(t, s, result("t1", "duel", 1000, "a", "b"))
	if first.Seq != 1 || len(first.Changes) != 2 || first.Changes[0].After.Points <= rating.Start || first.Changes[1].After.Points >= rating.Start {
		t.Fatalf("%+v", first)
	}
	// Told again, even with other places, it is what it was.
	if again := addResult(t, s, result("t1", "duel", 2000, "b", "a")); !reflect.DeepEqual(again, first) {
		t.Errorf("told again: %+v, want %+v", again, first)
	}
	// A game of before is told late.
	addResult(t, s, result("t0", "duel", 500, "b", "a"))
	addResult(t, s, result("t2", "wonders", 3000, "c", "a", "b"))
	last := addResult(t, s, result("t3", "duel", 4000, "a", "b"))
	for what, bad := range map[string]rating.Result{
		"nobody": result("t9", "duel", 1), "one person": result("t9", "duel", 1, "a"), "the same twice": result("t9", "duel", 1, "a", "a"),
		"three at a Duel": result("t9", "duel", 1, "a", "b", "c"), "no such game": result("t9", "chess", 1, "a", "b"),
	} {
		if _, err := s.AddResult(ctx, bad); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	s = reopen()
	wantFold(t, s, 4, "a", "b", "c")
	if got, err := s.Result(ctx, "t3"); err != nil || !reflect.DeepEqual(got, last) {
		t.Errorf("%+v, %v; want %+v", got, err, last)
	}
	for _, c := range []struct {
		game string
		most int
		want []int64
	}{{"", 9, []int64{4, 3, 2, 1}}, {"duel", 9, []int64{4, 2, 1}}, {"duel", 2, []int64{4, 2}}, {"dice", 9, nil}} {
		list, err := s.Changes(ctx, "a", c.game, c.most)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, change := range list {
			got = append(got, change.Seq)
			if change.Person != "a" {
				t.Errorf("a change of %s", change.Person)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("changes of %q: %v, want %v", c.game, got, c.want)
		}
	}
	for _, c := range []struct {
		game   string
		people []string
		since  int64
		want   int
	}{{"duel", []string{"a", "b"}, 0, 3}, {"duel", []string{"b", "a", "c"}, 1000, 2}, {"duel", []string{"a", "c"}, 0, 0}, {"wonders", []string{"a", "b", "c"}, 0, 1}, {"duel", []string{"a", "b"}, 4001, 0}} {
		if n, err := s.Met(ctx, c.game, c.people, c.since); err != nil || n != c.want {
			t.Errorf("met at %s, %v since %d: %d, %v; want %d", c.game, c.people, c.since, n, err, c.want)
		}
	}
	for _, c := range []struct {
		game   string
		people []string
		since  int64
		want   int
	}{{"wonders", []string{"a", "b", "c"}, 0, 1}, {"wonders", []string{"c", "a"}, 0, 1}, {"wonders", []string{"a", "b", "c", "d"}, 0, 0}, {"duel", []string{"a", "b", "c"}, 0, 0}, {"duel", []string{"a", "b"}, 1000, 2},
		{"wonders", []string{"a", "b", "c"}, 9000, 0}} {
		if n, err := s.MetAll(ctx, c.game, c.people, c.since); err != nil || n != c.want {
			t.Errorf("all met at %s, %v since %d: %d, %v; want %d", c.game, c.people, c.since, n, err, c.want)
		}
	}
}

// standing: who is how strong, of those who may be told.
func standing(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, p := range []string{"a", "b", "c", "d"} {
		keep(t, s, p, p, p)
	}
	guest(t, s, "guest", "guest")
	if kept, err := s.Kept(ctx, []string{"guest", "c", "nobody", "a"}); err != nil || !slices.Equal(slices.Sorted(slices.Values(kept)), []string{"a", "c"}) {
		t.Errorf("with accounts: %v, %v", kept, err)
	}
	if kept, err := s.Kept(ctx, nil); err != nil || len(kept) != 0 {
		t.Errorf("of nobody: %v, %v", kept, err)
	}
	first := addResult(t, s, result("t1", "duel", 1000, "a", "b"))
	addResult(t, s, result("t2", "duel", 2000, "a", "c"))
	addResult(t, s, result("t3", "dice", 3000, "b", "a", "c"))
	last := addResult(t, s, result("t4", "duel", 4000, "d", "a"))
	shared := result("t5", "duel", 5000, "b", "c")
	shared.Finishes[1].Place = 1
	addResult(t, s, shared)
	s = reopen()
	scores, err := s.Scores(ctx, "a")
	if err != nil || len(scores) != 2 || scores[0].Game != "dice" || scores[1].Game != "duel" {
		t.Fatalf("%+v, %v", scores, err)
	}
	if d := scores[1]; d.Person != "a" || d.Won != 2 || d.Rating != last.Changes[1].After || scores[0].Won != 0 {
		t.Errorf("%+v", scores)
	}
	if scores, err = s.Scores(ctx, "b"); err != nil || len(scores) != 2 || scores[1].Won != 1 {
		t.Errorf("a shared victory: %+v, %v", scores, err)
	}
	order := func(game string, since int64) (people string) {
		t.Helper()
		list, err := s.Standing(ctx, game, since)
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range list {
			if people += one.Person; one.Game != game || i > 0 && one.Points > list[i-1].Points {
				t.Errorf("%+v", list)
			}
		}
		return people
	}
	if got := order("duel", 0); got != "dabc" && got != "dacb" {
		t.Errorf("all: %q", got)
	}
	if got := order("duel", 4001); got != "bc" && got != "cb" {
		t.Errorf("of late: %q", got)
	}
	if got := order("wonders", 0); got != "" {
		t.Errorf("of a game that nobody plays: %q", got)
	}
	wantError(t, "the profile of a guest", s.SetPrivacy(ctx, "guest", store.Privacy{Profile: "named"}), store.ErrNotFound)
	if err := s.SetPrivacy(ctx, "d", store.Privacy{Profile: "named"}); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Account(ctx, "d"); err != nil || a.Profile != "named" {
		t.Errorf("%+v, %v", a, err)
	}
	if got := order("duel", 0); got != "abc" && got != "acb" {
		t.Errorf("without those who do not want it: %q", got)
	}
	points, err := s.PointsAt(ctx, "duel", []string{"a", "b", "d", "nobody"}, 1999)
	if err != nil || len(points) != 2 || points["a"] != first.Changes[0].After.Points || points["b"] != first.Changes[1].After.Points {
		t.Errorf("%v, %v", points, err)
	}
	if err := s.Forget(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	if got := order("duel", 0); got != "bc" && got != "cb" {
		t.Errorf("without somebody forgotten: %q", got)
	}
	if points, err := s.PointsAt(ctx, "duel", []string{"a"}, 9999); err != nil || len(points) != 0 {
		t.Errorf("of somebody forgotten: %v, %v", points, err)
	}
}

// resultsAtOnce: many nodes tell the same results at once, in orders of their own.
func resultsAtOnce(t *testing.T, s store.Store, _ func() store.Store) {
	const seed, tellers, games = 22, 4, 40
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	people := []string{"a", "b", "c", "d"}
	for _, p := range people {
		keep(t, s, p, p, p)
	}
	var all []rating.Result
	for n := range games {
		who := r.Perm(len(people))
		all = append(all, result(fmt.Sprint("t", n), "dice", int64(1000+n), people[who[0]], people[who[1]], people[who[2]]))
	}
	var wg sync.WaitGroup
	for range tellers {
		order := r.Perm(games)
		wg.Go(func() {
			for _, n := range order {
				if _, err := s.AddResult(t.Context(), all[n]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	wantFold(t, s, games, people...)
}

// forgottenRatings: what a person's games changed for others stays when the person is forgotten.
func forgottenRatings(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "a", "a", "a")
	keep(t, s, "b", "b", "b")
	want := addResult(t, s, result("t1", "duel", 1000, "a", "b"))
	before, err := s.RatingsOf(ctx, "b")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	if got, err := s.RatingsOf(ctx, "a"); err != nil || len(got) != 0 {
		t.Errorf("ratings of somebody forgotten: %v, %v", got, err)
	}
	if got, err := s.Changes(ctx, "a", "", 9); err != nil || len(got) != 0 {
		t.Errorf("changes of somebody forgotten: %v, %v", got, err)
	}
	if after, err := s.RatingsOf(ctx, "b"); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("ratings of the other: %v, %v; want %v", after, err, before)
	}
	want.Changes = want.Changes[1:]
	if got, err := s.Result(ctx, "t1"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	// A game that ended when one of its people was forgotten already counts for the other.
	late := addResult(t, s, result("t2", "duel", 2000, "b", "a"))
	if got, err := s.Result(ctx, "t2"); err != nil || len(got.Changes) != 1 || got.Changes[0] != late.Changes[0] {
		t.Errorf("%+v, %v", got, err)
	}
}

// refolded: a result that was taken out changes nothing any more, for nobody, and the next is rated as if it had never been.
func refolded(t *testing.T, s store.Store, reopen func() store.Store) {
	const seed, games = 23, 60
	t.Logf("seed %d", seed)
	ctx, r := t.Context(), rand.New(rand.NewPCG(seed, 0))
	people := []string{"a", "b", "c", "d", "e"}
	for _, p := range people {
		keep(t, s, p, p, p)
	}
	var all []rating.Result
	for n := range games {
		who, game := r.Perm(4), "dice"
		if n%2 == 0 {
			game = "duel"
		}
		one := result(fmt.Sprint("t", n), game, int64(1000+n), people[who[0]], people[who[1]])
		all = append(all, one)
		addResult(t, s, one)
	}
	alone := addResult(t, s, result("alone", "wonders", 5000, "a", "e"))
	if n, of, err := store.Refit(ctx, s, ""); n != 0 || of != games+1 || err != nil {
		t.Errorf("computed anew, %d of %d results differ: %v", n, of, err)
	}
	_, _, err := store.Refit(ctx, s, "nowhere")
	wantError(t, "no such result", err, store.ErrNotFound)
	before, err := s.RatingsOf(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, void := range []string{"t10", "alone"} {
		if _, _, err := store.Refit(ctx, s, void); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = store.Refit(ctx, s, "t10")
	wantError(t, "taken out before", err, store.ErrTaken)
	// Told again, it stays out.
	if again := addResult(t, s, all[10]); !again.Void || len(again.Changes) != 0 || again.Seq != 11 {
		t.Errorf("told again: %+v", again)
	}
	s = reopen()
	wantFold(t, s, games+1, people...)
	after, err := s.RatingsOf(ctx, "a")
	if err != nil || reflect.DeepEqual(after["duel"], before["duel"]) || !reflect.DeepEqual(after["dice"], before["dice"]) {
		t.Errorf("%+v, before %+v, %v", after, before, err)
	}
	if got, err := s.RatingsOf(ctx, "e"); err != nil || len(got) != 0 || len(alone.Changes) != 2 {
		t.Errorf("of somebody without any result: %+v, %v", got, err)
	}
	if list, err := s.Changes(ctx, "a", "wonders", 9); err != nil || len(list) != 0 {
		t.Errorf("the history still has it: %+v, %v", list, err)
	}
	// What is left is what it would be without the game.
	ledger, won, seq := rating.NewLedger(), map[string]int{}, int64(0)
	for n, one := range all {
		if n == 10 {
			continue
		}
		seq++
		one.Seq = seq
		if _, err := ledger.Deliver(one); err != nil {
			t.Fatal(err)
		}
		if one.Game == "duel" {
			won[one.Finishes[0].Person]++
		}
	}
	for _, p := range people[:4] {
		scores, err := s.Scores(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range scores {
			if want, _ := ledger.Rating(one.Game, p); !rating.Alike(one.Rating, want) || one.Game == "duel" && one.Won != won[p] {
				t.Errorf("%s at %s: %+v, want %+v and %d won", p, one.Game, one, want, won[p])
			}
		}
	}
	// Those who knew less are refused.
	wantError(t, "a result is missing", s.Refold(ctx, store.Refold{Last: games, Voids: 2}), store.ErrTaken)
	wantError(t, "one that was taken out is missing", s.Refold(ctx, store.Refold{Last: games + 1, Voids: 1}), store.ErrTaken)
	// Several at once, while games end.
	var wg sync.WaitGroup
	for n := 20; n < 24; n++ {
		wg.Go(func() {
			if _, _, err := store.Refit(ctx, s, fmt.Sprint("t", n)); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			if _, err := s.AddResult(ctx, result(fmt.Sprint("more", n), "duel", int64(9000+n), "b", "c")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	wantFold(t, s, games+5, people...)
}

// botPlaces: where bots stand is added month by month, once.
func botPlaces(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	if list, err := s.BotPlaces(ctx); err != nil || len(list) != 0 {
		t.Errorf("before any: %v, %v", list, err)
	}
	place := func(game, month string, points float64) store.BotPlace {
		return store.BotPlace{Game: game, Month: month, Placing: rating.Placing{Points: points, Games: 200}, At: 7}
	}
	want := []store.BotPlace{place("dice", "2026-11", 3), place("duel", "2026-10", -20), place("duel", "2026-11", -12.125)}
	for _, n := range []int{2, 0, 1} {
		if err := s.PlaceBots(ctx, want[n]); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, "a second one of a month", s.PlaceBots(ctx, place("duel", "2026-11", 9)), store.ErrTaken)
	s = reopen()
	if list, err := s.BotPlaces(ctx); err != nil || !slices.Equal(list, want) {
		t.Errorf("%+v, %v; want %+v", list, err, want)
	}
}
