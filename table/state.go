package table

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
)

// state is a table as it follows from its journal. It belongs to the goroutine that has the table's turn; apply is the only way it changes.
type state struct {
	id       string
	seq      int64
	settings api.Settings
	game     game.Game
	// games are those that the program knows.
	games  []game.Game
	rules  string
	status string
	owner  string
	places []place
	secret []byte
	seed   game.Seed
	// position is where the game began, if it was not dealt (trial.go).
	position []byte
	created  int64
	// fixed is when seats and commitments became final; 0 if they are not, or if the game has begun.
	fixed    int64
	started  int64
	finished int64
	updated  int64

	// told counts, for each viewer, what the viewer was told of; shown is when everybody was last told something.
	// A step of a secret turn is told to its own seat alone, so the numbers of others must not give it away.
	told  [viewers]int64
	shown int64
	// audience is who is told of the last entry, and hidden says that it holds a choice that others may not know of yet.
	audience game.Seats
	hidden   bool

	// board is nil until the game is dealt, and for ever if it was dealt by other rules than this program's; before is
	// the board before the last decision.
	board  game.Board
	before game.Board
	// was is the board as it was before the last entry: before, or board itself if that did not change, or nil if it is not kept. It is no part of what the
	// journal says.
	was       game.Board
	decisions []decision
	clocks    []clock
	result    *api.Result
	// closed says why the table was closed, and late the seat because of which a game was aborted; noSeat if it was not.
	closed string
	late   int

	undo    *undoRequest
	claim   *claim
	rematch game.Seats
	// nextID is the id that the rematch's table will have; next is the same once it is open.
	nextID    string
	next      string
	autoStart bool
	// archived says that the journal is gone, and the saved table is all that is left.
	archived bool

	// factsChanged says that the last entry changed what facts tells; undone are the numbers of the entries it took back.
	factsChanged bool
	undone       []int64

	invites map[string]bool // hashes of the tokens handed out
	invited map[string]bool // people who may come to a private table
	removed map[string]bool // people whom the owner removed
	spent   map[string]*spending

	// done are the commands in the journal.
	done map[commandKey]doneCommand
	// reveals remembers the answer for the last decision (see undo.go).
	reveals struct {
		decision int
		answer   bool
	}

	// names are those of people, looked up for showing; ahead is how far the table's time is ahead of the server's. tip names the past, see point.
	// They are no part of what the journal says.
	names map[string]string
	kept  map[string]bool
	ahead int64
	tip   string
}

// viewers are the seats and the spectator.
const viewers = int(game.Spectator) + 1

// place is a seat and who holds it.
type place struct {
	holder string
	person string
	bot    string // of a bot's seat; of a person's while away
	away   string // why a bot stands in
	// nonce is the person's share in the deal; if it was committed to, it is empty until it is revealed.
	nonce      string
	commitment string
	// leftAt is when the person went away, or 0 if the seat owed nothing then; leftAfter is the number of the seat's
	// last decision before that.
	leftAt, leftAfter int64
	// graced says that the person was given time to come back after having run out of it.
	graced bool
	// holiday says that the person is on holiday: a clock of days stands.
	holiday bool
}

// byBot reports whether a bot takes the seat's decisions.
func (p *place) byBot() bool { return p.holder == holderBot || p.away != "" }

// decision is a move that stands.
type decision struct {
	seat game.Seat
	text string
	// move means something only where there is a board.
	move  game.Move
	byBot bool
	seq   int64
	at    int64
	gain  int64 // what the seat's clock gained by it
	// secret says that only the seat knows of it yet.
	secret bool
}

type undoRequest struct {
	seat    game.Seat
	keep    int // decisions that would stand
	waiting game.Seats
}

type commandKey struct{ person, id string }

// doneCommand is where a command is in the journal, and the number under which its person was told.
type doneCommand struct{ seq, told int64 }

func newState(games []game.Game, id string) *state {
	return &state{id: id, games: games, late: noSeat, invites: map[string]bool{}, invited: map[string]bool{}, removed: map[string]bool{},
		spent: map[string]*spending{}, done: map[commandKey]doneCommand{}, names: map[string]string{}}
}

