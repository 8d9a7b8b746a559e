package server_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// When whoever has filled --max-data has left the reserve alone, guests, tables and chat are refused, and people sign in, recover, play on, sign out and delete their accounts.
func TestPeopleSignInWhenOnlyTheReserveIsLeft(t *testing.T) {
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{MaxBytes: 3_000_000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s := start(t, func(c *server.Config) { c.Store = db })
	a, device := s.localGuest("Anna")
	codes := a.keepName(device, "Anna")
	b := s.guest("Béla")
	id := table(t, "duel", a, b)
	entry := []byte(strings.Repeat("x", 3000))
	for n := 0; err == nil; n++ {
		err = db.Append(store.CanWait(t.Context(), true), &store.Batch{Entries: [][]byte{entry}, Row: store.Row{ID: fmt.Sprint("t", n), Status: "playing", Owner: "x", Data: []byte("{}")}})
	}
	if !errors.Is(err, store.ErrReserve) {
		t.Fatal(err)
	}
	b.refused("POST", "/api/session", api.NameRequest{Name: "Late"}, 503, "storage_full")
	b.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}}, 503, "storage_full")
	b.refused("POST", "/api/tables/"+id+"/commands", b.command(api.CommandChat, api.CommandData{Text: "Hello?"}), 503, "storage_full")
	elsewhere, _ := s.visitor()
	if in := elsewhere.logIn(device); in.Person != a.Session.Person {
		t.Errorf("signed in as %+v", in)
	}
	playOn(t, id, 4, elsewhere, b)
	elsewhere.must("DELETE", "/api/session", nil, nil)
	recovered, _ := s.visitor()
	recovered.must("POST", "/api/recover", api.RecoverRequest{Name: "Anna", Code: codes[0]}, nil)
	playOn(t, id, 4, recovered, b)
	recovered.must("DELETE", "/api/me", api.NameRequest{Name: "Anna"}, nil)
}
