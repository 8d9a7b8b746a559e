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
	if err := s.AddPasskey(ctx, two, 2, 0); err != nil {
		t.Fatal(err)
	}
	list(one, two)
	wantError(t, "one too many", s.AddPasskey(ctx, passkey("p1", 3), 2, 0), store.ErrTooMany)
	wantError(t, "a known one", s.AddPasskey(ctx, passkey("p2", 1), 9, 0), store.ErrTaken)
	wantError(t, "of nobody", s.AddPasskey(ctx, passkey("p3", 1), 9, 0), store.ErrNotFound)
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
	if err := s.SetCodes(ctx, "p1", store.Codes{}, 0); err != nil {
		t.Fatal(err)
	}
	wantError(t, "the last one", s.RemovePasskey(ctx, "p1", two.ID), store.ErrTaken)
	list(two)
	if err := s.SetCodes(ctx, "p1", someCodes, 0); err != nil {
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
	for n := range 8 {
		wg.Go(func() {
			_, err := s.Enter(ctx, store.Entrance{Person: "p1", Code: []byte{1}, Token: store.Token{Hash: fmt.Append(nil, n)}, At: 5})
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
	if err := s.SetCodes(ctx, "p1", other, 1); err != nil {
		t.Fatal(err)
	}
	look(other)
	wantError(t, "codes of nobody", s.SetCodes(ctx, "p9", other, 0), store.ErrNotFound)
	wantError(t, "codes of an epoch before", s.SetCodes(ctx, "p1", someCodes, 0), store.ErrEnded)
	look(other)
}

func signedIn(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	guest(t, s, "p1", "guest")
	first := store.Token{Hash: []byte("hash of p1"), Seen: 1}
	second := store.Token{Hash: []byte("second"), Seen: 5, Agent: "Firefox", Verified: 5}
	if _, err := s.Enter(ctx, store.Entrance{Person: "p1", Token: second}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Enter(ctx, store.Entrance{Person: "p2", Token: store.Token{Hash: []byte("x")}})
	wantError(t, "a token of nobody", err, store.ErrNotFound)
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
	if err := s.Verified(ctx, first.Hash, first.Hash, 9, 12, "Edge, Mac"); err != nil {
		t.Fatal(err)
	}
	first.Verified, first.Limited, first.Agent = 9, 12, "Edge, Mac"
	look(second, first)
	// A session that goes on with another token takes along what it has begun, and where it is told things.
	w := store.Waiting{Kind: "k", Key: "begun", Person: "p1", Data: []byte("x"), Deadline: 100, Session: first.Hash}
	push := subscription("p1", "a", 10)
	if err := errors.Join(s.Wait(ctx, w, 5), s.Subscribe(ctx, push, 9)); err != nil {
		t.Fatal(err)
	}
	before := first.Hash
	first.Hash, first.Verified, first.Limited = []byte("next"), 11, 0
	if err := s.Verified(ctx, before, first.Hash, 11, 0, first.Agent); err != nil {
		t.Fatal(err)
	}
	look(second, first)
	if w.Session = first.Hash; known(t, s, string(before)) {
		t.Error("the token of before counts")
	}
	if got, err := s.Waiting(ctx, "k", "begun", 5); err != nil || !reflect.DeepEqual(got, w) {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := s.Subscriptions(ctx, "p1"); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0].Token, first.Hash) {
		t.Errorf("%+v, %v", list, err)
	}
	wantError(t, "a token that is gone", s.Verified(ctx, before, []byte("x"), 12, 0, ""), store.ErrNotFound)
	wantError(t, "another's token is removed", s.RemoveToken(ctx, "p2", first.Hash), store.ErrNotFound)
	if err := s.RemoveToken(ctx, "p1", second.Hash); err != nil {
		t.Fatal(err)
	}
	look(first)
	_, _, err = s.PersonByToken(ctx, second.Hash)
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

// program gives a person a program with a token of its own.
func program(t *testing.T, s store.Store, owner string, epoch int64) string {
	t.Helper()
	id := fmt.Sprintf("program of %s at %d", owner, epoch)
	if err := s.AddPerson(t.Context(), store.Person{ID: id, Name: "program", Owner: owner, Created: 1, Epoch: epoch}, []byte(id)); err != nil {
		t.Fatal(err)
	}
	return id
}

// known reports whether a token lets anybody in.
func known(t *testing.T, s store.Store, hash string) bool {
	t.Helper()
	_, _, err := s.PersonByToken(t.Context(), []byte(hash))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func enter(t *testing.T, s store.Store, person, hash string, epoch int64) {
	t.Helper()
	if _, err := s.Enter(t.Context(), store.Entrance{Person: person, Token: store.Token{Hash: []byte(hash), Seen: 5, Epoch: epoch}, At: 5}); err != nil {
		t.Fatal(err)
	}
}

// epochs: with the next epoch of an account everything of the one before has ended at once but one session: sessions, programs and what they have begun.
func epochs(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	keep(t, s, "p2", "Hanna", "hanna")
	enter(t, s, "p1", "other", 0)
	mine, hers := program(t, s, "p1", 0), program(t, s, "p2", 0)
	begun := map[string]string{"by the one that stays": "other", "by another": "hash of p1", "by a stranger": "hash of p2", "by a program": mine, "by nobody": ""}
	for key, session := range begun {
		w := store.Waiting{Kind: "k", Key: key, Person: "p1", Data: []byte("x"), Deadline: 100}
		if session != "" {
			w.Session = []byte(session)
		}
		if err := s.Wait(ctx, w, 5); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Waiting(ctx, "k", key, 5); err != nil || !reflect.DeepEqual(got, w) {
			t.Errorf("%s: %+v, %v", key, got, err)
		}
	}
	ended, err := s.Raise(ctx, store.Raising{Person: "p1", Keep: []byte("other"), Why: store.EndedByAll, At: 7})
	if err != nil || !reflect.DeepEqual(ended, []string{mine}) {
		t.Fatal(ended, err)
	}
	s = reopen()
	for hash, want := range map[string]bool{"hash of p1": false, mine: false, "other": true, "hash of p2": true, hers: true} {
		if known(t, s, hash) != want {
			t.Errorf("%q counts: %v", hash, !want)
		}
		why, err := s.Waiting(ctx, store.KindEnded, fmt.Sprintf("%x", hash), 6+store.EndedFor)
		if told := err == nil && string(why.Data) == store.EndedByAll && why.Person == "p1"; told == want {
			t.Errorf("%q is told %+v, %v", hash, why, err)
		}
	}
	if p, _, err := s.PersonByToken(ctx, []byte("other")); err != nil || p.Epoch != 1 || !p.Kept {
		t.Errorf("%+v, %v", p, err)
	}
	if a, err := s.Account(ctx, "p1"); err != nil || a.Epoch != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if list, err := s.Programs(ctx, "p1"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	waits := map[string]bool{"by nobody": true, "by a stranger": true}
	for key := range begun {
		w := store.Waiting{Kind: "k", Key: key, Data: []byte("x")}
		_, err := s.Waiting(ctx, "k", key, 7)
		if waits[key] != (err == nil) {
			t.Errorf("what was begun %s waits: %v", key, err)
		}
		if !waits[key] {
			wantError(t, key, s.Change(ctx, "k", key, w.Data, []byte("y")), store.ErrTaken)
			wantError(t, key, s.Exchange(ctx, []store.Waiting{w}, nil, 7), store.ErrTaken)
			_, err = s.Enter(ctx, store.Entrance{Person: "p1", Token: store.Token{Hash: []byte("z"), Epoch: 1}, Take: []store.Waiting{w}, At: 7})
			wantError(t, key, err, store.ErrTaken)
			_, err = s.Take(ctx, "k", key, 7)
			wantError(t, key, err, store.ErrNotFound)
		}
	}
	if list, err := s.WaitingOf(ctx, "k", "p1", 7); err != nil || len(list) != len(waits) {
		t.Errorf("%v, %v", list, err)
	}
	// What was allowed in the epoch before comes too late.
	_, err = s.Enter(ctx, store.Entrance{Person: "p1", Token: store.Token{Hash: []byte("late"), Epoch: 0}, At: 8})
	wantError(t, "a late session", err, store.ErrEnded)
	wantError(t, "a late passkey", s.AddPasskey(ctx, passkey("p1", 2), 9, 0), store.ErrEnded)
	wantError(t, "late codes", s.SetCodes(ctx, "p1", store.Codes{}, 0), store.ErrEnded)
	if err := s.AddPerson(ctx, store.Person{ID: "late", Name: "late", Owner: "p1", Created: 1}, []byte("late program")); err != nil || known(t, s, "late program") {
		t.Errorf("a late program counts, %v", err)
	}
	if c, err := s.Codes(ctx, "p1"); err != nil || len(c.Hashes) != 3 {
		t.Errorf("%v, %v", c, err)
	}
	_, err = s.Raise(ctx, store.Raising{Person: "nobody", At: 9})
	wantError(t, "the epoch of nobody", err, store.ErrNotFound)
	// What hosts do ends sessions in the same write; a guest's stay.
	guest(t, s, "p3", "guest")
	for n, d := range []store.Deed{{Kind: store.DeedClose, Person: "p1", At: 10, Until: 99}, {Kind: store.DeedRecovered, Person: "p1", At: 11}, {Kind: store.DeedSignOut, Person: "p1", At: 12}, {Kind: store.DeedClose, Person: "p3", At: 10, Until: 99}} {
		if d.Person == "p1" {
			enter(t, s, "p1", fmt.Sprint("again ", n), int64(n+1))
		}
		if _, err := s.Decide(ctx, d); err != nil {
			t.Fatal(err)
		}
		if known(t, s, fmt.Sprint("again ", n)) {
			t.Errorf("a session goes on after %q", d.Kind)
		}
	}
	if !known(t, s, "hash of p3") {
		t.Error("a guest cannot come back")
	}
	// A measure that is lifted ends nothing.
	enter(t, s, "p1", "back", 4)
	if _, err := s.Decide(ctx, store.Deed{Kind: store.DeedClose, Person: "p1", At: 13}); err != nil || !known(t, s, "back") {
		t.Error(err)
	}
}

// entrances: what lets somebody in is used up with the session that it gives, or neither.
func entrances(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	mine := program(t, s, "p1", 0)
	for n, limited := range []int64{0, 20, 5} {
		k := passkey("p1", n+2)
		k.Agent, k.Limited = "Firefox", limited
		if err := s.AddPasskey(ctx, k, 9, 0); err != nil {
			t.Fatal(err)
		}
	}
	link := store.Waiting{Kind: "link", Key: "a", Person: "p1", Data: []byte("x"), Deadline: 100, Session: []byte("hash of p1")}
	digits := link
	digits.Key = "b"
	for _, w := range []store.Waiting{link, digits} {
		if err := s.Wait(ctx, w, 5); err != nil {
			t.Fatal(err)
		}
	}
	gone := store.Waiting{Kind: "link", Key: "gone", Data: []byte("x")}
	in := store.Entrance{Person: "p1", Token: store.Token{Hash: []byte("phone"), Seen: 6, Limited: 99}, At: 6}
	for what, take := range map[string][]store.Waiting{"one that is gone": {link, gone}, "one twice": {link, link}} {
		in.Take = take
		_, err := s.Enter(ctx, in)
		wantError(t, what, err, store.ErrTaken)
		in.Code = []byte{1}
		_, err = s.Enter(ctx, in)
		wantError(t, what+" with a code", err, store.ErrTaken)
		in.Code = nil
	}
	// A refusal uses up neither a link nor a code.
	in.Take = []store.Waiting{link, digits}
	in.Person = "nobody"
	_, err := s.Enter(ctx, in)
	wantError(t, "a session of nobody", err, store.ErrNotFound)
	in.Person, in.Code = "p1", []byte{9}
	_, err = s.Enter(ctx, in)
	wantError(t, "a session for a wrong code", err, store.ErrNotFound)
	if _, err := s.Waiting(ctx, "link", "a", 6); err != nil || known(t, s, "phone") {
		t.Errorf("a refusal used something up: %v", err)
	}
	if c, err := s.Codes(ctx, "p1"); err != nil || len(c.Hashes) != 3 || !known(t, s, "hash of p1") || !known(t, s, mine) {
		t.Errorf("%v, %v", c, err)
	}
	in = store.Entrance{Person: "p1", Token: store.Token{Hash: []byte("phone"), Seen: 6, Limited: 99}, At: 6, Take: []store.Waiting{link, digits}}
	if programs, err := s.Enter(ctx, in); err != nil || len(programs) != 0 {
		t.Fatal(programs, err)
	}
	if p, _, err := s.PersonByToken(ctx, []byte("phone")); err != nil || p.Limited != 99 {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = s.Waiting(ctx, "link", "b", 6)
	wantError(t, "a link that was used", err, store.ErrNotFound)
	// A code ends everything, puts the passkeys to sleep and removes those that are limited still.
	programs, err := s.Enter(ctx, store.Entrance{Person: "p1", Token: store.Token{Hash: []byte("found"), Seen: 7}, Code: []byte{1}, At: 7})
	if err != nil || !reflect.DeepEqual(programs, []string{mine}) {
		t.Fatal(programs, err)
	}
	for hash, want := range map[string]bool{"phone": false, "hash of p1": false, mine: false, "found": true} {
		if known(t, s, hash) != want {
			t.Errorf("%q counts: %v", hash, !want)
		}
	}
	keys := func() (list []string) {
		t.Helper()
		all, err := s.Passkeys(ctx, "p1")
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range all {
			list = append(list, fmt.Sprintf("%s %v", k.Name, k.Asleep))
		}
		return list
	}
	if got, want := keys(), []string{"key 1 true", "key 2 true", "key 4 true"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if err := s.WakePasskey(ctx, "p1", passkey("p1", 2).ID); err != nil {
		t.Fatal(err)
	}
	wantError(t, "another's is woken", s.WakePasskey(ctx, "p2", passkey("p1", 1).ID), store.ErrNotFound)
	// With a passkey that somebody else has added go those that limited devices have added after it.
	for n, limited := range map[int]int64{5: 30, 6: 30, 7: 0} {
		k := passkey("p1", n)
		if k.Limited = limited; s.AddPasskey(ctx, k, 9, 1) != nil {
			t.Fatal("a passkey is refused")
		}
	}
	_, err = s.Raise(ctx, store.Raising{Person: "p1", Key: []byte("none"), At: 8})
	wantError(t, "a passkey that is not there", err, store.ErrNotFound)
	if !known(t, s, "found") {
		t.Error("a refusal has ended a session")
	}
	if _, err := s.Raise(ctx, store.Raising{Person: "p1", Keep: []byte("found"), Key: passkey("p1", 5).ID, Why: store.EndedByKey, At: 8}); err != nil || !known(t, s, "found") {
		t.Fatal(err)
	}
	if got, want := keys(), []string{"key 1 true", "key 2 false", "key 4 true", "key 7 false"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	// The session that goes on gets another token, and whoever has the one before is told why it ended.
	if _, err := s.Raise(ctx, store.Raising{Person: "p1", Keep: []byte("found"), Next: []byte("next"), Why: store.EndedByAll, At: 8}); err != nil || known(t, s, "found") || !known(t, s, "next") {
		t.Fatal(err)
	}
	if why, err := s.Waiting(ctx, store.KindEnded, fmt.Sprintf("%x", "found"), 8); err != nil || string(why.Data) != store.EndedByAll {
		t.Errorf("%+v, %v", why, err)
	}
	if list, err := s.Tokens(ctx, "p1"); err != nil || len(list) != 1 || list[0].Epoch != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	// A passkey that is asleep is no other way in.
	if err := s.SetCodes(ctx, "p1", store.Codes{}, 3); err != nil {
		t.Fatal(err)
	}
	if err := s.RemovePasskey(ctx, "p1", passkey("p1", 7).ID); err != nil {
		t.Fatal(err)
	}
	wantError(t, "the last that is awake", s.RemovePasskey(ctx, "p1", passkey("p1", 2).ID), store.ErrTaken)
	_, err = s.Raise(ctx, store.Raising{Person: "p1", Key: passkey("p1", 2).ID, At: 9})
	wantError(t, "the last that is awake, with the epoch", err, store.ErrTaken)
	if a, err := s.Account(ctx, "p1"); err != nil || a.Epoch != 3 {
		t.Errorf("%+v, %v", a, err)
	}
}
