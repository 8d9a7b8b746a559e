package table

import (
	"encoding/json"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/jsondiff"
)

// Everything that leaves a table is built here, each piece for one viewer.

// facts returns what everyone at the table may know, apart from the game.
func (s *state) facts() *api.Table {
	t := &api.Table{
		ID: s.id, Settings: s.settings, Rules: s.rules, Status: s.status, Owner: s.owner, Places: s.seats(),
		Created: s.created, Started: s.started, Finished: s.finished,
		Deal: api.Deal{Commit: record.CommitTo(s.secret)}, Rematch: seatList(s.rematch), Next: s.next,
	}
	if s.status == api.StatusFinished {
		t.Deal = s.proof()
	}
	if u := s.undo; u != nil {
		t.Undo = &api.UndoRequest{Seat: int(u.seat), Decisions: len(s.decisions) - u.keep, Waiting: seatList(u.waiting)}
	}
	return t
}

func (s *state) seats() []api.Seat {
	list := make([]api.Seat, len(s.places))
	for i, p := range s.places {
		list[i] = api.Seat{Seat: i, Kind: p.kind, Person: p.person, Name: p.name, Bot: p.bot, Away: p.away, Nonce: p.nonce != ""}
	}
	return list
}

// frame returns the game as a viewer sees it, but for its view; nil before the deal.
func (s *state) frame(eye game.Seat, now int64) *api.Frame {
	if s.board == nil {
		return nil
	}
	f := &api.Frame{Decision: len(s.decisions), Moves: s.moves(eye), Owing: []int{}, Now: now, Clocks: s.seatClocks(now), Result: s.result}
	if s.status == api.StatusPlaying {
		f.Owing = seatList(s.board.Owing())
	}
	if int(eye) < len(s.places) {
		f.Undo, f.Withdraw = s.undoWord(eye), s.canWithdraw(eye)
	}
	return f
}

// moves returns the legal moves of a viewer's seat as text.
func (s *state) moves(eye game.Seat) []string {
	if s.status != api.StatusPlaying || int(eye) >= len(s.places) {
		return []string{}
	}
	list := s.board.Moves(eye, nil)
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = s.board.Text(m)
	}
	return texts
}

func viewJSON(b game.Board, eye game.Seat) json.RawMessage { return jsondiff.Append(nil, b.View(eye)) }

// logEntry returns what a viewer may know of an entry. The state is the one after it.
func (s *state) logEntry(e *entry, told *game.Events, eye game.Seat) api.LogEntry {
	l := api.LogEntry{Seq: e.Seq, At: e.At, What: e.Type, Seat: e.Seat, To: api.NoSeat}
	switch e.Type {
	case api.WhatMove:
		l.Bot = e.ByBot
		l.Events = told.SeenBy(eye)
		if game.Seat(e.Seat) == eye {
			l.Move = e.Move
		}
	case api.WhatMoved:
		l.To = e.To
	case api.WhatCreated, api.WhatJoined, api.WhatInvite, api.WhatInvited:
		l.Name = e.Name
	case api.WhatChat:
		l.Name, l.Text = e.Name, e.Text
	case api.WhatUndone, api.WhatUndoAsked:
		l.N = e.N
	case api.WhatResigned, api.WhatTimedOut, api.WhatAway:
		l.Text = e.Why
	case api.WhatNext:
		l.Text = e.Text
	}
	return l
}

// update returns the update for a viewer after an entry has been applied to the state, except its view.
func (s *state) update(e *entry, told *game.Events, eye game.Seat, now int64) *api.Update {
	u := &api.Update{Log: s.logEntry(e, told, eye), Seat: api.NoSeat}
	if eye != game.Spectator {
		u.Seat = int(eye)
	}
	if e.Type != api.WhatChat {
		u.Game = s.frame(eye, now)
	}
	if s.factsChanged {
		u.Table = s.facts()
	}
	return u
}

// summary returns the table as lists show it.
func (s *state) summary() *Summary {
	sum := &Summary{TableSummary: api.TableSummary{
		ID: s.id, Settings: s.settings, Status: s.status, Owner: s.owner, Places: s.seats(), Owing: []int{},
		Decision: len(s.decisions), Created: s.created, Updated: s.updated, Seat: api.NoSeat,
	}}
	var owing game.Seats
	if s.status == api.StatusPlaying {
		owing = s.board.Owing()
		sum.Owing = seatList(owing)
		_, sum.Deadline = s.nextDeadline()
		sum.Wake = sum.Deadline
		if s.waitsForItself() {
			sum.Wake = s.updated
		}
	}
	if s.result != nil {
		sum.Winners, sum.WonBy = s.result.Winners, s.result.WonBy
		if s.rematchAgreed() {
			sum.Wake = s.updated
		}
	}
	seen := map[string]bool{}
	for i, p := range s.places {
		if p.person != "" {
			seen[p.person] = true
			sum.People = append(sum.People, Involved{p.person, owing.Has(game.Seat(i)) && !p.byBot()})
		}
	}
	if !seen[s.owner] {
		sum.People = append(sum.People, Involved{Person: s.owner})
	}
	return sum
}

// waitsForItself reports whether the table has something to do without being asked: a bot must decide, or an undo
// is agreed.
func (s *state) waitsForItself() bool {
	for i := range s.places {
		if s.places[i].byBot() && s.board.Owing().Has(game.Seat(i)) {
			return true
		}
	}
	return s.undo != nil && s.undo.waiting == 0
}
