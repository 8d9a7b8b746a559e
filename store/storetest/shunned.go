package storetest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
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
		if _, err := s.Shun(ctx, store.Shunned{Person: person, Other: other, Blocked: blocked, Since: since}, 2); err != nil {
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
		if got, err := s.Apart(ctx, person); err != nil || !reflect.DeepEqual(slices.Sorted(maps.Keys(got)), want) {
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
	refused := func(what, person, other string, want error) {
		t.Helper()
		_, err := s.Shun(ctx, store.Shunned{Person: person, Other: other}, 2)
		wantError(t, what, err, want)
	}
	refused("one too many", "p1", "p4", store.ErrTooMany)
	refused("nobody", "p2", "p9", store.ErrNotFound)
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

// shunnedPrograms: a program counts as its owner, whoever of the two is shunned, and whoever asks.
func shunnedPrograms(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"anna", "vera", "else"} {
		guest(t, s, id, "guest")
	}
	for _, p := range []store.Person{{ID: "anna 1", Owner: "anna"}, {ID: "vera 1", Owner: "vera"}, {ID: "vera 2", Owner: "vera"}, {ID: "else 1", Owner: "else"}} {
		if err := s.AddPerson(ctx, p, []byte("hash of "+p.ID)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Shun(ctx, store.Shunned{Person: "anna", Other: "anna 1", Blocked: true}, 9)
	wantError(t, "one's own program", err, store.ErrYourself)
	annas, veras := []string{"anna", "anna 1"}, []string{"vera", "vera 1", "vera 2"}
	for _, other := range veras {
		for _, blocked := range []bool{false, true} {
			whose, err := s.Shun(ctx, store.Shunned{Person: "anna", Other: other, Blocked: blocked}, 9)
			if err != nil || whose != "vera" {
				t.Fatalf("%q, %v", whose, err)
			}
			look := func(asks string, own bool, want []string) {
				t.Helper()
				got, err := s.Apart(ctx, asks)
				if !blocked {
					want = nil
				}
				if err != nil || !reflect.DeepEqual(slices.Sorted(maps.Keys(got)), want) {
					t.Errorf("%s is kept apart from %v, %v; want %v", asks, got, err, want)
				}
				for id, blocks := range got {
					if blocks != own {
						t.Errorf("%s and %s: %v", asks, id, blocks)
					}
				}
			}
			for _, asks := range annas {
				look(asks, true, veras)
				if got, err := s.Unread(ctx, asks); err != nil || !slices.Equal(got, veras) {
					t.Errorf("%s does not read %v, %v", asks, got, err)
				}
				if p, _, err := s.PersonByToken(ctx, []byte("hash of "+asks)); err != nil || !p.Shuns {
					t.Errorf("%+v, %v", p, err)
				}
			}
			for _, asks := range veras {
				look(asks, false, annas)
				if got, err := s.Unread(ctx, asks); err != nil || len(got) > 0 {
					t.Errorf("%s does not read %v, %v", asks, got, err)
				}
			}
			for _, asks := range []string{"else", "else 1", "nobody"} {
				look(asks, false, nil)
			}
			if !blocked {
				continue
			}
			if got, err := s.Blocked(ctx, []string{"anna", "vera"}); err != nil || !reflect.DeepEqual(got, map[string][]string{"anna": {"vera"}}) {
				t.Errorf("%v, %v", got, err)
			}
		}
		if err := s.Unshun(ctx, "anna", other); err != nil {
			t.Fatal(err)
		}
	}
	// What is kept of a program holds for its owner also when the program is there no longer.
	if _, err := s.Shun(ctx, store.Shunned{Person: "anna", Other: "vera 1", Blocked: true}, 9); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"vera 1", "vera 2", "else 1"} {
		if _, err := s.RemoveTokens(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.ExpirePeople(ctx, 100, 9); err != nil || n != 2 {
		t.Errorf("%d people, %v", n, err)
	}
	if got, err := s.Apart(ctx, "vera"); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.RemoveTokens(ctx, "vera"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.ExpirePeople(ctx, 100, 9); err != nil || n != 1 {
		t.Errorf("%d people, %v", n, err)
	}
}
