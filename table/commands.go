package table

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
)

// Person is who asks something of a table. The zero value is someone unknown, who may watch public tables.
type Person struct {
	ID, Name string
	// Program says that it is a program with a bot token.
	Program bool
	// Owner is the person that a program belongs to.
	Owner string
	// Kept says that the name is the person's own, and Friendly that the person may play no rated games.
	Kept, Friendly bool
	// Rests refuses live rated games to a person who has aborted too many; nil if the person may play them.
	Rests error
	// Deaf are the people whose messages the person does not want to read.
	Deaf []string
	// Apart are those with whom the person sits at no table, and whether it is the person who blocks them. Programs are among both.
	Apart map[string]bool
	// Address is where the person is, as limits count it; empty if unknown. People of one address share what bots
	// think for it.
	Address string
}

// Self returns whom the person counts as: the owner of a program, or the person.
func (p *Person) Self() string { return cmp.Or(p.Owner, p.ID) }

// Limits of what a table takes.
const (
	maxChat      = 500 // characters in one chat message
	maxCommandID = 64  // bytes
	maxInvites   = 50  // links to one table
	// maxOwned is how many tables of one person may wait or be played, of those that changed within ownedFor.
	maxOwned     = 40
	ownedFor     = 7 * day
	maxBase      = 7 * 24 * 3600
	maxIncrement = 24 * 3600
	maxDays      = 60
)

// settle checks settings and fills in what they leave open.
func (h *Hub) settle(in api.Settings) (api.Settings, game.Game, error) {
	g, err := h.gameByID(in.Game)
	if err != nil {
		return in, nil, err
	}
	options, err := game.Options(in.Options).Fill(g.Info().Options)
	if err != nil {
		return in, nil, err
	}
	in.Options = options
	if _, err := g.New(in.Seats, options); err != nil {
		return in, nil, err
	}
	if in.Clock, err = settleClock(in.Clock); err != nil {
		return in, nil, err
	}
	if err := mayBeRated(g, in); err != nil {
		return in, nil, err
	}
	if in.Takeover == "" {
		in.Takeover = h.defaultBot(g)
	}
	return in, g, h.checkBot(g, in.Takeover)
}

func settleClock(c api.Clock) (api.Clock, error) {
	switch c.Kind {
	case "", api.ClockNone:
		return api.Clock{Kind: api.ClockNone}, nil
	case api.ClockLive:
		if c.Base < 1 || c.Base > maxBase || c.Increment < 0 || c.Increment > maxIncrement {
			return c, game.Refuse(game.Invalid, "bad_clock", "a live clock has a base of 1 to %d seconds and an increment of 0 to %d", maxBase, maxIncrement)
		}
		return api.Clock{Kind: c.Kind, Base: c.Base, Increment: c.Increment}, nil
	case api.ClockDays:
		if c.Days < 1 || c.Days > maxDays {
			return c, game.Refuse(game.Invalid, "bad_clock", "a days clock has 1 to %d days", maxDays)
		}
		return api.Clock{Kind: c.Kind, Days: c.Days}, nil
	}
	return c, game.Refuse(game.Invalid, "bad_clock", "a clock must be none, live or days, not %q", c.Kind)
}

func (h *Hub) checkBot(g game.Game, name string) error {
	if list := h.botsFor(g); !slices.Contains(list, name) {
		return game.Refuse(game.Invalid, "bad_bot", "there is no bot %q; there are: %s", name, strings.Join(list, ", "))
	}
	return nil
}

// botsFor returns the bots that play a game, weakest first.
func (h *Hub) botsFor(g game.Game) []string {
	if h.cfg.BotPlays == nil {
		return h.cfg.Bots
	}
	return slices.DeleteFunc(slices.Clone(h.cfg.Bots), func(name string) bool { return !h.cfg.BotPlays(g, name) })
}

