// Package api has the types that the server and its clients exchange. The page, the example bots and the load tool
// use nothing else; docs/openapi.yaml describes the same in words, and the page's types are generated from here.
//
// Times are Unix milliseconds, lengths of time are milliseconds, seats are numbers from 0, and null
// means nobody.
package api

import (
	"encoding/json"

	"mirabilia/game"
)

// Version is the version of this API. It grows with every change that a page or program written for the version
// before would stumble over; a page that meets another version than its own reloads itself.
const Version = 3

// DevicePrefix begins the ids of tables that are played on a player's own device. A server knows such a table only if its
// finished game was sent there; its deal is not sealed, because the device chose the seed.
const DevicePrefix = "here-"

// Catalogue is the answer of GET /api/games: what can be played, and with which bots.
type Catalogue struct {
	Games []*game.Info `json:"games"`
	// Matches are played on several boards of one of these games. Tables are opened for them as for games.
	Matches []*game.Info `json:"matches,omitempty"`
	// Bots are the names of the bots that can take a seat, weakest first.
	Bots []string `json:"bots"`
	// DefaultBot is the one that is offered first.
	DefaultBot string `json:"default_bot"`
	// BotsOf are the bots of the games that those of Bots do not play, by game, weakest first.
	BotsOf map[string][]string `json:"bots_of,omitempty"`
	// NoPasskeys says why no names can be kept at the asker's address; empty if they can. One of the NoPasskeys words.
	NoPasskeys string `json:"no_passkeys,omitempty"`
	// Meet says whom the home page offers first: MeetPeople or MeetBots.
	Meet string `json:"meet"`
}

// Error is a refusal. Its text in the reader's language is in the locales under "refusal.<reason>" or, if there is none,
// "error.<code>".
type Error struct {
	// Code is one of the codes of mirabilia/game, or CodeUnavailable, or CodeInternal.
	Code string `json:"code"`
	// Reason is a stable word for the cause.
	Reason string `json:"reason"`
	// Message says in English what was wrong and what is allowed.
	Message string `json:"message"`
	// Allowed are the legal moves of the seat, if it must decide and its move was refused.
	Allowed []string `json:"allowed,omitempty"`
	// Work is what the client can do so that the same request is heard, with the answers.
	Work *Work `json:"work,omitempty"`
}

// Codes beyond those of mirabilia/game, for what is not the client's fault.
const (
	CodeUnavailable = "unavailable" // the server cannot save or is stopping; nothing was changed, try again
	CodeInternal    = "internal"    // a fault of the server
)

// ErrorAnswer is the body of every HTTP answer that refuses.
type ErrorAnswer struct {
	Error Error `json:"error"`
}

// Session says who the client is.
type Session struct {
	// API is the version of the API that the server speaks: Version.
	API int `json:"api"`
	// Person is the id of the person or program.
	Person string `json:"person"`
	Name   string `json:"name"`
	// Program says that the session is one of a bot token.
	Program bool `json:"program"`
	// Kept says that the name is the person's own. Others are guests.
	Kept    bool  `json:"kept"`
	Created int64 `json:"created"`
	// Host says that the person is a host of the server.
	Host bool `json:"host,omitempty"`
	// Limited is until when the device may not do what could take the account from its person, because it was let in by the code of another; left out if it may.
	Limited int64 `json:"limited,omitempty"`
	// PasskeysAdded are those that were added in the last two weeks beside the first one, to be told on all devices.
	PasskeysAdded []Passkey `json:"passkeys_added,omitempty"`
	// Measures are what the host has decided about the person.
	Measures []Measure `json:"measures,omitempty"`
	// GuestsFrom is from when on guests are forgotten 30 days after their last visit. It is told until then to guests who came before that was announced.
	GuestsFrom int64 `json:"guests_from,omitempty"`
}

// NameRequest is the body of POST and PATCH /api/session and of POST /api/tokens.
type NameRequest struct {
	Name string `json:"name"`
}

// Token lets a program play as a bot of its owner.
type Token struct {
	// Person is the id the program plays under.
	Person string `json:"person"`
	Name   string `json:"name"`
	// Token is the secret for the Authorization header; only the answer that makes the token has it.
	Token   string `json:"token,omitempty"`
	Created int64  `json:"created"`
}

// TokenList is the answer of GET /api/tokens.
type TokenList struct {
	Tokens []Token `json:"tokens"`
}