// apply folds one entry into the state and tells what the game did. Entries were checked before they were
// written; one that does not fit means that the journal and the program disagree.
func (s *state) apply(e *entry, tell *game.Events) error {
	k := kinds[e.Kind]
	switch {
	case k == nil:
		return fmt.Errorf("table %s, entry %d: unknown kind %q", s.id, e.Seq, e.Kind)
	case e.Seq != s.seq+1:
		return fmt.Errorf("table %s: entry %d follows entry %d", s.id, e.Seq, s.seq)
	case e.Seat >= len(s.places) || e.Seat < 0 && !k.seatless:
		return fmt.Errorf("table %s, entry %d: no seat %d", s.id, e.Seq, e.Seat)
	}
	undo, claim, status, owing, board := s.undo, s.claim, s.status, s.owing(), s.board
	s.undone = nil
	run := e.At
	if e.Kind == kindPaused {
		run -= e.N
	}
	s.stopClocks(run)
	if err := k.apply(s, e, tell); err != nil {
		return fmt.Errorf("table %s, entry %d: %w", s.id, e.Seq, err)
	}
	switch {
	case e.decides():
		s.was = s.before
	case e.Kind == kindWithdrawn || s.board != board:
		s.was = nil
	default:
		s.was = s.board
	}
	s.runClocks(e.At)
	s.seq, s.updated = e.Seq, e.At
	s.factsChanged = !k.quiet || s.undo != undo || s.claim != claim || s.status != status
	s.count(e, owing, tell)
	if e.By != "" {
		if k.budget != budgetNone {
			s.spendingOf(e.By)[k.budget]++
		}
		if e.Command != "" {
			s.remember(commandKey{e.By, e.Command})
		}
	}
	return nil
}

// owing returns the seats that must decide.
func (s *state) owing() game.Seats {
	if s.board == nil || s.status != api.StatusPlaying {
		return 0
	}
	return s.board.Owing()
}

// count determines the audience of an entry and numbers the entry for it. Other seats are told of a secret choice when it
// makes the seat ready. They are not told of a step after which the seat must still choose, nor of a change of mind in the
// middle of a turn.
func (s *state) count(e *entry, owing game.Seats, tell *game.Events) {
	s.audience, s.hidden = game.Everyone, false
	if kinds[e.Kind].untold {
		s.audience = 0
		return
	}
	now := s.owing()
	if (e.Kind == kindMove || e.Kind == kindWithdrawn) && s.board != nil && s.game.Info().Simultaneous && now == owing {
		s.audience = 1 << e.Seat
		for _, ev := range tell.List {
			s.audience |= ev.For
		}
	}
	switch {
	case e.Kind != kindMove:
	case s.audience != game.Everyone:
		s.decisions[len(s.decisions)-1].secret, s.hidden = true, true
	case now != owing.Without(game.Seat(e.Seat)) || s.status != api.StatusPlaying:
		// It is more than one seat becoming ready: the turn is over, and all is told.
		for i := range s.decisions {
			s.decisions[i].secret = false
		}
	default:
		s.hidden = s.board == nil || s.game.Info().Simultaneous
	}
	for v := range s.told {
		if s.audience.Has(game.Seat(v)) {
			s.told[v]++
		}
	}
	if s.audience == game.Everyone {
		s.shown = e.At
	}
}

// known returns how many decisions a viewer knows of.
func (s *state) known(viewer game.Seat) int {
	n := 0
	for i := range s.decisions {
		if d := &s.decisions[i]; !d.secret || d.seat == viewer {
			n++
		}
	}
	return n
}

// rememberedCommands is how many entries a command is remembered for at least, so that a repeated one is recognised.
const rememberedCommands = 256

func (s *state) remember(k commandKey) {
	s.done[k] = doneCommand{s.seq, s.told[s.viewerOf(k.person)]}
	if len(s.done) > 2*rememberedCommands {
		maps.DeleteFunc(s.done, func(_ commandKey, d doneCommand) bool { return d.seq <= s.seq-rememberedCommands })
	}
}

func (s *state) create(e *entry, _ *game.Events) error {
	secret, err := hex.DecodeString(e.Secret)
	if err != nil {
		return err
	}
	s.secret, s.owner, s.created, s.status, s.autoStart = secret, e.Person, e.At, api.StatusLobby, e.AutoStart
	return s.configure(e)
}

func (s *state) configure(e *entry) error {
	if err := s.findGame(e.Settings.Game); err != nil {
		return err
	}
	s.settings, s.rules = e.Settings.api(), e.Rules
	for len(s.places) < s.settings.Seats {
		s.places = append(s.places, place{holder: holderOpen})
	}
	s.places = s.places[:s.settings.Seats]
	return nil
}

func (s *state) findGame(id string) error {
	i := slices.IndexFunc(s.games, func(g game.Game) bool { return g.Info().ID == id })
	if i < 0 {
		return fmt.Errorf("%w: the game %q is not known", errNewer, id)
	}
	s.game = s.games[i]
	return nil
}

