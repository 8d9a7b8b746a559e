package table

import (
	"context"
	"fmt"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/strict"
)

// The journal's first version, read once and rewritten as the second. It named people and held their chat, and its
// words were those of the API of its day.

// entry1 is an entry of the first version.
type entry1 struct {
	V        int       `json:"v"`
	Seq      int64     `json:"seq"`
	At       int64     `json:"at"`
	Type     string    `json:"type"`
	Seat     int       `json:"seat"`
	To       int       `json:"to,omitempty"`
	Person   string    `json:"person,omitempty"`
	Command  string    `json:"command,omitempty"`
	Name     string    `json:"name,omitempty"`
	Kind     string    `json:"kind,omitempty"`
	Bot      string    `json:"bot,omitempty"`
	ByBot    bool      `json:"by_bot,omitempty"`
	Move     string    `json:"move,omitempty"`
	Nonce    string    `json:"nonce,omitempty"`
	Text     string    `json:"text,omitempty"`
	Why      string    `json:"why,omitempty"`
	N        int64     `json:"n,omitempty"`
	Settings *settings `json:"settings,omitempty"`
	Rules    string    `json:"rules,omitempty"`
	Secret   string    `json:"secret,omitempty"`
	Seed     string    `json:"seed,omitempty"`
}

// kinds1 are the words of the first version for kinds that mean the same today.
var kinds1 = map[string]kind{
	"created": kindCreated, "configured": kindConfigured, "joined": kindJoined, "moved": kindSwapped, "left": kindLeft, "nonce": kindNonce,
	"started": kindStarted, "move": kindMove, "withdrawn": kindWithdrawn, "undo_asked": kindUndoAsked, "undo_agreed": kindUndoAgreed,
	"undo_denied": kindUndoDenied, "undone": kindUndone, "resigned": kindResigned, "timed_out": kindTimedOut, "away": kindAway, "back": kindBack,
	"invite": kindInvite, "invited": kindAdmitted, "rematch": kindRematch, "next": kindNext,
}

// isFirst reports whether a journal is of the first version.
func isFirst(entries [][]byte) bool {
	if len(entries) == 0 {
		return false
	}
	var e entry1
	return strict.Decode(entries[0], &e) == nil && e.V == 1
}

// upgrade rewrites a journal of the first version as one of the second, and gives the chat that it held. Entries are
// numbered anew, because chat is none any more. rematchID is the id that a rematch will have if someone asked for one
// and it is not open yet.
func upgrade(entries [][]byte, rematchID string) (list []*entry, chat []Line, err error) {
	seats := map[int]string{} // who sits where
	for _, data := range entries {
		var o entry1
		if err := strict.Decode(data, &o); err != nil {
			return nil, nil, fmt.Errorf("journal entry of version 1: %w", err)
		}
		if o.V != 1 {
			return nil, nil, fmt.Errorf("journal entry of version %d among those of version 1", o.V)
		}
		if o.Type == "chat" {
			chat = append(chat, Line{Person: o.Person, Command: o.Command, At: o.At, Text: o.Text})
			continue
		}
		k, ok := kinds1[o.Type]
		if !ok {
			return nil, nil, fmt.Errorf("journal entry of version 1 and unknown type %q", o.Type)
		}
		e := &entry{Seq: int64(len(list) + 1), At: o.At, Kind: k, Seat: o.Seat, To: o.To, Command: o.Command, Bot: o.Bot, ByBot: o.ByBot,
			Move: o.Move, Nonce: o.Nonce, Why: o.Why, N: o.N, Settings: o.Settings, Rules: o.Rules, Secret: o.Secret, Seed: o.Seed}
		if o.Command != "" || k == kindInvite {
			e.By = o.Person
		}
		switch k {
		case kindCreated, kindAdmitted:
			e.Person = o.Person
		case kindJoined:
			if e.Holder = o.Kind; o.Kind != holderBot {
				e.Person = o.Person
			}
			seats[e.Seat] = e.Person
		case kindSwapped:
			seats[e.Seat], seats[e.To] = seats[e.To], seats[e.Seat]
		case kindLeft:
			if e.By != "" && e.By != seats[e.Seat] {
				e.Kind = kindRemoved
			}
			delete(seats, e.Seat)
		case kindInvite:
			e.Invitation = o.Text
		case kindRematch:
			e.Table = rematchID
		case kindNext:
			e.Table = o.Text
		}
		list = append(list, e)
	}
	return list, chat, nil
}

// upgrade brings a table of the first version into the form of the second: its chat goes where chat is kept, and its
// journal is rewritten, or saved as an archived game if it is over.
func (h *Hub) upgrade(ctx context.Context, id string, l *Loaded) error {
	list, chat, err := upgrade(l.Entries, h.NewTableID())
	if err != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	s := newState(h.cfg.Games, id)
	b := &Batch{Last: int64(len(l.Entries)), After: l.Tip, Rewrite: true}
	for _, e := range list {
		if err := s.apply(e, &game.Events{}); err != nil {
			return err
		}
		b.Entries = append(b.Entries, e.encode())
	}
	if err := s.trust(l.Summary); err != nil {
		return err
	}
	if s.status == api.StatusFinished {
		s.archived = true
		b.Entries, b.Base, b.Snapshot = nil, s.seq, s.save()
	}
	b.Tip, b.Summary = nextTip(l.Tip, b.Entries...), s.summary()
	for _, line := range chat {
		if _, err := h.cfg.Store.Say(ctx, id, line, len(chat)); err != nil {
			return err
		}
	}
	if err := h.cfg.Store.Append(ctx, id, b); err != nil && !conflict(err) {
		return err
	}
	h.upgraded.Add(1)
	return nil
}

// trust takes the result from the summary where the rules that would find it are gone.
func (s *state) trust(summary []byte) error {
	if s.status != api.StatusPlaying || !s.foreign() || summary == nil {
		return nil
	}
	sum, err := ReadSummary(summary)
	if err != nil || sum.Status != api.StatusFinished {
		return err
	}
	n := len(s.places)
	r := &api.Result{WonBy: sum.WonBy, Winners: sum.Winners, Places: make([]int, n), Scores: make([]int, n), Parts: make([][]int, n)}
	for i := range n {
		r.Places[i], r.Parts[i] = 2, []int{}
	}
	for _, w := range sum.Winners {
		if w < 0 || w >= n {
			return fmt.Errorf("table %s: winner %d of %d seats", s.id, w, n)
		}
		r.Places[w] = 1
	}
	s.finish(s.updated, r)
	return nil
}
