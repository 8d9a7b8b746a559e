package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"mirabilia/store"
)

func tournamentBatch(last int64, row store.Tournament, entries ...string) *store.TournamentBatch {
	b := &store.TournamentBatch{Last: last, Row: row}
	if b.Row.Data == nil {
		b.Row.Data = []byte("{}")
	}
	for _, e := range entries {
		b.Entries = append(b.Entries, []byte(e))
	}
	return b
}

// tournaments: a journal goes on from the entry that an append names, and lists and deadlines follow its row.
func tournaments(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	must := func(b *store.TournamentBatch, add, remove []string) {
		t.Helper()
		b.Add, b.Remove = add, remove
		if err := s.AppendTournament(ctx, b); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.TournamentEntries(ctx, "a", 0)
	wantError(t, "no tournament", err, store.ErrNotFound)
	wantError(t, "going on with none", s.AppendTournament(ctx, tournamentBatch(1, store.Tournament{ID: "a"}, "x")), store.ErrTaken)
	must(tournamentBatch(0, store.Tournament{ID: "a", Public: true, Begins: 20, Wake: 20, Data: []byte(`{"n":"é"}`)}, "1", "2"), []string{"p", "q"}, nil)
	must(tournamentBatch(0, store.Tournament{ID: "b", Asked: true, Begins: 10, Wake: 10}, "1"), []string{"q"}, nil)
	must(tournamentBatch(0, store.Tournament{ID: "c", Public: true, Begins: 30, Wake: 0}, "1"), []string{"q"}, nil)
	wantError(t, "a second beginning", s.AppendTournament(ctx, tournamentBatch(0, store.Tournament{ID: "a"}, "x")), store.ErrTaken)
	wantError(t, "an old number", s.AppendTournament(ctx, tournamentBatch(1, store.Tournament{ID: "a"}, "x")), store.ErrTaken)
	must(tournamentBatch(2, store.Tournament{ID: "a", Public: true, Begins: 20, Wake: 1, Data: []byte(`{"n":"á"}`)}, "3"), []string{"r", "q"}, []string{"p"})
	must(tournamentBatch(1, store.Tournament{ID: "c", Public: true, Over: true, Begins: 30}, "2"), nil, nil)
	must(tournamentBatch(0, store.Tournament{ID: "d", Public: true, Over: true, Begins: 40}, "1"), nil, nil)
	s = reopen()
	for after, want := range [][]string{{"1", "2", "3"}, {"2", "3"}, {"3"}, {}} {
		list, err := s.TournamentEntries(ctx, "a", int64(after))
		got := []string{}
		for _, e := range list {
			got = append(got, string(e))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("after %d: %q, %v", after, got, err)
		}
	}
	for _, c := range []struct {
		q    store.TournamentQuery
		want string
	}{
		{store.TournamentQuery{Limit: 9}, "[b a]"},
		{store.TournamentQuery{Limit: 1}, "[b]"},
		{store.TournamentQuery{Public: true, Limit: 9}, "[a]"},
		{store.TournamentQuery{Asked: true, Limit: 9}, "[b]"},
		{store.TournamentQuery{Over: true, Limit: 9}, "[d c]"},
		{store.TournamentQuery{Person: "q", Limit: 9}, "[b a]"},
		{store.TournamentQuery{Person: "p", Limit: 9}, "[]"},
		{store.TournamentQuery{Person: "q", Over: true, Limit: 9}, "[c]"},
	} {
		list, err := s.Tournaments(ctx, c.q)
		ids := []string{}
		for _, one := range list {
			ids = append(ids, one.ID)
		}
		if err != nil || fmt.Sprint(ids) != c.want {
			t.Errorf("%+v: %v, %v", c.q, ids, err)
		}
	}
	if list, err := s.Tournaments(ctx, store.TournamentQuery{Public: true, Limit: 1}); err != nil || len(list) != 1 || string(list[0].Data) != `{"n":"á"}` || list[0].Wake != 1 || !list[0].Public {
		t.Errorf("%+v, %v", list, err)
	}
	if due, err := s.DueTournaments(ctx, 9, 9); err != nil || fmt.Sprint(due) != "[a]" {
		t.Errorf("due: %v, %v", due, err)
	}
	if due, err := s.DueTournaments(ctx, 10, 9); err != nil || fmt.Sprint(due) != "[a b]" {
		t.Errorf("due: %v, %v", due, err)
	}
	guest(t, s, "r", "r")
	if err := s.Forget(ctx, "r", 1); err != nil {
		t.Fatal(err)
	}
	if people, err := s.TournamentPeople(ctx, "a"); err != nil || fmt.Sprint(people) != "[q]" {
		t.Errorf("people: %v, %v", people, err)
	}
	add(t, s, batch("t1", 0, "{}"))
	if statuses, err := s.Statuses(ctx, []string{"t1", "t2"}); err != nil || len(statuses) != 1 || statuses["t1"] != "playing" {
		t.Errorf("statuses: %v, %v", statuses, err)
	}
	if statuses, err := s.Statuses(ctx, nil); err != nil || len(statuses) != 0 {
		t.Errorf("statuses of no tables: %v, %v", statuses, err)
	}
}

// tournamentRace: of many who go on from the same entry one does.
func tournamentRace(t *testing.T, s store.Store, _ func() store.Store) {
	const rounds, writers = 5, 8
	for round := range rounds {
		var wg sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for w := range writers {
			wg.Go(func() {
				b := tournamentBatch(int64(round), store.Tournament{ID: "a"}, fmt.Sprint("entry of ", w))
				b.Add = []string{fmt.Sprint(w)}
				err := s.AppendTournament(t.Context(), b)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case !errors.Is(err, store.ErrTaken):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won != 1 {
			t.Fatalf("round %d: %d have won", round, won)
		}
	}
	if list, err := s.TournamentEntries(t.Context(), "a", 0); err != nil || len(list) != rounds {
		t.Errorf("%d entries, %v", len(list), err)
	}
}