// defaultBot returns the bot that is taken when none is named: the last one if the default does not play the game.
func (h *Hub) defaultBot(g game.Game) string {
	if list := h.botsFor(g); len(list) > 0 && !slices.Contains(list, h.cfg.DefaultBot) {
		return list[len(list)-1]
	}
	return h.cfg.DefaultBot
}

// newEntries returns the first entries of a table.
func (h *Hub) newEntries(owner Person, req *api.CreateTable) ([]*entry, error) {
	if req.Tournament != nil {
		return nil, notOfTournament()
	}
	settings, g, err := h.settle(req.Settings)
	if err != nil {
		return nil, err
	}
	settings.FirstMove = firstMove(settings)
	own := req.Seat != game.NoSeat
	if own && int(req.Seat) >= settings.Seats {
		return nil, noSuchSeat(int(req.Seat), settings.Seats)
	}
	if len(req.Bots) > settings.Seats {
		return nil, noSuchSeat(len(req.Bots)-1, settings.Seats)
	}
	if own {
		if err := maySitRated(settings, owner); err != nil {
			return nil, err
		}
	}
	list := []*entry{{Kind: kindCreated, Seat: noSeat, Person: owner.ID, Settings: settingsFrom(settings), Rules: g.Info().Rules, Secret: h.NewSecret()}}
	if own {
		list = append(list, joinEntry(owner.ID, owner.Program, int(req.Seat)))
	}
	for seat, name := range req.Bots {
		if name == "" {
			continue
		}
		if game.Seat(seat) == req.Seat {
			return nil, game.Refuse(game.Invalid, "seat_taken", "seat %d cannot be both yours and a bot's", seat)
		}
		if err := h.checkBot(g, name); err != nil {
			return nil, err
		}
		if err := mayPlayBots(settings); err != nil {
			return nil, err
		}
		list = append(list, botEntry(seat, name))
	}
	return list, nil
}

// NewSecret draws a secret for a deal, in hex.
func (h *Hub) NewSecret() string {
	var b [32]byte
	h.cfg.Random(b[:])
	return hex.EncodeToString(b[:])
}

func joinEntry(person string, program bool, seat int) *entry {
	holder := holderPerson
	if program {
		holder = holderProgram
	}
	return &entry{Kind: kindJoined, Seat: seat, Holder: holder, Person: person}
}

func botEntry(seat int, name string) *entry {
	return &entry{Kind: kindJoined, Seat: seat, Holder: holderBot, Bot: name}
}

// asked is a command that a table decides on.
type asked struct {
	t *table
	h *Hub
	s *state
	p Person
	d *api.CommandData
	// seat the person holds, or noSeat.
	seat int
}

// handlers turn a command into the entries that do it, or refuse it. They change nothing.
var handlers = map[string]func(*asked) (*entry, error){
	api.CommandJoin:      (*asked).join,
	api.CommandSit:       (*asked).sit,
	api.CommandNonce:     (*asked).nonce,
	api.CommandLeave:     (*asked).leave,
	api.CommandAddBot:    (*asked).addBot,
	api.CommandRemove:    (*asked).remove,
	api.CommandExpel:     (*asked).expel,
	api.CommandConfigure: (*asked).configure,
	api.CommandStart:     (*asked).start,
	api.CommandMove:      (*asked).move,
	api.CommandWithdraw:  (*asked).withdraw,
	api.CommandUndo:      (*asked).undo,
	api.CommandAnswer:    (*asked).answer,
	api.CommandResign:    (*asked).resign,
	api.CommandAway:      (*asked).away,
	api.CommandBack:      (*asked).back,
	api.CommandRematch:   (*asked).rematch,
	api.CommandClaim:     (*asked).claim,
}

