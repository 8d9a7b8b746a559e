package duel

import (
	"testing"

	"mirabilia/game"
)

// TestQuickQueries: the queries that a search asks most often are worked out in a shorter way than the rules, and say the same.
func TestQuickQueries(t *testing.T) {
	for _, options := range []game.Options{nil, {"pantheon": "true"}} {
		b, err := Game.New(2, options)
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*State)
		r := game.NewRand(game.NumberSeed(31))
		for range 200 {
			for s.Deal(r); s.Owing() != 0; s.Apply(s.Owing().First(), s.RandomMove(s.Owing().First(), r), nil) {
				res := s.Result()
				for seat := range game.Seat(2) {
					if got := s.Score(seat); got != int(res.Score[seat]) {
						t.Fatalf("seat %s has %d points, %d by the result", seat.Letter(), got, res.Score[seat])
					}
					s.comparePrices(t, seat)
				}
			}
		}
	}
}

func (s *State) comparePrices(t *testing.T, seat game.Seat) {
	t.Helper()
	var all [numCards]Card
	var prices [numCards]uint8
	s.CardPrices(seat, all[:fill(all[:], 0, numCards)], prices[:])
	for i, price := range prices {
		if want := s.CardPrice(seat, Card(i)); int(price) != want {
			t.Fatalf("%s costs %d, by the rules %d", cards[i].id, price, want)
		}
	}
	var ofWonders [numWonders]uint8
	s.WonderPrices(seat, &ofWonders)
	s.Unbuilt(seat, func(w Wonder, _, want int) {
		if int(ofWonders[w]) != want {
			t.Fatalf("%s costs %d, by the rules %d", wonders[w].id, ofWonders[w], want)
		}
	})
}