// Clock kinds.
const (
	ClockNone = "none"
	ClockLive = "live"
	ClockDays = "days"
)

// Clock is how much time the seats have.
type Clock struct {
	// Kind is "none", "live" or "days".
	Kind string `json:"kind"`
	// Base is what each seat starts with, in seconds (live).
	Base int `json:"base,omitempty"`
	// Increment is what a seat gains when it has decided, in seconds (live).
	Increment int `json:"increment,omitempty"`
	// Days is the time for each decision (days).
	Days int `json:"days,omitempty"`
}

// Table states.
const (
	StatusLobby    = "lobby"
	StatusPlaying  = "playing"
	StatusFinished = "finished"
	StatusClosed   = "closed" // ended without a result, see Table.Closed
)

// Reasons why a table is closed.
const (
	ClosedRules   = "rules"   // the server plays by other rules now than the game was dealt by
	ClosedAborted = "aborted" // somebody did not make the first move in time, or left before everybody had made one; see Table.Late
	ClosedHost    = "host"    // a host has ended the game
)

// Seat kinds.
const (
	KindOpen    = "open"
	KindPerson  = "person"
	KindBot     = "bot"
	KindProgram = "program" // a program that plays through the API with a bot token
)

// Reasons why a bot stands in for the person or program of a seat.
const (
	AwayTime     = "time"     // ran out of time
	AwayLeft     = "left"     // left the table
	AwayAsked    = "asked"    // asked for a bot
	AwayResigned = "resigned" // resigned, and cannot come back
)

// Seat is one place at a table and who holds it.
type Seat struct {
	Seat int    `json:"seat"`
	Kind string `json:"kind"`
	// Person is the id of the person or program; empty for bots and open seats.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Kept says that the name is the person's own: there is a profile under it.
	Kept bool `json:"kept,omitempty"`
	// Bot is the bot that plays the seat: of a bot's seat always, of a person's while Away is set.
	Bot string `json:"bot,omitempty"`
	// Away says why a bot stands in for the person: one of the Away words, or empty.
	Away string `json:"away,omitempty"`
	// Holiday says that the person is on holiday: a clock of days stands.
	Holiday bool `json:"holiday,omitempty"`
	// Nonce says that the person's client has added its share to the deal: a nonce, or a commitment to one.
	Nonce bool `json:"nonce,omitempty"`
	// Revealed says that the client has revealed the nonce that it committed to.
	Revealed bool `json:"revealed,omitempty"`
}

// Settings is what a table is opened with.
type Settings struct {
	Game string `json:"game"`
	// Seats is the number of seats.
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options,omitempty"`
	Clock   Clock             `json:"clock"`
	// Public tables are in the list of open tables, and anyone may join or watch.
	Public bool `json:"public"`
	// Rated games have no undo, and with two seats they are lost on time.
	Rated bool `json:"rated"`
	// HideUnseen takes the list of unseen cards off Duel's board while the game lasts, for players who would rather
	// remember. The list follows from what everyone has seen, so views keep it.
	HideUnseen bool `json:"hide_unseen,omitempty"`
	// Takeover is the bot that plays on for a player who leaves or runs out of time; empty means the default.
	Takeover string `json:"takeover,omitempty"`
	// FirstMove is how many seconds everybody has for the first move: until everybody has moved, whoever is late or resigns ends the game without a result. 0: there is no such limit. The
	// server says it.
	FirstMove int `json:"first_move,omitempty"`
	// Tournament is what the game is a part of; null for others. Only the server opens such tables.
	Tournament *InTournament `json:"tournament,omitempty"`
}

// InTournament is what a tournament demands of one of its games. Such a game has no undo and no rematch, and with two seats it is lost on time, also by whoever does not
// make the first move in time. Everybody who knows the id of the table may watch, unless all tables of its round are dealt alike: then only those who play see it until the
// round is over.
type InTournament struct {
	ID string `json:"id"`
	// Kind of the tournament: "arena", "swiss" or "duplicate".
	Kind string `json:"kind"`
	// Until is when the game must be over. Whoever owes a decision then runs out of time; 0: never.
	Until int64 `json:"until,omitempty"`
	// Round is the one of a duplicate tournament, all of whose tables are dealt alike; 0 in all others.
	Round int `json:"round,omitempty"`
}