// mayAsk refuses what no command may be.
func (s *state) mayAsk(p Person, c *api.Command) error {
	switch {
	case handlers[c.Type] == nil && c.Type != api.CommandChat:
		return game.Refuse(game.Invalid, "bad_command", "there is no command %q", c.Type)
	case c.ID == "" || len(c.ID) > maxCommandID || !utf8.ValidString(c.ID):
		return game.Refuse(game.Invalid, "bad_command_id", "a command needs an id of 1 to %d bytes", maxCommandID)
	case p.ID == "":
		return game.Refuse(game.Forbidden, "no_session", "choose a name first")
	case !s.maySee(p.ID):
		return private()
	case s.status == api.StatusClosed && c.Type != api.CommandChat:
		return game.Refuse(game.Conflict, "closed", "this table is closed")
	}
	return nil
}

// answerTo returns the entry that does what a command asks, or the refusal.
func (t *table) answerTo(p Person, c *api.Command) (*entry, error) {
	e, err := handlers[c.Type](&asked{t, t.h, t.s, p, &c.Data, t.s.seatOf(p.ID)})
	if err != nil {
		return nil, err
	}
	if err := t.s.afford(p.ID, e.Kind); err != nil {
		return nil, err
	}
	e.By, e.Command = p.ID, c.ID
	return e, nil
}

// ofTournament refuses what players cannot do at a table of a tournament.
func ofTournament(why string) error { return game.Refuse(game.Forbidden, "of_tournament", "%s", why) }

func notOfTournament() error {
	return game.Refuse(game.Invalid, "not_of_tournament", "only the server opens the tables of a tournament; leave out the field tournament")
}

func private() error {
	return game.Refuse(game.Forbidden, "private", "you cannot join this table; ask for an invitation")
}

func noSuchSeat(seat, seats int) error {
	return game.Refuse(game.Invalid, "no_seat", "there is no seat %d at a table of %d", seat, seats)
}

// The methods below refuse a command that is not possible before, during or after the game.

func (a *asked) inLobby() error {
	switch {
	case a.s.status != api.StatusLobby:
		return game.Refuse(game.Conflict, "already_started", "the game has already started")
	case a.s.fixed > 0:
		return game.Refuse(game.Conflict, "dealing", "the cards are being dealt; seats and settings are final")
	}
	return nil
}

// arranges also refuses players of a tournament.
func (a *asked) arranges() error {
	if err := a.inLobby(); err != nil {
		return err
	}
	if a.s.settings.Tournament != nil {
		return ofTournament("the tournament decides who plays here, and how")
	}
	if a.s.hurriedOff() {
		return game.Refuse(game.Conflict, "dealing", "the game is about to begin; who does not want to play it can abort it then")
	}
	return nil
}

func (a *asked) owns() error {
	if a.p.ID != a.s.owner {
		return notOwner()
	}
	return a.arranges()
}

func notOwner() error { return game.Refuse(game.Forbidden, "not_owner", "only the host can do that") }

func (a *asked) holdsSeat() error {
	if a.seat < 0 {
		return game.Refuse(game.Forbidden, "no_seat_held", "you have no seat at this table")
	}
	return nil
}

func (a *asked) plays() error {
	if err := a.holdsSeat(); err != nil {
		return err
	}
	switch a.s.status {
	case api.StatusLobby:
		return game.Refuse(game.Conflict, "not_started", "the game has not started yet")
	case api.StatusFinished:
		return game.Refuse(game.NotYourTurn, "game_over", "the game is over")
	}
	return nil
}

// playsHimself also asks that no bot stands in.
func (a *asked) playsHimself() error {
	if err := a.plays(); err != nil {
		return err
	}
	if a.s.places[a.seat].away != "" {
		return game.Refuse(game.Conflict, "away", "a bot is playing for you; come back first")
	}
	return nil
}

// wanted returns the seat named in the command, or the first open one if it names none.
func (a *asked) wanted() (int, error) {
	if a.d.Seat == nil {
		for i, p := range a.s.places {
			if p.holder == holderOpen {
				return i, nil
			}
		}
		return 0, noRoom()
	}
	seat := *a.d.Seat
	if seat < 0 || seat >= len(a.s.places) {
		return 0, noSuchSeat(seat, len(a.s.places))
	}
	return seat, nil
}

