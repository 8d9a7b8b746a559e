package table

import (
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
)

// base is what the subscribers of one viewer who want differences were told last: not the view, but the board that it is a view of. A board
// is a flat value and much smaller than its views, and mostly the table has it anyway.
type base struct {
	// n is the number of the view that was told; another has another. A subscriber who was told another needs a whole view.
	n uint64
	// board is the one that the view was of; nil if that is the table's board after the last entry that was told, or if nobody knows.
	board   game.Board
	current bool
}

// bases are those of all viewers.
type bases [viewers]base

// current notes that a viewer was told a view of the table's board as it is now, and returns the number of that view.
func (b *bases) current(viewer game.Seat) uint64 {
	if !b[viewer].current {
		b[viewer] = base{n: b[viewer].n + 1, current: true}
	}
	return b[viewer].n
}

// played notes that the table's board is no longer what it was before the last entry, which is given; nil if that is not known.
func (b *bases) played(was, now game.Board) {
	for v := range b {
		if b[v].current && was != now {
			b[v] = base{n: b[v].n, board: was}
		}
	}
}

// tell sends what happened to every subscriber who may know of it, each with what that viewer may see. The lines that were held back come
// before it. The person who asked for it is told first: the answer waits to go with it.
func (t *table) tell(s *state, l *line) {
	held := t.held
	t.held, t.seen = nil, l.e.Seq
	if s.board != nil {
		t.bases.played(s.was, s.board)
	}
	if l.e.Kind == kindAdmitted || l.e.Kind == kindExpelled {
		t.presenceChanged() // the owner is told who watches
	}
	before := t.bases
	if s.board != nil {
		for v := range t.bases {
			if l.audience.Has(game.Seat(v)) || len(held) > 0 {
				t.bases[v] = base{n: before[v].n} // known again below where someone wants differences
			}
		}
	}
	if len(t.subs) == 0 {
		return
	}
	n := freeNews.Get().(*news)
	n.t, n.s, n.now, n.before = t, s, t.h.time.now()+s.ahead, before
	n.lines = append(append(n.lines, held...), *l)
	for i := range n.lines {
		n.l = &n.lines[i]
		switch i {
		case len(held):
			n.framed = game.Everyone
		case len(held) - 1:
			n.framed = game.Everyone &^ l.audience // they are not told of the last one
		}
		for _, author := range []bool{true, false} {
			for sub := range t.subs {
				if (sub.person == n.l.e.By) == author {
					n.tell(sub)
				}
			}
		}
		n.forget()
	}
	n.done()
	if s.factsChanged && s.status == api.StatusLobby && t.s != nil {
		t.tellPresence() // whoever sat down is present at once
	}
}

// news are what happened, as the viewers are told. What is told to a viewer is built once, whole and as a difference, each only if someone
// wants it.
type news struct {
	t *table
	s *state
	// lines are told one after the other; l is the one that is told now.
	lines  []line
	l      *line
	now    int64
	before bases
	// framed are the viewers who get a frame with it; the others will get one with what comes next.
	framed  game.Seats
	tidings [viewers]tiding
	// scratch is where messages are written, and the differences in them.
	scratch []byte
}

// tiding is what one viewer is told, if it is built.
type tiding struct {
	built        bool
	update       api.Update
	frame        api.Frame
	whole, patch []byte
	// view and change are the view and the difference to the view before, as JSON; nil if they are not built.
	view, change json.RawMessage
}

// freeNews are empty and can be used again, because nobody keeps anything of what was told.
var freeNews = sync.Pool{New: func() any { return new(news) }}

// forget makes room for the next line.
func (n *news) forget() {
	for v := range n.tidings {
		if d := &n.tidings[v]; d.built {
			*d = tiding{frame: api.Frame{Moves: d.frame.Moves[:0]}}
		}
	}
	n.framed, n.scratch = 0, n.scratch[:0]
}

// done gives the news back.
func (n *news) done() {
	clear(n.lines)
	n.t, n.s, n.l, n.lines, n.before = nil, nil, nil, n.lines[:0], bases{}
	freeNews.Put(n)
}

func (n *news) tell(sub *Subscription) {
	t, s := n.t, n.s
	if !s.maySee(sub.person) {
		t.drop(sub, closedPrivate)
		return
	}
	viewer := s.viewerOf(sub.person)
	if !n.l.audience.Has(viewer) {
		return
	}
	d := &n.tidings[viewer]
	if !d.built {
		n.build(d, viewer)
	}
	had := sub.base
	if sub.patches && d.update.Game != nil {
		sub.base = t.bases.current(viewer)
	}
	if b := &n.before[viewer]; sub.patches && d.update.Game != nil && had == b.n && (b.current || b.board != nil) {
		t.send(sub, n.asPatch(viewer))
	} else {
		t.send(sub, n.asWhole(viewer))
	}
}

