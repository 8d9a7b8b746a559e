package storetest

import (
	"fmt"
	"reflect"
	"testing"

	"mirabilia/store"
)

func shunned(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"p1", "p2", "p3"} {
		guest(t, s, id, "guest")
	}
	shun := func(person, other string, blocked bool, since int64) {
		t.Helper()
		if err := s.Shun(ctx, store.Shunned{Person: person, Other: other, Blocked: blocked, Since: since}, 2); err != nil {
			t.Fatal(err)
		}
	}
	look := func(person string, want ...store.Shunned) {
		t.Helper()
		got, err := s.Shunned(ctx, person)
		if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
		p, _, err := s.PersonByToken(ctx, []byte("hash of "+person))
		if err != nil || p.Shuns != (len(want) > 0) {
			t.Errorf("%+v, %v", p, err)
		}
	}
	apart := func(person string, want ...string) {
		t.Helper()
		if got, err := s.Apart(ctx, person); err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s is kept apart from %v, %v; want %v", person, got, err, want)
		}
	}
	look("p1")
	shun("p1", "p2", false, 10)
	shun("p1", "p3", true, 20)
	shun("p2", "p1", true, 30)
	look("p1", store.Shunned{Person: "p1", Other: "p3", Blocked: true, Since: 20}, store.Shunned{Person: "p1", Other: "p2", Since: 10})
	apart("p1", "p2", "p3")
	apart("p2", "p1")
	apart("p3", "p1")
	// Somebody who is muted can be blocked, also where no other may be added.
	shun("p1", "p2", true, 40)
	apart("p2", "p1")
	guest(t, s, "p4", "guest")
	wantError(t, "one too many", s.Shun(ctx, store.Shunned{Person: "p1", Other: "p4"}, 2), store.ErrTooMany)
	wantError(t, "nobody", s.Shun(ctx, store.Shunned{Person: "p2", Other: "p9"}, 2), store.ErrNotFound)
	many := []string{"p1", "p2", "p3", "p4"}
	for n := range 600 { // more than one statement names
		many = append(many, fmt.Sprint("nobody", n))
	}
	if got, err := s.Blocked(ctx, many); err != nil || !reflect.DeepEqual(got, map[string][]string{"p1": {"p2", "p3"}, "p2": {"p1"}}) {
		t.Errorf("blocked: %v, %v", got, err)
	}
	s = reopen()
	look("p1", store.Shunned{Person: "p1", Other: "p2", Blocked: true, Since: 40}, store.Shunned{Person: "p1", Other: "p3", Blocked: true, Since: 20})
	if err := s.Unshun(ctx, "p1", "p2"); err != nil {
		t.Fatal(err)
	}
	wantError(t, "ended twice", s.Unshun(ctx, "p1", "p2"), store.ErrNotFound)
	apart("p2", "p1") // p2 still blocks p1
	// Whoever is forgotten is shunned no longer, and shuns nobody.
	if err := s.Forget(ctx, "p1", 0); err != nil {
		t.Fatal(err)
	}
	apart("p2")
	apart("p3")
	look("p2")
	shun("p3", "p4", true, 50)
	if _, err := s.RemoveTokens(ctx, "p4"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.ExpirePeople(ctx, 100, 9); err != nil || n != 1 {
		t.Errorf("%d people, %v", n, err)
	}
	look("p3")
}