func noRoom() error {
	return game.Refuse(game.Conflict, ReasonTaken, "all seats are taken")
}

func (a *asked) wantedOpen() (int, error) {
	seat, err := a.wanted()
	if err == nil && a.s.places[seat].holder != holderOpen {
		err = game.Refuse(game.Conflict, "seat_taken", "seat %d is taken", seat)
	}
	return seat, err
}

// together refuses a person who is to be kept apart from somebody at the table. Only a person who blocks somebody there is told so; one who is blocked gets the refusal of closed doors.
func (s *state) together(p Person, closed func() error) error {
	blocked := false
	for _, other := range s.people() {
		own, apart := p.Apart[other]
		if own {
			return game.Refuse(game.Forbidden, "apart", "you have blocked somebody who sits at this table")
		}
		blocked = blocked || apart
	}
	if blocked {
		return closed()
	}
	return nil
}

func (a *asked) join() (*entry, error) {
	if err := a.inLobby(); err != nil {
		return nil, err
	}
	if a.seat >= 0 {
		return nil, game.Refuse(game.Conflict, "seated", "you already have seat %d", a.seat)
	}
	if a.s.removed[a.p.ID] {
		return nil, game.Refuse(game.Forbidden, "removed", "the owner of the table has removed you")
	}
	if err := a.s.together(a.p, private); err != nil {
		return nil, err
	}
	if err := maySitRated(a.s.settings, a.p); err != nil {
		return nil, err
	}
	seat, err := a.wantedOpen()
	if err != nil {
		return nil, err
	}
	if err := a.checkShare(); err != nil {
		return nil, err
	}
	e := joinEntry(a.p.ID, a.p.Program, seat)
	e.Nonce, e.Commitment = a.d.Nonce, a.d.Commitment
	return e, nil
}

func (a *asked) sit() (*entry, error) {
	if err := a.holdsSeat(); err != nil {
		return nil, err
	}
	if err := a.arranges(); err != nil {
		return nil, err
	}
	seat, err := a.wantedOpen()
	if err != nil {
		return nil, err
	}
	return &entry{Kind: kindSwapped, Seat: seat, To: a.seat}, nil
}

func (a *asked) leave() (*entry, error) {
	if err := a.holdsSeat(); err != nil {
		return nil, err
	}
	switch {
	case a.s.status == api.StatusLobby:
		return &entry{Kind: kindLeft, Seat: a.seat}, a.arranges()
	case a.s.abortable():
		return a.resign()
	case a.s.lostByLeaving():
		return nil, game.Refuse(game.Conflict, "must_resign", "you cannot leave a two-player game that is rated or part of a tournament; resign instead")
	}
	return a.standIn(a.s.settings.Takeover, api.AwayLeft)
}

// lostByLeaving reports whether no bot stands in at this table: a player who runs out of time has lost.
func (s *state) lostByLeaving() bool { return s.contested() && len(s.places) == 2 }

// contested reports whether the game counts for something beyond itself, so that nobody gets help.
func (s *state) contested() bool { return s.settings.Rated || s.settings.Tournament != nil }

// standIn lets a bot play for the person from now on.
func (a *asked) standIn(bot, why string) (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	return &entry{Kind: kindAway, Seat: a.seat, Bot: bot, Why: why}, nil
}

func (a *asked) addBot() (*entry, error) {
	if err := a.owns(); err != nil {
		return nil, err
	}
	if err := mayPlayBots(a.s.settings); err != nil {
		return nil, err
	}
	seat, err := a.wanted()
	if err != nil {
		return nil, err
	}
	if k := a.s.places[seat].holder; k != holderOpen && k != holderBot {
		return nil, game.Refuse(game.Conflict, "seat_taken", "seat %d is taken", seat)
	}
	name := a.d.Bot
	if name == "" {
		name = a.h.defaultBot(a.s.game)
	}
	return botEntry(seat, name), a.h.checkBot(a.s.game, name)
}

