package engine

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
)

// command is a command of the protocol.
type command struct {
	name string
	do   func(*Session, *request) (any, error)
	// fields besides id and cmd.
	fields []string
	// bare commands need no game on the board.
	bare bool
}

// commands are listed in the order in which hello names them.
var commands []command

func init() { // hello lists the commands, itself included
	commands = []command{
		{"hello", (*Session).hello, nil, true},
		{"new", (*Session).newGame, []string{"game", "seats", "options", "seed"}, true},
		{"load", (*Session).load, []string{"game", "position", "rest"}, true},
		{"save", (*Session).save, nil, false},
		{"moves", (*Session).moves, []string{"seat"}, false},
		{"play", (*Session).play, []string{"seat", "move"}, false},
		{"withdraw", (*Session).withdraw, []string{"seat"}, false},
		{"view", (*Session).view, []string{"seat"}, false},
		{"redeal", (*Session).redeal, []string{"seat", "seed"}, false},
		{"result", (*Session).result, nil, false},
		{"go", (*Session).choose, []string{"seat", "level", "ms", "simulations", "seed"}, false},
		{"events", (*Session).events, []string{"seat"}, false},
		{"analyse", (*Session).analyse, []string{"record", "budget", "analysis", "pieces"}, true},
	}
}

func commandNames() []string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return names
}

func (s *Session) do(req *request, line []byte) (any, error) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == req.Cmd })
	if i < 0 {
		return nil, game.Refuse(game.Invalid, "bad_command", "there is no command %q; there are: %s", req.Cmd, strings.Join(commandNames(), ", "))
	}
	c := commands[i]
	if s.b == nil && !c.bare {
		return nil, game.Refuse(game.Conflict, "no_board", "there is no game on the board; say new or load first")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	for _, field := range slices.Sorted(maps.Keys(given)) {
		if field != "id" && field != "cmd" && !slices.Contains(c.fields, field) {
			return nil, game.Refuse(game.Invalid, "bad_field", "%s has no field %s; it has: %s", c.name, field, strings.Join(append([]string{"id", "cmd"}, c.fields...), ", "))
		}
	}
	return c.do(s, req)
}

func (s *Session) hello(*request) (any, error) {
	infos := make([]*game.Info, len(s.games()))
	for i, g := range s.games() {
		infos[i] = g.Info()
	}
	return map[string]any{"name": "mirabilia", "protocol": Version, "commands": commandNames(), "games": infos, "bots": bot.Names}, nil
}

// status is the answer to every change of the board.
type status struct {
	Seats int `json:"seats"`
	// Owing are numbers, not game.Seats: JSON would take a list of bytes for binary data.
	Owing []int `json:"owing"`
	Over  bool  `json:"over"`
	// Seed of a new game, so that it can be played again.
	Seed string `json:"seed,omitempty"`
	// Events of the move, and the choices that followed it with only one outcome, which the game made by itself; empty
	// where nothing was played.
	Events []game.Event  `json:"events"`
	Forced []game.Forced `json:"forced"`
}

func (s *Session) status() status {
	st := status{Seats: s.b.Seats(), Owing: []int{}, Over: s.b.Owing() == 0, Events: []game.Event{}, Forced: []game.Forced{}}
	for set := s.b.Owing(); set != 0; set = set.Without(set.First()) {
		st.Owing = append(st.Owing, int(set.First()))
	}
	return st
}

func (s *Session) newGame(req *request) (any, error) {
	g, err := games.Find(s.games(), req.Game)
	if err != nil {
		return nil, err
	}
	seats := req.Seats
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	b, err := g.New(seats, req.Options)
	if err != nil {
		return nil, err
	}
	seed, err := readSeed(req.Seed)
	if err != nil {
		return nil, err
	}
	b.Deal(game.NewRand(seed))
	s.g, s.b = g, b
	s.told.Reset()
	st := s.status()
	st.Seed = seed.String()
	return st, nil
}

// readSeed takes 64 hex digits or a small number; nothing means a fresh one.
func readSeed(raw json.RawMessage) (game.Seed, error) {
	var seed game.Seed
	if len(raw) == 0 || string(raw) == "null" {
		_, err := rand.Read(seed[:])
		return seed, err
	}
	var n uint64
	if json.Unmarshal(raw, &n) == nil {
		return game.NumberSeed(n), nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if seed, err := game.ParseSeed(text); err == nil {
			return seed, nil
		}
	}
	return seed, game.Refuse(game.Invalid, "bad_seed", "a seed is a whole number from 0 to %d or a text of %d hex digits, not %s", uint64(math.MaxUint64), 2*len(seed), raw)
}

