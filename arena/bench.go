package arena

import (
	"fmt"
	"reflect"
	"runtime"
	"time"

	"mirabilia/game"
)

// Policies of a benchmark: how a random move is found at each decision.
const (
	PolicyList    = "list"    // list all legal moves, then draw one
	PolicyPlayout = "playout" // draw one without listing
)

// Speed is what a benchmark measured on one core.
type Speed struct {
	Game             string  `json:"game"`
	Seats            int     `json:"seats"`
	Policy           string  `json:"policy"`
	Games            int     `json:"games"`
	GamesPerSecond   float64 `json:"games_per_s"`
	DecisionsPerGame float64 `json:"decisions_per_game"`
	NsPerDecision    float64 `json:"ns_per_decision"`
	AllocsPerGame    float64 `json:"allocs_per_game"`
	StateBytes       int     `json:"state_bytes"`
	// CalibrationPerSecond is how many steps of a fixed loop of arithmetic this core did in a second, and
	// GamesPerMegastep the speed of the game in that measure: it compares machines and busy days.
	CalibrationPerSecond float64 `json:"calibration_steps_per_s"`
	GamesPerMegastep     float64 `json:"games_per_megastep"`
}

// Bench plays random games on one goroutine for about the given time.
func Bench(g game.Game, seats int, options game.Options, policy string, length time.Duration) (*Speed, error) {
	b, err := g.New(seats, options)
	if err != nil {
		return nil, err
	}
	var pick func(seat game.Seat, r *game.Rand) game.Move
	switch policy {
	case PolicyList:
		buf := make([]game.Move, 0, 4096)
		pick = func(seat game.Seat, r *game.Rand) game.Move {
			buf = b.Moves(seat, buf[:0])
			return buf[r.IntN(len(buf))]
		}
	case PolicyPlayout:
		pick = b.RandomMove
	default:
		return nil, game.Refuse(game.Invalid, "bad_policy", "a policy must be %s or %s, not %q", PolicyList, PolicyPlayout, policy)
	}
	s := &Speed{Game: g.Info().ID, Seats: seats, Policy: policy, StateBytes: int(reflect.TypeOf(b).Elem().Size())}
	before := calibrate()
	decisions := 0
	r := game.NewRand(game.NumberSeed(1))
	play := func() {
		b.Deal(r)
		for b.Owing() != 0 {
			seat := b.Owing().First()
			b.Apply(seat, pick(seat, r), nil)
			decisions++
		}
		_ = b.Result()
	}
	play() // warm up
	decisions = 0
	runtime.GC()
	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	start := time.Now()
	for time.Since(start) < length {
		for range 64 {
			play()
		}
		s.Games += 64
	}
	elapsed := time.Since(start)
	runtime.ReadMemStats(&m1)
	s.GamesPerSecond = float64(s.Games) / elapsed.Seconds()
	s.DecisionsPerGame = float64(decisions) / float64(s.Games)
	s.NsPerDecision = float64(elapsed.Nanoseconds()) / float64(decisions)
	s.AllocsPerGame = float64((m1.Mallocs-m0.Mallocs)*1000/uint64(s.Games)) / 1000
	s.CalibrationPerSecond = (before + calibrate()) / 2
	s.GamesPerMegastep = s.GamesPerSecond / s.CalibrationPerSecond * 1e6
	return s, nil
}

// calibrate measures a fixed loop of dependent arithmetic, in steps a second.
func calibrate() float64 {
	const steps = 30_000_000
	x := uint64(1)
	start := time.Now()
	for range steps {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	elapsed := time.Since(start)
	runtime.KeepAlive(x) // or the loop would be left out
	return steps / elapsed.Seconds()
}

// String returns the measurement in a few lines for people.
func (s *Speed) String() string {
	return fmt.Sprintf("%s, %d seats, %s: %.0f games/s, %.1f decisions a game, %.0f ns a decision, %v allocations a game, %d bytes a state\ncalibration %.0f million steps/s, %.1f games a million steps\n",
		s.Game, s.Seats, s.Policy, s.GamesPerSecond, s.DecisionsPerGame, s.NsPerDecision, s.AllocsPerGame, s.StateBytes, s.CalibrationPerSecond/1e6, s.GamesPerMegastep)
}