func (a *asked) remove() (*entry, error) {
	if err := a.owns(); err != nil {
		return nil, err
	}
	if a.d.Seat == nil {
		return nil, game.Refuse(game.Invalid, "no_seat", "name the seat to clear")
	}
	seat, err := a.wanted()
	if err != nil {
		return nil, err
	}
	if a.s.places[seat].holder == holderOpen {
		return nil, game.Refuse(game.Conflict, "seat_open", "seat %d is already open", seat)
	}
	return &entry{Kind: kindRemoved, Seat: seat}, nil
}

// expel puts out somebody who was invited to a private table and holds no seat, also during the game.
func (a *asked) expel() (*entry, error) {
	person := a.d.Person
	switch {
	case a.p.ID != a.s.owner:
		return nil, notOwner()
	case a.s.over():
		return nil, game.Refuse(game.Conflict, "game_over", "the game is over, and everybody who has its link may look at it")
	case a.s.anybody():
		return nil, game.Refuse(game.Conflict, "public_table", "everybody may watch this table")
	case !a.s.watches(person):
		return nil, game.Refuse(game.NotFound, "no_watcher", "nobody of this id was invited and has no seat; name a person of the list watchers")
	}
	return &entry{Kind: kindExpelled, Seat: noSeat, Person: person}, nil
}

func (a *asked) configure() (*entry, error) {
	if err := a.owns(); err != nil {
		return nil, err
	}
	if a.d.Settings == nil {
		return nil, game.Refuse(game.Invalid, "no_settings", "send the new settings")
	}
	if a.d.Settings.Tournament != nil {
		return nil, notOfTournament()
	}
	settings, g, err := a.h.settle(*a.d.Settings)
	if err != nil {
		return nil, err
	}
	settings.FirstMove = firstMove(settings)
	if a.seat >= 0 {
		if err := maySitRated(settings, a.p); err != nil {
			return nil, err
		}
	}
	for i, p := range a.s.places {
		if i >= settings.Seats && p.person == a.p.ID {
			return nil, game.Refuse(game.Conflict, "seat_taken", "you sit on seat %d, which would go", i)
		}
	}
	return &entry{Kind: kindConfigured, Seat: noSeat, Settings: settingsFrom(settings), Rules: g.Info().Rules}, nil
}

func (a *asked) start() (*entry, error) {
	if err := a.owns(); err != nil {
		return nil, err
	}
	people := 0
	for i, p := range a.s.places {
		switch p.holder {
		case holderOpen:
			return nil, game.Refuse(game.Conflict, "seats_open", "seat %d is open; fill it with a person or a bot, or remove it", i)
		case holderPerson:
			people++
		}
	}
	if a.s.settings.Rated && people < 2 {
		return nil, game.Refuse(game.Conflict, "rated_people", "a rated game needs at least two people")
	}
	// A table that waited while the rules changed is played by those of today, if they know its settings.
	if _, _, err := a.h.settle(a.s.settings); err != nil {
		return nil, err
	}
	nonce := a.d.Nonce
	if a.seat < 0 {
		nonce = ""
	}
	if nonce != "" {
		if err := a.checkReveal(nonce); err != nil {
			return nil, err
		}
	}
	return a.s.begin(a.seat, nonce), nil
}

func (a *asked) move() (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	m, err := a.s.board.Parse(a.d.Move)
	if err != nil {
		return nil, err
	}
	if f, ok := a.s.board.(game.Forfeiter); ok && f.Forfeits(m) {
		return nil, game.Refuse(game.Invalid, "not_by_move", "resign by the command for it, not by a move")
	}
	if err := a.s.board.Check(game.Seat(a.seat), m); err != nil {
		return nil, err
	}
	return moveEntry(a.s.board, a.seat, m), nil
}

