package arena

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"runtime"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// Signature is what a search does on fixed positions by fixed chance: the same number means that it thinks
// the same, so a change that should only be faster can be told from one that plays differently.
type Signature struct {
	Game       string `json:"game"`
	Seats      int    `json:"seats"`
	Bot        string `json:"bot"`
	Goroutines int    `json:"goroutines"`
	Positions  int    `json:"positions"`
	// Signature is a hash of the moves chosen and of all visits.
	Signature   string `json:"signature"`
	Simulations int    `json:"simulations"`
	// PerSecond over all positions, and from the opening position alone.
	PerSecond        float64 `json:"simulations_per_s"`
	OpeningPerSecond float64 `json:"opening_simulations_per_s"`
	// Allocations of a simulation at the opening position, once its tree has grown.
	Allocations          float64 `json:"allocs_per_simulation"`
	CalibrationPerSecond float64 `json:"calibration_steps_per_s"`
}

// signaturePositions are looked at, the opening and others spread over a game of random moves.
const signaturePositions = 12

// Sign lets a level think about the positions with a budget in simulations.
func Sign(g game.Game, seats int, options game.Options, level string, simulations, goroutines int) (*Signature, error) {
	b, err := g.New(seats, options)
	if err != nil {
		return nil, err
	}
	spec, err := bot.ParseSpec(level)
	if err != nil {
		return nil, err
	}
	spec = spec.Within(bot.Budget{Simulations: simulations, Goroutines: goroutines})
	s := &Signature{Game: g.Info().ID, Seats: seats, Bot: spec.String(), Goroutines: goroutines}
	before := calibrate()
	hash := fnv.New64a()
	var spent time.Duration
	for _, p := range signatureBoards(b, g) {
		player, err := spec.New(g, game.NumberSeed(1))
		if err != nil {
			return nil, err
		}
		th := bot.Analyze(context.Background(), player, p, p.Owing().First())
		for _, m := range th.Moves {
			_ = binary.Write(hash, binary.LittleEndian, [2]uint64{uint64(m.Move), uint64(m.Visits)}) // a hash takes all
		}
		s.Positions++
		s.Simulations += th.Simulations
		spent += th.Elapsed
	}
	s.Signature = fmt.Sprintf("%016x", hash.Sum64())
	s.PerSecond = float64(s.Simulations) / spent.Seconds()
	s.opening(g, b, spec)
	s.CalibrationPerSecond = (before + calibrate()) / 2
	return s, nil
}

// signatureBoards returns the positions of one random game that a search may be asked about.
func signatureBoards(b game.Board, g game.Game) (boards []game.Board) {
	r := game.NewRand(game.NumberSeed(1))
	b.Deal(r)
	for b.Owing() != 0 {
		boards = append(boards, g.Clone(b))
		seat := b.Owing().First()
		b.Apply(seat, b.RandomMove(seat, r), nil)
	}
	chosen := make([]game.Board, 0, signaturePositions)
	for i := range signaturePositions {
		chosen = append(chosen, boards[i*len(boards)/signaturePositions])
	}
	return chosen
}

// opening measures the search at the beginning of a game: speed for half a second after another, which finds all memory
// ready, and allocations in a third, which only chooses a move: an analysis also writes down lines of play.
func (s *Signature) opening(g game.Game, b game.Board, spec bot.Spec) {
	b.Deal(game.NewRand(game.NumberSeed(1)))
	seat := b.Owing().First()
	spec.Budget.Time, spec.Budget.Simulations = 500*time.Millisecond, 0
	player, err := spec.New(g, game.NumberSeed(1))
	if err != nil {
		return // it was made before
	}
	bot.Analyze(context.Background(), player, b, seat)
	th := bot.Analyze(context.Background(), player, b, seat)
	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	player.Choose(b, seat)
	runtime.ReadMemStats(&m1)
	if th.Simulations > 0 {
		s.OpeningPerSecond = float64(th.Simulations) / th.Elapsed.Seconds()
		s.Allocations = float64((m1.Mallocs-m0.Mallocs)*1000/uint64(th.Simulations)) / 1000
	}
}

// String returns the signature in a few lines for people.
func (s *Signature) String() string {
	return fmt.Sprintf("%s, %d seats, %s: signature %s over %d positions and %d simulations\n%.0f simulations/s, %.0f from the opening, %v allocations a simulation; calibration %.0f million steps/s\n",
		s.Game, s.Seats, s.Bot, s.Signature, s.Positions, s.Simulations, s.PerSecond, s.OpeningPerSecond, s.Allocations, s.CalibrationPerSecond/1e6)
}