// configured changes the settings. People sat down to play by the old ones: when what they agreed to changes, their seats
// become open, and they may sit down again.
func (s *state) configured(e *entry, _ *game.Events) error {
	was, sat := s.settings, slices.Clone(s.places)
	if err := s.configure(e); err != nil {
		return err
	}
	if sameAgreement(was, s.settings) {
		return nil
	}
	for i, p := range sat {
		if p.person == "" || p.person == s.owner {
			continue
		}
		s.invited[p.person] = true
		if i < len(s.places) {
			s.places[i] = place{holder: holderOpen}
		}
	}
	return nil
}

// sameAgreement reports whether two settings are the same game to those who sit. Which bot would stand in is not part of
// it.
func sameAgreement(a, b api.Settings) bool {
	return a.Game == b.Game && a.Seats == b.Seats && maps.Equal(a.Options, b.Options) && a.Clock == b.Clock && a.Public == b.Public &&
		a.Rated == b.Rated && a.HideUnseen == b.HideUnseen
}

func (s *state) join(e *entry, _ *game.Events) error {
	s.places[e.Seat] = place{holder: e.Holder, person: e.Person, bot: e.Bot, nonce: e.Nonce, commitment: e.Commitment}
	s.autoStart = s.autoStart || e.AutoStart
	return nil
}

func (s *state) swap(e *entry, _ *game.Events) error {
	if e.To < 0 || e.To >= len(s.places) {
		return fmt.Errorf("no seat %d", e.To)
	}
	s.places[e.Seat], s.places[e.To] = s.places[e.To], s.places[e.Seat]
	return nil
}

// leave opens a seat, left by its person or cleared by the owner. Whoever leaves may come back, whoever was removed may
// not. The owner's right goes to the next person at the table, if there is one.
func (s *state) leave(e *entry, _ *game.Events) error {
	person := s.places[e.Seat].person
	s.places[e.Seat] = place{holder: holderOpen}
	if person == "" {
		return nil
	}
	if e.Kind == kindRemoved && person != s.owner {
		s.removed[person] = true
		delete(s.invited, person)
		return nil
	}
	s.invited[person] = true
	if person == s.owner {
		for _, p := range s.places {
			if p.holder == holderPerson {
				s.owner = p.person
				break
			}
		}
	}
	return nil
}

func (s *state) invite(e *entry, _ *game.Events) error {
	s.invites[e.Invitation] = true
	return nil
}

func (s *state) admit(e *entry, _ *game.Events) error {
	s.invited[e.Person] = true
	return nil
}

func (s *state) expel(e *entry, _ *game.Events) error {
	delete(s.invited, e.Person)
	s.removed[e.Person] = true
	return nil
}

func (s *state) start(e *entry, _ *game.Events) error {
	var err error
	if s.seed, err = game.ParseSeed(e.Seed); err != nil {
		return err
	}
	s.position = e.Position
	s.takeNonce(e)
	if e.Rules != "" {
		s.rules = e.Rules
	}
	s.status, s.fixed, s.started = api.StatusPlaying, 0, e.At
	s.clocks = make([]clock, len(s.places))
	for i := range s.clocks {
		s.clocks[i].left = fullClock(s.settings.Clock)
	}
	return s.deal()
}

// foreign reports whether the game was dealt by rules that this program does not play. Its moves and its result are known,
// but there is no board to play them on.
func (s *state) foreign() bool { return s.rules != s.game.Info().Rules }

func (s *state) deal() (err error) {
	if s.foreign() {
		return nil
	}
	if s.position != nil {
		s.board, err = s.game.Load(s.position)
	} else if s.board, err = s.game.New(s.settings.Seats, s.settings.Options); err == nil {
		s.board.Deal(game.NewRand(s.seed))
	}
	if err == nil {
		s.before = s.game.Clone(s.board)
	}
	return err
}

func (s *state) decide(e *entry, tell *game.Events) error {
	d := decision{seat: game.Seat(e.Seat), text: e.Move, byBot: e.ByBot, seq: e.Seq, at: e.At}
	s.undo = nil
	if s.board == nil {
		s.decisions = append(s.decisions, d)
		return nil
	}
	var err error
	if d.move, err = s.board.Parse(e.Move); err != nil {
		return err
	}
	s.before = s.game.Clone(s.board)
	if err := game.Play(s.board, d.seat, d.move, tell); err != nil {
		return err
	}
	if !e.ByBot {
		d.gain = s.clockDecided(d.seat)
	}
	s.decisions = append(s.decisions, d)
	if s.board.Owing() == 0 {
		s.finish(e.At, s.outcome(game.NoSeat, ""))
	}
	return nil
}

