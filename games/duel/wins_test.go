package duel

import (
	"testing"

	"mirabilia/game"
)

// The view tells with which cards a seat would win on the spot. For the seat to move that is what playing the card
// shows; for the other seat it is what the same card does when that seat builds it.
func TestWinsOfTheStructure(t *testing.T) {
	const games = 1000
	compared, won, warned := 0, 0, 0
	for seed := range uint64(games) {
		var s State
		s.pantheon = seed%3 == 0
		r := game.NewRand(game.Seed{byte(seed), byte(seed >> 8), 17})
		s.Deal(r)
		for s.ask != askNothing {
			// Late in the game, where supremacies come near.
			if s.ask == askTurn && s.age == 3 {
				for _, slot := range s.showStructure(newShelf()) {
					if slot.Card == "" {
						continue
					}
					if slot.After != nil {
						compared++
						if slot.Wins[s.active] != slot.After.Wins {
							t.Fatalf("seed %d: %s says %q, playing it shows %q", seed, slot.Card, slot.Wins[s.active], slot.After.Wins)
						}
						if slot.After.Wins != "" {
							won++
						}
					}
					then := s
					then.construct(1-s.active, Card(cardIDs.by[slot.Card]), nil)
					if slot.Wins[1-s.active] != then.supremacy() {
						t.Fatalf("seed %d: %s says %q for the opponent, who would win by %q", seed, slot.Card, slot.Wins[1-s.active], then.supremacy())
					}
					if then.supremacy() != "" {
						warned++
					}
				}
			}
			s.Apply(game.Seat(s.active), s.RandomMove(game.Seat(s.active), r), nil)
		}
	}
	if compared < 10000 || won < 30 || warned < 100 {
		t.Errorf("compared %d cards, %d of them won, %d would have won for the opponent: too few to mean anything", compared, won, warned)
	}
	t.Logf("compared %d cards, %d won, %d would have won for the opponent", compared, won, warned)
}
