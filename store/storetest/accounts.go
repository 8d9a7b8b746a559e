package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
)

func guest(t *testing.T, s store.Store, id, name string) {
	t.Helper()
	if err := s.AddPerson(t.Context(), store.Person{ID: id, Name: name, Created: 1}, []byte("hash of "+id)); err != nil {
		t.Fatal(err)
	}
}

func passkey(person string, n int) store.Passkey {
	return store.Passkey{ID: fmt.Appendf(nil, "key %s %d", person, n), Person: person, Name: fmt.Sprintf("key %d", n), Data: []byte(`{"n":0}`), Created: int64(n), Used: int64(n)}
}

var someCodes = store.Codes{Salt: []byte("salt"), Hashes: [][]byte{{2}, {1}, {3}}}

func keep(t *testing.T, s store.Store, id, name, folded string) {
	t.Helper()
	guest(t, s, id, "guest")
	if err := s.KeepName(t.Context(), store.Account{Person: id, Name: name, Folded: folded, Kept: 10}, passkey(id, 1), someCodes); err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func accounts(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	want := store.Account{Person: "p1", Name: "Fanni", Folded: "fanni", Kept: 10}
	look := func() {
		t.Helper()
		byPerson, err := s.Account(ctx, "p1")
		byName, err2 := s.AccountByName(ctx, want.Folded)
		if err != nil || err2 != nil || byPerson != want || byName != want {
			t.Errorf("%+v, %+v, %v, %v; want %+v", byPerson, byName, err, err2, want)
		}
	}
	look()
	names, err := s.Names(ctx, []string{"p1"})
	if err != nil || names["p1"] != "Fanni" {
		t.Errorf("names: %v, %v", names, err)
	}
	if p, _, err := s.PersonByToken(ctx, []byte("hash of p1")); err != nil || !p.Kept || p.Name != "Fanni" {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = s.Account(ctx, "p2")
	wantError(t, "account of nobody", err, store.ErrNotFound)
	_, err = s.AccountByName(ctx, "nobody")
	wantError(t, "account of no name", err, store.ErrNotFound)

	free := func(folded, person string, now int64, want bool) {
		t.Helper()
		if got, err := s.NameFree(ctx, folded, person, now); err != nil || got != want {
			t.Errorf("%s is free for %q at %d: %v, %v", folded, person, now, got, err)
		}
	}
	free("fanni", "p2", 20, false)
	free("fanni", "p1", 20, true)
	free("hanna", "p2", 20, true)
	want = store.Account{Person: "p1", Name: "Hanna", Folded: "hanna", Kept: 10, Renamed: 20}
	if err := s.RenameAccount(ctx, want, 100); err != nil {
		t.Fatal(err)
	}
	look()
	free("fanni", "p2", 99, false)
	free("fanni", "p2", 100, true)
	free("fanni", "p1", 99, true)
	guest(t, s, "p2", "x")
	if p, _, err := s.PersonByToken(ctx, []byte("hash of p2")); err != nil || p.Kept {
		t.Errorf("%+v, %v", p, err)
	}
	late := store.Account{Person: "p2", Name: "Fanni", Folded: "fanni", Kept: 99}
	wantError(t, "a name that is held back", s.KeepName(ctx, late, passkey("p2", 1), someCodes), store.ErrTaken)
	wantError(t, "a rename of nobody", s.RenameAccount(ctx, store.Account{Person: "p3", Name: "x", Folded: "x"}, 0), store.ErrNotFound)
	// A person can have an old name again, and then it is not held back.
	want = store.Account{Person: "p1", Name: "Fanni", Folded: "fanni", Kept: 10, Renamed: 30}
	if err := s.RenameAccount(ctx, want, 130); err != nil {
		t.Fatal(err)
	}
	free("hanna", "p2", 129, false)
	// A spelling of the same name.
	want = store.Account{Person: "p1", Name: "FANNI", Folded: "fanni", Kept: 10, Renamed: 40}
	if err := s.RenameAccount(ctx, want, 140); err != nil {
		t.Fatal(err)
	}
	free("fanni", "p2", 139, false)
	s = reopen()
	look()
	free("hanna", "p2", 129, false)
}

func keptOnce(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	again := store.Account{Person: "p1", Name: "Other", Folded: "other", Kept: 10}
	wantError(t, "a second account", s.KeepName(ctx, again, passkey("p1", 2), someCodes), store.ErrTaken)
	wantError(t, "nobody's account", s.KeepName(ctx, store.Account{Person: "p9", Folded: "nine"}, passkey("p9", 1), someCodes), store.ErrNotFound)
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "program", Owner: "p1"}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	wantError(t, "a program's account", s.KeepName(ctx, store.Account{Person: "program", Folded: "program"}, passkey("program", 1), someCodes), store.ErrNotFound)
	guest(t, s, "p2", "guest")
	known := passkey("p1", 1)
	known.Person = "p2"
	wantError(t, "another's passkey", s.KeepName(ctx, store.Account{Person: "p2", Name: "Two", Folded: "two"}, known, someCodes), store.ErrTaken)
	if _, err := s.Account(ctx, "p2"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what was refused left an account: %v", err)
	}
	// Of many who want a name at the same moment one gets it.
	var got atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		id := fmt.Sprintf("q%d", i)
		guest(t, s, id, "guest")
		wg.Go(func() {
			err := s.KeepName(ctx, store.Account{Person: id, Name: "Béla", Folded: "bela"}, passkey(id, 1), someCodes)
			if err == nil {
				got.Add(1)
			} else if !errors.Is(err, store.ErrTaken) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got.Load() != 1 {
		t.Errorf("%d got the name", got.Load())
	}
}

func passkeys(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	keep(t, s, "p2", "Hanna", "hanna")
	list := func(want ...store.Passkey) {
		t.Helper()
		if got, err := s.Passkeys(ctx, "p1"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	one, two := passkey("p1", 1), passkey("p1", 2)
	list(one)
	if err := s.AddPasskey(ctx, two, 2); err != nil {
		t.Fatal(err)
	}
	list(one, two)
	wantError(t, "one too many", s.AddPasskey(ctx, passkey("p1", 3), 2), store.ErrTooMany)
	wantError(t, "a known one", s.AddPasskey(ctx, passkey("p2", 1), 9), store.ErrTaken)
	wantError(t, "of nobody", s.AddPasskey(ctx, passkey("p3", 1), 9), store.ErrNotFound)
	list(one, two)
	if err := s.UsePasskey(ctx, two.ID, two.Data, []byte(`{"n":7}`), 50); err != nil {
		t.Fatal(err)
	}
	wantError(t, "used meanwhile", s.UsePasskey(ctx, two.ID, two.Data, []byte(`{"n":8}`), 60), store.ErrTaken)
	two.Data, two.Used = []byte(`{"n":7}`), 50
	if err := s.RenamePasskey(ctx, "p1", two.ID, "phone"); err != nil {
		t.Fatal(err)
	}
	two.Name = "phone"
	wantError(t, "another's is renamed", s.RenamePasskey(ctx, "p2", two.ID, "mine"), store.ErrNotFound)
	wantError(t, "another's is removed", s.RemovePasskey(ctx, "p2", two.ID), store.ErrNotFound)
	list(one, two)
	if err := s.RemovePasskey(ctx, "p1", one.ID); err != nil {
		t.Fatal(err)
	}
	list(two)
	// The last one goes only while there is a recovery code.
	if err := s.SetCodes(ctx, "p1", store.Codes{}); err != nil {
		t.Fatal(err)
	}
	wantError(t, "the last one", s.RemovePasskey(ctx, "p1", two.ID), store.ErrTaken)
	list(two)
	if err := s.SetCodes(ctx, "p1", someCodes); err != nil {
		t.Fatal(err)
	}
	if err := s.RemovePasskey(ctx, "p1", two.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Passkeys(ctx, "p1"); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

func codes(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	look := func(want store.Codes) {
		t.Helper()
		if got, err := s.Codes(ctx, "p1"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	look(someCodes)
	var used atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			err := s.UseCode(ctx, "p1", []byte{1})
			if err == nil {
				used.Add(1)
			} else if !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if used.Load() != 1 {
		t.Errorf("a code was used %d times", used.Load())
	}
	look(store.Codes{Salt: []byte("salt"), Hashes: [][]byte{{2}, {3}}})
	other := store.Codes{Salt: []byte("pepper"), Hashes: [][]byte{{9}}}
	if err := s.SetCodes(ctx, "p1", other); err != nil {
		t.Fatal(err)
	}
	look(other)
	wantError(t, "codes of nobody", s.SetCodes(ctx, "p9", other), store.ErrNotFound)
}

func signedIn(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	guest(t, s, "p1", "guest")
	first := store.Token{Hash: []byte("hash of p1"), Seen: 1}
	second := store.Token{Hash: []byte("second"), Seen: 5, Agent: "Firefox", Verified: 5}
	if err := s.AddToken(ctx, "p1", second); err != nil {
		t.Fatal(err)
	}
	wantError(t, "a token of nobody", s.AddToken(ctx, "p2", store.Token{Hash: []byte("x")}), store.ErrNotFound)
	look := func(want ...store.Token) {
		t.Helper()
		if got, err := s.Tokens(ctx, "p1"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	look(second, first)
	if p, seen, err := s.PersonByToken(ctx, second.Hash); err != nil || p.ID != "p1" || seen != 5 {
		t.Errorf("%v, %d, %v", p, seen, err)
	}
	if err := s.Verified(ctx, first.Hash, 9); err != nil {
		t.Fatal(err)
	}
	first.Verified = 9
	look(second, first)
	wantError(t, "another's token is removed", s.RemoveToken(ctx, "p2", first.Hash), store.ErrNotFound)
	if err := s.RemoveToken(ctx, "p1", second.Hash); err != nil {
		t.Fatal(err)
	}
	look(first)
	_, _, err := s.PersonByToken(ctx, second.Hash)
	wantError(t, "a removed token", err, store.ErrNotFound)
}

func waiting(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	w := store.Waiting{Kind: "k", Key: "a", Person: "p1", Data: []byte("one"), Deadline: 100}
	if err := s.Wait(ctx, w, 50); err != nil {
		t.Fatal(err)
	}
	wantError(t, "the same key", s.Wait(ctx, store.Waiting{Kind: "k", Key: "a", Data: []byte{}, Deadline: 200}, 99), store.ErrTaken)
	if err := s.Wait(ctx, store.Waiting{Kind: "other", Key: "a", Data: []byte{}, Deadline: 60}, 50); err != nil {
		t.Fatal(err)
	}
	s = reopen()
	if got, err := s.Waiting(ctx, "k", "a", 99); err != nil || !reflect.DeepEqual(got, w) {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := s.Waiting(ctx, "k", "a", 100)
	wantError(t, "after its deadline", err, store.ErrNotFound)
	_, err = s.Take(ctx, "k", "a", 100)
	wantError(t, "taken after its deadline", err, store.ErrNotFound)
	if err := s.Change(ctx, "k", "a", []byte("one"), []byte("two")); err != nil {
		t.Fatal(err)
	}
	wantError(t, "changed meanwhile", s.Change(ctx, "k", "a", []byte("one"), []byte("three")), store.ErrTaken)
	w.Data = []byte("two")
	var got atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			there, err := s.Take(ctx, "k", "a", 99)
			switch {
			case err == nil && reflect.DeepEqual(there, w):
				got.Add(1)
			case !errors.Is(err, store.ErrNotFound):
				t.Errorf("%+v, %v", there, err)
			}
		})
	}
	wg.Wait()
	if got.Load() != 1 {
		t.Errorf("taken %d times", got.Load())
	}
	// What is over can be replaced, and is forgotten.
	for _, at := range []int64{60, 70} {
		if err := s.Wait(ctx, store.Waiting{Kind: "other", Key: "a", Data: []byte{}, Deadline: at + 10}, at); err != nil {
			t.Errorf("after the deadline: %v", err)
		}
	}
	if n, err := s.ExpireWaiting(ctx, 79, 10); err != nil || n != 0 {
		t.Errorf("%d forgotten, %v", n, err)
	}
	if n, err := s.ExpireWaiting(ctx, 80, 10); err != nil || n != 1 {
		t.Errorf("%d forgotten, %v", n, err)
	}
}

func forgotten(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	keep(t, s, "p2", "Hanna", "hanna")
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "program", Owner: "p1"}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	b := batch("t", 0, "1")
	b.People = []store.Involved{{Person: "p1"}, {Person: "p2"}}
	add(t, s, b)
	for _, person := range []string{"p2", "p1"} {
		if _, err := s.Say(ctx, store.Line{Table: "t", Person: person, Command: person, Text: "I am " + person}, 9); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Wait(ctx, store.Waiting{Kind: "k", Key: "a", Person: "p1", Data: []byte{}, Deadline: 100}, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.RenameAccount(ctx, store.Account{Person: "p1", Name: "Zsófi", Folded: "zsofi", Kept: 10, Renamed: 20}, 80); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, "p1", 90); err != nil {
		t.Fatal(err)
	}
	wantError(t, "forgotten twice", s.Forget(ctx, "p1", 90), store.ErrNotFound)
	for _, hash := range [][]byte{[]byte("hash of p1"), []byte("program")} {
		_, _, err := s.PersonByToken(ctx, hash)
		wantError(t, string(hash), err, store.ErrNotFound)
	}
	_, err := s.Account(ctx, "p1")
	wantError(t, "the account", err, store.ErrNotFound)
	_, err = s.Waiting(ctx, "k", "a", 1)
	wantError(t, "what waited", err, store.ErrNotFound)
	if keys, err := s.Passkeys(ctx, "p1"); err != nil || len(keys) > 0 {
		t.Errorf("%v, %v", keys, err)
	}
	if c, err := s.Codes(ctx, "p1"); err != nil || len(c.Hashes) > 0 {
		t.Errorf("%v, %v", c, err)
	}
	if names, err := s.Names(ctx, []string{"p1", "program", "p2"}); err != nil || len(names) != 1 || names["p2"] != "Hanna" {
		t.Errorf("%v, %v", names, err)
	}
	if said, err := s.Said(ctx, "t", 9); err != nil || len(said) != 1 || said[0].Person != "p2" {
		t.Errorf("%v, %v", said, err)
	}
	if n, err := s.Say(ctx, store.Line{Table: "t", Person: "p2", Command: "later", Text: "later"}, 9); err != nil || n != 3 {
		t.Errorf("a later line has the number %d, %v", n, err)
	}
	if said, err := s.SaidBy(ctx, "p1", 9); err != nil || len(said) != 0 {
		t.Errorf("%v, %v", said, err)
	}
	if said, err := s.SaidBy(ctx, "p2", 9); err != nil || len(said) != 2 || said[0].Text != "I am p2" || said[0].Table != "t" {
		t.Errorf("%v, %v", said, err)
	}
	// The game stays, and the names are held back: nobody may take them for a while.
	if rows, err := s.OfPerson(ctx, "p2", "", 9); err != nil || len(rows) != 1 {
		t.Errorf("%v, %v", rows, err)
	}
	for _, c := range []struct {
		folded string
		now    int64
		free   bool
	}{{"zsofi", 89, false}, {"zsofi", 90, true}, {"fanni", 79, false}, {"fanni", 80, true}} {
		for _, person := range []string{"p1", "p9", ""} {
			if free, err := s.NameFree(ctx, c.folded, person, c.now); err != nil || free != c.free {
				t.Errorf("%s for %q at %d: %v, %v", c.folded, person, c.now, free, err)
			}
		}
	}
	if keys, err := s.Passkeys(ctx, "p2"); err != nil || len(keys) != 1 || !bytes.Equal(keys[0].ID, passkey("p2", 1).ID) {
		t.Errorf("another's passkeys: %v, %v", keys, err)
	}
	if n, err := s.ExpireWaiting(ctx, 90, 10); err != nil || n != 2 {
		t.Errorf("%d names are no longer held back, %v", n, err)
	}
	// A guest can be forgotten, too.
	guest(t, s, "p3", "guest")
	if err := s.Forget(ctx, "p3", 90); err != nil {
		t.Error(err)
	}
}

// accountsStay: people with an account are not forgotten because they are signed in nowhere, and neither are their programs.
func accountsStay(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	guest(t, s, "p2", "guest")
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "program", Owner: "p1"}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	for _, kept := range []bool{true, false} {
		if n, err := s.ExpireTokens(ctx, kept, 100, 9); err != nil || n != 1 {
			t.Errorf("%d tokens, %v", n, err)
		}
	}
	if n, err := s.ExpireTokens(ctx, false, 100, 9); err != nil || n != 0 {
		t.Errorf("the program's token is gone: %d, %v", n, err)
	}
	if n, err := s.ExpirePeople(ctx, 100, 9); err != nil || n != 1 {
		t.Errorf("%d people, %v", n, err)
	}
	if _, err := s.Account(ctx, "p1"); err != nil {
		t.Error(err)
	}
}
