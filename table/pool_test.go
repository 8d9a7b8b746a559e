package table

import (
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// gate is a bot that thinks until it is let through.
type gate struct {
	mu      sync.Mutex
	now     int
	most    int
	through chan struct{}
}

func (g *gate) Choose(b game.Board, seat game.Seat) game.Move {
	g.mu.Lock()
	g.now++
	g.most = max(g.most, g.now)
	g.mu.Unlock()
	<-g.through
	g.mu.Lock()
	g.now--
	g.mu.Unlock()
	return b.Moves(seat, nil)[0]
}

// A hundred bot games leave the pool's bounds alone, and people are served before them.
func TestPool(t *testing.T) {
	const workers = 2
	g := &gate{through: make(chan struct{})}
	p := newPool(workers, func(game.Game, string, game.Seed) (bot.Player, error) { return g, nil }, nil, slog.New(slog.NewTextHandler(io.Discard, nil)))
	b, err := duel.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Deal(game.NewRand(game.NumberSeed(1)))
	var done, doneBefore atomic.Int64
	add := func(urgent bool, f func()) *job {
		j := &job{game: duel.Game, board: duel.Game.Clone(b), seat: b.Owing().First(), urgent: urgent, done: func(choice) { f() }}
		p.add(j)
		return j
	}
	for range 100 {
		add(false, func() { done.Add(1) })
	}
	served := make(chan struct{})
	add(true, func() { doneBefore.Store(done.Load()); close(served) })
	add(false, func() { t.Error("nobody waited for this choice any more") }).stale.Store(true)
	go func() {
		for range 101 {
			g.through <- struct{}{}
		}
	}()
	wait := time.After(20 * time.Second)
	select {
	case <-served:
	case <-wait:
		t.Fatal("the person was not served")
	}
	if n := doneBefore.Load(); n > 2*(workers+1) { // one more for short thoughts
		t.Errorf("%d bot games were served before the person", n)
	}
	for n := 1; done.Load() < 100 || n > 0; n, _ = p.queued() { // the last is the stale one
		select {
		case <-time.After(time.Millisecond):
		case <-wait:
			t.Fatalf("%d of 100 bots were served", done.Load())
		}
	}
	p.close()
	if g.most > workers+1 {
		t.Errorf("%d bots thought at once", g.most)
	}
}
