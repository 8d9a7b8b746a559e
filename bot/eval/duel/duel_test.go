package duel_test

import (
	"testing"

	"mirabilia/bot"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/duel"
)

func greedyBot(seed game.Seed) bot.Player {
	p, err := bot.New(duel.Game, "greedy", seed)
	if err != nil {
		panic(err)
	}
	return p
}

// faceOff plays paired games of one player against another and returns the share of wins of the first, draws
// counting half. Each deal is played from both seats.
func faceOff(t testing.TB, base duel.State, pairs int, first, second func(seed game.Seed) bot.Player) float64 {
	t.Helper()
	won := 0.0
	for deal := range uint64(pairs) {
		for swap := range game.Seat(2) {
			s := base
			s.Deal(game.NewRand(game.NumberSeed(deal)))
			players := [2]bot.Player{first(game.NumberSeed(1000 + deal)), second(game.NumberSeed(2000 + deal))}
			for s.Owing() != 0 {
				seat := s.Owing().First()
				s.Apply(seat, players[seat^swap].Choose(&s, seat), nil)
			}
			won += search.Outcome(&s, swap)
		}
	}
	return won / float64(2*pairs)
}

func newState(t testing.TB, options game.Options) duel.State {
	t.Helper()
	b, err := duel.Game.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*duel.State)
}

func greedyDuel(seed game.Seed) bot.Player { return greedyBot(seed) }
func randomDuel(seed game.Seed) bot.Player { return bot.NewRandom(seed) }

func TestGreedyBeatsRandomInDuel(t *testing.T) {
	share := faceOff(t, newState(t, nil), 100, greedyDuel, randomDuel)
	t.Logf("greedy won %.1f %%", 100*share)
	if share < 0.85 {
		t.Errorf("greedy won only %.1f %% against random", 100*share)
	}
}

func TestGreedyBeatsRandomInPantheon(t *testing.T) {
	share := faceOff(t, newState(t, game.Options{"pantheon": "true"}), 100, greedyDuel, randomDuel)
	t.Logf("greedy won %.1f %%", 100*share)
	if share < 0.85 {
		t.Errorf("greedy won only %.1f %% against random", 100*share)
	}
}

// TestGreedyDuelIsHonest: in states that a seat cannot tell apart greedy plays the same.
func TestGreedyDuelIsHonest(t *testing.T) {
	honest(t, newState(t, nil))
	honest(t, newState(t, game.Options{"pantheon": "true"}))
}

func honest(t *testing.T, base duel.State) {
	t.Helper()
	r := game.NewRand(game.NumberSeed(4))
	for deal := range uint64(30) {
		s := base
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			other := s
			other.Redeal(seat, r)
			m, same := greedyDuel(game.NumberSeed(deal)).Choose(&s, seat), greedyDuel(game.NumberSeed(deal)).Choose(&other, seat)
			if m != same {
				t.Fatalf("deal %d: %s, but %s with other hidden cards", deal, s.Text(m), s.Text(same))
			}
			s.Apply(seat, s.Draw(seat, r), nil)
		}
	}
}
