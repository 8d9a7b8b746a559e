package table

import (
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// gate lets bots think until they are let through, and notes in which order they began.
type gate struct {
	mu      sync.Mutex
	now     int
	most    int
	began   []string
	through chan struct{}
}

type gatedBot struct {
	*gate
	name string
}

func (g gatedBot) Choose(b game.Board, seat game.Seat) game.Move {
	g.mu.Lock()
	g.began = append(g.began, g.name)
	g.now++
	g.most = max(g.most, g.now)
	g.mu.Unlock()
	<-g.through
	g.mu.Lock()
	g.now--
	g.mu.Unlock()
	return b.Moves(seat, nil)[0]
}

// A hundred bot games leave the pool's bounds alone, and people are served before them. The goroutines are let run until
// all of them wait, so nothing here depends on how fast they are.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers = 2
		g := &gate{through: make(chan struct{})}
		p := newPool(workers, func(_ game.Game, name string, _ game.Seed) (bot.Player, error) { return gatedBot{g, name}, nil }, nil, slog.New(slog.NewTextHandler(io.Discard, nil)))
		b, err := duel.Game.New(2, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Deal(game.NewRand(game.NumberSeed(1)))
		var mu sync.Mutex
		done := map[string]int{}
		newJob := func(bot string, urgent bool) *job {
			return &job{game: duel.Game, board: duel.Game.Clone(b), seat: b.Owing().First(), bot: bot, urgent: urgent, done: func(choice) {
				mu.Lock()
				defer mu.Unlock()
				done[bot]++
			}}
		}
		for range 100 {
			p.add(newJob("alone", false))
		}
		synctest.Wait()
		if g.now != workers {
			t.Errorf("%d bots think, of %d that can", g.now, workers)
		}
		p.add(newJob("person's", true))
		stale := newJob("stale", false)
		stale.stale.Store(true)
		p.add(stale)
		synctest.Wait()
		g.through <- struct{}{}
		synctest.Wait()
		if next := g.began[workers:]; !slices.Equal(next, []string{"person's"}) {
			t.Errorf("the person was to be next, not %q", next)
		}
		// Now it is known that thoughts are short, so one more may be thought.
		p.add(newJob("alone", false))
		synctest.Wait()
		if g.now != workers+1 {
			t.Errorf("%d bots think beside a short thought, of %d that can", g.now, workers+1)
		}
		close(g.through)
		synctest.Wait()
		if n, _ := p.queued(); n > 0 || done["alone"] != 101 || done["person's"] != 1 || done["stale"] != 0 {
			t.Errorf("%d wait still; served were %v", n, done)
		}
		p.close()
		if g.most > workers+1 {
			t.Errorf("%d bots thought at once", g.most)
		}
	})
}
