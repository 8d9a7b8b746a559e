package table

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/strict"
)

// A saved table is its state after one of its entries, compressed. A table that wakes up starts from it instead of its
// first entry, and a finished game is kept as nothing else: its decisions are the record, and what does not concern the
// game any more is left out.

// savedVersion is the version of saved tables.
const savedVersion = 1

// saved is a state as it is kept. Its words are its own, like the journal's.
type saved struct {
	V        int             `json:"v"`
	ID       string          `json:"id"`
	Seq      int64           `json:"seq"`
	Told     []int64         `json:"told"`
	Shown    int64           `json:"shown"`
	Settings *settings       `json:"settings"`
	Rules    string          `json:"rules"`
	Status   string          `json:"status"`
	Owner    string          `json:"owner"`
	Places   []savedPlace    `json:"places"`
	Secret   string          `json:"secret"`
	Seed     string          `json:"seed,omitempty"`
	Position json.RawMessage `json:"position,omitempty"`
	Created  int64           `json:"created"`
	Fixed    int64           `json:"fixed,omitempty"`
	Started  int64           `json:"started,omitempty"`
	Finished int64           `json:"finished,omitempty"`
	Updated  int64           `json:"updated"`
	Moves    []savedDecision `json:"moves,omitempty"`
	Clocks   []savedClock    `json:"clocks,omitempty"`
	Result   *savedResult    `json:"result,omitempty"`
	Closed   string          `json:"closed,omitempty"`
	Late     *int            `json:"late,omitempty"`
	Undo     *savedUndo      `json:"undo,omitempty"`
	Claim    *savedClaim     `json:"claim,omitempty"`
	Rematch  []int           `json:"rematch,omitempty"`
	NextID   string          `json:"next_id,omitempty"`
	Next     string          `json:"next,omitempty"`
	Auto     bool            `json:"auto_start,omitempty"`
	Archived bool            `json:"archived,omitempty"`
	Invites  []string        `json:"invites,omitempty"`
	Invited  []string        `json:"invited,omitempty"`
	Removed  []string        `json:"removed,omitempty"`
	Spent    []savedSpending `json:"spent,omitempty"`
	Done     []savedCommand  `json:"done,omitempty"`
}

type savedPlace struct {
	Holder     string `json:"holder"`
	Person     string `json:"person,omitempty"`
	Bot        string `json:"bot,omitempty"`
	Away       string `json:"away,omitempty"`
	Nonce      string `json:"nonce,omitempty"`
	Commitment string `json:"commitment,omitempty"`
	LeftAt     int64  `json:"left_at,omitempty"`
	LeftAfter  int64  `json:"left_after,omitempty"`
	Graced     bool   `json:"graced,omitempty"`
	Holiday    bool   `json:"holiday,omitempty"`
}

type savedDecision struct {
	Seat   int    `json:"s"`
	Move   string `json:"m"`
	ByBot  bool   `json:"b,omitempty"`
	Seq    int64  `json:"n"`
	At     int64  `json:"at"`
	Gain   int64  `json:"g,omitempty"`
	Secret bool   `json:"secret,omitempty"`
}

type savedClock struct {
	Left  int64 `json:"left"`
	Since int64 `json:"since,omitempty"`
}

type savedResult struct {
	WonBy   string  `json:"won_by"`
	Winners []int   `json:"winners"`
	Places  []int   `json:"places"`
	Scores  []int   `json:"scores"`
	Parts   [][]int `json:"parts"`
}

type savedUndo struct {
	Seat    int   `json:"seat"`
	Keep    int   `json:"keep"`
	Waiting []int `json:"waiting"`
}

type savedClaim struct {
	Seat  int   `json:"seat"`
	Until int64 `json:"until"`
}

type savedSpending struct {
	Person string   `json:"person"`
	Spent  spending `json:"spent"`
}

type savedCommand struct {
	Person string `json:"person"`
	ID     string `json:"id"`
	Seq    int64  `json:"seq"`
	Told   int64  `json:"told"`
}

// save returns the state as it is kept.
func (s *state) save() []byte {
	v := &saved{V: savedVersion, ID: s.id, Seq: s.seq, Told: s.told[:], Shown: s.shown, Settings: settingsFrom(s.settings), Rules: s.rules, Status: s.status,
		Owner: s.owner, Secret: s.secretHex(), Created: s.created, Fixed: s.fixed, Started: s.started, Finished: s.finished, Updated: s.updated, Closed: s.closed,
		Late: seatOrNone(s.late), Rematch: seatList(s.rematch), NextID: s.nextID, Next: s.next, Archived: s.archived, Invited: sortedKeys(s.invited)}
	if s.started != 0 {
		v.Seed, v.Position = s.seed.String(), s.position
	}
	for _, p := range s.places {
		v.Places = append(v.Places, savedPlace{Holder: p.holder, Person: p.person, Bot: p.bot, Away: p.away, Nonce: p.nonce, Commitment: p.commitment,
			LeftAt: p.leftAt, LeftAfter: p.leftAfter, Graced: p.graced, Holiday: p.holiday})
	}
	for _, d := range s.decisions {
		v.Moves = append(v.Moves, savedDecision{Seat: int(d.seat), Move: d.text, ByBot: d.byBot, Seq: d.seq, At: d.at, Gain: d.gain, Secret: d.secret})
	}
	for _, c := range s.clocks {
		v.Clocks = append(v.Clocks, savedClock{Left: c.left, Since: c.since})
	}
	if r := s.result; r != nil {
		kept := savedResult(*r)
		v.Result = &kept
	}
	bySeq := make(map[int64]commandKey, len(s.done))
	for k, d := range s.done {
		bySeq[d.seq] = k
	}
	for seq := max(0, s.seq-rememberedCommands+1); seq <= s.seq; seq++ {
		if k, ok := bySeq[seq]; ok {
			v.Done = append(v.Done, savedCommand{k.person, k.id, seq, s.done[k].told})
		}
	}
	if !s.over() {
		v.Auto, v.Invites, v.Removed = s.autoStart, sortedKeys(s.invites), sortedKeys(s.removed)
		if u := s.undo; u != nil {
			v.Undo = &savedUndo{int(u.seat), u.keep, seatList(u.waiting)}
		}
		if c := s.claim; c != nil {
			v.Claim = &savedClaim{c.seat, c.until}
		}
		for _, person := range slices.Sorted(maps.Keys(s.spent)) {
			v.Spent = append(v.Spent, savedSpending{person, *s.spent[person]})
		}
	}
	return pack(v)
}

