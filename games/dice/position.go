package dice

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mirabilia/game"
)

// maxRound is far beyond every game, and leaves room to count on.
const maxRound = 1 << 30

// position is a state as JSON: everyone as the round began, and what each has decided in it. The rest
// follows. What is left out has the value that most games have: the game's own sheet, random cities, the
// coins one starts with, nothing marked, attacks written as printed.
type position struct {
	// Rest is read as in every game; there are no cards to put aside.
	Rest         game.Rest        `json:"rest,omitempty"`
	Sheet        string           `json:"sheet,omitempty"`
	ChosenCities string           `json:"chosen_cities,omitempty"`
	Round        uint32           `json:"round"`
	LastRound    uint32           `json:"last_round,omitempty"`
	Over         bool             `json:"over,omitempty"`
	Forum        []diePosition    `json:"forum"`
	AgoraFirst   []int            `json:"agora_first,omitempty"`
	Players      []playerPosition `json:"players"`
	Stream       game.Stream      `json:"stream"`
}

type diePosition struct {
	Die     string `json:"die"`
	Symbol  string `json:"symbol"`
	Quarter int    `json:"quarter"`
}

type playerPosition struct {
	City    string            `json:"city"`
	Coins   *int              `json:"coins,omitempty"`
	Marked  []string          `json:"marked,omitempty"`
	Written []writtenPosition `json:"written,omitempty"`
	Bonuses []string          `json:"bonuses,omitempty"`
	Done    []string          `json:"done,omitempty"`
}

type writtenPosition struct {
	Space  string `json:"space"`
	Points int    `json:"points"`
}

// MarshalJSON writes the position.
func (s *State) MarshalJSON() ([]byte, error) {
	if s.round == 0 {
		return nil, errors.New("the game is not dealt")
	}
	sh := s.book()
	pos := position{
		Sheet: sh.id, ChosenCities: s.chosenText(), Round: s.round, LastRound: s.last, Over: s.over,
		AgoraFirst: seatList(s.agoraFirst), Stream: s.stream,
	}
	for slot, d := range s.forum {
		pos.Forum = append(pos.Forum, diePosition{sh.diceIDs[d], sh.symbolIDs[d][s.face[slot]], int(s.quarter[slot])})
	}
	for seat := range game.Seat(s.seats) {
		p, pl := &s.players[seat], s.plan(seat)
		coins := int(p.coinsBefore)
		pp := playerPosition{
			City: sh.cityIDs[s.city[seat]], Coins: &coins, Marked: idList(sh.spaceIDs, p.before),
			Bonuses: idList(sh.bonusIDs, uint64(p.bonusesBefore)),
		}
		for set := p.before & pl.attacks; set != 0; set &= set - 1 {
			space := firstSpace(set)
			pp.Written = append(pp.Written, writtenPosition{sh.spaceIDs[space], int(p.written >> (4 * pl.attack[space]) & 15)})
		}
		for _, m := range p.log[:p.logged] {
			pp.Done = append(pp.Done, s.Text(game.Move(m)))
		}
		pos.Players = append(pos.Players, pp)
	}
	return json.Marshal(pos)
}

// UnmarshalJSON reads a position. An impossible one is refused.
func (s *State) UnmarshalJSON(data []byte) error {
	var pos position
	return game.ReadPosition(s, data, &pos, pos.state)
}

// state builds the state, checking what would not fit into it.
func (pos *position) state() (State, error) {
	var s State
	sh := printed
	if pos.Sheet != "" {
		var err error
		if sh, err = sheetByID(pos.Sheet); err != nil {
			return s, err
		}
	}
	if n := len(pos.Players); n < 2 || n > game.MaxSeats {
		return s, fmt.Errorf("players: %d, but the game is for 2 to %d", n, game.MaxSeats)
	}
	s = State{sheet: sh.index, seats: uint8(len(pos.Players)), round: pos.Round, last: pos.LastRound, stream: pos.Stream}
	chosen := pos.ChosenCities
	if chosen == "" {
		chosen = randomCity
	}
	if err := s.chooseCities(chosen); err != nil {
		return s, err
	}
	for _, seat := range pos.AgoraFirst {
		if seat < 0 || seat >= int(s.seats) {
			return s, fmt.Errorf("agora_first: there is no seat %d", seat)
		}
		s.agoraFirst |= game.SeatSet(game.Seat(seat))
	}
	if err := s.placeDice(pos.Forum); err != nil {
		return s, err
	}
	// All sheets first: what a seat decides may look at its neighbours.
	for seat := range pos.Players {
		if err := s.readPlayer(game.Seat(seat), &pos.Players[seat]); err != nil {
			return s, fmt.Errorf("players[%d]: %w", seat, err)
		}
	}
	for seat := range pos.Players {
		for _, text := range pos.Players[seat].Done {
			m, err := s.Parse(text)
			if err != nil {
				return s, fmt.Errorf("players[%d].done: %w", seat, err)
			}
			if err := s.replayChecked(game.Seat(seat), m); err != nil {
				return s, fmt.Errorf("players[%d].done: %w", seat, err)
			}
		}
	}
	s.over = pos.Over
	return s, nil
}

