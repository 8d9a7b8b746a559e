package table

import (
	"mirabilia/api"
	"mirabilia/game"
)

// askBots asks the bots that owe a decision and have not been asked.
func (t *table) askBots() {
	if t.s.status != api.StatusPlaying {
		return
	}
	people := t.s.toAsk(game.NoSeat) != 0
	for set := t.s.board.Owing(); set != 0; set = set.Without(set.First()) {
		seat := set.First()
		p := &t.s.places[seat]
		if !p.byBot() || t.thinking[seat] != nil {
			continue
		}
		j := &job{table: t.id, game: t.s.game, board: t.s.game.Clone(t.s.board), seat: seat, bot: p.bot}
		j.done = func(m game.Move) {
			select {
			case t.inbox <- func() { t.botChose(j, m) }:
			case <-t.done:
			}
		}
		t.thinking[seat] = j
		t.h.pool.add(j, people)
	}
}

// botChose plays what a bot chose, if it is still asked for. Whatever fails, the bot is asked again by work.
func (t *table) botChose(j *job, m game.Move) {
	if t.thinking[j.seat] != j {
		return
	}
	t.thinking[j.seat] = nil
	if t.ready() != nil || t.s.status != api.StatusPlaying || !t.s.places[j.seat].byBot() || t.s.board.Check(j.seat, m) != nil {
		return
	}
	e := moveEntry(t.s.board, int(j.seat), m)
	e.ByBot = true
	if err := t.commit(e); err != nil && !conflict(err) {
		t.postpone(err)
	}
}

// dropThoughts gives up what bots were asked for, because the game is no longer where they think it is.
func (t *table) dropThoughts() {
	for i, j := range t.thinking {
		if j != nil {
			j.stale.Store(true)
			t.thinking[i] = nil
		}
	}
}