func (s *Session) load(req *request) (any, error) {
	g, err := games.Find(s.games(), req.Game)
	if err != nil {
		return nil, err
	}
	if len(req.Position) == 0 {
		return nil, game.Refuse(game.Invalid, "bad_position", "load needs a position, as save gives it")
	}
	if req.Rest {
		req.Position = putAside(req.Position)
	}
	b, err := g.Load(req.Position)
	if err != nil {
		return nil, err
	}
	s.g, s.b = g, b
	s.told.Reset()
	return s.status(), nil
}

// putAside adds to a position that the cards which it does not name are out of play, as save writes it.
func putAside(position []byte) []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(position, &fields) != nil || fields["rest"] != nil {
		return position
	}
	rest, _ := json.Marshal(map[string]game.Rest{"rest": true})
	if len(fields) > 0 {
		rest[len(rest)-1] = ','
		return append(rest, bytes.TrimLeft(position, " \t\r\n")[1:]...)
	}
	return rest
}

func (s *Session) save(*request) (any, error) {
	return map[string]any{"game": s.g.Info().ID, "position": s.b}, nil
}

// seat returns the seat that a request acts for: the one named, or the first that must decide.
func (s *Session) seat(req *request) (game.Seat, error) {
	if len(req.Seat) == 0 {
		if s.b.Owing() == 0 {
			return 0, game.Refuse(game.NotYourTurn, "game_over", "the game is over")
		}
		return s.b.Owing().First(), nil
	}
	var n int
	if err := json.Unmarshal(req.Seat, &n); err != nil || n < 0 || n >= s.b.Seats() || string(req.Seat) == "null" {
		return 0, game.Refuse(game.Invalid, "no_seat", "this table has seats 0 to %d, not %s", s.b.Seats()-1, req.Seat)
	}
	return game.Seat(n), nil
}

// viewer returns who looks: a seat, a spectator, or one who sees everything.
func (s *Session) viewer(req *request) (game.Seat, error) {
	switch string(req.Seat) {
	case "", `"spectator"`:
		return game.Spectator, nil
	case `"open"`:
		return game.Open, nil
	}
	seat, err := s.seat(req)
	if err != nil {
		return 0, game.Refuse(game.Invalid, "no_seat", "this table has seats 0 to %d, and \"spectator\" or \"open\" may look too, not %s", s.b.Seats()-1, req.Seat)
	}
	return seat, nil
}

func (s *Session) moves(req *request) (any, error) {
	seat, err := s.seat(req)
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for _, m := range s.b.Moves(seat, nil) {
		texts = append(texts, s.b.Text(m))
	}
	return map[string]any{"seat": seat, "moves": texts}, nil
}

func (s *Session) play(req *request) (any, error) {
	seat, err := s.seat(req)
	if err != nil {
		return nil, err
	}
	var told game.Events
	if err := game.PlayText(s.b, seat, req.Move, &told); err != nil {
		return nil, err
	}
	s.told = told
	st := s.status()
	st.Events, st.Forced = told.SeenBy(game.Open), told.ForcedFor(game.Open)
	return st, nil
}

func (s *Session) withdraw(req *request) (any, error) {
	seat, err := s.seat(req)
	if err != nil {
		return nil, err
	}
	if err := s.b.Withdraw(seat); err != nil {
		return nil, err
	}
	return s.status(), nil
}

func (s *Session) view(req *request) (any, error) {
	viewer, err := s.viewer(req)
	if err != nil {
		return nil, err
	}
	return map[string]any{"view": s.b.View(viewer)}, nil
}

func (s *Session) redeal(req *request) (any, error) {
	viewer, err := s.viewer(req)
	if err != nil {
		return nil, err
	}
	seed, err := readSeed(req.Seed)
	if err != nil {
		return nil, err
	}
	s.b.Redeal(viewer, game.NewRand(seed))
	s.told.Reset()
	return s.status(), nil
}

// result returns the outcome or the standing.
func (s *Session) result(*request) (any, error) {
	res := s.b.Result()
	n := s.b.Seats()
	info := s.g.Info()
	type line struct {
		Seat  game.Seat        `json:"seat"`
		Place uint8            `json:"place"`
		Score int16            `json:"score"`
		Parts map[string]int16 `json:"parts"`
	}
	lines := make([]line, n)
	for i := range n {
		lines[i] = line{game.Seat(i), res.Place[i], res.Score[i], map[string]int16{}}
		for c, category := range info.Categories {
			lines[i].Parts[category] = res.Parts[i][c]
		}
	}
	return map[string]any{"over": res.Over, "won_by": res.WonBy, "seats": lines}, nil
}

// events returns those of the last move, as a viewer may see them.
func (s *Session) events(req *request) (any, error) {
	viewer, err := s.viewer(req)
	if err != nil {
		return nil, err
	}
	return map[string]any{"events": s.told.SeenBy(viewer), "forced": s.told.ForcedFor(viewer)}, nil
}