// replayChecked plays a decision of this round again if it is legal.
func (s *State) replayChecked(seat game.Seat, m game.Move) error {
	if !s.owing.Has(seat) {
		return fmt.Errorf("%s comes after the seat has finished the round", s.Text(m))
	}
	if !s.legal(seat, m) {
		return s.refusal(seat, m)
	}
	s.replay(seat, uint16(m))
	return nil
}

func (s *State) placeDice(dice []diePosition) error {
	sh := s.book()
	if len(dice) != forumSize {
		return fmt.Errorf("forum: it holds %d dice, not %d", forumSize, len(dice))
	}
	dice = slices.Clone(dice)
	// By insertion: the dice are few, and a general sort would make the engine in the browser larger.
	for i := range dice {
		for j := i; j > 0 && indexOf(sh.diceIDs, dice[j].Die) < indexOf(sh.diceIDs, dice[j-1].Die); j-- {
			dice[j], dice[j-1] = dice[j-1], dice[j]
		}
	}
	for slot, e := range dice {
		d := indexOf(sh.diceIDs, e.Die)
		if d < 0 {
			return fmt.Errorf("forum: there is no die %q", e.Die)
		}
		f := indexOf(sh.symbolIDs[d][:], e.Symbol)
		if f < 0 {
			return fmt.Errorf("forum: the die %s has no face %q", e.Die, e.Symbol)
		}
		if e.Quarter < 0 || e.Quarter >= numQuarters {
			return fmt.Errorf("forum: there is no quarter %d, only 0 to %d", e.Quarter, numQuarters-1)
		}
		s.forum[slot], s.face[slot], s.quarter[slot] = uint8(d), uint8(f), uint8(e.Quarter)
	}
	return nil
}

// readPlayer puts down a seat as the round began.
func (s *State) readPlayer(seat game.Seat, e *playerPosition) error {
	sh := s.book()
	c := indexOf(sh.cityIDs, e.City)
	if c < 0 {
		return fmt.Errorf("there is no city %q", e.City)
	}
	s.city[seat] = uint8(c)
	p, pl := &s.players[seat], s.plan(seat)
	p.coinsBefore = sh.startCoins
	if e.Coins != nil {
		if *e.Coins < 0 || *e.Coins > int(sh.reserve) {
			return fmt.Errorf("%d coins do not fit into a reserve of %d", *e.Coins, sh.reserve)
		}
		p.coinsBefore = uint8(*e.Coins)
	}
	for _, id := range e.Marked {
		i := indexOf(sh.spaceIDs, id)
		if i < 0 {
			return fmt.Errorf("there is no space %q", id)
		}
		if p.before>>i&1 != 0 {
			return fmt.Errorf("%s is marked twice", id)
		}
		p.before |= 1 << i
	}
	for set := p.before & pl.attacks; set != 0; set &= set - 1 {
		space := firstSpace(set)
		p.written |= uint64(pl.printed(space)) << (4 * pl.attack[space])
	}
	for _, w := range e.Written {
		i := indexOf(sh.spaceIDs, w.Space)
		if i < 0 || p.before&pl.attacks>>i&1 == 0 {
			return fmt.Errorf("%q is no marked attack", w.Space)
		}
		if w.Points < 0 || w.Points > 15 {
			return fmt.Errorf("an attack cannot write %d points", w.Points)
		}
		p.written = p.written&^(15<<(4*pl.attack[i])) | uint64(w.Points)<<(4*pl.attack[i])
	}
	for _, id := range e.Bonuses {
		i := indexOf(sh.bonusIDs, id)
		if i < 0 {
			return fmt.Errorf("there is no bonus %q", id)
		}
		if p.bonusesBefore>>i&1 != 0 {
			return fmt.Errorf("the bonus %s is there twice", id)
		}
		p.bonusesBefore |= 1 << i
	}
	s.rewind(seat)
	return nil
}

// printed returns the points that an attack space shows.
func (pl *plan) printed(space uint8) uint8 {
	for _, e := range pl.things[space] {
		if e.kind == effAttack {
			return e.n
		}
	}
	return 0
}
