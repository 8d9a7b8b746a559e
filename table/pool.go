package table

import (
	"crypto/rand"
	"log/slog"
	"slices"
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
	// resting are the bots that thought last, the latest at the end: a bot that is asked again soon can go on
	// from what it thought before. There are few, because their memories are large.
	resting []restingBot
	rest    int
	closed  bool
	wg      sync.WaitGroup

	thinking atomic.Int64
	chosen   atomic.Uint64
}

// botKey says which bot plays where.
type botKey struct {
	table string
	seat  game.Seat
	bot   string
}

type restingBot struct {
	key    botKey
	player bot.Player
}

// restingPerWorker is how many bots are remembered for each that can think at once.
const restingPerWorker = 4

// job is one decision of a bot.
type job struct {
	table string
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
	p := &pool{newBot: newBot, log: log, rest: restingPerWorker * workers}
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
	key := botKey{j.table, j.seat, j.bot}
	player := p.wakeBot(key)
	if player == nil {
		var err error
		if player, err = p.newBot(j.game, j.bot, randomSeed()); err != nil {
			panic(err)
		}
	}
	m = player.Choose(j.board, j.seat)
	p.restBot(key, player)
	return m
}

// wakeBot is the bot that thought at that seat before, if it is remembered. It is the caller's until it rests again.
func (p *pool) wakeBot(key botKey) bot.Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.resting, func(r restingBot) bool { return r.key == key })
	if i < 0 {
		return nil
	}
	player := p.resting[i].player
	p.resting = slices.Delete(p.resting, i, i+1)
	return player
}

func (p *pool) restBot(key botKey, player bot.Player) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.resting) == p.rest {
		p.resting = slices.Delete(p.resting, 0, 1)
	}
	p.resting = append(p.resting, restingBot{key, player})
}

func randomSeed() game.Seed {
	var seed game.Seed
	rand.Read(seed[:])
	return seed
}