// CreateTable is the body of POST /api/tables.
type CreateTable struct {
	Settings
	// Seat is where the person who opens the table sits down; null opens it without taking a seat.
	Seat game.Seat `json:"seat"`
	// Bots are the bots to seat at once, by seat; an empty name leaves the seat open. May be shorter than
	// the table.
	Bots []string `json:"bots,omitempty"`
}

// CreateHere is the body of POST /here, which only a device answers: a table at which several people play on that device, and
// whose game begins at once.
type CreateHere struct {
	Settings
	// People are their names by seat; at most as many as the table has seats. A seat has a person or a bot.
	People []string `json:"people"`
	Bots   []string `json:"bots"`
}

// Table is what everyone at a table may know of it, apart from the game itself.
type Table struct {
	ID string `json:"id"`
	Settings
	// Rules is the edition of the rules.
	Rules string `json:"rules"`
	// Status is "lobby", "playing", "finished" or "closed".
	Status string `json:"status"`
	// Closed says why a table was closed before its game was over: one of the Closed words.
	Closed string `json:"closed,omitempty"`
	// Late is the seat because of which a game was aborted.
	Late *int `json:"late,omitempty"`
	// Owner is the id of the host: the person who may configure, invite and start.
	Owner    string `json:"owner"`
	Places   []Seat `json:"places"`
	Created  int64  `json:"created"`
	Started  int64  `json:"started,omitempty"`
	Finished int64  `json:"finished,omitempty"`
	Deal     Deal   `json:"deal"`
	// Undo is the request to take back a decision that is waiting for answers.
	Undo *UndoRequest `json:"undo,omitempty"`
	// Claim says that the win is claimed because a seat is gone.
	Claim *WinClaim `json:"claim,omitempty"`
	// Rematch are the seats that want to play again.
	Rematch []int `json:"rematch,omitempty"`
	// Next is the id of the table of the rematch.
	Next string `json:"next,omitempty"`
	// Trial says that the game began in the middle of another one, to try it from there: it has no record.
	Trial bool `json:"trial,omitempty"`
}

// Deal is the proof of a fair deal (docs/api.md): commitments are told from the beginning, the rest when the game is over.
type Deal struct {
	// Commit is the SHA-256 of Secret, in hex.
	Commit string `json:"commit"`
	Secret string `json:"secret,omitempty"`
	// Nonces are what the seats' clients added, by seat; "-" for bots and for seats that added nothing.
	Nonces []string `json:"nonces,omitempty"`
	// Commitments are the SHA-256 of the nonces' texts in hex, by seat; "-" for seats without one. There is no list while
	// nobody has committed.
	Commitments []string `json:"commitments,omitempty"`
	// RevealBy is set while the deal waits for people to reveal the nonces that they committed to: seats and commitments are
	// fixed, and nonces that are not there by this time are left out.
	RevealBy int64  `json:"reveal_by,omitempty"`
	Seed     string `json:"seed,omitempty"`
}

// UndoRequest is a request to take back moves that waits for the agreement of the other people at the table.
type UndoRequest struct {
	Seat int `json:"seat"`
	// Decisions is how many decisions would be taken back.
	Decisions int `json:"decisions"`
	// Waiting are the seats that have not answered.
	Waiting []int `json:"waiting"`
}

// WinClaim says that the win is claimed because a seat is gone.
type WinClaim struct {
	Seat int `json:"seat"`
	// Until is how long the seat has to come back, by the server's clock.
	Until int64 `json:"until"`
}

// SeatClock is the time of one seat.
type SeatClock struct {
	// Left is what the seat has left, as of the frame's Now.
	Left int64 `json:"left"`
	// Running says that the seat's time is running.
	Running bool `json:"running"`
	// Deadline is when it runs out, if it is running.
	Deadline int64 `json:"deadline,omitempty"`
	// First says that the deadline is that of the first move, see Settings.FirstMove.
	First bool `json:"first,omitempty"`
}

// Undo words of a frame.
const (
	UndoNone = ""     // nothing to take back
	UndoFree = "free" // the seat's last decision can be taken back at once
	UndoAsk  = "ask"  // it can be taken back if the others agree
)

