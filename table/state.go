package table

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// state is a table as the fold of its journal. It is a plain value of one goroutine; apply is the only way
// it changes.
type state struct {
	id       string
	seq      int64
	settings api.Settings
	game     game.Game
	rules    string
	status   string
	owner    string
	places   []place
	secret   []byte
	seed     game.Seed
	created  int64
	started  int64
	finished int64
	updated  int64

	// board is nil until the game is dealt; before is the board before the last decision.
	board     game.Board
	before    game.Board
	decisions []decision
	clocks    []clock
	result    *api.Result

	undo    *undoRequest
	rematch game.Seats
	next    string

	// factsChanged reports whether the last entry changed what facts tells.
	factsChanged bool

	invites map[string]bool // hashes of the tokens handed out
	invited map[string]bool // people who followed one

	// done has the commands in the journal, with their sequence numbers.
	done map[commandKey]int64
	// reveals remembers the answer for the last decision (see undo.go).
	reveals struct {
		decision int
		answer   bool
	}
}

// place is a seat and its holder.
type place struct {
	kind   string
	person string
	name   string
	bot    string // of a bot's seat; of a person's while away
	away   string // why a bot stands in
	nonce  string
}

// byBot reports whether a bot takes the seat's decisions.
func (p *place) byBot() bool { return p.kind == api.KindBot || p.away != "" }

// decision is a move that has not been undone.
type decision struct {
	seat  game.Seat
	move  game.Move
	byBot bool
	seq   int64
	at    int64
	gain  int64 // what the seat's clock gained by it
}

type undoRequest struct {
	seat    game.Seat
	keep    int // decisions that would stand
	waiting game.Seats
}

type commandKey struct{ person, id string }

// fold rebuilds the state of a table from its journal. Every step is shown, with the state after it and what the game told;
// show may be nil.
func fold(games []game.Game, id string, journal [][]byte, show func(s *state, e *entry, told *game.Events)) (*state, error) {
	s := &state{id: id}
	var told *game.Events
	if show != nil {
		told = &game.Events{}
	}
	for _, data := range journal {
		e, err := decodeEntry(data)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", id, err)
		}
		if show != nil {
			told.Reset()
		}
		if err := s.apply(games, e, told); err != nil {
			return nil, err
		}
		if show != nil {
			show(s, e, told)
		}
	}
	return s, nil
}

// apply folds one entry into the state and tells what the game did. Entries were checked before they were
// written; one that does not fit means that the journal and the program disagree.
func (s *state) apply(games []game.Game, e *entry, tell *game.Events) (err error) {
	if e.Seq != s.seq+1 {
		return fmt.Errorf("table %s: entry %d follows entry %d", s.id, e.Seq, s.seq)
	}
	if e.Seat >= len(s.places) || e.Seat < 0 && !seatless[e.Type] {
		return fmt.Errorf("table %s, entry %d: no seat %d", s.id, e.Seq, e.Seat)
	}
	undo, status := s.undo, s.status
	s.stopClocks(e.At)
	switch e.Type {
	case api.WhatCreated:
		err = s.create(games, e)
	case api.WhatConfigured:
		err = s.configure(games, e.Settings, e.Rules)
	case api.WhatJoined:
		s.places[e.Seat] = place{kind: e.Kind, person: e.Person, name: e.Name, bot: e.Bot, nonce: e.Nonce}
	case api.WhatMoved:
		s.places[e.Seat], s.places[e.To] = s.places[e.To], s.places[e.Seat]
	case api.WhatLeft:
		s.leave(e.Seat)
	case api.WhatNonce:
		s.places[e.Seat].nonce = e.Nonce
	case api.WhatInvite:
		s.invites[e.Text] = true
	case api.WhatInvited:
		s.invited[e.Person] = true
	case api.WhatStarted:
		err = s.start(e)
	case api.WhatMove:
		err = s.decide(e, tell)
	case api.WhatWithdrawn:
		err = s.withdraw(game.Seat(e.Seat))
	case api.WhatUndoAsked:
		seat := game.Seat(e.Seat)
		s.undo = &undoRequest{seat: seat, keep: e.N, waiting: s.toAsk(seat)}
	case api.WhatUndoAgreed:
		if s.undo != nil {
			s.undo.waiting = s.undo.waiting.Without(game.Seat(e.Seat))
		}
	case api.WhatUndoDenied:
		s.undo = nil
	case api.WhatUndone:
		err = s.takeBack(e.N)
	case api.WhatResigned, api.WhatTimedOut, api.WhatAway:
		s.goAway(e)
	case api.WhatBack:
		s.comeBack(e.Seat)
	case api.WhatChat:
	case api.WhatRematch:
		s.rematch |= 1 << e.Seat
	case api.WhatNext:
		s.next = e.Text
	default:
		err = fmt.Errorf("unknown type %q", e.Type)
	}
	if err != nil {
		return fmt.Errorf("table %s, entry %d: %w", s.id, e.Seq, err)
	}
	s.runClocks(e.At)
	s.seq, s.updated = e.Seq, e.At
	s.factsChanged = !factless[e.Type] || s.undo != undo || s.status != status
	if e.Command != "" {
		s.remember(commandKey{e.Person, e.Command})
	}
	return nil
}

