package table

import (
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"

	"mirabilia/bot"
	"mirabilia/game"
)

// pool lets bots think on a bounded number of goroutines, so that many bot games leave room for people.
// Tables at which a person waits go first; within each kind it is first come, first served.
type pool struct {
	newBot func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	log    *slog.Logger

	mu     sync.Mutex
	ready  sync.Cond
	urgent []*job
	other  []*job
	closed bool
	wg     sync.WaitGroup

	thinking atomic.Int64
	chosen   atomic.Uint64
}

// job is one decision of a bot.
type job struct {
	game  game.Game
	board game.Board // a copy of the table's
	seat  game.Seat
	bot   string
	// done gets the choice, on the pool's goroutine.
	done func(game.Move)
	// stale is set when nobody waits for the choice any more.
	stale atomic.Bool
}

func newPool(workers int, newBot func(game.Game, string, game.Seed) (bot.Player, error), log *slog.Logger) *pool {
	p := &pool{newBot: newBot, log: log}
	p.ready.L = &p.mu
	for range workers {
		p.wg.Go(p.work)
	}
	return p
}

func (p *pool) add(j *job, urgent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if urgent {
		p.urgent = append(p.urgent, j)
	} else {
		p.other = append(p.other, j)
	}
	p.ready.Signal()
}

// queued is how many decisions wait for a free goroutine.
func (p *pool) queued() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.urgent) + len(p.other)
}

// close stops the workers after the decisions they are at.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.ready.Broadcast()
	p.mu.Unlock()
	p.wg.Wait()
}

func (p *pool) work() {
	for j := p.next(); j != nil; j = p.next() {
		if j.stale.Load() {
			continue
		}
		p.thinking.Add(1)
		m := p.choose(j)
		p.thinking.Add(-1)
		p.chosen.Add(1)
		j.done(m)
	}
}

func (p *pool) next() *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.closed:
			return nil
		case len(p.urgent) > 0:
			return pop(&p.urgent)
		case len(p.other) > 0:
			return pop(&p.other)
		}
		p.ready.Wait()
	}
}

func pop(list *[]*job) *job {
	j := (*list)[0]
	(*list)[0] = nil
	*list = (*list)[1:]
	return j
}

// choose asks the bot. A bot that fails must not stop a game: any legal move is better than none.
func (p *pool) choose(j *job) (m game.Move) {
	defer func() {
		if fault := recover(); fault != nil {
			p.log.Error("bot failed", "game", j.game.Info().ID, "bot", j.bot, "fault", fault)
			m = j.board.Draw(j.seat, game.NewRand(randomSeed()))
		}
	}()
	player, err := p.newBot(j.game, j.bot, randomSeed())
	if err != nil {
		panic(err)
	}
	return player.Choose(j.board, j.seat)
}

func randomSeed() game.Seed {
	var seed game.Seed
	rand.Read(seed[:])
	return seed
}