// build builds what a viewer is told, without the view.
func (n *news) build(d *tiding, viewer game.Seat) {
	s := n.s
	d.built, d.update = true, s.lineFor(n.l, viewer)
	if n.framed.Has(viewer) {
		if s.board != nil {
			s.frame(&d.frame, viewer, n.now)
			d.update.Game = &d.frame
		}
		if s.factsChanged {
			d.update.Table = s.facts()
		}
	}
	if n.l.e.Seq == s.seq {
		d.update.Log.Undoes = n.t.numbersOf(s.undone, viewer)
	}
}

func (n *news) asWhole(viewer game.Seat) []byte {
	d := &n.tidings[viewer]
	if d.whole == nil {
		if f := d.update.Game; f != nil {
			f.View, f.Patch = n.view(viewer), nil
		}
		d.whole = n.message(viewer)
	}
	return d.whole
}

func (n *news) asPatch(viewer game.Seat) []byte {
	d := &n.tidings[viewer]
	if d.patch == nil {
		d.update.Game.View, d.update.Game.Patch = nil, n.change(viewer)
		d.patch = n.message(viewer)
	}
	return d.patch
}

// message writes what a viewer is told.
func (n *news) message(viewer game.Seat) []byte {
	start := len(n.scratch)
	n.scratch = appendMessage(n.scratch, n.l.numbers[viewer], api.MessageUpdate, &n.tidings[viewer].update)
	return n.scratch[start:]
}

// view returns the view of a viewer, or that of one who sees the same.
func (n *news) view(viewer game.Seat) json.RawMessage {
	d := &n.tidings[viewer]
	for v := range n.tidings {
		if other := &n.tidings[v]; d.view == nil && other.view != nil && alike(n.s.board, viewer, game.Seat(v)) {
			d.view = other.view
		}
	}
	if d.view == nil {
		d.view = viewJSON(n.s.board, viewer)
	}
	return d.view
}

// change returns the difference to the view that the viewer was told before, or that of one who sees the same and was told the same.
func (n *news) change(viewer game.Seat) json.RawMessage {
	d, was := &n.tidings[viewer], n.before[viewer]
	if was.current {
		return json.RawMessage("{}")
	}
	for v := range n.tidings {
		if other := &n.tidings[v]; d.change == nil && other.change != nil && n.before[v].board == was.board && alike(was.board, viewer, game.Seat(v)) && alike(n.s.board, viewer, game.Seat(v)) {
			d.change = other.change
		}
	}
	if d.change == nil {
		before, giveBack := lendView(was.board, viewer)
		defer giveBack()
		now, giveBack := lendView(n.s.board, viewer)
		defer giveBack()
		start := len(n.scratch)
		n.scratch = jsondiff.Diff(n.scratch, before, now)
		d.change = n.scratch[start:]
	}
	return d.change
}

// alike reports whether two viewers see the same board, as far as the game says.
func alike(b game.Board, one, other game.Seat) bool {
	a, ok := b.(game.Alike)
	return ok && a.Alike(one, other)
}

// numbersOf returns the numbers by which a viewer knows entries.
func (t *table) numbersOf(entries []int64, viewer game.Seat) []int64 {
	if len(entries) == 0 {
		return nil
	}
	var numbers []int64
	for i := range t.lines {
		if l := &t.lines[i]; l.audience.Has(viewer) && slices.Contains(entries, l.e.Seq) {
			numbers = append(numbers, l.numbers[viewer])
		}
	}
	return numbers
}

// Encode writes an api.Envelope.
func Encode(seq int64, kind string, data any) []byte {
	return exact(func(buf []byte) []byte { return appendMessage(buf, seq, kind, data) })
}

func appendMessage(buf []byte, seq int64, kind string, data any) []byte {
	buf = strconv.AppendInt(append(buf, `{"seq":`...), seq, 10)
	buf = append(append(append(buf, `,"type":"`...), kind...), `","data":`...)
	return append(jsondiff.Append(buf, data), '}')
}

// buffers are where messages are written before their length is known.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// exact returns what write appends to an empty buffer, in as much memory as it needs.
func exact(write func(buf []byte) []byte) []byte {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = write((*buf)[:0])
	return slices.Clone(*buf)
}