// factless are the types of entries that by themselves change nothing that facts tells.
var factless = map[string]bool{
	api.WhatMove:      true,
	api.WhatWithdrawn: true,
	api.WhatChat:      true,
	api.WhatInvite:    true,
	api.WhatInvited:   true,
}

// seatless are the types of entries that may name no seat.
var seatless = map[string]bool{
	api.WhatCreated:    true,
	api.WhatConfigured: true,
	api.WhatStarted:    true,
	api.WhatChat:       true,
	api.WhatInvite:     true,
	api.WhatInvited:    true,
	api.WhatNext:       true,
}

// rememberedCommands is how far back, in entries, a repeated command is known for sure.
const rememberedCommands = 256

func (s *state) remember(k commandKey) {
	s.done[k] = s.seq
	if len(s.done) > 2*rememberedCommands {
		maps.DeleteFunc(s.done, func(_ commandKey, seq int64) bool { return seq <= s.seq-rememberedCommands })
	}
}

func (s *state) create(games []game.Game, e *entry) error {
	secret, err := hex.DecodeString(e.Secret)
	if err != nil {
		return err
	}
	s.secret, s.owner, s.created, s.status = secret, e.Person, e.At, api.StatusLobby
	s.invites, s.invited, s.done = map[string]bool{}, map[string]bool{}, map[commandKey]int64{}
	return s.configure(games, e.Settings, e.Rules)
}

func (s *state) configure(games []game.Game, settings *api.Settings, rules string) error {
	i := slices.IndexFunc(games, func(g game.Game) bool { return g.Info().ID == settings.Game })
	if i < 0 {
		return fmt.Errorf("the game %q is not known", settings.Game)
	}
	s.game, s.settings, s.rules = games[i], *settings, rules
	for len(s.places) < settings.Seats {
		s.places = append(s.places, place{kind: api.KindOpen})
	}
	s.places = s.places[:settings.Seats]
	return nil
}

// leave opens a seat. The owner's right goes to the next person at the table, if there is one.
func (s *state) leave(seat int) {
	person := s.places[seat].person
	s.places[seat] = place{kind: api.KindOpen}
	if person == s.owner && person != "" {
		for _, p := range s.places {
			if p.kind == api.KindPerson {
				s.owner = p.person
				return
			}
		}
	}
}

func (s *state) start(e *entry) error {
	if s.rules != s.game.Info().Rules {
		return game.Refuse(game.Conflict, "rules_changed", "this game was dealt under rules %q and the server now plays %q", s.rules, s.game.Info().Rules)
	}
	var err error
	if s.seed, err = game.ParseSeed(e.Seed); err != nil {
		return err
	}
	if e.Nonce != "" {
		s.places[e.Seat].nonce = e.Nonce
	}
	s.status, s.started = api.StatusPlaying, e.At
	s.clocks = make([]clock, len(s.places))
	for i := range s.clocks {
		s.clocks[i].left = fullClock(s.settings.Clock)
	}
	return s.deal()
}

func (s *state) deal() (err error) {
	s.board, err = s.game.New(s.settings.Seats, s.settings.Options)
	if err == nil {
		s.board.Deal(game.NewRand(s.seed))
		s.before = s.game.Clone(s.board)
	}
	return err
}

func (s *state) decide(e *entry, tell *game.Events) error {
	m, err := s.board.Parse(e.Move)
	if err != nil {
		return err
	}
	seat := game.Seat(e.Seat)
	s.before = s.game.Clone(s.board)
	if err := game.Play(s.board, seat, m, tell); err != nil {
		return err
	}
	d := decision{seat: seat, move: m, byBot: e.ByBot, seq: e.Seq, at: e.At}
	if !e.ByBot {
		d.gain = s.clockDecided(seat)
	}
	s.decisions = append(s.decisions, d)
	s.undo = nil
	if s.board.Owing() == 0 {
		s.finish(e.At, s.outcome(game.NoSeat, ""))
	}
	return nil
}

// withdraw takes the seat's choice out of the decisions, as if it had not been made.
func (s *state) withdraw(seat game.Seat) error {
	if err := s.board.Withdraw(seat); err != nil {
		return err
	}
	i := s.lastDecision(seat)
	s.clocks[seat].left = max(0, s.clocks[seat].left-s.decisions[i].gain)
	s.decisions = slices.Delete(s.decisions, i, i+1)
	s.before = s.game.Clone(s.board)
	s.reveals.decision = 0
	return nil
}

