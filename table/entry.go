package table

import (
	"encoding/json"
	"fmt"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
	"mirabilia/strict"
)

// version of the journal's entries that this program writes. It reads the first version too (journal1.go).
const version = 2

// entry is one line of a journal: something that happened, with all that is needed to apply it again and nothing that
// follows from earlier entries. Its words are the journal's own, so that a renamed field of the API can never make a
// stored game unreadable. People are named by id only.
type entry struct {
	V    int   `json:"v"`
	Seq  int64 `json:"seq"`
	At   int64 `json:"at"`
	Kind kind  `json:"kind"`
	// Seat concerned, and To a second one; noSeat if there is none.
	Seat int `json:"seat"`
	To   int `json:"to,omitempty"`
	// By and Command say who asked for it and under which id, so that a repeated command is recognised.
	By      string `json:"by,omitempty"`
	Command string `json:"command,omitempty"`
	// Person concerned: who sits down, who is let in, who opened the table.
	Person string `json:"person,omitempty"`
	Holder string `json:"holder,omitempty"` // what sits down: one of the holder words
	Bot    string `json:"bot,omitempty"`
	// ByBot says that a bot chose the move.
	ByBot bool   `json:"by_bot,omitempty"`
	Move  string `json:"move,omitempty"`
	// Nonce that the person's client adds to the deal, or the Commitment to it.
	Nonce      string `json:"nonce,omitempty"`
	Commitment string `json:"commitment,omitempty"`
	// Invitation is the hash of a token that was handed out.
	Invitation string `json:"invitation,omitempty"`
	// Table is the id of the rematch's table.
	Table string `json:"table,omitempty"`
	// Why a bot stands in, or why the table was closed.
	Why string `json:"why,omitempty"`
	// N is how many decisions stand after an undo, or how many milliseconds clocks stood still.
	N        int64     `json:"n,omitempty"`
	Settings *settings `json:"settings,omitempty"`
	// AutoStart says that the game starts by itself once every seat is taken.
	AutoStart bool   `json:"auto_start,omitempty"`
	Rules     string `json:"rules,omitempty"`
	Secret    string `json:"secret,omitempty"`
	Seed      string `json:"seed,omitempty"`
	// Position is where a game begins that is not dealt.
	Position json.RawMessage `json:"position,omitempty"`
}

// noSeat is how entries write that no seat is meant; as a game.Seat it is game.NoSeat.
const noSeat = -1

// What sits on a seat.
const (
	holderOpen    = "open"
	holderPerson  = "person"
	holderBot     = "bot"
	holderProgram = "program"
)

// settings are the settings of a table as the journal keeps them.
type settings struct {
	Game       string            `json:"game"`
	Seats      int               `json:"seats"`
	Options    map[string]string `json:"options,omitempty"`
	Clock      clockSettings     `json:"clock"`
	Public     bool              `json:"public,omitempty"`
	Rated      bool              `json:"rated,omitempty"`
	HideUnseen bool              `json:"hide_unseen,omitempty"`
	Takeover   string            `json:"takeover,omitempty"`
	FirstMove  int               `json:"first_move,omitempty"`
	Tournament *inTournament     `json:"tournament,omitempty"`
}

// inTournament is what a tournament demands, see api.InTournament.
type inTournament struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Until int64  `json:"until,omitempty"`
	Round int    `json:"round,omitempty"`
}

type clockSettings struct {
	Kind      string `json:"kind"`
	Base      int    `json:"base,omitempty"`
	Increment int    `json:"increment,omitempty"`
	Days      int    `json:"days,omitempty"`
}

func settingsFrom(s api.Settings) *settings {
	return &settings{Game: s.Game, Seats: s.Seats, Options: s.Options, Clock: clockSettings(s.Clock), Public: s.Public, Rated: s.Rated,
		HideUnseen: s.HideUnseen, Takeover: s.Takeover, FirstMove: s.FirstMove, Tournament: (*inTournament)(s.Tournament)}
}

