// Package seek lets people meet who look for opponents. Whoever seeks waits in the store, and so does the call that goes out when a game is found, each until its
// deadline: any node can go on with it, and a restart changes nothing. Who fits whom is decided by the package pairing. It knows nothing of HTTP.
// Its errors are refusals (game.Error), or the store's.
package seek

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"mirabilia/game"
	"mirabilia/pairing"
	"mirabilia/rating"
	"mirabilia/store"
)

// Kinds of what waits.
const (
	kindSeek = "seek"
	kindCall = "call"
	// kindCalled leads from a person to their call. There is one at most, so that nobody is called to two games at once.
	kindCalled = "called"
	// kindMissed notes a call that was not answered or declined, and kindRest a person who may not seek live for a while because of two.
	kindMissed = "missed call"
	kindRest   = "resting"
	// kindAsunder notes two people who are not called together for a while, because one of them did not want to.
	kindAsunder = "asunder"
	// kindSought says that somebody has looked for others within soughtFor.
	kindSought = "sought"
	// kindTabled keeps an open table for those who are called to it.
	kindTabled = "tabled"
)

const (
	// liveLife is how long a live seek lives without its page asking for it; it is renewed when less than renewBelow is left. Browsers let a page in the background ask
	// once a minute.
	liveLife, renewBelow = 150 * time.Second, 90 * time.Second
	// daysLife is how long somebody looks for a game at days per move.
	daysLife = 14 * 24 * time.Hour
	// ringTime is how long a call waits for an answer, and afterCall how long it is kept to be found by those whom it concerns.
	ringTime, afterCall = 20 * time.Second, time.Minute
	// maxDays is how many games at days per move a person can look for at a time.
	maxDays = 5
	// missedFor is how long a missed call is remembered, and restTime how long somebody rests who has missed two in a row. asunderFor is how long the people of such a call are not called together.
	missedFor, restTime = time.Hour, 5 * time.Minute
	asunderFor          = 10 * time.Minute
	soughtFor           = 24 * time.Hour
	// glance is how old what is told of everybody's seeks may be.
	glance = 2 * time.Second
)

// Wish is what somebody looks for.
type Wish struct {
	// Game is the game as it is rated, see rating.Models.
	Game string `json:"game"`
	// Days is a game at days per move; otherwise it is live.
	Days  bool `json:"days,omitempty"`
	Rated bool `json:"rated,omitempty"`
	// Bots says that bots may fill the table if nobody else comes.
	Bots bool `json:"bots,omitempty"`
}

// slot is what a person can have one seek of: one live seek, and one at days per move for each game and kind.
func (w Wish) slot() string {
	switch {
	case !w.Days:
		return "live"
	case w.Rated:
		return "days-" + w.Game + "-rated"
	}
	return "days-" + w.Game + "-friendly"
}

// Seek is somebody who waits for others.
type Seek struct {
	Wish
	Person string `json:"person"`
	// Since is when it began, in Unix milliseconds.
	Since int64 `json:"since"`
	// Strength, Unsure, Last and whether somebody is a leaver or takes them are as they were then, see pairing.Player.
	Strength     float64     `json:"strength"`
	Unsure       float64     `json:"unsure,omitempty"`
	Last         [2][]string `json:"last"`
	Guest        bool        `json:"guest,omitempty"`
	Leaver       bool        `json:"leaver,omitempty"`
	TakesLeavers bool        `json:"takes_leavers,omitempty"`
}

// ID is what the seek is called among those of its person.
func (s *Seek) ID() string { return s.slot() }

func (s *Seek) key() string { return s.Person + "/" + s.slot() }

func (s *Seek) waiting(now int64) store.Waiting {
	life := liveLife
	if s.Days {
		life = daysLife
	}
	return kept(kindSeek, s.key(), s.Person, s, now+life.Milliseconds())
}

func (s *Seek) pairing() pairing.Seek {
	return pairing.Seek{ID: s.key(), Pool: PoolOf(s.Wish), Since: s.Since, Bots: s.Bots, Players: []pairing.Player{s.player()}}
}

