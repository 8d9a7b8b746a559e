package engine

import (
	"crypto/rand"
	"encoding/json"
	"strings"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
)

// commands by name. All but the first two need a game on the board.
var commands = map[string]func(*Session, *request) (any, error){
	"hello":    (*Session).hello,
	"new":      (*Session).newGame,
	"load":     (*Session).load,
	"save":     (*Session).save,
	"moves":    (*Session).moves,
	"play":     (*Session).play,
	"withdraw": (*Session).withdraw,
	"view":     (*Session).view,
	"redeal":   (*Session).redeal,
	"result":   (*Session).result,
	"go":       (*Session).choose,
	"events":   (*Session).events,
}

var commandNames = []string{"hello", "new", "load", "save", "moves", "play", "withdraw", "view", "redeal", "result", "go", "events"}

func (s *Session) do(req *request) (any, error) {
	do, ok := commands[req.Cmd]
	if !ok {
		return nil, game.Refuse(game.Invalid, "bad_command", "there is no command %q; there are: %s", req.Cmd, strings.Join(commandNames, ", "))
	}
	if s.b == nil && req.Cmd != "hello" && req.Cmd != "new" && req.Cmd != "load" {
		return nil, game.Refuse(game.Conflict, "no_board", "no game is loaded; send new or load first")
	}
	return do(s, req)
}

func (s *Session) hello(*request) (any, error) {
	infos := make([]*game.Info, len(games.All))
	for i, g := range games.All {
		infos[i] = g.Info()
	}
	return map[string]any{"name": "mirabilia", "protocol": Version, "commands": commandNames, "games": infos, "bots": bot.Names}, nil
}

// status is what follows every change of the board.
type status struct {
	Seats int `json:"seats"`
	// Owing are numbers, not game.Seats: JSON would take a list of bytes for binary data.
	Owing []int `json:"owing"`
	Over  bool  `json:"over"`
	// Seed of a new game, so that it can be played again.
	Seed   string       `json:"seed,omitempty"`
	Events []game.Event `json:"events,omitempty"`
}

func (s *Session) status() status {
	st := status{Seats: s.b.Seats(), Owing: []int{}, Over: s.b.Owing() == 0}
	for set := s.b.Owing(); set != 0; set = set.Without(set.First()) {
		st.Owing = append(st.Owing, int(set.First()))
	}
	return st
}

func (s *Session) newGame(req *request) (any, error) {
	g, err := games.ByID(req.Game)
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
	if json.Unmarshal(raw, &text) != nil {
		text = string(raw)
	}
	return game.ParseSeed(text)
}

func (s *Session) load(req *request) (any, error) {
	g, err := games.ByID(req.Game)
	if err != nil {
		return nil, err
	}
	if len(req.Position) == 0 {
		return nil, game.Refuse(game.Invalid, "bad_position", "load needs a position, as save gives it")
	}
	b, err := g.Load(req.Position)
	if err != nil {
		return nil, err
	}
	s.g, s.b = g, b
	s.told.Reset()
	return s.status(), nil
}

func (s *Session) save(*request) (any, error) {
	return map[string]any{"game": s.g.Info().ID, "position": s.b}, nil
}

// seat is the seat that a request speaks for: the one named, or the first that owes a move.
func (s *Session) seat(req *request) (game.Seat, error) {
	if req.Seat == nil {
		if s.b.Owing() == 0 {
			return 0, game.Refuse(game.NotYourTurn, "game_over", "the game is over")
		}
		return s.b.Owing().First(), nil
	}
	if int(*req.Seat) >= s.b.Seats() {
		return 0, game.Refuse(game.Invalid, "no_seat", "this table has seats 0 to %d", s.b.Seats()-1)
	}
	return game.Seat(*req.Seat), nil
}

// watcher is the eye that a request looks with: a seat, a spectator or one that sees all.
func (s *Session) watcher(req *request) (game.Seat, error) {
	if req.Seat != nil && game.Seat(*req.Seat) >= game.Spectator {
		return game.Seat(*req.Seat), nil
	}
	if req.Seat == nil {
		return game.Spectator, nil
	}
	return s.seat(req)
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
	st.Events = told.List
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
	eye, err := s.watcher(req)
	if err != nil {
		return nil, err
	}
	return map[string]any{"view": s.b.View(eye)}, nil
}

func (s *Session) redeal(req *request) (any, error) {
	eye, err := s.watcher(req)
	if err != nil {
		return nil, err
	}
	seed, err := readSeed(req.Seed)
	if err != nil {
		return nil, err
	}
	s.b.Redeal(eye, game.NewRand(seed))
	s.told.Reset()
	return s.status(), nil
}

// result is the outcome or the standing.
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

// events are those of the last move, as an eye may see them.
func (s *Session) events(req *request) (any, error) {
	eye, err := s.watcher(req)
	if err != nil {
		return nil, err
	}
	return map[string]any{"events": s.told.SeenBy(eye)}, nil
}