// Frame is the game as one viewer sees it at one moment.
type Frame struct {
	// Decision is how many decisions have been taken that this viewer knows of.
	Decision int `json:"decision"`
	// View is the game's own view struct for this viewer. An update to a socket that asked for differences may have Patch instead.
	View json.RawMessage `json:"view,omitempty"`
	// Patch is the difference of the view to the one told before on this socket (docs/api.md).
	Patch json.RawMessage `json:"patch,omitempty"`
	// Moves are the legal moves of this viewer's seat, if it must decide.
	Moves []string `json:"moves"`
	// Owing are the seats that must decide.
	Owing []int `json:"owing"`
	// Now is the server's clock when the frame was made, by which Clocks are to be read.
	Now int64 `json:"now"`
	// Clocks of the seats; empty at a table without a clock.
	Clocks []SeatClock `json:"clocks,omitempty"`
	// Undo says whether this seat can take back its last decision: "", "free" or "ask".
	Undo string `json:"undo"`
	// Withdraw says that this seat's choice can still be withdrawn.
	Withdraw bool `json:"withdraw"`
	// Result is there when the game is over.
	Result *Result `json:"result,omitempty"`
}

// Ways to win that no game knows, beyond the game's own won_by.
const (
	WonByResignation = "resignation"
	WonByTime        = "time"
	WonByAbsence     = "absence"
)

// Result is the outcome of a game; lists are by seat.
type Result struct {
	// WonBy is one of the game's own ways to win, or "resignation", "time" or "absence".
	WonBy   string `json:"won_by"`
	Winners []int  `json:"winners"`
	Places  []int  `json:"places"`
	Scores  []int  `json:"scores"`
	// Parts are the scores by the game's categories, by seat.
	Parts [][]int `json:"parts"`
}

// What happened at a table; the words of LogEntry.What.
const (
	WhatCreated     = "created"    // by Person
	WhatConfigured  = "configured" // Table holds the new settings
	WhatJoined      = "joined"     // Seat was taken by a person, a program or a bot (see Table)
	WhatMoved       = "moved"      // Seat and To have changed places
	WhatLeft        = "left"       // Seat became open again (in the lobby)
	WhatNonce       = "nonce"      // Seat added its share to the deal
	WhatFixed       = "fixed"      // seats and commitments are final; those who committed must reveal their nonces
	WhatRevealed    = "revealed"   // Seat revealed its nonce
	WhatStarted     = "started"
	WhatMove        = "move" // Seat decided; Events say what could be seen of it
	WhatWithdrawn   = "withdrawn"
	WhatUndoAsked   = "undo_asked"
	WhatUndoDenied  = "undo_denied" // by Seat; the request is off
	WhatUndoAgreed  = "undo_agreed" // by Seat; others are still to answer
	WhatUndone      = "undone"      // Seat took back; N decisions stand
	WhatResigned    = "resigned"
	WhatTimedOut    = "timed_out"
	WhatAway        = "away"    // a bot plays for Seat from now on
	WhatBack        = "back"    // the person of Seat plays again
	WhatInvite      = "invite"  // Name made an invitation
	WhatInvited     = "invited" // Name followed an invitation and may join
	WhatRematch     = "rematch"
	WhatNext        = "next"    // the rematch is at the table named in Text
	WhatHoliday     = "holiday" // Seat is on holiday: its clock of days stands
	WhatHolidayOver = "holiday_over"
	WhatClaimed     = "claimed"  // the win is claimed because Seat is gone
	WhatReturned    = "returned" // Seat is there, and the claim is off
	WhatGone        = "gone"     // Seat did not come back and has lost
	WhatPaused      = "paused"   // clocks stood still for N milliseconds, because the server was down or its clock jumped
	WhatClosed      = "closed"   // the game ends without a result; Text is one of the Closed words
)

// LogEntry is one thing that happened at a table, as one viewer may know it.
type LogEntry struct {
	Seq  int64  `json:"seq"`
	At   int64  `json:"at"`
	What string `json:"what"`
	// Seat is the seat concerned, if any.
	Seat game.Seat `json:"seat"`
	// To is a second seat, if any.
	To game.Seat `json:"to"`
	// Bot says that a bot decided.
	Bot bool `json:"bot,omitempty"`
	// Name names the person who acted. It is empty if the seat already tells.
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	N    int    `json:"n,omitempty"`
	// Move is the decision as text; only its own seat is told.
	Move string `json:"move,omitempty"`
	// Events are what the decision did, in the game's own words.
	Events []game.Event `json:"events,omitempty"`
	// Undone says that the decision has been taken back since.
	Undone bool `json:"undone,omitempty"`
	// Undoes are the numbers of the lines that it takes back, of those that its receiver was told; only updates have it.
	Undoes []int64 `json:"undoes,omitempty"`
}

