package server_test

import (
	"encoding/json"
	"testing"

	"mirabilia/api"
	"mirabilia/server/client"
)

// BenchmarkMove is one move at a table of two, from the command on one socket to the update on the other, clients included.
func BenchmarkMove(b *testing.B) {
	s := start(b)
	people := []*guest{s.guest("Anna"), s.guest("Béla")}
	var socks []*client.Socket
	var frame *api.Frame
	deal := func() {
		for _, sock := range socks {
			sock.Close()
		}
		id := table(b, "duel", people...)
		socks = nil
		for _, p := range people {
			sock, err := p.Dial(b.Context(), id, -1)
			if err != nil {
				b.Fatal(err)
			}
			e, err := sock.Next(b.Context())
			if err == nil && e.Type == api.MessageHello {
				e, err = sock.Next(b.Context())
			}
			if err != nil {
				b.Fatal(err)
			}
			var snap api.Snapshot
			if err := json.Unmarshal(e.Data, &snap); err != nil {
				b.Fatal(err)
			}
			if len(snap.Game.Moves) > 0 {
				frame = snap.Game
			}
			socks = append(socks, sock)
		}
	}
	deal()
	for b.Loop() {
		seat := frame.Owing[0]
		if err := socks[seat].Send(b.Context(), people[seat].command(api.CommandMove, api.CommandData{Move: frame.Moves[0]})); err != nil {
			b.Fatal(err)
		}
		over := false
		for _, sock := range socks {
			for {
				e, err := sock.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if e.Type != api.MessageUpdate {
					continue
				}
				var u api.Update
				if err := json.Unmarshal(e.Data, &u); err != nil {
					b.Fatal(err)
				}
				if len(u.Game.Moves) > 0 {
					frame = u.Game
				}
				over = u.Game.Result != nil
				break
			}
		}
		if over {
			b.StopTimer()
			deal()
			b.StartTimer()
		}
	}
}
