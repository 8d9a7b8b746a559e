package table

import (
	"context"
	"fmt"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
)

// line is an entry with what was told of it: all that is needed to show it to any viewer.
type line struct {
	e        *entry
	events   game.Events
	audience game.Seats
	// numbers are what the viewers know it by.
	numbers [viewers]int64
}

func (s *state) line(e *entry, told *game.Events) line {
	return line{e: e, events: game.Events{List: append([]game.Event(nil), told.List...)}, audience: s.audience, numbers: s.told}
}

// seenBy returns the events that a viewer may see: mostly all, and then the line's own list.
func (l *line) seenBy(viewer game.Seat) []game.Event {
	hidden := func(ev game.Event) bool { return !ev.For.Has(viewer) }
	if slices.ContainsFunc(l.events.List, hidden) {
		return l.events.SeenBy(viewer)
	}
	return l.events.List
}

const (
	// linesInMemory is how many lines a table keeps ready; linesInPage is how many a snapshot and a page of the log have.
	linesInMemory = 160
	linesInPage   = 80
)

// journal is what is kept of a table, read and not yet applied.
type journal struct {
	*Loaded
	h  *Hub
	id string
	// base is the state with which it begins, and entries follow it.
	base    *state
	entries [][]byte
}

// fold makes a state of what is kept of a table. With show it is given every line that can still be told, which takes
// the whole journal; without, it starts from the latest snapshot.
func (h *Hub) fold(ctx context.Context, id string, show func(s *state, l line)) (*state, error) {
	j, err := h.open(ctx, id, show != nil)
	if err != nil {
		return nil, err
	}
	return j.fold(show)
}

// open reads what is kept of a table: the whole journal, or from the latest snapshot on.
func (h *Hub) open(ctx context.Context, id string, whole bool) (*journal, error) {
	l, err := h.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, unavailable(err)
	}
	if l == nil {
		return nil, game.Refuse(game.NotFound, "no_table", "there is no table %q", id)
	}
	if l.Snapshot == nil && isFirst(l.Entries) {
		if err := h.upgrade(ctx, id, l); err != nil {
			return nil, unavailable(err)
		}
		return h.open(ctx, id, whole)
	}
	j := &journal{Loaded: l, h: h, id: id, base: newState(h.cfg.Games, id), entries: l.Entries}
	if l.Snapshot == nil {
		return j, nil
	}
	if whole {
		all, err := h.since(ctx, id, 0)
		if err != nil {
			return nil, unavailable(err)
		}
		if len(all.Entries) > 0 {
			if first, err := decodeEntry(all.Entries[0]); err != nil {
				return nil, unavailable(fmt.Errorf("table %s: %w", id, err))
			} else if first.Seq == 1 {
				l.Snapshot, j.entries = nil, all.Entries
				if all.Tip != "" {
					l.Tip = all.Tip
				}
				return j, nil
			}
		}
	}
	if j.base, err = restore(h.cfg.Games, id, l.Snapshot); err != nil {
		return nil, j.broken(0, err)
	}
	return j, nil
}

// fold applies the entries.
func (j *journal) fold(show func(s *state, l line)) (*state, error) {
	s := j.base
	if show != nil && j.Snapshot != nil {
		if err := s.retell(show); err != nil {
			return nil, j.broken(0, err)
		}
	}
	var told game.Events
	for _, data := range j.entries {
		told.Reset()
		e, err := s.take(data, &told)
		if err != nil {
			return nil, j.broken(s.seq+1, err)
		}
		if show != nil {
			show(s, s.line(e, &told))
		}
	}
	s.tip = j.Tip
	return s, nil
}

// retell shows the moves of a game whose journal is gone, numbered from 1. Secret steps of others were told when the turn
// was over, so every viewer is told of every move.
func (s *state) retell(show func(*state, line)) error {
	told, number := s.told, int64(0)
	s.was = nil
	tell := func(d *decision, events *game.Events) {
		number++
		for v := range s.told {
			s.told[v] = min(number, told[v])
		}
		s.audience = game.Everyone
		show(s, s.line(&entry{Seq: d.seq, At: d.at, Kind: kindMove, Seat: int(d.seat), Move: d.text, ByBot: d.byBot}, events))
	}
	var err error
	if s.board == nil {
		for i := range s.decisions {
			tell(&s.decisions[i], &game.Events{})
		}
	} else {
		err = s.replay(tell)
	}
	s.told = told
	return err
}

// keepLine adds a line to those in memory.
func (t *table) keepLine(l line) {
	if len(t.lines) == 2*linesInMemory {
		t.lines = append(t.lines[:0], t.lines[linesInMemory:]...)
		t.older = true
	}
	t.lines = append(t.lines, l)
}

// readLines reads the log if the table woke up without it. If another process wrote meanwhile, it gives up the memory of
// the table.
func (t *table) readLines(ctx context.Context) error {
	if t.haveLines {
		return nil
	}
	t.lines, t.older = nil, false
	s, err := t.h.fold(ctx, t.id, func(_ *state, l line) { t.keepLine(l) })
	if err != nil {
		return err
	}
	if t.haveLines = s.point().same(t.s.point()); !t.haveLines {
		t.s = nil
	}
	return nil
}

// page returns the last lines that a viewer knows by numbers below before, or of all lines if that is 0. It also reports
// whether there are older ones.
func (s *state) page(lines []line, older bool, viewer game.Seat, before int64) ([]api.LogEntry, bool) {
	stands := make(map[int64]bool, len(s.decisions))
	for _, d := range s.decisions {
		stands[d.seq] = true
	}
	first := len(lines)
	n := 0
	for ; first > 0 && n <= linesInPage; first-- {
		l := &lines[first-1]
		if l.audience.Has(viewer) && (before == 0 || l.numbers[viewer] < before) {
			n++
		}
	}
	list := make([]api.LogEntry, 0, n)
	for i := first; i < len(lines); i++ {
		l := &lines[i]
		if !l.audience.Has(viewer) || before != 0 && l.numbers[viewer] >= before {
			continue
		}
		entry := s.logEntry(l, viewer)
		entry.Undone = l.e.Kind == kindMove && !stands[l.e.Seq]
		list = append(list, entry)
	}
	if len(list) > linesInPage {
		return list[1:], true
	}
	return list, older
}

// Log returns the page of a table's log that ends before the given number.
func (h *Hub) Log(ctx context.Context, id string, p Person, before int64) (*api.LogPage, error) {
	if before < 1 {
		return nil, game.Refuse(game.Invalid, "bad_before", "before is the seq of the oldest line you have, not %d", before)
	}
	page := &api.LogPage{}
	// What is in memory is answered from there.
	done, err := ask(ctx, h, id, func(t *table) (bool, error) {
		if err := t.refresh(); err != nil {
			return false, err
		}
		if err := t.look(p); err != nil {
			return false, err
		}
		page.Log, page.More = t.s.page(t.lines, t.older, t.s.viewerOf(p.ID), before)
		return len(page.Log) == linesInPage || !t.older, nil
	})
	if err != nil || done {
		return page, err
	}
	var lines []line
	s, err := h.fold(ctx, id, func(_ *state, l line) { lines = append(lines, l) })
	if err != nil {
		return nil, err
	}
	people := s.people()
	for i := range lines {
		people = append(people, lines[i].e.Person, lines[i].e.By)
	}
	if s.names, err = h.names(ctx, people); err != nil {
		return nil, err
	}
	page.Log, page.More = s.page(lines, false, s.viewerOf(p.ID), before)
	return page, nil
}