// moveEntry writes the move in its own notation, whatever the client wrote.
func moveEntry(b game.Board, seat int, m game.Move) *entry {
	return &entry{Kind: kindMove, Seat: seat, Move: b.Text(m)}
}

func (a *asked) withdraw() (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	if !a.s.canWithdraw(game.Seat(a.seat)) {
		return nil, game.Refuse(game.IllegalMove, "nothing_to_withdraw", "you have no choice to withdraw")
	}
	return &entry{Kind: kindWithdrawn, Seat: a.seat}, nil
}

func (a *asked) undo() (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	seat := game.Seat(a.seat)
	switch {
	case a.s.settings.Rated:
		return nil, game.Refuse(game.Forbidden, "rated", "there is no undo in a rated game")
	case a.s.settings.Tournament != nil:
		return nil, ofTournament("there is no undo in a game of a tournament")
	case a.s.game.Info().NoUndo:
		return nil, game.Refuse(game.Forbidden, "no_undo", "there is no undo in this game")
	}
	keep := a.s.lastDecision(seat)
	if keep < 0 {
		return nil, game.Refuse(game.IllegalMove, "nothing_to_undo", "you have no move to undo yet")
	}
	if a.s.canWithdraw(seat) {
		return a.withdraw()
	}
	if a.s.undoWord(seat) == api.UndoFree {
		return &entry{Kind: kindUndone, Seat: a.seat, N: int64(keep)}, nil
	}
	if a.s.undo != nil {
		return nil, game.Refuse(game.Conflict, "undo_asked", "an undo request is already waiting for answers")
	}
	return &entry{Kind: kindUndoAsked, Seat: a.seat, N: int64(keep)}, nil
}

func (a *asked) answer() (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	if a.s.undo == nil || !a.s.undo.waiting.Has(game.Seat(a.seat)) {
		return nil, game.Refuse(game.Conflict, "nothing_to_answer", "nobody is waiting for your answer")
	}
	if !a.d.Accept {
		return &entry{Kind: kindUndoDenied, Seat: a.seat}, nil
	}
	return &entry{Kind: kindUndoAgreed, Seat: a.seat}, nil
}

func (a *asked) resign() (*entry, error) {
	if err := a.plays(); err != nil {
		return nil, err
	}
	if a.s.places[a.seat].away == api.AwayResigned {
		return nil, game.Refuse(game.Conflict, "resigned", "you have already resigned")
	}
	if a.d.Board == 0 {
		if aborts, err := a.t.aborts(a.seat); err != nil {
			return nil, err
		} else if aborts {
			return aborted(a.seat), nil
		}
	}
	if f, ok := a.s.board.(game.Forfeiter); ok {
		m, err := f.Resign(a.d.Board)
		if err == nil {
			err = a.s.board.Check(game.Seat(a.seat), m)
		}
		if err != nil {
			return nil, err
		}
		return moveEntry(a.s.board, a.seat, m), nil
	}
	if a.d.Board != 0 {
		return nil, game.Refuse(game.Invalid, "no_board", "this game has one board; resign without naming one")
	}
	e := &entry{Kind: kindResigned, Seat: a.seat}
	if len(a.s.places) > 2 {
		e.Why, e.Bot = api.AwayResigned, a.s.settings.Takeover
	}
	return e, nil
}

func (a *asked) away() (*entry, error) {
	if a.s.status == api.StatusPlaying && a.s.lostByLeaving() {
		return nil, game.Refuse(game.Forbidden, "rated", "in a two-player game that is rated or part of a tournament nobody can play for you")
	}
	if a.seat >= 0 && a.s.abortable() && !a.s.moved(a.seat) {
		return nil, game.Refuse(game.Conflict, "first_move", "make your first move yourself, or abort the game by resigning")
	}
	bot := a.d.Bot
	if bot == "" {
		bot = a.s.settings.Takeover
	} else if err := a.h.checkBot(a.s.game, bot); err != nil {
		return nil, err
	}
	return a.standIn(bot, api.AwayAsked)
}

