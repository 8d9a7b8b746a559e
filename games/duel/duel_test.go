package duel

import (
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table is an undealt state with the given options.
func table(t testing.TB, pairs ...string) State {
	t.Helper()
	options, err := game.ParseOptions(pairs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Game.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*State)
}

const maxBytes = 512

func TestContract(t *testing.T) {
	games := 20000
	if testing.Short() {
		games = 1000
	}
	gametest.Run(t, table(t), gametest.Suite{Games: games, Probe: 200, MaxBytes: maxBytes, MaxDecisions: 100})
}

func TestContractOptions(t *testing.T) {
	base := table(t, "first_game=true", "centre_pawn_start=last_player_chooses")
	gametest.Run(t, base, gametest.Suite{Games: 500, Probe: 20, MaxBytes: maxBytes, MaxDecisions: 100})
}

func TestContractPantheon(t *testing.T) {
	games := 20000
	if testing.Short() {
		games = 1000
	}
	gametest.Run(t, table(t, "pantheon=true"), gametest.Suite{Games: games, Probe: 250, MaxBytes: maxBytes, MaxDecisions: 200})
}

func FuzzPosition(f *testing.F)         { gametest.FuzzPosition[State](f, table(f)) }
func FuzzPantheonPosition(f *testing.F) { gametest.FuzzPosition[State](f, table(f, "pantheon=true")) }
func FuzzMove(f *testing.F)             { gametest.FuzzMove[State](f, table(f, "pantheon=true")) }

// TestContractPantheonOptions plays the other reading of Zeus, often looked at closely.
func TestContractPantheonOptions(t *testing.T) {
	base := table(t, "pantheon=true", "zeus_takes_token=true", "first_game=true")
	gametest.Run(t, base, gametest.Suite{Games: 300, Probe: 20, MaxBytes: maxBytes, MaxDecisions: 200})
}

// BenchmarkList plays games by listing all moves and picking one evenly.
func BenchmarkList(b *testing.B) {
	b.Run("base", func(b *testing.B) { benchmarkList(b, table(b)) })
	b.Run("pantheon", func(b *testing.B) { benchmarkList(b, table(b, "pantheon=true")) })
}

func benchmarkList(b *testing.B, s State) {
	r := game.NewRand(game.NumberSeed(1))
	var buf []game.Move
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			buf = s.Moves(seat, buf[:0])
			s.Apply(seat, buf[r.Below(len(buf))], nil)
		}
		_ = s.Result()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkPlayout plays games by drawing moves without listing them.
func BenchmarkPlayout(b *testing.B) {
	b.Run("base", func(b *testing.B) { benchmarkPlayout(b, table(b)) })
	b.Run("pantheon", func(b *testing.B) { benchmarkPlayout(b, table(b, "pantheon=true")) })
}

func benchmarkPlayout(b *testing.B, s State) {
	r := game.NewRand(game.NumberSeed(1))
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.Draw(seat, r), nil)
		}
		_ = s.Result()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
