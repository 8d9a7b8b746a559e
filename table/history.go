package table

import (
	"context"
	"fmt"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// Reading a journal again from its beginning: for those who come (back) to a table, and for finished games. It
// is done on the reader's goroutine, not on the table's.

// maxMissed is how many entries a resuming subscriber gets one by one; beyond that they get a snapshot.
const maxMissed = 100

// Snapshot returns all that a person may know of a table now.
func (h *Hub) Snapshot(ctx context.Context, id string, p Person) (*api.Snapshot, error) {
	now, err := ask(ctx, h, id, func(t *table) (*present, error) {
		if err := t.ready(); err != nil {
			return nil, err
		}
		if !t.s.maySee(p.ID) {
			return nil, private()
		}
		return t.present(), nil
	})
	if err != nil {
		return nil, err
	}
	journal, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.snapshot(journal, now, p)
}

// missed returns the first messages to a subscriber.
func (h *Hub) missed(ctx context.Context, now *present, p Person, since int64) ([][]byte, error) {
	if since == now.seq {
		return nil, nil
	}
	journal, err := h.read(ctx, now.id)
	if err != nil {
		return nil, err
	}
	if since < 0 || since > now.seq || now.seq-since > maxMissed {
		snap, err := h.snapshot(journal, now, p)
		if err != nil {
			return nil, err
		}
		return [][]byte{encode(now.seq, api.MessageSnapshot, snap)}, nil
	}
	var messages [][]byte
	at := time.Now().UnixMilli()
	_, err = fold(h.cfg.Games, now.id, journal[:now.seq], func(s *state, e *entry, told *game.Events) {
		if e.Seq > since {
			eye := s.eyeOf(p.ID)
			u := s.update(e, told, eye, at)
			if u.Game != nil {
				u.Game.View = viewJSON(s.board, eye)
			}
			messages = append(messages, encode(e.Seq, api.MessageUpdate, u))
		}
	})
	return messages, unavailable(err)
}

func (h *Hub) snapshot(journal [][]byte, now *present, p Person) (*api.Snapshot, error) {
	snap := &api.Snapshot{Seq: now.seq, Online: now.online, Spectators: now.spectators, FailingBots: now.failing}
	s, err := fold(h.cfg.Games, now.id, journal[:now.seq], func(s *state, e *entry, told *game.Events) {
		snap.Log = append(snap.Log, s.logEntry(e, told, s.eyeOf(p.ID)))
	})
	if err != nil {
		return nil, unavailable(err)
	}
	stands := map[int64]bool{}
	for _, d := range s.decisions {
		stands[d.seq] = true
	}
	for i := range snap.Log {
		l := &snap.Log[i]
		l.Undone = l.What == api.WhatMove && !stands[l.Seq]
	}
	snap.Table = *s.facts()
	snap.Seat = s.seatOf(p.ID)
	eye := s.eyeOf(p.ID)
	if snap.Game = s.frame(eye, time.Now().UnixMilli()); snap.Game != nil {
		snap.Game.View = viewJSON(s.board, eye)
	}
	return snap, nil
}

// read returns the journal of a table that is there.
func (h *Hub) read(ctx context.Context, id string) ([][]byte, error) {
	journal, err := h.cfg.Journal.Read(ctx, id, 0)
	if err != nil {
		return nil, unavailable(err)
	}
	if len(journal) == 0 {
		return nil, game.Refuse(game.NotFound, "no_table", "there is no table %q", id)
	}
	return journal, nil
}

// finishedTable reads a table whose game is over.
func (h *Hub) finishedTable(ctx context.Context, id string) (*state, error) {
	journal, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := fold(h.cfg.Games, id, journal, nil)
	if err != nil {
		return nil, unavailable(err)
	}
	if s.status != api.StatusFinished {
		return nil, game.Refuse(game.Conflict, "not_finished", "the game is not over")
	}
	return s, nil
}

// proof returns all of the deal, for finished games.
func (s *state) proof() api.Deal {
	return api.Deal{Commit: record.CommitTo(s.secret), Secret: s.secretHex(), Nonces: s.nonces(), Seed: s.seed.String()}
}

// Record returns the record of a finished game, with the proof of its deal.
func (h *Hub) Record(ctx context.Context, id string) (*record.Record, error) {
	s, err := h.finishedTable(ctx, id)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(s.places))
	for i, p := range s.places {
		names[i] = p.name
	}
	rec := record.New(s.game, names, s.settings.Options, s.seed)
	proof := s.proof()
	rec.Date = time.UnixMilli(s.started).UTC().Format(time.DateOnly)
	rec.Deal = &record.Deal{Commit: proof.Commit, Table: s.id, Secret: proof.Secret, Nonces: proof.Nonces}
	for _, d := range s.decisions {
		rec.Add(d.seat, s.board.Text(d.move))
	}
	rec.Finish(s.board)
	// A game that was given up has no result by the rules; how it ended stands behind its last decision.
	if n := len(rec.Steps); n > 0 && rec.Result == record.Unfinished {
		rec.Steps[n-1].Comment = fmt.Sprintf("won by %s: %s", s.result.WonBy, game.Seat(s.result.Winners[0]).Letter())
	}
	return rec, nil
}

// Replay returns a finished game decision by decision, as a viewer saw it.
func (h *Hub) Replay(ctx context.Context, id string, eye game.Seat) (*api.Replay, error) {
	s, err := h.finishedTable(ctx, id)
	if err != nil {
		return nil, err
	}
	if eye != game.Open && eye != game.Spectator && int(eye) >= len(s.places) {
		return nil, noSuchSeat(int(eye), len(s.places))
	}
	r := &api.Replay{Table: *s.facts(), Result: *s.result}
	decisions := s.decisions
	if err := s.deal(); err != nil {
		return nil, unavailable(err)
	}
	frame := api.ReplayFrame{Seat: api.NoSeat, At: s.started}
	var told game.Events
	for _, d := range decisions {
		frame.View, frame.Owing = viewJSON(s.board, eye), seatList(s.board.Owing())
		r.Frames = append(r.Frames, frame)
		frame = api.ReplayFrame{Seat: int(d.seat), Move: s.board.Text(d.move), At: d.at, Bot: d.byBot}
		told.Reset()
		if err := game.Play(s.board, d.seat, d.move, &told); err != nil {
			return nil, unavailable(err)
		}
		frame.Events = told.SeenBy(eye)
	}
	frame.View, frame.Owing = viewJSON(s.board, eye), seatList(s.board.Owing())
	r.Frames = append(r.Frames, frame)
	return r, nil
}
