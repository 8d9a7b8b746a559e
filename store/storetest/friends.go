package storetest

import (
	"reflect"
	"testing"

	"mirabilia/store"
)

// friends: two are friends when each wants the other, and a wish is kept until one of them ends it or is forgotten.
func friends(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, p := range []string{"a", "b", "c", "d"} {
		keep(t, s, p, p, p)
	}
	guest(t, s, "guest", "guest")
	befriend := func(person, other string, at int64) {
		t.Helper()
		if err := s.Befriend(ctx, person, other, at, 2); err != nil {
			t.Fatal(err)
		}
	}
	want := func(person string, list ...store.Friend) {
		t.Helper()
		got, err := s.FriendsOf(ctx, person)
		if err != nil || len(got)+len(list) > 0 && !reflect.DeepEqual(got, list) {
			t.Errorf("friends of %s: %+v, %v; want %+v", person, got, err, list)
		}
	}
	want("a")
	befriend("a", "b", 10)
	befriend("a", "b", 20) // again
	befriend("b", "a", 30)
	befriend("c", "a", 40)
	befriend("a", "d", 50)
	wantError(t, "one too many", s.Befriend(ctx, "a", "c", 60, 2), store.ErrTooMany)
	befriend("a", "b", 60)
	wantError(t, "a guest", s.Befriend(ctx, "b", "guest", 60, 2), store.ErrNotFound)
	wantError(t, "of a guest", s.Befriend(ctx, "guest", "b", 60, 2), store.ErrNotFound)
	wantError(t, "nobody", s.Befriend(ctx, "b", "nobody", 60, 2), store.ErrNotFound)
	s = reopen()
	want("a", store.Friend{Person: "b", Wants: 10, Wanted: 30}, store.Friend{Person: "c", Wanted: 40}, store.Friend{Person: "d", Wants: 50})
	want("b", store.Friend{Person: "a", Wants: 30, Wanted: 10})
	if err := s.Unfriend(ctx, "b", "a"); err != nil {
		t.Fatal(err)
	}
	if err := s.Unfriend(ctx, "b", "a"); err != nil {
		t.Errorf("a second time: %v", err)
	}
	want("a", store.Friend{Person: "c", Wanted: 40}, store.Friend{Person: "d", Wants: 50})
	want("b")
	if err := s.Forget(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	want("a")
	want("c")
	want("d")
	p := store.Privacy{Profile: "x", Presence: "y", Asked: "z"}
	if err := s.SetPrivacy(ctx, "b", p); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Account(ctx, "b"); err != nil || a.Privacy != p {
		t.Errorf("%+v, %v", a, err)
	}
}