// Snapshot is all that one viewer may know of a table: the answer of GET /api/tables/{id}, and the first
// message on a socket that does not resume.
type Snapshot struct {
	// Seq is the number of the last update that this viewer was told.
	Seq   int64 `json:"seq"`
	Table Table `json:"table"`
	// Seat is the viewer's own; null for a spectator.
	Seat game.Seat `json:"seat"`
	// Online are the seats whose people are connected.
	Online []int `json:"online"`
	// Spectators is how many others watch.
	Spectators int `json:"spectators"`
	// FailingBots are the seats whose bot cannot think at the moment; the server keeps trying.
	FailingBots []int `json:"failing_bots,omitempty"`
	// Gone is the seat from which the win can be claimed because its person is gone; missing if there is none.
	Gone *Gone `json:"gone,omitempty"`
	// Watchers are those of Presence.
	Watchers []Watcher `json:"watchers,omitempty"`
	// Game is there once it is dealt.
	Game *Frame `json:"game,omitempty"`
	// Log is what happened last; LogMore says that there is more before it (GET /api/tables/{id}/log).
	Log     []LogEntry `json:"log"`
	LogMore bool       `json:"log_more,omitempty"`
	// Chat is what was said last. At a private table only those who sit there or were invited read it.
	Chat []ChatLine `json:"chat,omitempty"`
}

// StoredAnalysis is what a device found out about a finished game. The server has checked it against the record, but for the chances
// themselves: these are the device's.
type StoredAnalysis struct {
	// Person is whose device computed it. Name is empty if the server has forgotten them.
	Person string `json:"person"`
	Name   string `json:"name,omitempty"`
	// At is when it was sent.
	At int64 `json:"at"`
	// Older says that it was made with another network than the one this server has.
	Older bool `json:"older,omitempty"`
	// Analysis is in the form of docs/analysis.md.
	Analysis json.RawMessage `json:"analysis"`
	// Others are whose devices sent one, too.
	Others []AnalysedBy `json:"others,omitempty"`
}

// AnalysedBy is a person whose device has sent an analysis.
type AnalysedBy struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	At     int64  `json:"at"`
	// Older says that it was made with another network than the one this server has.
	Older bool `json:"older,omitempty"`
}

// AnalysisKept is the answer to an analysis that a client sent.
type AnalysisKept struct {
	// Kept is false if a deeper one is there already, which stays.
	Kept bool `json:"kept"`
}

// LogPage is the answer of GET /api/tables/{id}/log: what happened before a line.
type LogPage struct {
	Log []LogEntry `json:"log"`
	// More says that there is more before the first of these.
	More bool `json:"more,omitempty"`
}

// ChatLine is one thing that somebody at a table said.
type ChatLine struct {
	// N is the number of the line at its table.
	N  int64 `json:"n"`
	At int64 `json:"at"`
	// Seat is the person's now; null if they have none.
	Seat   game.Seat `json:"seat"`
	Person string    `json:"person"`
	Name   string    `json:"name"`
	Text   string    `json:"text"`
}

// Chat is what was said: one line when it is said, or the last lines when a client resumes. A client recognises lines that it
// already has by their N.
type Chat struct {
	Lines []ChatLine `json:"lines"`
}

// Hello is the first message on every socket.
type Hello struct {
	// API is the version of the API that the server speaks: Version.
	API int `json:"api"`
}

// Saving says whether the server can save. Nothing is said of a server that always could.
type Saving struct {
	State string `json:"state"`
}

// What a Saving says.
const (
	SavingFine = "fine"
	SavingFull = "full" // there is no space left
	SavingAway = "away" // what it saves to does not answer
)

// Message types of Envelope.
const (
	MessageHello    = "hello"    // Data is a Hello
	MessageSnapshot = "snapshot" // Data is a Snapshot
	MessageUpdate   = "update"   // Data is an Update
	MessagePresence = "presence" // Data is a Presence; Seq is the last one, nothing happened at the table
	MessageTable    = "table"    // Data is a Table: someone has another name; nothing happened at the table
	MessageChat     = "chat"     // Data is a Chat; nothing happened at the table
	MessageSaving   = "saving"   // Data is a Saving; Seq is 0, nothing happened at the table
	MessageAck      = "ack"      // Data is an Ack: the command was done and is durable
	MessageRefusal  = "refusal"  // Data is a Refusal: the command changed nothing
	// MessageTournament is of the socket of a page; Data is a LiveTournament.
	MessageTournament = "tournament"
)