// withdraw takes the seat's choice out of the decisions, as if it had not been made.
func (s *state) withdraw(e *entry, _ *game.Events) error {
	seat := game.Seat(e.Seat)
	i := s.lastDecision(seat)
	if i < 0 {
		return fmt.Errorf("seat %d has nothing to withdraw", seat)
	}
	if s.board != nil {
		if err := s.board.Withdraw(seat); err != nil {
			return err
		}
		s.before = s.game.Clone(s.board)
	}
	s.clocks[seat].left = max(0, s.clocks[seat].left-s.decisions[i].gain)
	s.undone = []int64{s.decisions[i].seq}
	s.decisions = slices.Delete(s.decisions, i, i+1)
	s.reveals.decision = 0
	return nil
}

func (s *state) askUndo(e *entry, _ *game.Events) error {
	seat := game.Seat(e.Seat)
	s.undo = &undoRequest{seat: seat, keep: int(e.N), waiting: s.toAsk(seat)}
	return nil
}

func (s *state) agreeUndo(e *entry, _ *game.Events) error {
	if s.undo != nil {
		s.undo.waiting = s.undo.waiting.Without(game.Seat(e.Seat))
	}
	return nil
}

func (s *state) denyUndo(*entry, *game.Events) error {
	s.undo = nil
	return nil
}

// takeBack plays the first decisions again and forgets the rest, with what clocks gained by them. When the others agreed to
// it, which may have taken them days, a clock of days begins anew instead.
func (s *state) takeBack(e *entry, _ *game.Events) error {
	n := int(e.N)
	if n < 0 || n > len(s.decisions) {
		return fmt.Errorf("%d decisions cannot stand of %d", n, len(s.decisions))
	}
	for _, d := range s.decisions[n:] {
		s.undone = append(s.undone, d.seq)
		c := &s.clocks[d.seat]
		if s.undo != nil && s.settings.Clock.Kind == api.ClockDays {
			c.left = fullClock(s.settings.Clock)
		} else {
			c.left = max(0, c.left-d.gain)
		}
	}
	s.decisions = s.decisions[:n]
	s.undo, s.claim = nil, nil
	s.reveals.decision = 0
	return s.replay(nil)
}

// replay deals the game again and plays the decisions that stand. show, if it is not nil, is given each with what the
// game told.
func (s *state) replay(show func(d *decision, told *game.Events)) error {
	if err := s.deal(); err != nil {
		return err
	}
	if s.board == nil {
		return nil
	}
	var told game.Events
	for i := range s.decisions {
		d := &s.decisions[i]
		if i == len(s.decisions)-1 {
			s.before = s.game.Clone(s.board)
		}
		var err error
		if d.move, err = s.board.Parse(d.text); err != nil {
			return err
		}
		told.Reset()
		if err := game.Play(s.board, d.seat, d.move, &told); err != nil {
			return err
		}
		if show != nil {
			show(d, &told)
		}
	}
	return nil
}

// goAway hands a seat to a bot, or ends a game of two. Where running out of time is a move, it is played.
func (s *state) goAway(e *entry, tell *game.Events) error {
	if e.decides() {
		return s.decide(e, tell)
	}
	seat := game.Seat(e.Seat)
	if e.Why == "" { // the game is lost by it
		how := api.WonByResignation
		switch e.Kind {
		case kindTimedOut:
			how = api.WonByTime
		case kindGone:
			how = api.WonByAbsence
		}
		s.finish(e.At, s.outcome(seat, how))
		return nil
	}
	p := &s.places[e.Seat]
	p.away, p.bot = e.Why, e.Bot
	s.claim = nil
	p.leftAt, p.leftAfter = 0, s.lastSeq(seat)
	if s.owing().Has(seat) {
		p.leftAt = e.At
	}
	if s.undo != nil {
		if s.undo.waiting = s.undo.waiting.Without(seat); s.undo.seat == seat {
			s.undo = nil
		}
	}
	return nil
}

// comeBack lets the person of a seat play again. Going away and coming back gives no time: what was left is left, less
// what has passed if no bot has decided meanwhile. Only a person who ran out of time is given a little, once.
func (s *state) comeBack(e *entry, _ *game.Events) error {
	p := &s.places[e.Seat]
	if s.hasClock() {
		c := &s.clocks[e.Seat]
		if p.leftAt > 0 && p.leftAfter == s.lastSeq(game.Seat(e.Seat)) {
			c.left = max(0, c.left-max(0, e.At-p.leftAt))
		}
		if p.away == api.AwayTime && !p.graced {
			c.left, p.graced = graceOnReturn(s.settings.Clock), true
		}
	}
	p.away, p.bot, p.leftAt, p.leftAfter = "", "", 0, 0
	return nil
}