// takeBack plays the first n decisions again and forgets the rest, with what clocks gained by them. When the others agreed to
// it, which may have taken them days, a clock of days begins anew instead.
func (s *state) takeBack(n int) error {
	for _, d := range s.decisions[n:] {
		c := &s.clocks[d.seat]
		if s.undo != nil && s.settings.Clock.Kind == api.ClockDays {
			c.left = fullClock(s.settings.Clock)
		} else {
			c.left = max(0, c.left-d.gain)
		}
	}
	s.decisions = s.decisions[:n]
	s.undo = nil
	s.reveals.decision = 0
	if err := s.deal(); err != nil {
		return err
	}
	for i, d := range s.decisions {
		if i == n-1 {
			s.before = s.game.Clone(s.board)
		}
		if err := game.Play(s.board, d.seat, d.move, nil); err != nil {
			return err
		}
	}
	return nil
}

// goAway hands a seat to a bot, or ends a game of two.
func (s *state) goAway(e *entry) {
	if e.Why == "" { // the game is lost by it
		how := api.WonByResignation
		if e.Type == api.WhatTimedOut {
			how = api.WonByTime
		}
		s.finish(e.At, s.outcome(game.Seat(e.Seat), how))
		return
	}
	p := &s.places[e.Seat]
	p.away, p.bot = e.Why, e.Bot
	if s.undo != nil {
		if s.undo.waiting = s.undo.waiting.Without(game.Seat(e.Seat)); s.undo.seat == game.Seat(e.Seat) {
			s.undo = nil
		}
	}
}

func (s *state) comeBack(seat int) {
	p := &s.places[seat]
	p.away, p.bot = "", ""
	if s.hasClock() {
		least := int64(leastOnReturn)
		if s.settings.Clock.Kind == api.ClockDays {
			least = fullClock(s.settings.Clock)
		}
		s.clocks[seat].left = max(s.clocks[seat].left, least)
	}
}

func (s *state) finish(at int64, r *api.Result) {
	s.status, s.finished, s.result, s.undo = api.StatusFinished, at, r, nil
}

// outcome returns the result of the game. With a loser given, who resigned or ran out of time in a game of two, the
// other seat wins whatever the points.
func (s *state) outcome(loser game.Seat, how string) *api.Result {
	res := s.board.Result()
	n, parts := len(s.places), len(s.game.Info().Categories)
	if loser != game.NoSeat {
		res.WonBy = how
		for i := range n {
			res.Place[i] = 1
		}
		res.Place[loser] = uint8(n)
	}
	r := &api.Result{WonBy: res.WonBy, Winners: seatList(res.Winners() & game.FirstSeats(n))}
	for i := range n {
		r.Places = append(r.Places, int(res.Place[i]))
		r.Scores = append(r.Scores, int(res.Score[i]))
		row := make([]int, parts)
		for c := range row {
			row[c] = int(res.Parts[i][c])
		}
		r.Parts = append(r.Parts, row)
	}
	return r
}

// lastDecision returns the index of the seat's last decision, or -1.
func (s *state) lastDecision(seat game.Seat) int {
	for i := len(s.decisions) - 1; i >= 0; i-- {
		if s.decisions[i].seat == seat {
			return i
		}
	}
	return -1
}

// seatOf returns the seat a person holds, or api.NoSeat.
func (s *state) seatOf(person string) int {
	if person != "" {
		for i, p := range s.places {
			if p.person == person {
				return i
			}
		}
	}
	return api.NoSeat
}

// eyeOf returns the viewer with which a person sees the game.
func (s *state) eyeOf(person string) game.Seat {
	if seat := s.seatOf(person); seat >= 0 {
		return game.Seat(seat)
	}
	return game.Spectator
}

// maySee reports whether a person may see the table at all. Finished games are open to anyone with the link.
func (s *state) maySee(person string) bool {
	return s.settings.Public || s.status == api.StatusFinished ||
		person != "" && (person == s.owner || s.invited[person] || s.seatOf(person) >= 0)
}

// nonces of the seats as the fair deal hashes them.
func (s *state) nonces() []string {
	list := make([]string, len(s.places))
	for i, p := range s.places {
		if list[i] = p.nonce; p.nonce == "" {
			list[i] = noNonce
		}
	}
	return list
}

func (s *state) secretHex() string { return hex.EncodeToString(s.secret) }

// noNonce is the nonce of a seat that added nothing to the deal.
const noNonce = "-"

// fairSeed returns the seed of the deal, with a nonce that has yet to be written.
func (s *state) fairSeed(seat int, nonce string) game.Seed {
	nonces := s.nonces()
	if seat >= 0 && nonce != "" {
		nonces[seat] = nonce
	}
	return record.FairSeed(s.secret, nonces, s.id)
}

func seatList(set game.Seats) []int {
	list := make([]int, 0, set.Len())
	for ; set != 0; set = set.Without(set.First()) {
		list = append(list, int(set.First()))
	}
	return list
}