func (s *Seek) player() pairing.Player {
	return pairing.Player{ID: s.Person, Strength: s.Strength, Unsure: s.Unsure, Last: s.Last, Guest: s.Guest, TakesGuests: true, Leaver: s.Leaver, TakesLeavers: s.TakesLeavers}
}

// Window returns between which strengths the seek looks.
func (s *Seek) Window(now int64) (low, high int) {
	p := s.pairing()
	return p.Window(now)
}

// PoolOf returns what people must agree on who have a wish.
func PoolOf(w Wish) pairing.Pool {
	seats, least := 3, 2
	switch w.Game {
	case "duel", "pantheon":
		seats = 2
	case "wonders":
		seats, least = 4, 3
	}
	return pairing.Pool{Game: w.Game, Days: w.Days, Rated: w.Rated, Seats: seats, Least: least}
}

// Call is a game that was found, and asks its people to sit down.
type Call struct {
	ID string `json:"id"`
	// Table is the id that the table will have, or has. Seated are the people who sit there already: it is an open table.
	Table  string   `json:"table"`
	Seated []string `json:"seated,omitempty"`
	Wish
	// Until is when it ends if not everybody has answered.
	Until int64 `json:"until"`
	// People are in the order of their seats; bots take the seats after theirs.
	People []Called `json:"people"`
	// Bots is how many of them there are, and Level their level.
	NumBots int `json:"num_bots,omitempty"`
	Level   int `json:"level,omitempty"`
	// Opened says that the table is open.
	Opened bool `json:"opened,omitempty"`
}

// Called is somebody who is called.
type Called struct {
	Seek Seek `json:"seek"`
	Yes  bool `json:"yes,omitempty"`
}

// Seats is how many seats the table has.
func (c *Call) Seats() int { return len(c.Seated) + len(c.People) + c.NumBots }

func (c *Call) agreed() bool {
	return !slices.ContainsFunc(c.People, func(p Called) bool { return !p.Yes })
}

func (c *Call) waiting() store.Waiting {
	return kept(kindCall, c.ID, "", c, c.Until+afterCall.Milliseconds())
}

// marks are what leads the people to the call, and what keeps an open table for them.
func (c *Call) marks() (list []store.Waiting) {
	if len(c.Seated) > 0 {
		list = append(list, kept(kindTabled, c.Table, "", c.ID, c.Until+afterCall.Milliseconds()))
	}
	for _, p := range c.People {
		list = append(list, kept(kindCalled, p.Seek.Person, p.Seek.Person, c.ID, c.Until+afterCall.Milliseconds()))
	}
	return list
}

func kept(kind, key, person string, what any, deadline int64) store.Waiting {
	data, err := json.Marshal(what)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return store.Waiting{Kind: kind, Key: key, Person: person, Data: data, Deadline: deadline}
}

// Config is what Seeks is made of.
type Config struct {
	Store store.Store
	// Now is the time in Unix milliseconds.
	Now func() int64
	// NewID draws the id of a table.
	NewID func() string
	// About tells what is known of a person who looks for a game.
	About func(ctx context.Context, person, game string) (About, error)
	// Tables returns the open tables at which people wait for others like those who seek; nil if there are none.
	Tables func(ctx context.Context) ([]Table, error)
	// Open opens the table of a call, or seats its people at an open one, once, however often it is asked. It refuses with ErrGone if they can sit there no longer.
	Open func(ctx context.Context, c *Call) error
	// Called is told of every call, once; may be nil.
	Called func(ctx context.Context, c *Call)
}

// ErrGone says that an open table is open no longer.
var ErrGone = errors.New("the table is open no longer")

// About is what is known of a person.
type About struct {
	// Last are the opponents of the last game and of the one before.
	Last [2][]string
	// Best is the highest rating at the game in the last 90 days; 0 if there is none.
	Best float64
	// Leaver and TakesLeavers are those of pairing.Player.
	Leaver, TakesLeavers bool
}

// Table is an open table at which people wait.
type Table struct {
	ID string
	Wish
	// Since is since when it waits, in Unix milliseconds.
	Since  int64
	People []string
}

// Seeks are everybody who looks for opponents.
type Seeks struct {
	Config

	mu sync.Mutex
	// seen are all seeks as they were at the time seenAt, and offered the open tables as they were at offeredAt.
	seen              []Seek
	offered           []Table
	seenAt, offeredAt int64
}

