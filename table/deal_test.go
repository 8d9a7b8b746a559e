package table_test

import (
	"slices"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/table"
)

const (
	annasNonce = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0"
	belasNonce = "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0"
)

func commitTo(nonce string) api.CommandData {
	return api.CommandData{Commitment: record.CommitTo([]byte(nonce))}
}

func reveal(nonce string) api.CommandData { return api.CommandData{Nonce: nonce} }

// committed opens a table at which Anna and Béla have committed to their nonces.
func committed(t *testing.T, ps []*player) string {
	t.Helper()
	snap, err := ps[0].h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	ps[0].do(id, api.CommandNonce, commitTo(annasNonce))
	ps[1].do(id, api.CommandJoin, commitTo(belasNonce))
	return id
}

// proven ends a game and returns its deal, which its record proves.
func proven(t *testing.T, a *player, id string) *record.Deal {
	t.Helper()
	a.do(id, api.CommandResign, api.CommandData{})
	rec, err := a.h.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := rec.VerifyDeal(); err != nil {
		t.Error(err)
	}
	if told := a.see(id).Table.Deal; !slices.Equal(told.Nonces, rec.Deal.Nonces) || !slices.Equal(told.Commitments, rec.Deal.Commitments) || told.Seed != rec.Seed {
		t.Errorf("the table tells %+v, the record has %+v", told, rec.Deal)
	}
	return rec.Deal
}

// Nobody can choose a nonce after having seen another's: seats and commitments are final before the first is revealed, and
// only the nonce that was committed to is accepted.
func TestNoncesAreCommittedToFirst(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		a, b := ps[0], ps[1]
		id := committed(t, ps)
		want := []string{record.CommitTo([]byte(annasNonce)), record.CommitTo([]byte(belasNonce))}
		if s := b.see(id).Table; !slices.Equal(s.Deal.Commitments, want) || !s.Places[0].Nonce || s.Deal.RevealBy != 0 {
			t.Fatalf("before the start: %+v %+v", s.Deal, s.Places)
		}
		b.refused(id, api.CommandNonce, reveal(belasNonce), game.Conflict, "reveal_early")
		a.refused(id, api.CommandStart, reveal("ffff"), game.Invalid, "bad_reveal")
		a.do(id, api.CommandStart, api.CommandData{})

		s := b.see(id).Table
		if s.Status != api.StatusLobby || s.Deal.RevealBy != time.Now().Add(10*time.Second).UnixMilli() || s.Deal.Nonces != nil {
			t.Fatalf("after the start the table waits for the nonces, not %s %+v", s.Status, s.Deal)
		}
		b.refused(id, api.CommandNonce, commitTo("cccc"), game.Invalid, "bad_nonce")
		b.refused(id, api.CommandNonce, reveal("cccc"), game.Invalid, "bad_reveal")
		b.refused(id, api.CommandLeave, api.CommandData{}, game.Conflict, "dealing")
		a.refused(id, api.CommandStart, api.CommandData{}, game.Conflict, "dealing")
		a.refused(id, api.CommandRemove, api.CommandData{Seat: seat(1)}, game.Conflict, "dealing")
		b.do(id, api.CommandNonce, reveal(belasNonce))
		b.refused(id, api.CommandNonce, reveal(belasNonce), game.Conflict, "revealed")
		if s := a.see(id).Table; s.Status != api.StatusLobby || !s.Places[1].Revealed || s.Places[0].Revealed || s.Deal.Nonces != nil {
			t.Fatalf("after the first nonce: %s %+v %+v", s.Status, s.Places, s.Deal)
		}
		a.do(id, api.CommandNonce, reveal(annasNonce))
		if s := a.see(id).Table; s.Status != api.StatusPlaying || s.Deal.RevealBy != 0 || s.Deal.Nonces != nil || s.Deal.Seed != "" {
			t.Fatalf("after the last nonce: %s %+v", s.Status, s.Deal)
		}
		if d := proven(t, a, id); !slices.Equal(d.Nonces, []string{annasNonce, belasNonce}) || !slices.Equal(d.Commitments, want) {
			t.Errorf("the record has %+v", d)
		}
	})
}

// Whoever does not reveal in time is left out, and the record says so. The others play.
func TestNonceThatIsNotRevealed(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		a := ps[0]
		id := committed(t, ps)
		a.do(id, api.CommandStart, api.CommandData{})
		a.do(id, api.CommandNonce, reveal(annasNonce))
		sleep(9 * time.Second)
		if s := a.see(id).Table; s.Status != api.StatusLobby {
			t.Fatalf("after 9 s it is %s", s.Status)
		}
		sleep(time.Second)
		if s := a.see(id).Table; s.Status != api.StatusPlaying {
			t.Fatalf("after 10 s it is %s", s.Status)
		}
		d := proven(t, a, id)
		if _, _, unrevealed := d.Shares(); !slices.Equal(d.Nonces, []string{annasNonce, "-"}) || !slices.Equal(unrevealed, []game.Seat{1}) {
			t.Errorf("the record has %+v", d)
		}
	})
}

