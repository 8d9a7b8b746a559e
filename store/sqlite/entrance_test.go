package sqlite

import (
	"errors"
	"testing"

	"mirabilia/store"
)

// TestRefusalsConcernThemselves: a write that is refused does not keep those out that share its transaction.
func TestRefusalsConcernThemselves(t *testing.T) {
	db, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n, refusal := range []error{store.ErrTaken, store.ErrNotFound, store.ErrTooMany, store.ErrYourself, store.ErrEnded} {
		add := func(s *statements) error {
			_, err := s.exec("INSERT INTO announced (what, at) VALUES (?, 1)", refusal.Error())
			return err
		}
		refuse := func(*statements) error { return refusal }
		outcomes, err := db.transact([]*write{{Ctx: t.Context(), What: refuse}, {Ctx: t.Context(), What: add}})
		if err != nil || len(outcomes) != 2 || !errors.Is(outcomes[0], refusal) || outcomes[1] != nil {
			t.Errorf("%d: %v, %v: %v", n, refusal, outcomes, err)
		}
	}
}

// TestEntranceIsOneWrite: what lets somebody in is there still when the session cannot be written.
func TestEntranceIsOneWrite(t *testing.T) {
	ctx := t.Context()
	db, err := Open(ctx, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(db.AddPerson(ctx, store.Person{ID: "p1", Name: "guest", Created: 1}, []byte("first")))
	must(db.KeepName(ctx, store.Account{Person: "p1", Name: "Fanni", Folded: "fanni", Kept: 1}, store.Passkey{ID: []byte("key"), Person: "p1", Data: []byte("x")}, store.Codes{Salt: []byte("s"), Hashes: [][]byte{{1}}}))
	link := store.Waiting{Kind: "link", Key: "a", Person: "p1", Data: []byte("x"), Deadline: 100, Session: []byte("first")}
	must(db.Wait(ctx, link, 5))
	must(db.AddPerson(ctx, store.Person{ID: "p2", Name: "other", Created: 1}, []byte("taken")))
	// The token is another's, so that the last of what is written fails.
	for _, e := range []store.Entrance{{Take: []store.Waiting{link}}, {Code: []byte{1}}} {
		e.Person, e.At, e.Token.Hash = "p1", 6, []byte("taken")
		if _, err := db.Enter(ctx, e); err == nil {
			t.Fatal("a session that is there was written again")
		}
	}
	_, err = db.Waiting(ctx, "link", "a", 6)
	must(err)
	if c, err := db.Codes(ctx, "p1"); err != nil || len(c.Hashes) != 1 {
		t.Errorf("%v, %v", c, err)
	}
	if a, err := db.Account(ctx, "p1"); err != nil || a.Epoch != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	_, _, err = db.PersonByToken(ctx, []byte("first"))
	must(err)
}
