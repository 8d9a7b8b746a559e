package sqlite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// Below the bound a reserve is left when new guests, tables and chat are refused: people sign in, games go on and accounts are deleted. When that is used up, too, it is the bound that was met, not
// the disk.
func TestTheReserveIsForWhatCannotWait(t *testing.T) {
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{MaxBytes: 3_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, waits := t.Context(), store.CanWait(t.Context(), true)
	data := []byte(strings.Repeat("x", 1500))
	guest := func(n int) error {
		return db.AddPerson(waits, store.Person{ID: fmt.Sprint("p", n), Name: fmt.Sprint("Guest ", n)}, []byte(fmt.Sprint("token", n)))
	}
	if err := errors.Join(guest(0), db.KeepName(ctx, store.Account{Person: "p0", Name: "Anna", Folded: "anna"}, store.Passkey{ID: []byte("key"), Person: "p0", Data: []byte("{}")},
		store.Codes{Salt: []byte("s"), Hashes: [][]byte{[]byte("a"), []byte("b")}})); err != nil {
		t.Fatal(err)
	}
	opened := func(n int) error {
		return db.Append(waits, &store.Batch{Entries: [][]byte{data}, Row: store.Row{ID: fmt.Sprint("t", n), Status: "lobby", Owner: "p0", Data: []byte("{}")}})
	}
	n := 0
	for err = opened(n); err == nil; err = opened(n) {
		n++
	}
	u, uErr := db.Usage(ctx)
	if !errors.Is(err, store.ErrReserve) || uErr != nil || u.Reserve < 200_000 || u.Bytes < u.MaxBytes-u.Reserve-100_000 || u.Bytes > u.MaxBytes-u.Reserve+50_000 {
		t.Fatalf("after %d tables: %v; %d of %d bytes, reserve %d, %v", n, err, u.Bytes, u.MaxBytes, u.Reserve, uErr)
	}
	_, chat := db.Say(waits, store.Line{Table: "t0", Person: "p0", Command: "c", Text: "hello"}, 10)
	for what, err := range map[string]error{"guest": guest(1), "chat": chat, "ping": db.Ping(ctx)} {
		if !errors.Is(err, store.ErrReserve) {
			t.Errorf("%s: %v, want the reserve to be kept", what, err)
		}
	}
	signIn := func(hash []byte) error {
		_, err := db.Enter(ctx, store.Entrance{Person: "p0", Token: store.Token{Hash: hash, Agent: "Firefox, Linux"}})
		return err
	}
	for i := range 40 {
		hash := []byte(fmt.Sprint("device", i))
		for what, err := range map[string]error{
			"sign-in": signIn(hash),
			"move":    db.Append(ctx, &store.Batch{Last: int64(i + 1), Entries: [][]byte{[]byte("{}")}, Row: store.Row{ID: "t0", Status: "playing", Owner: "p0", Data: []byte("{}")}}),
		} {
			if err != nil {
				t.Errorf("%s %d: %v", what, i, err)
			}
		}
		if i%2 == 0 {
			if err := db.RemoveToken(ctx, "p0", hash); err != nil {
				t.Errorf("sign-out %d: %v", i, err)
			}
		}
	}
	if _, err := db.Enter(ctx, store.Entrance{Person: "p0", Code: []byte("a"), Token: store.Token{Hash: []byte("found")}}); err != nil {
		t.Errorf("recovery: %v", err)
	}
	for last := int64(41); ; last++ { // a game uses up the reserve
		if err = db.Append(ctx, &store.Batch{Last: last, Entries: [][]byte{data}, Row: store.Row{ID: "t0", Status: "playing", Owner: "p0", Data: []byte("{}")}}); err != nil {
			break
		}
	}
	if !errors.Is(err, store.ErrFull) || !errors.Is(err, store.ErrBound) || errors.Is(err, store.ErrReserve) {
		t.Errorf("beyond the reserve: %v, want the bound to be named", err)
	}
	if err := db.Forget(ctx, "p0", 1); err != nil {
		t.Errorf("an account could not be deleted: %v", err)
	}
}