// New returns the seeks of a store.
func New(c Config) *Seeks { return &Seeks{Config: c} }

// Begin lets a person look for a game. A live seek takes the place of the one before.
func (s *Seeks) Begin(ctx context.Context, person string, keptName bool, w Wish) error {
	switch {
	case rating.Models[w.Game] == nil:
		return game.Refuse(game.Invalid, "no_such_game", "there is no game %q to look for", w.Game)
	case w.Rated && !keptName:
		return game.Refuse(game.Forbidden, "rated_name", "only people who have kept their name can play a rated game")
	}
	now := s.Now()
	c, _, err := s.call(ctx, person)
	switch {
	case err == nil && !c.Opened:
		return game.Refuse(game.Conflict, "called", "an opponent has been found for you; answer first")
	case err == nil:
		// Whoever looks again has seen the table.
		if _, err := s.Store.Take(ctx, kindCalled, person, now); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	own, err := s.Of(ctx, person)
	if err != nil {
		return err
	}
	seek := Seek{Wish: w, Person: person, Since: now, Guest: !keptName}
	if w.Days {
		n := 0
		for _, other := range own {
			if other.Days && other.slot() != w.slot() {
				n++
			}
		}
		if n >= maxDays {
			return game.Refuse(game.TooMany, "too_many_seeks", "you can look for %d games at days per move at a time", maxDays)
		}
	} else if rest, err := s.Store.Waiting(ctx, kindRest, person, now); err == nil {
		return game.Refuse(game.TooMany, "resting", "you have declined or missed two calls in a row; look again in %d minutes", (rest.Deadline-now)/time.Minute.Milliseconds()+1)
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := s.learn(ctx, &seek, now); err != nil {
		return err
	}
	if err := s.replace(ctx, &seek, now); err != nil {
		return err
	}
	return s.noteSought(ctx, now)
}

// learn fills in what a seek knows of its person.
func (s *Seeks) learn(ctx context.Context, seek *Seek, now int64) error {
	r := rating.Models[seek.Game].New()
	all, err := s.Store.RatingsOf(ctx, seek.Person)
	if err != nil {
		return err
	}
	if known, ok := all[seek.Game]; ok {
		r = rating.At(rating.Models[seek.Game], known, now)
	}
	about, err := s.About(ctx, seek.Person, seek.Game)
	if err != nil {
		return err
	}
	seek.Strength, seek.Unsure = pairing.Strength(r.Points, about.Best), pairing.Unsure(r)
	seek.Last, seek.Leaver, seek.TakesLeavers = about.Last, about.Leaver, about.TakesLeavers
	return nil
}

// noteSought notes that somebody looks for others.
func (s *Seeks) noteSought(ctx context.Context, now int64) error {
	mark := kept(kindSought, "last", "", true, now+soughtFor.Milliseconds())
	old, err := s.Store.Waiting(ctx, kindSought, "last", now)
	switch {
	case errors.Is(err, store.ErrNotFound):
		err = s.Store.Wait(ctx, mark, now)
	case err == nil && mark.Deadline-old.Deadline > time.Minute.Milliseconds():
		err = s.Store.Exchange(ctx, []store.Waiting{old}, []store.Waiting{mark}, now)
	}
	if errors.Is(err, store.ErrTaken) {
		return nil // another has noted it
	}
	return err
}

// Sought reports whether somebody has looked for others within a day.
func (s *Seeks) Sought(ctx context.Context) (bool, error) {
	_, err := s.Store.Waiting(ctx, kindSought, "last", s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// replace keeps a seek in the place of one of the same slot. Whoever seeks the same again goes on waiting from when they began.
func (s *Seeks) replace(ctx context.Context, seek *Seek, now int64) error {
	for {
		old, err := s.Store.Waiting(ctx, kindSeek, seek.key(), now)
		var take []store.Waiting
		if err == nil {
			take = []store.Waiting{old}
			var before Seek
			if err := json.Unmarshal(old.Data, &before); err != nil {
				return err
			}
			if PoolOf(before.Wish) == PoolOf(seek.Wish) {
				seek.Since = before.Since
			}
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := s.Store.Exchange(ctx, take, []store.Waiting{seek.waiting(now)}, now); !errors.Is(err, store.ErrTaken) {
			return err
		}
		// It was answered in this moment, or is there now: look again.
		if _, _, err := s.call(ctx, seek.Person); err == nil {
			return nil
		}
	}
}

// Of returns what a person looks for, and renews what would end soon.
func (s *Seeks) Of(ctx context.Context, person string) ([]Seek, error) {
	now := s.Now()
	waiting, err := s.Store.WaitingOf(ctx, kindSeek, person, now)
	if err != nil {
		return nil, err
	}
	list := make([]Seek, len(waiting))
	for i, w := range waiting {
		seek := &list[i]
		if err := json.Unmarshal(w.Data, seek); err != nil {
			return nil, err
		}
		if !seek.Days && w.Deadline-now < renewBelow.Milliseconds() {
			if err := s.Store.Exchange(ctx, []store.Waiting{w}, []store.Waiting{seek.waiting(now)}, now); err != nil && !errors.Is(err, store.ErrTaken) {
				return nil, err
			}
		}
	}
	return list, nil
}

// End ends a seek by its id; of one that has ended already it says nothing.
func (s *Seeks) End(ctx context.Context, person, id string) error {
	_, err := s.Store.Take(ctx, kindSeek, person+"/"+id, s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// Count is how many people wait in a pool.
type Count struct {
	Pool pairing.Pool
	// Waiting is how many look, and Bots how many of them would play with bots.
	Waiting, Bots int
}

// Counts returns how many people wait in each pool that has any, looking for a game or at an open table. It may be a moment old.
func (s *Seeks) Counts(ctx context.Context) ([]Count, error) {
	list, err := s.glance(ctx, false)
	if err != nil {
		return nil, err
	}
	tables, err := s.tables(ctx, false)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for _, t := range tables {
		for _, p := range t.People {
			list = append(list, Seek{Wish: t.Wish, Person: p})
		}
	}
	var counts []Count
	for i := range list {
		pool := PoolOf(list[i].Wish)
		at := slices.IndexFunc(counts, func(c Count) bool { return c.Pool == pool })
		if at < 0 {
			at, counts = len(counts), append(counts, Count{Pool: pool})
		}
		counts[at].Waiting++
		if list[i].Bots {
			counts[at].Bots++
		}
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return strings.Compare(Wish{Game: a.Pool.Game, Days: a.Pool.Days, Rated: a.Pool.Rated}.word(), Wish{Game: b.Pool.Game, Days: b.Pool.Days, Rated: b.Pool.Rated}.word())
	})
	return counts, nil
}

func (w Wish) word() string {
	return w.Game + " " + w.slot() + " " + map[bool]string{true: "rated", false: ""}[w.Rated]
}

// tables returns the open tables, as they are now or were a moment ago.
func (s *Seeks) tables(ctx context.Context, fresh bool) ([]Table, error) {
	if s.Tables == nil {
		return nil, nil
	}
	now := s.Now()
	s.mu.Lock()
	if !fresh && s.offeredAt > 0 && now-s.offeredAt < glance.Milliseconds() {
		defer s.mu.Unlock()
		return s.offered, nil
	}
	s.mu.Unlock()
	list, err := s.Tables(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offered, s.offeredAt = list, now
	return list, nil
}

// glance returns all seeks, as they are now or were a moment ago.
func (s *Seeks) glance(ctx context.Context, fresh bool) ([]Seek, error) {
	now := s.Now()
	s.mu.Lock()
	if !fresh && s.seenAt > 0 && now-s.seenAt < glance.Milliseconds() {
		defer s.mu.Unlock()
		return s.seen, nil
	}
	s.mu.Unlock()
	waiting, err := s.Store.WaitingOf(ctx, kindSeek, "", now)
	if err != nil {
		return nil, err
	}
	list := make([]Seek, len(waiting))
	for i := range waiting {
		if err := json.Unmarshal(waiting[i].Data, &list[i]); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen, s.seenAt = list, now
	return list, nil
}
