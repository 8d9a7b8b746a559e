package table

import (
	"time"

	"mirabilia/api"
	"mirabilia/game"
)

// failures is what a table knows of bots that failed it.
type failures struct {
	// seats are those whose bot failed in its last decision. Everyone at the table sees it.
	seats game.Seats
	// again is when bots that could not be made are asked once more; waits is how often they failed in a row.
	again time.Time
	waits int
}

const (
	firstBotRetry = time.Second
	lastBotRetry  = time.Minute
)

// askBots asks the bots that must decide and have not been asked.
func (t *table) askBots() {
	if t.s.status != api.StatusPlaying {
		return
	}
	if time.Now().Before(t.failures.again) {
		return
	}
	t.failures.again = time.Time{}
	people := t.s.toAsk(game.NoSeat) != 0
	for set := t.s.board.Owing(); set != 0; set = set.Without(set.First()) {
		seat := set.First()
		p := &t.s.places[seat]
		if !p.byBot() || t.thinking[seat] != nil {
			continue
		}
		j := &job{table: t.id, person: t.payer(seat), game: t.s.game, board: t.s.game.Clone(t.s.board), seat: seat, bot: p.bot, urgent: people}
		j.done = func(c choice) {
			t.asking.Add(1)
			t.do(func() { t.asking.Add(-1); t.botChose(j, c) })
		}
		t.thinking[seat] = j
		t.h.pool.add(j)
	}
}

// payer returns the person on whose account a seat's bot thinks: the one it stands in for, or the owner of the table.
func (t *table) payer(seat game.Seat) string {
	if person := t.s.places[seat].person; person != "" {
		return person
	}
	return t.s.owner
}

// botChose plays a bot's move, if it is still wanted. If anything fails, work asks the bot again.
func (t *table) botChose(j *job, c choice) {
	if t.thinking[j.seat] != j {
		return
	}
	t.thinking[j.seat] = nil
	t.noteFailure(j.seat, c)
	if c.noMove || t.ready() != nil || t.s.status != api.StatusPlaying || !t.s.places[j.seat].byBot() || t.s.board.Check(j.seat, c.move) != nil {
		return
	}
	e := moveEntry(t.s.board, int(j.seat), c.move)
	e.ByBot = true
	if err := t.commit(e); err != nil && !conflict(err) {
		t.postpone(err)
	}
}

// noteFailure records and announces which bots fail. A bot that cannot be created is retried later, with growing delays.
func (t *table) noteFailure(seat game.Seat, c choice) {
	f := &t.failures
	before := f.seats
	if c.err != nil {
		f.seats |= 1 << seat
	} else {
		f.seats = f.seats.Without(seat)
	}
	if c.noMove {
		f.again = time.Now().Add(min(firstBotRetry<<min(f.waits, 10), lastBotRetry))
		f.waits++
	} else {
		f.waits = 0
	}
	if f.seats != before {
		t.presenceChanged()
	}
}

// dropThoughts cancels the bots' searches, because the game has moved on.
func (t *table) dropThoughts() {
	for i, j := range t.thinking {
		if j != nil {
			j.stale.Store(true)
			t.thinking[i] = nil
		}
	}
}
