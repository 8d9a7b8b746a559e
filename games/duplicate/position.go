package duplicate

import (
	"encoding/json"
	"fmt"
	"math"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// position is the state as JSON: the positions of both boards, and what the match adds.
type position struct {
	// Turns that are complete on each board.
	Turns [numBoards]int `json:"turns"`
	// Given are the boards that ended before their games were over.
	Given []givenPosition `json:"given_up,omitempty"`
	// Boards are positions of Duel.
	Boards []json.RawMessage `json:"boards"`
}

type givenPosition struct {
	Board int `json:"board"`
	// Seat of the table that lost it, By "resignation" or "time".
	Seat int    `json:"seat"`
	By   string `json:"by"`
}

var forfeitIDs = map[string]forfeitKind{wonByResignation: resigned, wonByTime: timedOut}

// MarshalJSON writes the whole state, secrets included.
func (s *State) MarshalJSON() ([]byte, error) {
	var p position
	for i := range s.boards {
		p.Turns[i] = int(s.turn[i])
		if f := s.given[i]; f.how != playedOn {
			p.Given = append(p.Given, givenPosition{i + 1, int(f.by), s.outcome(i).wonBy})
		}
		data, err := s.boards[i].MarshalJSON()
		if err != nil {
			return nil, err
		}
		p.Boards = append(p.Boards, data)
	}
	return json.Marshal(p)
}

// UnmarshalJSON reads a position. It refuses one that is impossible and then changes nothing.
func (s *State) UnmarshalJSON(data []byte) error {
	var p position
	return game.ReadPosition(s, data, &p, func() (State, error) { return p.state() })
}

func (p *position) state() (s State, err error) {
	if len(p.Boards) != numBoards {
		return s, fmt.Errorf("a match has %d boards, not %d", numBoards, len(p.Boards))
	}
	for i, data := range p.Boards {
		board, err := duel.Game.Load(data)
		if err != nil {
			return s, fmt.Errorf("board %d: %w", i+1, err)
		}
		s.boards[i] = *board.(*duel.State)
		if p.Turns[i] < 0 || p.Turns[i] > math.MaxUint8 {
			return s, fmt.Errorf("board %d has %d turns", i+1, p.Turns[i])
		}
		s.turn[i] = uint8(p.Turns[i])
	}
	for _, g := range p.Given {
		how := forfeitIDs[g.By]
		switch {
		case g.Board < 1 || g.Board > numBoards:
			return s, fmt.Errorf("there is no board %d to give up", g.Board)
		case s.given[g.Board-1].how != playedOn:
			return s, fmt.Errorf("board %d is given up twice", g.Board)
		case g.Seat < 0 || g.Seat > 1:
			return s, fmt.Errorf("there is no seat %d to give up board %d", g.Seat, g.Board)
		case how == playedOn:
			return s, fmt.Errorf("board %d is given up by resignation or time, not by %q", g.Board, g.By)
		}
		s.given[g.Board-1] = forfeit{how, uint8(g.Seat)}
	}
	return s, nil
}