// A server that was down while the deal waited gives people time to come back and reveal.
func TestRevealAfterARestart(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := committed(t, ps)
		ps[0].do(id, api.CommandStart, api.CommandData{})
		ps[0].do(id, api.CommandNonce, reveal(annasNonce))
		ps[0].h.Close()
		time.Sleep(time.Hour)
		cfg := config(j)
		cfg.Grace = 30 * time.Second
		h := table.New(cfg)
		defer h.Close()
		ps = players(t, h, anna, bela)
		sleep(20 * time.Second)
		if s := ps[1].see(id).Table; s.Status != api.StatusLobby || s.Deal.RevealBy == 0 {
			t.Fatalf("after the restart it is %s", s.Status)
		}
		ps[1].n = 100
		ps[1].do(id, api.CommandNonce, reveal(belasNonce))
		ps[0].n = 100
		if d := proven(t, ps[0], id); !slices.Equal(d.Nonces, []string{annasNonce, belasNonce}) {
			t.Errorf("the record has %+v", d)
		}
	})
}

// Older clients send a plain nonce. It counts, and the record says that it was not committed to.
func TestPlainNonce(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		a, b := ps[0], ps[1]
		snap, err := a.h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		a.do(id, api.CommandNonce, commitTo(annasNonce))
		b.do(id, api.CommandJoin, reveal(belasNonce))
		a.do(id, api.CommandStart, reveal(annasNonce))
		if s := a.see(id).Table; s.Status != api.StatusPlaying {
			t.Fatalf("nobody is to reveal anything, but it is %s", s.Status)
		}
		d := proven(t, a, id)
		if committed, plain, _ := d.Shares(); !slices.Equal(committed, []game.Seat{0}) || !slices.Equal(plain, []game.Seat{1}) || d.Nonces[1] != belasNonce {
			t.Errorf("the record has %+v", d)
		}
	})
}

// A person alone with bots reveals with the start, and the game begins at once.
func TestSingleNonceStartsAtOnce(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		a := ps[0]
		snap, err := a.h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		a.do(id, api.CommandNonce, commitTo("cccc"))
		a.do(id, api.CommandNonce, commitTo(annasNonce)) // a page that lost the first commits again
		a.do(id, api.CommandStart, reveal(annasNonce))
		if s := a.see(id).Table; s.Status != api.StatusPlaying {
			t.Fatalf("it is %s", s.Status)
		}
		if d := proven(t, a, id); !slices.Equal(d.Nonces, []string{annasNonce, "-"}) || !slices.Equal(d.Commitments, []string{record.CommitTo([]byte(annasNonce)), "-"}) {
			t.Errorf("the record has %+v", d)
		}
	})
}

// A rematch starts by itself: it waits for commitments, then for the nonces, and for neither longer than it must.
func TestNoncesOfARematch(t *testing.T) {
	for _, c := range []struct {
		name string
		// nonces are what Anna and Béla reveal at the rematch, where Béla has the first seat.
		nonces, want []string
		wait         time.Duration
	}{
		{"both", []string{annasNonce, belasNonce}, []string{belasNonce, annasNonce}, 0},
		{"one", []string{annasNonce, ""}, []string{"-", annasNonce}, 3 * time.Second},
		{"none", []string{"", ""}, []string{"-", "-"}, 3 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			timed(t, func(t *testing.T, j *memory, ps []*player) {
				id := open(t, ps, api.Settings{Game: "duel"})
				ps[0].do(id, api.CommandResign, api.CommandData{})
				for _, p := range ps {
					p.do(id, api.CommandRematch, api.CommandData{})
				}
				next := ps[0].see(id).Table.Next
				for i, p := range ps {
					if c.nonces[i] != "" {
						p.do(next, api.CommandNonce, commitTo(c.nonces[i]))
					}
				}
				if c.wait > 0 {
					if s := ps[0].see(next).Table; s.Status != api.StatusLobby || s.Deal.RevealBy != 0 {
						t.Errorf("it does not wait for commitments: %s", s.Status)
					}
					sleep(c.wait)
				}
				for i, p := range ps {
					if c.nonces[i] != "" {
						p.do(next, api.CommandNonce, reveal(c.nonces[i]))
					}
				}
				if s := ps[0].see(next).Table; s.Status != api.StatusPlaying {
					t.Fatalf("it is %s", s.Status)
				}
				if d := proven(t, ps[0], next); !slices.Equal(d.Nonces, c.want) {
					t.Errorf("the record has %v", d.Nonces)
				}
			})
		})
	}
}

// What is not a commitment is refused with what is allowed.
func TestBadCommitments(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := committed(t, ps)
	good := record.CommitTo([]byte("abcd"))
	for _, d := range []api.CommandData{{Commitment: "zz"}, {Commitment: good[:62]}, {Commitment: good + "00"}, {Commitment: "AB" + good[2:]}, {Commitment: good, Nonce: "abcd"}} {
		ps[1].refused(id, api.CommandNonce, d, game.Invalid, "bad_commitment")
	}
}