func (a *asked) back() (*entry, error) {
	if err := a.plays(); err != nil {
		return nil, err
	}
	switch a.s.places[a.seat].away {
	case "":
		return nil, game.Refuse(game.Conflict, "not_away", "no bot is playing for you")
	case api.AwayResigned:
		return nil, game.Refuse(game.Forbidden, "resigned", "you resigned, so you cannot come back to this game")
	case api.AwayTime:
		if p := &a.s.places[a.seat]; p.graced && a.s.clocks[a.seat].left == 0 {
			return nil, game.Refuse(game.Forbidden, "no_time", "your time has run out for the second time, so the bot plays on")
		}
	}
	return &entry{Kind: kindBack, Seat: a.seat}, nil
}

func (a *asked) rematch() (*entry, error) {
	if err := a.holdsSeat(); err != nil {
		return nil, err
	}
	switch {
	case a.s.status != api.StatusFinished:
		return nil, game.Refuse(game.Conflict, "not_finished", "the game is not over")
	case a.s.settings.Tournament != nil:
		return nil, ofTournament("the next game of a tournament is found by the tournament")
	case isDeviceID(a.t.id) && a.h.cfg.IDPrefix != api.DevicePrefix:
		return nil, game.Refuse(game.Conflict, "sent_game", "this game was played on a device and only sent here; its rematch begins on that device, or open a new table")
	case a.s.next != "":
		return nil, game.Refuse(game.Conflict, "rematch_open", "the rematch is already open at table %s", a.s.next)
	case a.s.rematch.Has(game.Seat(a.seat)):
		return nil, game.Refuse(game.Conflict, "rematch_asked", "you have already asked for a rematch")
	}
	if err := a.s.together(a.p, private); err != nil {
		return nil, err
	}
	e := &entry{Kind: kindRematch, Seat: a.seat}
	if a.s.nextID == "" {
		e.Table = a.h.NewTableID()
	}
	return e, nil
}

// rematchAgreed reports whether all people who must be asked want to play again and the table of the rematch is not open yet.
func (s *state) rematchAgreed() bool {
	return s.status == api.StatusFinished && s.next == "" && s.rematch != 0 && s.toAsk(game.NoSeat)&^s.rematch == 0
}

// rematchEntries returns the first entries of the table of the rematch. Everyone sits one seat further round, so
// that another seat begins. The table does not wait for people who are away, but they may come. If nobody is missing, the game starts by
// itself: all players have asked for it.
func (s *state) rematchEntries(secret string) []*entry {
	owner := s.owner
	if seat := s.seatOf(owner); seat >= 0 && s.places[seat].away != "" {
		owner = s.places[s.rematch.First()].person
	}
	created := &entry{Kind: kindCreated, Seat: noSeat, Person: owner, Settings: settingsFrom(s.settings), Rules: s.game.Info().Rules, Secret: secret, AutoStart: true}
	list := []*entry{created}
	n := len(s.places)
	for i, p := range s.places {
		seat := (i + n - 1) % n
		switch {
		case p.holder == holderBot:
			list = append(list, botEntry(seat, p.bot))
		case p.away == "":
			list = append(list, joinEntry(p.person, p.holder == holderProgram, seat))
		default:
			list = append(list, &entry{Kind: kindAdmitted, Seat: noSeat, Person: p.person})
		}
	}
	return list
}

// NewTableID draws the id of a table.
func (h *Hub) NewTableID() string {
	var random [12]byte
	h.cfg.Random(random[:])
	return h.cfg.IDPrefix + tableID(random[:])
}

// The ids of tables: letters and digits that are not mistaken for each other.
const (
	idLength  = 12
	idLetters = "0123456789abcdefghjkmnpqrstvwxyz"
)

// tableID writes random bytes as an id.
func tableID(random []byte) string {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idLetters[random[i]&31]
	}
	return string(id)
}
