package dice_test

import (
	"fmt"
	"testing"

	"mirabilia/bot"
	knows "mirabilia/bot/eval/dice"
	"mirabilia/bot/eval/evaltest"
	"mirabilia/game"
	"mirabilia/games/dice"
)

// play plays a game between bots and returns its last state.
func play(t *testing.T, players []bot.Player, seed uint64, told *game.Events) *dice.State {
	t.Helper()
	b, err := dice.Game.New(len(players), nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Deal(game.NewRand(game.NumberSeed(seed)))
	for b.Owing() != 0 {
		seat := b.Owing().First()
		b.Apply(seat, players[seat].Choose(b, seat), told)
	}
	return b.(*dice.State)
}

func greedy(t *testing.T, n int, seed uint64) []bot.Player {
	players := make([]bot.Player, n)
	for i := range players {
		players[i] = evaltest.Greedy(t, dice.Game, game.NumberSeed(seed*10+uint64(i)))
	}
	return players
}

func TestGreedyBeatsRandom(t *testing.T) { evaltest.GreedyWins(t, dice.Game, 3, nil, 15, 0.85) }

func TestChances(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			evaltest.Chances(t, dice.Game, knows.New().Heuristic, seats, nil, 2, 2)
		})
	}
}

// TestGreedyGamesHaveTheRightLength: 12 to 22 rounds on average, whatever the number of seats.
func TestGreedyGamesHaveTheRightLength(t *testing.T) {
	const games = 30
	for n := 2; n <= game.MaxSeats; n++ {
		t.Run(fmt.Sprintf("%d seats", n), func(t *testing.T) {
			rounds := 0
			for g := range uint64(games) {
				rounds += play(t, greedy(t, n, g), g, nil).Round()
			}
			if mean := float64(rounds) / games; mean < 12 || mean > 22 {
				t.Errorf("games last %.1f rounds", mean)
			} else {
				t.Logf("games last %.1f rounds", mean)
			}
		})
	}
}

// TestCitiesAreEven looks for a city that is hopeless or unbeatable; the fine measure is a match of many games, which
// prints the win share of each city.
func TestCitiesAreEven(t *testing.T) {
	const seats, games = 4, 300
	played, won := map[string]int{}, map[string]float64{}
	for g := range uint64(games) {
		var told game.Events
		res := play(t, greedy(t, seats, 5000+g), 5000+g, &told).Result()
		winners := res.Winners()
		for _, e := range told.List {
			if e.Type != "city" {
				continue
			}
			played[e.What]++
			if e.N == 1 {
				won[e.What] += 1 / float64(winners.Len())
			}
		}
	}
	if len(played) != 7 {
		t.Errorf("%d cities were played", len(played))
	}
	for city, n := range played {
		if share := won[city] / float64(n) * seats; share < 0.4 || share > 1.8 {
			t.Errorf("%s wins %.2f of its fair share", city, share)
		}
	}
}
