package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/server/client"
)

// A test seed gives the same table, the same deal and the same bots every time; another seed gives others.
func TestSeedForTest(t *testing.T) {
	t.Parallel()
	play := func(seed string) (id string, deal api.Deal, moves []string) {
		base, stop := serving(t, serveCommand{Addr: "127.0.0.1:0", Data: t.TempDir(), Log: "error", LogFormat: "json", TestSeed: seed})
		defer stop()
		c, err := client.Enter(t.Context(), base, nil, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "architects", Seats: 3}, Seat: game.NoSeat, Bots: []string{"level2", "level2", "level1"}})
		if err != nil {
			t.Fatal(err)
		}
		id = snap.Table.ID
		socket, err := c.Dial(t.Context(), id, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer socket.Close()
		if _, err := c.Command(t.Context(), id, api.Command{ID: "1", Type: api.CommandStart}); err != nil {
			t.Fatal(err)
		}
		for snap.Table.Status != api.StatusFinished {
			if _, err := socket.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
			if snap, err = c.Look(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		var replay api.Replay
		if err := c.Do(t.Context(), "GET", "/api/tables/"+id+"/replay?eye=open", nil, &replay); err != nil {
			t.Fatal(err)
		}
		for _, f := range replay.Frames {
			moves = append(moves, f.Move)
		}
		return id, snap.Table.Deal, moves
	}
	id, deal, moves := play("seven")
	if again, same, played := play("seven"); again != id || !reflect.DeepEqual(same, deal) || !slices.Equal(played, moves) {
		t.Errorf("seed seven gave %s and %s:\n%s\n%s", id, again, strings.Join(moves, " "), strings.Join(played, " "))
	}
	if other, another, played := play("eight"); other == id || another.Seed == deal.Seed || slices.Equal(played, moves) {
		t.Error("seed eight gave what seed seven had given")
	}
	if len(moves) < 20 {
		t.Errorf("only %d moves were compared", len(moves))
	}
}
