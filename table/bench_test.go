package table_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"mirabilia/api"
	"mirabilia/table"
)

// BenchmarkMove is a move of Duel without its store and without sockets: it is decided on, applied, and told to both people as a difference.
// Many tables take turns, as they do at a server, so that none has the processor's caches to itself.
func BenchmarkMove(b *testing.B) {
	h := table.New(config(forgetful{newMemory()}))
	defer h.Close()
	var tables [400]*benchTable
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		i := n % len(tables)
		if t := tables[i]; t == nil || t.next == nil {
			b.StopTimer()
			tables[i] = openBench(b, h, n)
			b.StartTimer()
		}
		tables[i].move(b, h, n)
		n++
	}
}

// forgetful encodes what it is to keep, as every store must, and keeps only how tables begin.
type forgetful struct{ *memory }

func (f forgetful) Append(ctx context.Context, id string, batch *table.Batch) error {
	batch.Summary.Encode()
	if batch.Last == 0 {
		return f.memory.Append(ctx, id, batch)
	}
	return nil
}

// benchTable is a table at which two people play.
type benchTable struct {
	id     string
	people [2]table.Person
	// mover is the seat that must decide, and next its first move; nil once the game is over.
	mover int
	next  []byte
}

func openBench(b *testing.B, h *table.Hub, n int) *benchTable {
	t := &benchTable{}
	for seat := range t.people {
		t.people[seat] = table.Person{ID: fmt.Sprintf("p-%d-%d", n, seat)}
	}
	ctx := b.Context()
	snap, err := h.Create(ctx, t.people[0], &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		b.Fatal(err)
	}
	t.id = snap.Table.ID
	_, err = h.Command(ctx, t.id, t.people[1], &api.Command{ID: "join", Type: api.CommandJoin, Data: api.CommandData{Nonce: "0b0b"}})
	if err == nil {
		_, err = h.Command(ctx, t.id, t.people[0], &api.Command{ID: "start", Type: api.CommandStart, Data: api.CommandData{Nonce: "0a0a"}})
	}
	if err != nil {
		b.Fatal(err)
	}
	for seat, p := range t.people {
		r := &benchReader{t, seat}
		sub, err := h.Subscribe(ctx, t.id, p, -1, true, r)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range sub.First {
			r.Take(m)
		}
	}
	return t
}

// benchReader takes what one of the people is told.
type benchReader struct {
	*benchTable
	seat int
}

// Take finds the first move of whoever must decide.
func (r *benchReader) Take(message []byte) bool {
	if _, moves, ok := bytes.Cut(message, []byte(`"moves":["`)); ok {
		r.mover, r.next = r.seat, bytes.Clone(moves[:bytes.IndexByte(moves, '"')])
	}
	return true
}

func (r *benchReader) Wake(bool) {}

func (t *benchTable) move(b *testing.B, h *table.Hub, n int) {
	told := make(chan struct{})
	command := &api.Command{ID: fmt.Sprint(n), Type: api.CommandMove, Data: api.CommandData{Move: string(t.next)}}
	t.next = nil
	if err := h.Post(b.Context(), t.id, t.people[t.mover], command, func(_ *api.Ack, err error) {
		if err != nil {
			b.Error(err)
		}
	}, func() { close(told) }); err != nil {
		b.Fatal(err)
	}
	<-told
}