func (s *settings) api() api.Settings {
	return api.Settings{Game: s.Game, Seats: s.Seats, Options: s.Options, Clock: api.Clock(s.Clock), Public: s.Public, Rated: s.Rated,
		HideUnseen: s.HideUnseen, Takeover: s.Takeover, FirstMove: s.FirstMove, Tournament: (*api.InTournament)(s.Tournament)}
}

// kind is the kind of an entry.
type kind string

const (
	kindCreated    kind = "created"
	kindConfigured kind = "configured"
	kindJoined     kind = "joined"
	kindSwapped    kind = "swapped"
	kindLeft       kind = "left"
	kindRemoved    kind = "removed"
	kindNonce      kind = "nonce"
	kindInvite     kind = "invite"
	kindAdmitted   kind = "admitted"
	// A person who was let in and holds no seat is put out. Nobody at the table is told.
	kindExpelled   kind = "expelled"
	kindFixed      kind = "fixed"
	kindRevealed   kind = "revealed"
	kindStarted    kind = "started"
	kindMove       kind = "move"
	kindWithdrawn  kind = "withdrawn"
	kindUndoAsked  kind = "undo_asked"
	kindUndoAgreed kind = "undo_agreed"
	kindUndoDenied kind = "undo_denied"
	kindUndone     kind = "undone"
	kindResigned   kind = "resigned"
	kindTimedOut   kind = "timed_out"
	kindAway       kind = "away"
	kindBack       kind = "back"
	kindRematch    kind = "rematch"
	kindNext       kind = "next"
	kindPaused     kind = "paused"
	// A person is on holiday, or is no longer: the clock of days stands meanwhile.
	kindHoliday     kind = "holiday"
	kindHolidayOver kind = "holiday_over"
	// The win is claimed because Seat is gone; the seat is there again; it is not, and has lost.
	kindClaimed  kind = "claimed"
	kindReturned kind = "returned"
	kindGone     kind = "gone"
	kindClosed   kind = "closed"
)

// traits is everything the program knows of one kind of entry. The table of kinds is the one place that lists them.
type traits struct {
	// apply changes the state.
	apply func(s *state, e *entry, tell *game.Events) error
	// what is the API's word for it; an entry that is told to nobody, untold, has none.
	what   string
	untold bool
	// tell adds what a line of the log says beyond the seat and the time; nil adds nothing.
	tell func(s *state, e *entry, l *api.LogEntry)
	// seatless entries may name no seat.
	seatless bool
	// quiet entries by themselves change nothing that facts tells.
	quiet bool
	// budget is what the entry is counted against.
	budget budget
	// diverts says that bots think about a game that is no longer where they think it is.
	diverts bool
}

// kinds is filled in by init, because the functions it names look kinds up themselves.
var kinds map[kind]*traits

