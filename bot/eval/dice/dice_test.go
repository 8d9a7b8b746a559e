package dice_test

import (
	"fmt"
	"math"
	"testing"

	"mirabilia/bot"
	knows "mirabilia/bot/eval/dice"
	"mirabilia/game"
	"mirabilia/games/dice"
)

var heuristic = knows.New().Heuristic

func greedyBot(seed game.Seed) bot.Player {
	p, err := bot.New(dice.Game, "greedy", seed)
	if err != nil {
		panic(err)
	}
	return p
}

// play plays a game between bots and is its last state.
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

func greedy(n int, seed uint64) []bot.Player {
	players := make([]bot.Player, n)
	for i := range players {
		players[i] = greedyBot(game.NumberSeed(seed*10 + uint64(i)))
	}
	return players
}

// TestDiceValueIsAChance: of all seats together it is one, at every moment, and costs no memory.
func TestDiceValueIsAChance(t *testing.T) {
	r := game.NewRand(game.NumberSeed(3))
	for n := 2; n <= game.MaxSeats; n++ {
		b, err := dice.Game.New(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Deal(r)
		s := b.(*dice.State)
		for s.Owing() != 0 {
			sum := 0.0
			for seat := range game.Seat(n) {
				v := heuristic(s, seat)
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%d seats, round %d: the value is %v", n, s.Round(), v)
				}
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%d seats, round %d: the values add up to %v", n, s.Round(), sum)
			}
			s.Apply(s.Owing().First(), s.Draw(s.Owing().First(), r), nil)
		}
		if allocs := testing.AllocsPerRun(10, func() { heuristic(s, 0) }); allocs != 0 {
			t.Errorf("the value allocates %v times", allocs)
		}
	}
}

// TestDiceGreedyBeatsRandom: looking one move ahead is worth a lot.
func TestDiceGreedyBeatsRandom(t *testing.T) {
	wins := 0
	const games = 40
	for g := range uint64(games) {
		seat := int(g % 3)
		players := []bot.Player{bot.NewRandom(game.NumberSeed(g)), bot.NewRandom(game.NumberSeed(g + 1000)), bot.NewRandom(game.NumberSeed(g + 2000))}
		players[seat] = greedy(1, g)[0]
		res := play(t, players, g, nil).Result()
		if res.Place[seat] == 1 {
			wins++
		}
	}
	if wins < games*9/10 {
		t.Errorf("greedy won %d of %d games against two random players", wins, games)
	}
}

// TestDiceGreedyGamesHaveTheRightLength: 12 to 22 rounds on average, whatever the number of seats.
func TestDiceGreedyGamesHaveTheRightLength(t *testing.T) {
	const games = 30
	for n := 2; n <= game.MaxSeats; n++ {
		t.Run(fmt.Sprintf("%d seats", n), func(t *testing.T) {
			rounds := 0
			for g := range uint64(games) {
				rounds += play(t, greedy(n, g), g, nil).Round()
			}
			if mean := float64(rounds) / games; mean < 12 || mean > 22 {
				t.Errorf("games last %.1f rounds", mean)
			} else {
				t.Logf("games last %.1f rounds", mean)
			}
		})
	}
}

// TestDiceCitiesAreEven looks for a city that is hopeless or unbeatable; the fine measure is a match of many games, which
// prints the win share of each city.
func TestDiceCitiesAreEven(t *testing.T) {
	const seats, games = 4, 300
	played, won := map[string]int{}, map[string]float64{}
	for g := range uint64(games) {
		var told game.Events
		res := play(t, greedy(seats, 5000+g), 5000+g, &told).Result()
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
