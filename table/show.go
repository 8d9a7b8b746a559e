package table

import (
	"encoding/json"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/jsondiff"
)

// What leaves a table is made here, and here only, each piece for one viewer.

// facts returns what everyone at the table may know, apart from the game.
func (s *state) facts() *api.Table {
	t := &api.Table{
		ID: s.id, Settings: s.settings, Rules: s.rules, Status: s.status, Owner: s.owner, Places: s.seats(),
		Created: s.created, Started: s.started, Finished: s.finished,
		Deal: api.Deal{Commit: record.CommitTo(s.secret), Commitments: s.commitments(), RevealBy: s.revealBy()}, Rematch: seatList(s.rematch), Next: s.next, Closed: s.closed, Late: seatOrNone(s.late), Trial: s.position != nil,
	}
	if s.over() && s.dealtAlike() == "" {
		t.Deal = s.proof() // that of a round is told by its tournament, and by the record
	}
	if u := s.undo; u != nil {
		t.Undo = &api.UndoRequest{Seat: int(u.seat), Decisions: s.undoes(), Waiting: seatList(u.waiting)}
	}
	if c := s.claim; c != nil {
		t.Claim = &api.WinClaim{Seat: c.seat, Until: c.until}
	}
	return t
}

func (s *state) seats() []api.Seat {
	list := make([]api.Seat, len(s.places))
	for i, p := range s.places {
		list[i] = api.Seat{Seat: i, Kind: p.holder, Person: p.person, Name: s.nameOf(p.person), Kept: s.kept[p.person], Bot: p.bot, Away: p.away, Holiday: p.holiday,
			Nonce: p.nonce != "" || p.commitment != "", Revealed: p.nonce != "" && p.commitment != ""}
		if p.holder == holderBot {
			list[i].Name = p.bot
		}
	}
	return list
}

// undoes returns how many decisions the requested undo would take back, without those that are secret.
func (s *state) undoes() int {
	n := 0
	for _, d := range s.decisions[s.undo.keep:] {
		if !d.secret {
			n++
		}
	}
	return n
}

// frame fills in the game as a viewer sees it, without the view. It has been dealt.
func (s *state) frame(f *api.Frame, viewer game.Seat, now int64) {
	*f = api.Frame{Decision: s.known(viewer), Moves: s.moves(f.Moves[:0], viewer), Owing: []int{}, Now: now, Clocks: s.seatClocks(now), Result: s.result}
	if s.status == api.StatusPlaying {
		f.Owing = seatList(s.owing())
	}
	if int(viewer) < len(s.places) {
		f.Undo, f.Withdraw = s.undoWord(viewer), s.canWithdraw(viewer)
	}
}

// wholeFrame returns the game as a viewer sees it, or nil before the deal.
func (s *state) wholeFrame(viewer game.Seat, now int64) *api.Frame {
	if s.board == nil {
		return nil
	}
	f := new(api.Frame)
	s.frame(f, viewer, now)
	f.View = viewJSON(s.board, viewer)
	return f
}

// commonMoves is more than most boards have moves.
const commonMoves = 24

// moves appends the legal moves of a viewer's seat as text. The list is not nil, even if it is empty.
func (s *state) moves(list []string, viewer game.Seat) []string {
	if list == nil {
		list = []string{}
	}
	if s.status != api.StatusPlaying || int(viewer) >= len(s.places) {
		return list
	}
	for _, m := range s.board.Moves(viewer, make([]game.Move, 0, commonMoves)) {
		list = append(list, s.board.Text(m))
	}
	return list
}

func viewJSON(b game.Board, viewer game.Seat) json.RawMessage {
	view, giveBack := lendView(b, viewer)
	defer giveBack()
	return exact(func(buf []byte) []byte { return jsondiff.Append(buf, view) })
}

// lendView returns a view that is to be given back when it has been written.
func lendView(b game.Board, viewer game.Seat) (view any, giveBack func()) {
	if l, ok := b.(game.Lender); ok {
		return l.LendView(viewer)
	}
	return b.View(viewer), func() {}
}

// logEntry returns what a viewer may know of a line.
func (s *state) logEntry(l *line, viewer game.Seat) api.LogEntry {
	k, e := kinds[l.e.Kind], l.e
	out := api.LogEntry{Seq: l.numbers[viewer], At: e.At, What: k.what, Seat: game.Seat(e.Seat), To: game.NoSeat}
	if k.tell != nil {
		k.tell(s, e, &out)
	}
	if e.decides() {
		out.Bot = e.ByBot
		out.Events = l.seenBy(viewer)
		if game.Seat(e.Seat) == viewer {
			out.Move = e.Move
		}
	}
	return out
}

func (s *state) tellJoined(e *entry, l *api.LogEntry) {
	if l.Name = s.nameOf(e.Person); e.Holder == holderBot {
		l.Name = e.Bot
	}
}

// lineFor returns a line as a viewer is told it, and nothing else.
func (s *state) lineFor(l *line, viewer game.Seat) api.Update {
	u := api.Update{Log: s.logEntry(l, viewer), Seat: game.NoSeat}
	if viewer != game.Spectator {
		u.Seat = viewer
	}
	return u
}