// Envelope is every message of the server on a socket. Updates have consecutive Seq, which counts what its receiver was
// told and says nothing of what others did in secret. A client that sees a gap, or resumes, connects with since set to the
// last Seq it has and gets the updates that it missed.
type Envelope struct {
	Seq  int64           `json:"seq"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Update is one thing that happened, and what changed by it.
type Update struct {
	Log LogEntry `json:"log"`
	// Table is there if it changed.
	Table *Table `json:"table,omitempty"`
	// Seat is the receiver's from now on; null for a spectator.
	Seat game.Seat `json:"seat"`
	// Game is there if the game or what this seat may do changed. Of several updates that come at once, it may be in the last one only.
	Game *Frame `json:"game,omitempty"`
}

// Presence says who is connected.
type Presence struct {
	Online     []int `json:"online"`
	Spectators int   `json:"spectators"`
	// FailingBots are the seats whose bot cannot think at the moment; the server keeps trying.
	FailingBots []int `json:"failing_bots,omitempty"`
	// Gone is the seat from which the win can be claimed because its person is gone; missing if there is none.
	Gone *Gone `json:"gone,omitempty"`
	// Watchers are those who were invited to a private table and hold no seat, whether they are connected or not. Only the host of the table is told.
	Watchers []Watcher `json:"watchers,omitempty"`
}

// Watcher is somebody who may watch a private table; the command expel puts them out.
type Watcher struct {
	Person string `json:"person"`
	Name   string `json:"name"`
}

// Gone is a seat that is to decide and connected nowhere.
type Gone struct {
	Seat int `json:"seat"`
	// From is from when on the win can be claimed, by the server's clock.
	From int64 `json:"from"`
}

// Ack says that a command was done.
type Ack struct {
	// ID is the command's.
	ID string `json:"id"`
	// Seq is the number of the update that tells its person of it.
	Seq int64 `json:"seq"`
}

// Refusal says that a command was not done.
type Refusal struct {
	ID    string `json:"id"`
	Error Error  `json:"error"`
}

// Command types.
const (
	CommandJoin      = "join"      // Seat (or none for any), Commitment or Nonce: sit down
	CommandSit       = "sit"       // Seat: change to another open seat, before the start
	CommandNonce     = "nonce"     // Commitment: commit to one's share in the deal, before the start; Nonce: reveal it, once the deal is fixed
	CommandLeave     = "leave"     // leave the seat; during a game a bot plays on
	CommandAddBot    = "add_bot"   // Seat (or none for any), Bot: the host seats a bot
	CommandRemove    = "remove"    // Seat: the host clears a seat before the start
	CommandExpel     = "expel"     // Person: the host puts out somebody who watches a private table and has no seat
	CommandConfigure = "configure" // Settings: the host changes them before the start; seats of others become open
	CommandStart     = "start"     // Nonce (or none): the host deals, once those who committed have revealed their nonces
	CommandMove      = "move"      // Move
	CommandWithdraw  = "withdraw"  // take back a choice that others have not yet answered
	CommandUndo      = "undo"      // take back one's last decision, or ask for it
	CommandAnswer    = "answer"    // Accept: answer a request for undo
	CommandResign    = "resign"    // Board (or none for all that are not over, in a match on several): give up
	CommandAway      = "away"      // Bot (or none for the table's): let a bot play for me
	CommandBack      = "back"      // play myself again
	CommandChat      = "chat"      // Text
	CommandRematch   = "rematch"   // play again; it starts by itself when all want to
	CommandClaim     = "claim"     // claim the win, because the other has been gone for a minute
)

// Command is what a client asks of a table, over the socket or by POST /api/tables/{id}/commands.
type Command struct {
	// ID is chosen by the client, unique among its commands at this table. A command that was done is not done
	// again when it is repeated under its id: it is answered as before.
	ID   string      `json:"id"`
	Type string      `json:"type"`
	Data CommandData `json:"data"`
}

// CommandData are the fields of all commands; each type says which it reads.
type CommandData struct {
	Seat  *int   `json:"seat,omitempty"`
	Nonce string `json:"nonce,omitempty"`
	// Commitment is the SHA-256 of the nonce's text, in hex.
	Commitment string `json:"commitment,omitempty"`
	Bot        string `json:"bot,omitempty"`
	Move       string `json:"move,omitempty"`
	Accept     bool   `json:"accept,omitempty"`
	Text       string `json:"text,omitempty"`
	// Board is the board that is meant, from 1, in a match on several.
	Board    int       `json:"board,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	// Person is the id of somebody who watches.
	Person string `json:"person,omitempty"`
}

