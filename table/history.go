package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// maxMissed is how many entries are told one by one to someone who resumes; beyond that a snapshot tells all.
const maxMissed = 100

// Snapshot returns all that a person may know of a table now.
func (h *Hub) Snapshot(ctx context.Context, id string, p Person) (*api.Snapshot, error) {
	return ask(ctx, h, id, func(t *table) (*api.Snapshot, error) {
		if err := t.refresh(); err != nil {
			return nil, err
		}
		if err := t.look(p); err != nil {
			return nil, err
		}
		return t.snapshot(p), nil
	})
}

func (t *table) snapshot(p Person) *api.Snapshot {
	s, viewer, now := t.s, t.s.viewerOf(p.ID), t.presentFor(p.ID, t.present())
	snap := &api.Snapshot{Seq: s.told[viewer], Table: *s.facts(), Seat: game.Seat(s.seatOf(p.ID)), Online: now.Online, Spectators: now.Spectators,
		FailingBots: now.FailingBots, Gone: now.Gone, Watchers: now.Watchers, Chat: t.chatFor(p)}
	snap.Log, snap.LogMore = s.page(t.lines, t.older, viewer, 0)
	snap.Game = s.wholeFrame(viewer, t.now())
	return snap
}

// finishedTable reads a table whose game is over.
func (h *Hub) finishedTable(ctx context.Context, id string) (*state, error) {
	s, err := h.fold(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	if !s.over() || s.started == 0 {
		return nil, game.Refuse(game.Conflict, "not_finished", "the game is not over")
	}
	if err := h.unsealed(ctx, s); err != nil {
		return nil, err
	}
	s.names, err = h.names(ctx, s.people())
	return s, err
}

// proof returns all of the deal, for finished games.
func (s *state) proof() api.Deal {
	return api.Deal{Commit: record.CommitTo(s.secret), Secret: s.secretHex(), Nonces: s.nonces(), Commitments: s.commitments(), Seed: s.seed.String()}
}

// forgotten is the name in a record of a person who is known no longer.
const forgotten = "?"

// Record returns the record of a finished game, with the proof of its deal. It is there for good, also when the rules have
// changed since.
func (h *Hub) Record(ctx context.Context, id string) (*record.Record, error) {
	s, err := h.finishedTable(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.position != nil {
		return nil, game.Refuse(game.Conflict, "trial", "this game began in the middle of another and has no record")
	}
	names := make([]string, len(s.places))
	for i, seat := range s.seats() {
		if names[i] = seat.Name; seat.Name == "" {
			names[i] = forgotten
		}
	}
	rec := record.New(s.game, names, s.settings.Options, s.seed)
	proof := s.proof()
	rec.Rules = s.rules
	rec.Date = time.UnixMilli(s.started).UTC().Format(time.DateOnly)
	rec.Deal = &record.Deal{Commit: proof.Commit, Table: s.id, Round: s.dealtAlike(), Secret: proof.Secret, Nonces: proof.Nonces, Commitments: proof.Commitments}
	for _, d := range s.decisions {
		rec.Add(d.seat, d.text)
	}
	r := s.result
	switch n := len(rec.Steps); {
	case r == nil: // closed
	case r.WonBy != api.WonByResignation && r.WonBy != api.WonByTime && r.WonBy != api.WonByAbsence || slices.Contains(s.game.Info().WonBy, r.WonBy):
		rec.Result, rec.Scores = letters(r.Winners)+" "+r.WonBy, nil
		for _, score := range r.Scores {
			rec.Scores = append(rec.Scores, int16(score))
		}
	case n > 0:
		// A game that was given up has no result by the rules; how it ended is said after its last move.
		rec.Steps[n-1].Comment = fmt.Sprintf("won by %s: %s", r.WonBy, letters(r.Winners))
	}
	return rec, nil
}

func letters(seats []int) string {
	text := ""
	for _, seat := range seats {
		text += game.Seat(seat).Letter()
	}
	return text
}

// Replay returns a finished game decision by decision, as a viewer saw it. Of a game that was played by other rules than
// the program knows, it shows the moves and the result.
func (h *Hub) Replay(ctx context.Context, id string, viewer game.Seat) (*api.Replay, error) {
	s, err := h.finishedTable(ctx, id)
	if err != nil {
		return nil, err
	}
	if viewer != game.Open && viewer != game.Spectator && int(viewer) >= len(s.places) {
		return nil, noSuchSeat(int(viewer), len(s.places))
	}
	r := &api.Replay{Table: *s.facts(), RulesChanged: s.board == nil, Result: api.Result{Winners: []int{}}}
	if s.result != nil {
		r.Result = *s.result
	}
	add := func(d *decision, told *game.Events) {
		f := api.ReplayFrame{Seat: game.NoSeat, At: s.started, View: json.RawMessage("null"), Owing: []int{}}
		if d != nil {
			f = api.ReplayFrame{Seat: d.seat, Move: d.text, At: d.at, Bot: d.byBot, View: f.View, Owing: f.Owing}
		}
		if s.board != nil {
			f.View, f.Owing = viewJSON(s.board, viewer), seatList(s.board.Owing())
			if d != nil {
				f.Events = told.SeenBy(viewer)
			}
		}
		r.Frames = append(r.Frames, f)
	}
	if err := s.deal(); err != nil {
		return nil, unavailable(err)
	}
	add(nil, nil)
	if s.board == nil {
		for i := range s.decisions {
			add(&s.decisions[i], nil)
		}
		return r, nil
	}
	return r, unavailable(s.replay(add))
}