func init() {
	why := func(_ *state, e *entry, l *api.LogEntry) { l.Text = e.Why }
	stand := func(_ *state, e *entry, l *api.LogEntry) { l.N = int(e.N) }
	person := func(s *state, e *entry, l *api.LogEntry) { l.Name = s.nameOf(e.Person) }
	kinds = map[kind]*traits{
		kindCreated:     {apply: (*state).create, what: api.WhatCreated, tell: person, seatless: true},
		kindConfigured:  {apply: (*state).configured, what: api.WhatConfigured, seatless: true, budget: budgetSeats},
		kindJoined:      {apply: (*state).join, what: api.WhatJoined, tell: (*state).tellJoined, budget: budgetSeats},
		kindSwapped:     {apply: (*state).swap, what: api.WhatMoved, tell: func(_ *state, e *entry, l *api.LogEntry) { l.To = game.Seat(e.To) }, budget: budgetSeats},
		kindLeft:        {apply: (*state).leave, what: api.WhatLeft, budget: budgetSeats},
		kindRemoved:     {apply: (*state).leave, what: api.WhatLeft, budget: budgetSeats},
		kindNonce:       {apply: (*state).addNonce, what: api.WhatNonce, budget: budgetSeats},
		kindInvite:      {apply: (*state).invite, what: api.WhatInvite, tell: func(s *state, e *entry, l *api.LogEntry) { l.Name = s.nameOf(e.By) }, seatless: true, quiet: true},
		kindAdmitted:    {apply: (*state).admit, what: api.WhatInvited, tell: person, seatless: true, quiet: true},
		kindExpelled:    {apply: (*state).expel, untold: true, seatless: true, quiet: true},
		kindFixed:       {apply: (*state).fix, what: api.WhatFixed, seatless: true},
		kindRevealed:    {apply: (*state).reveal, what: api.WhatRevealed},
		kindStarted:     {apply: (*state).start, what: api.WhatStarted, seatless: true},
		kindMove:        {apply: (*state).decide, what: api.WhatMove, quiet: true},
		kindWithdrawn:   {apply: (*state).withdraw, what: api.WhatWithdrawn, quiet: true, budget: budgetChoices},
		kindUndoAsked:   {apply: (*state).askUndo, what: api.WhatUndoAsked, tell: stand, budget: budgetUndo},
		kindUndoAgreed:  {apply: (*state).agreeUndo, what: api.WhatUndoAgreed},
		kindUndoDenied:  {apply: (*state).denyUndo, what: api.WhatUndoDenied},
		kindUndone:      {apply: (*state).takeBack, what: api.WhatUndone, tell: stand, budget: budgetUndo, diverts: true},
		kindResigned:    {apply: (*state).goAway, what: api.WhatResigned, tell: why},
		kindTimedOut:    {apply: (*state).goAway, what: api.WhatTimedOut, tell: why},
		kindAway:        {apply: (*state).goAway, what: api.WhatAway, tell: why, budget: budgetAway},
		kindBack:        {apply: (*state).comeBack, what: api.WhatBack, diverts: true},
		kindRematch:     {apply: (*state).wantRematch, what: api.WhatRematch},
		kindNext:        {apply: (*state).goOn, what: api.WhatNext, tell: func(_ *state, e *entry, l *api.LogEntry) { l.Text = e.Table }, seatless: true},
		kindPaused:      {apply: (*state).pause, what: api.WhatPaused, tell: stand, seatless: true, quiet: true},
		kindHoliday:     {apply: (*state).takeHoliday, what: api.WhatHoliday},
		kindHolidayOver: {apply: (*state).takeHoliday, what: api.WhatHolidayOver},
		kindClaimed:     {apply: (*state).claimWin, what: api.WhatClaimed},
		kindReturned:    {apply: (*state).comeIn, what: api.WhatReturned},
		kindGone:        {apply: (*state).goAway, what: api.WhatGone},
		kindClosed:      {apply: (*state).close, what: api.WhatClosed, tell: why, seatless: true},
	}
}

// decides reports whether the entry plays a move.
func (e *entry) decides() bool {
	return e.Kind == kindMove || (e.Kind == kindTimedOut || e.Kind == kindGone) && e.Move != ""
}

func (e *entry) encode() []byte {
	e.V = version
	return exact(func(buf []byte) []byte { return jsondiff.Append(buf, e) })
}

// decodeEntry reads an entry of this version. Journals of the first are rewritten before anything else reads them (upgrade).
func decodeEntry(data []byte) (*entry, error) {
	var form struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return nil, fmt.Errorf("journal entry: %w", err)
	}
	if form.V != version {
		return nil, fmt.Errorf("%w: journal entry of version %d, where this program reads %d", errNewer, form.V, version)
	}
	var e entry
	if err := strict.Decode(data, &e); err != nil {
		return nil, fmt.Errorf("%w: journal entry: %w", errNewer, err)
	}
	if kinds[e.Kind] == nil {
		return nil, fmt.Errorf("%w: journal entry of unknown kind %q", errNewer, e.Kind)
	}
	return &e, nil
}
