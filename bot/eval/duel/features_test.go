package duel

import (
	"slices"
	"testing"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// TestThreatsAreFeatures: the features say of each side whether it could win at once, as the heuristic finds it, and how
// many new symbols it could take.
func TestThreatsAreFeatures(t *testing.T) {
	b, err := duel.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := b.(*duel.State)
	r := game.NewRand(game.NumberSeed(21))
	wins, news := 0, 0
	for range 400 {
		for s.Deal(r); s.Owing() != 0; s.Apply(s.Owing().First(), s.RandomMove(s.Owing().First(), r), nil) {
			if s.Age() == 0 {
				continue
			}
			seat := game.Seat(r.IntN(2))
			features := encode(s, seat, nil)
			asked, _, _ := s.Asked()
			turn := int(asked ^ seat)
			for side, who := range [2]game.Seat{seat, 1 - seat} {
				want := winsNow(s, who)
				if want {
					wins++
				}
				if got := slices.Contains(features, uint16(featWins+2*turn+side)); got != want {
					t.Fatalf("seat %s wins now: %v, by the features: %v", who.Letter(), want, got)
				}
				n := newSymbols(s, who)
				if n > 0 {
					news++
				}
				if at := featNews + ((2*turn+side)*7+s.Symbols(who))*3 + min(2, n); !slices.Contains(features, uint16(at)) {
					t.Fatalf("seat %s can take %d new symbols, the features say something else", who.Letter(), n)
				}
			}
		}
	}
	if wins < 20 || news < 1000 {
		t.Errorf("only %d immediate wins and %d new symbols were seen", wins, news)
	}
}

// newSymbols counts the cards with a new symbol that a seat can take and pay for.
func newSymbols(s *duel.State, seat game.Seat) (n int) {
	_, open := s.FaceUp()
	for slot := range 20 {
		if open>>slot&1 == 0 {
			continue
		}
		card := s.CardAt(slot)
		symbol, ok := card.Symbol()
		if ok && s.SymbolSet(seat)>>symbol&1 == 0 && s.CardPrice(seat, card) <= s.Coins(seat) {
			n++
		}
	}
	return n
}
