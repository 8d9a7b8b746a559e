package table_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/table"
)

// slowDisk takes a moment for each append, so that others wait behind it. Some of the appends seem to fail, though they became durable.
type slowDisk struct {
	*memory
	appends, lies atomic.Int32
	slow          atomic.Bool
	lieEvery      int32
}

func (d *slowDisk) Append(ctx context.Context, id string, b *table.Batch) error {
	err := d.memory.Append(ctx, id, b)
	if !d.slow.Load() {
		return err
	}
	time.Sleep(time.Millisecond)
	if n := d.appends.Add(1); err == nil && d.lieEvery > 0 && n%d.lieEvery == 0 {
		d.lies.Add(1)
		return errDisk
	}
	return err
}

// TestToldTogether checks that seats that choose in the same moment are told of together: everyone hears of each choice once and in order, most of
// them without a frame, and has the true view when all is told; also where the memory of the table is given up in between.
func TestToldTogether(t *testing.T) {
	t.Parallel()
	const seed = 5
	for _, c := range []struct {
		game     string
		seats    int
		lieEvery int32
	}{{"wonders", 3, 0}, {"wonders", 7, 0}, {"wonders", 4, 5}, {"dice", 3, 0}, {"dice", 4, 5}} {
		t.Run(fmt.Sprint(c.game, c.seats, " lies ", c.lieEvery), func(t *testing.T) {
			t.Parallel()
			disk := &slowDisk{memory: newMemory(), lieEvery: c.lieEvery}
			h, people, ps, id := dealt(t, disk, seed, c.seats, api.Settings{Game: c.game})
			viewers := []table.Person{people[0], people[c.seats-1], csaba}
			screens := newScreens(t, h, id, viewers)
			disk.slow.Store(true)
			r := rand.New(rand.NewPCG(seed, seed))
			rounds := 0
			for owing := screens[0].game.Owing; len(owing) > 0; owing = ps[0].see(id).Game.Owing {
				rounds++
				choices := make([]api.CommandData, len(owing))
				for i, seat := range owing {
					moves := ps[seat].see(id).Game.Moves
					choices[i].Move = moves[r.IntN(len(moves))]
				}
				var all sync.WaitGroup
				for i, seat := range owing {
					all.Go(func() {
						if _, err := ps[seat].try(id, api.CommandMove, choices[i]); err != nil && c.lieEvery == 0 {
							t.Errorf("seat %d: %v", seat, err)
						}
					})
				}
				all.Wait()
				for i, s := range screens {
					snap, err := h.Snapshot(t.Context(), id, viewers[i])
					if err != nil {
						t.Fatal(err)
					}
					s.catchUp(snap.Seq)
					if !same(s.view, decoded(t, snap.Game.View)) {
						t.Fatalf("round %d, screen %d shows\n%v\nwant\n%s", rounds, i, s.view, snap.Game.View)
					}
					if got, want := fmt.Sprint(s.game.Decision, s.game.Owing, s.game.Moves), fmt.Sprint(snap.Game.Decision, snap.Game.Owing, snap.Game.Moves); got != want {
						t.Fatalf("round %d, screen %d has the frame %s, want %s", rounds, i, got, want)
					}
				}
			}
			t.Logf("seed %d: %d rounds, %d appends, %d lies", seed, rounds, disk.appends.Load(), disk.lies.Load())
			for i, s := range screens {
				if t.Logf("screen %d: %d of %d updates without a frame", i, s.frameless, s.updates); s.frameless < s.updates/10 {
					t.Errorf("screen %d: only %d of %d updates came without a frame", i, s.frameless, s.updates)
				}
			}
			if c.lieEvery > 0 && disk.lies.Load() == 0 {
				t.Error("no append seemed to fail")
			}
		})
	}
}
