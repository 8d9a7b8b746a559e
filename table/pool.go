package table

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// pool lets bots think on a bounded number of goroutines, so that many bot games leave room for people. One more
// goroutine takes short thoughts only: a beginner's bot never waits for masters to finish theirs. Which decision comes
// next is the queue's business.
type pool struct {
	newBot func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	log    Log
	// waited is told how long each decision waited for its turn.
	waited func(time.Duration)

	mu    sync.Mutex
	ready sync.Cond
	queue *queue
	// resting are the bots that thought last, the latest at the end: a bot that is asked again soon can go on
	// from what it thought before. There are few, because their memories are large.
	resting []restingBot
	rest    int
	closed  bool
	wg      sync.WaitGroup

	thinking atomic.Int64
	chosen   atomic.Uint64
	failed   atomic.Uint64
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
	// person is whose game it is: the owner of the table, or the person that the bot stands in for.
	person string
	game   game.Game
	board  game.Board // a copy of the table's
	seat   game.Seat
	bot    string
	// urgent reports whether a person waits at the table.
	urgent bool
	// done gets the choice, or why there is none, on the pool's goroutine.
	done func(choice)
	// stale is set when nobody waits for the choice any more.
	stale atomic.Bool

	// Of the queue.
	account *account
	arrival uint64
	asked   time.Time
	charged time.Duration
}

// choice is what came of asking a bot.
type choice struct {
	move game.Move
	// err is set if the bot failed. If it could not even be made, there is no move; if it failed in thinking, move is a
	// random one, because any legal move is better than a game that cannot go on.
	err    error
	noMove bool
}

func newPool(workers int, newBot func(game.Game, string, game.Seed) (bot.Player, error), waited func(time.Duration), log Log) *pool {
	if waited == nil {
		waited = func(time.Duration) {}
	}
	p := &pool{newBot: newBot, log: log, waited: waited, queue: newQueue(), rest: restingPerWorker * workers}
	p.ready.L = &p.mu
	for range workers {
		p.wg.Go(func() { p.work(false) })
	}
	if workers > 0 {
		p.wg.Go(func() { p.work(true) })
	}
	return p
}

func (p *pool) add(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.add(j)
	p.ready.Broadcast() // not every worker takes every job
}

// seen notes where a person is, so that people of one address share what it gets.
func (p *pool) seen(person, address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.seen(person, address)
}

// queued returns how many decisions wait for a free goroutine, and how long the first of them has waited.
func (p *pool) queued() (n int, oldest time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue.waiting), p.queue.oldest()
}

// close stops the workers after the decisions they are at.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.ready.Broadcast()
	p.mu.Unlock()
	p.wg.Wait()
}

func (p *pool) work(shortOnly bool) {
	// Long thoughts give way to the threads that serve people. Short ones do not: a person waits for each of them.
	if !shortOnly {
		giveWay()
	}
	for j := p.next(shortOnly); j != nil; j = p.next(shortOnly) {
		p.thinking.Add(1)
		start := time.Now()
		c := p.choose(j)
		took := time.Since(start)
		p.thinking.Add(-1)
		p.chosen.Add(1)
		p.mu.Lock()
		p.queue.done(j, took)
		p.mu.Unlock()
		j.done(c)
	}
}

func (p *pool) next(shortOnly bool) *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.closed {
			return nil
		}
		if j := p.queue.next(shortOnly); j != nil {
			p.waited(p.queue.now().Sub(j.asked))
			return j
		}
		p.ready.Wait()
	}
}

// choose asks the bot. One that fails is made anew and asked once more.
func (p *pool) choose(j *job) choice {
	key := botKey{j.table, j.seat, j.bot}
	player := p.wakeBot(key)
	var err error
	for range 2 {
		if player == nil {
			if player, err = p.newBot(j.game, j.bot, randomSeed()); err != nil {
				p.fault(j, err)
				return choice{err: err, noMove: true}
			}
		}
		var m game.Move
		if m, err = think(player, j); err == nil {
			p.restBot(key, player)
			return choice{move: m}
		}
		p.fault(j, err)
		bot.Release(player)
		player = nil
	}
	return choice{move: j.board.RandomMove(j.seat, game.NewRand(randomSeed())), err: err}
}

func (p *pool) fault(j *job, err error) {
	p.failed.Add(1)
	p.log.Error("bot failed", "table", j.table, "game", j.game.Info().ID, "bot", j.bot, "error", err)
}

// think lets a bot choose and survives a fault in it.
func think(player bot.Player, j *job) (m game.Move, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("fault: %v\n%s", fault, debug.Stack())
		}
	}()
	// A bot that fails half-way must not have changed the board for the next.
	return player.Choose(j.game.Clone(j.board), j.seat), nil
}

// wakeBot returns the bot that thought at that seat before, if it is remembered. It is the caller's until it rests again.
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
		bot.Release(p.resting[0].player)
		p.resting = slices.Delete(p.resting, 0, 1)
	}
	p.resting = append(p.resting, restingBot{key, player})
}

func randomSeed() game.Seed {
	var seed game.Seed
	systemRandom(seed[:])
	return seed
}