// seatOrNone returns a seat as it is told and kept: nil if there is none.
func seatOrNone(seat int) *int {
	if seat < 0 {
		return nil
	}
	return &seat
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func pack(v any) []byte {
	var b bytes.Buffer
	w := newPacker(&b)
	// Plain structs always encode, and a buffer takes everything.
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// maxSaved bounds what a saved table may unpack to.
const maxSaved = 16 << 20

// restore makes a state of what save kept.
func restore(games []game.Game, id string, data []byte) (*state, error) {
	v, err := unpack(data)
	if err != nil {
		return nil, fmt.Errorf("table %s: saved table: %w", id, err)
	}
	s, err := v.state(games, id)
	if err != nil {
		return nil, fmt.Errorf("table %s: saved table: %w", id, err)
	}
	return s, nil
}

func unpack(data []byte) (*saved, error) {
	r, err := newUnpacker(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxSaved))
	if err != nil {
		return nil, err
	}
	// It is whole, so what cannot be read is newer.
	var v saved
	if err := strict.Decode(text, &v); err != nil {
		return nil, fmt.Errorf("%w: %w", errNewer, err)
	}
	if v.V != savedVersion || v.Settings == nil || len(v.Told) != viewers || len(v.Places) != v.Settings.Seats {
		return nil, fmt.Errorf("%w: version %d, where this program reads %d, or not whole", errNewer, v.V, savedVersion)
	}
	return &v, nil
}

func (v *saved) state(games []game.Game, id string) (*state, error) {
	s := newState(games, id)
	if v.ID != id {
		return nil, fmt.Errorf("it is of table %s", v.ID)
	}
	if err := s.findGame(v.Settings.Game); err != nil {
		return nil, err
	}
	var err error
	if s.secret, err = hex.DecodeString(v.Secret); err != nil {
		return nil, err
	}
	s.seq, s.shown, s.settings, s.rules, s.status, s.owner = v.Seq, v.Shown, v.Settings.api(), v.Rules, v.Status, v.Owner
	s.created, s.fixed, s.started, s.finished, s.updated, s.closed = v.Created, v.Fixed, v.Started, v.Finished, v.Updated, v.Closed
	s.nextID, s.next, s.autoStart, s.archived = v.NextID, v.Next, v.Auto, v.Archived
	if v.Late != nil {
		s.late = *v.Late
	}
	copy(s.told[:], v.Told)
	for _, p := range v.Places {
		s.places = append(s.places, place{holder: p.Holder, person: p.Person, bot: p.Bot, away: p.Away, nonce: p.Nonce, commitment: p.Commitment,
			leftAt: p.LeftAt, leftAfter: p.LeftAfter, graced: p.Graced, holiday: p.Holiday})
	}
	for _, d := range v.Moves {
		if d.Seat < 0 || d.Seat >= len(s.places) {
			return nil, fmt.Errorf("no seat %d", d.Seat)
		}
		s.decisions = append(s.decisions, decision{seat: game.Seat(d.Seat), text: d.Move, byBot: d.ByBot, seq: d.Seq, at: d.At, gain: d.Gain, secret: d.Secret})
	}
	for _, c := range v.Clocks {
		s.clocks = append(s.clocks, clock{left: c.Left, since: c.Since})
	}
	if r := v.Result; r != nil {
		result := api.Result(*r)
		s.result = &result
	}
	if u := v.Undo; u != nil {
		s.undo = &undoRequest{seat: game.Seat(u.Seat), keep: u.Keep, waiting: seatSet(u.Waiting)}
	}
	if c := v.Claim; c != nil {
		s.claim = &claim{c.Seat, c.Until}
	}
	s.rematch = seatSet(v.Rematch)
	for set, list := range map[*map[string]bool][]string{&s.invites: v.Invites, &s.invited: v.Invited, &s.removed: v.Removed} {
		for _, key := range list {
			(*set)[key] = true
		}
	}
	for _, p := range v.Spent {
		*s.spendingOf(p.Person) = p.Spent
	}
	for _, d := range v.Done {
		s.done[commandKey{d.Person, d.ID}] = doneCommand{d.Seq, d.Told}
	}
	if s.started == 0 {
		return s, nil
	}
	if s.seed, err = game.ParseSeed(v.Seed); err != nil {
		return nil, err
	}
	s.position = v.Position
	return s, s.replay(nil)
}

func seatSet(list []int) game.Seats {
	var set game.Seats
	for _, seat := range list {
		set |= 1 << seat
	}
	return set
}