func (s *state) wantRematch(e *entry, _ *game.Events) error {
	s.rematch |= 1 << e.Seat
	if s.nextID == "" {
		s.nextID = e.Table
	}
	return nil
}

func (s *state) goOn(e *entry, _ *game.Events) error {
	s.next = e.Table
	return nil
}

// takeHoliday begins or ends the holiday of a person. The clocks, which were stopped before, are set running after it.
func (s *state) takeHoliday(e *entry, _ *game.Events) error {
	s.places[e.Seat].holiday = e.Kind == kindHoliday
	return nil
}

// pause leaves out of the clocks' time what was left out when they were stopped.
func (s *state) pause(*entry, *game.Events) error { return nil }

func (s *state) close(e *entry, _ *game.Events) error {
	s.status, s.closed, s.late, s.finished, s.undo, s.claim = api.StatusClosed, e.Why, e.Seat, e.At, nil, nil
	return nil
}

func (s *state) finish(at int64, r *api.Result) {
	s.status, s.finished, s.result, s.undo, s.claim = api.StatusFinished, at, r, nil, nil
}

// over reports whether nothing more is played at the table.
func (s *state) over() bool { return s.status == api.StatusFinished || s.status == api.StatusClosed }

// outcome returns the result of the game. With a loser given, who resigned or ran out of time in a game of two, the
// other seat wins whatever the points.
func (s *state) outcome(loser game.Seat, how string) *api.Result {
	n, parts := len(s.places), len(s.game.Info().Categories)
	var res game.Result
	if s.board != nil {
		res = s.board.Result()
	} else {
		parts = 0 // the rules that would count are gone
	}
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

// forfeits reports whether a decision gave something up, or was the end of its seat's time.
func (s *state) forfeits(d *decision) bool {
	f, ok := s.board.(game.Forfeiter)
	return ok && f.Forfeits(d.move)
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

// lastSeq returns the number of the seat's last decision, or 0.
func (s *state) lastSeq(seat game.Seat) int64 {
	if i := s.lastDecision(seat); i >= 0 {
		return s.decisions[i].seq
	}
	return 0
}

// seatOf returns the seat a person holds, or noSeat.
func (s *state) seatOf(person string) int {
	if person != "" {
		for i, p := range s.places {
			if p.person == person {
				return i
			}
		}
	}
	return noSeat
}

// viewerOf returns as which viewer a person sees the game.
func (s *state) viewerOf(person string) game.Seat {
	if seat := s.seatOf(person); seat >= 0 {
		return game.Seat(seat)
	}
	return game.Spectator
}

// maySee reports whether a person may see the table at all. Finished games are open to everyone who has the link.
func (s *state) maySee(person string) bool {
	return s.anybody() || s.status == api.StatusFinished || s.belongs(person)
}

// anybody reports whether the table is open to everybody who wants to watch.
func (s *state) anybody() bool { return s.settings.Public || s.settings.Tournament != nil }

// watches reports whether a person may see a private table because of an invitation alone.
func (s *state) watches(person string) bool {
	return s.invited[person] && person != s.owner && s.seatOf(person) < 0
}

// watchers returns those who watch a private table because of an invitation, or may come back to do so. Only the owner is told.
func (s *state) watchers(asks string) (list []string) {
	if asks != s.owner || s.anybody() || s.over() {
		return nil
	}
	for _, person := range sortedKeys(s.invited) {
		if s.watches(person) {
			list = append(list, person)
		}
	}
	return list
}

// belongs reports whether a person is one of the table's own: its owner, someone who sits there, or someone invited.
func (s *state) belongs(person string) bool {
	return person != "" && (person == s.owner || s.invited[person] || s.seatOf(person) >= 0)
}

// nameOf returns the name of a person; empty if nobody knows it any more.
func (s *state) nameOf(person string) string { return s.names[person] }

// open reports whether a seat can be taken.
func (s *state) open() bool {
	return s.status == api.StatusLobby && slices.ContainsFunc(s.places, func(p place) bool { return p.holder == holderOpen })
}

func seatList(set game.Seats) []int {
	list := make([]int, 0, set.Len())
	for ; set != 0; set = set.Without(set.First()) {
		list = append(list, int(set.First()))
	}
	return list
}