// Updates is the answer of GET /api/tables/{id}/events: what happened after since, waiting for it if asked
// to.
type Updates struct {
	Messages []Envelope `json:"messages"`
}

// TableSummary is a table in a list.
type TableSummary struct {
	ID string `json:"id"`
	Settings
	Status string `json:"status"`
	Owner  string `json:"owner"`
	Places []Seat `json:"places"`
	// Owing are the seats that must decide.
	Owing []int `json:"owing"`
	// Decision is how many decisions have been taken.
	Decision int `json:"decision"`
	// Winners of a finished game.
	Winners []int  `json:"winners,omitempty"`
	WonBy   string `json:"won_by,omitempty"`
	// Standings and Scores are the places and scores of a finished game by seat, as in Result. Games that ended before
	// they were listed have none.
	Standings []int `json:"standings,omitempty"`
	Scores    []int `json:"scores,omitempty"`
	Created   int64 `json:"created"`
	Updated   int64 `json:"updated"`
	// Deadline is when the first running clock runs out.
	Deadline int64 `json:"deadline,omitempty"`
	// Seat is the client's own; null if it has none.
	Seat game.Seat `json:"seat"`
	// YourTurn says that the client must decide.
	YourTurn bool `json:"your_turn"`
	// Trial says that the game began in the middle of another one.
	Trial bool `json:"trial,omitempty"`
	// Unreadable says that what is kept of the table cannot be read; its host can cut it back.
	Unreadable bool `json:"unreadable,omitempty"`
}

// TableList is the answer of GET /api/tables and GET /api/me/tables, newest first.
type TableList struct {
	Tables []TableSummary `json:"tables"`
	// More is the value of the parameter before that gives the next page; empty on the last.
	More string `json:"more,omitempty"`
}

// Invite lets anyone who holds it see and join a table until the game starts.
type Invite struct {
	// Token is to be handed on in the fragment of a link, which browsers never send.
	Token string `json:"token"`
	// Path is the link, beginning with "/": "/t/<table>#invite=<token>".
	Path string `json:"path"`
}

// InviteRequest is the body of POST /api/invites.
type InviteRequest struct {
	Token string `json:"token"`
}

// Invitation is the answer to it: the table that it invites to.
type Invitation struct {
	Table string `json:"table"`
}

// SendGame is the body of POST /api/records: a finished game that was played on a device.
type SendGame struct {
	// Record is the game as text (docs/record.md). It names bots and the sender; others are "?".
	Record string `json:"record"`
	// Seat is the sender's.
	Seat game.Seat `json:"seat"`
}

// SentGame is the answer to it.
type SentGame struct {
	Table string `json:"table"`
	// Path is where its replay can be seen: "/r/<table>".
	Path string `json:"path"`
}

// Replay is a finished game, decision by decision, as one viewer saw it, or with all cards open.
type Replay struct {
	Table Table `json:"table"`
	// RulesChanged says that the game was played by other rules than the server knows now: frames have moves, but no
	// views and events.
	RulesChanged bool `json:"rules_changed,omitempty"`
	// Eye is a seat, "spectator" or "open".
	Eye    string        `json:"eye"`
	Frames []ReplayFrame `json:"frames"`
	Result Result        `json:"result"`
}

// ReplayFrame is the game after one decision; the first is the deal.
type ReplayFrame struct {
	// Seat is the one that decided; null in the first frame.
	Seat game.Seat `json:"seat"`
	// Move is the decision as text; finished games keep no secrets.
	Move string `json:"move,omitempty"`
	At   int64  `json:"at"`
	Bot  bool   `json:"bot,omitempty"`
	// Events as the viewer saw them.
	Events []game.Event    `json:"events,omitempty"`
	View   json.RawMessage `json:"view"`
	Owing  []int           `json:"owing"`
}
