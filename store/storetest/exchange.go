package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
)

func waits(kind, key, data string, deadline int64) store.Waiting {
	return store.Waiting{Kind: kind, Key: key, Person: "p " + key, Data: []byte(data), Deadline: deadline}
}

// keysOf lists what waits of a kind as "key data".
func keysOf(t *testing.T, s store.Store, kind string, now int64) (list []string) {
	t.Helper()
	all, err := s.WaitingOf(t.Context(), kind, "", now)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range all {
		if w.Kind != kind || w.Person != "p "+w.Key || w.Deadline <= now {
			t.Errorf("%+v", w)
		}
		list = append(list, w.Key+" "+string(w.Data))
	}
	return list
}

func exchanged(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	a, b, old := waits("seek", "a", "1", 100), waits("seek", "b", "1", 100), waits("seek", "old", "1", 40)
	for _, w := range []store.Waiting{b, a, old, waits("other", "a", "1", 100)} {
		if err := s.Wait(ctx, w, 10); err != nil {
			t.Fatal(err)
		}
	}
	want := func(kind string, list ...string) {
		t.Helper()
		if got := keysOf(t, s, kind, 50); !slices.Equal(got, list) {
			t.Errorf("%s: %q, want %q", kind, got, list)
		}
	}
	call := waits("call", "c", "ab", 200)
	for what, try := range map[string][2][]store.Waiting{
		"one is missing":             {{a, waits("seek", "z", "1", 100)}, {call}},
		"one has other data":         {{a, waits("seek", "b", "2", 100)}, {call}},
		"one has expired":            {{a, old}, {call}},
		"one is taken twice":         {{a, a}, {call}},
		"one of those put is there":  {{a}, {call, b}},
		"the last of those put, too": {{a}, {waits("call", "x", "", 200), waits("other", "a", "2", 200)}},
	} {
		wantError(t, what, s.Exchange(ctx, try[0], try[1], 50), store.ErrTaken)
		want("seek", "a 1", "b 1")
		want("call")
	}
	if err := s.Exchange(ctx, []store.Waiting{b, a}, []store.Waiting{call, old}, 50); err != nil {
		t.Fatal(err)
	}
	want("seek") // old was put with a deadline that has passed
	want("call", "c ab")
	// Something can be put in its own place.
	if err := s.Exchange(ctx, []store.Waiting{call}, []store.Waiting{waits("call", "c", "later", 300), a}, 50); err != nil {
		t.Fatal(err)
	}
	s = reopen()
	want("call", "c later")
	want("seek", "a 1")
	if err := s.Wait(ctx, b, 50); err != nil {
		t.Fatal(err)
	}
	if own, err := s.WaitingOf(ctx, "seek", "p b", 50); err != nil || len(own) != 1 || own[0].Key != "b" {
		t.Errorf("of one person: %+v, %v", own, err)
	}
}

// exchangedAtOnce: many answer overlapping groups of those who wait, and each of these is answered once.
func exchangedAtOnce(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	const people, tries = 20, 60
	var all []store.Waiting
	for n := range people {
		w := waits("seek", fmt.Sprintf("%02d", n), "1", 100)
		all = append(all, w)
		if err := s.Wait(ctx, w, 1); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	var won atomic.Int64
	for n := range tries {
		wg.Go(func() {
			x, y := all[n%people], all[(n*7+1)%people]
			if x.Key == y.Key {
				return
			}
			err := s.Exchange(ctx, []store.Waiting{x, y}, []store.Waiting{waits("call", fmt.Sprint(n), x.Key+y.Key, 100)}, 1)
			if err == nil {
				won.Add(1)
			} else {
				wantError(t, "an exchange", err, store.ErrTaken)
			}
		})
	}
	wg.Wait()
	if left := keysOf(t, s, "seek", 1); int64(len(left))+2*won.Load() != people || won.Load() == 0 {
		t.Errorf("%d were answered in pairs and %d are left, of %d", 2*won.Load(), len(left), people)
	}
	answered := map[string]bool{}
	calls := keysOf(t, s, "call", 1)
	for _, c := range calls {
		pair := c[len(c)-4:]
		for _, key := range []string{pair[:2], pair[2:]} {
			if answered[key] {
				t.Errorf("%s was answered twice", key)
			}
			answered[key] = true
		}
	}
	if int64(len(calls)) != won.Load() {
		t.Errorf("%d calls of %d exchanges", len(calls), won.Load())
	}
}
