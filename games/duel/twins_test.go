package duel

import (
	"testing"

	"mirabilia/game"
)

// twins plays two boards of one deal at random, one as far as it comes in its number of moves.
func twins(t *testing.T, base State, r *game.Rand, onA, onB int) (a, b State) {
	t.Helper()
	a = base
	a.Deal(r)
	b = a
	for i, s := range []*State{&a, &b} {
		for range []int{onA, onB}[i] {
			if seat := s.Owing().First(); seat != game.NoSeat {
				s.Apply(seat, s.RandomMove(seat, r), nil)
			}
		}
	}
	return a, b
}

// TestTwins: redeals for two boards of one deal keep what either of them has shown, change nearly everything else, and give both boards the same cards again.
func TestTwins(t *testing.T) {
	const seed = 31
	r := game.NewRand(game.NumberSeed(seed))
	hidden, known, changed, gods := 0, 0, 0, 0
	for round := range 1500 {
		base := table(t)
		if round%2 == 1 {
			base = table(t, "pantheon=true")
		}
		a, b := twins(t, base, r, r.IntN(90), r.IntN(90))
		if err := ValidTwins(&a, &b); err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
		viewer := game.Seat(r.IntN(3))
		if viewer == 2 {
			viewer = game.Spectator
		}
		x, y := a, b
		if onB := viewer; r.IntN(2) == 0 {
			if onB < 2 {
				onB = 1 - onB
			}
			RedealTwins(&x, &y, viewer, onB, r)
		} else {
			RedealUnseenTwins(&x, &y, r)
		}
		for _, s := range []*State{&x, &y} {
			if err := s.Valid(); err != nil {
				t.Fatalf("seed %d, round %d: %v", seed, round, err)
			}
		}
		if err := ValidTwins(&x, &y); err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
		for age := range numAges {
			both := a.hiddenIn(age) & b.hiddenIn(age)
			for slot := range numSlots {
				now, was := x.laid[age][slot], a.laid[age][slot]
				if both>>slot&1 != 0 {
					hidden++
					if now != was {
						changed++
					}
					if now != y.laid[age][slot] {
						t.Fatalf("seed %d, round %d: the boards have different cards", seed, round)
					}
					continue
				}
				known++
				if now != was || y.laid[age][slot] != b.laid[age][slot] {
					t.Fatalf("seed %d, round %d: a card changed that one of the boards has shown", seed, round)
				}
			}
		}
		if (a.reserve == 0 || b.reserve == 0) && (x.reserve != a.reserve || y.reserve != b.reserve) {
			t.Fatalf("seed %d, round %d: wonders changed that one of the boards has shown", seed, round)
		}
		if (a.chance == b.chance) != (x.chance == y.chance) {
			t.Fatalf("seed %d, round %d: chance to come is common, or no longer", seed, round)
		}
		for m := range Mythology(numMythologies) {
			if base.pantheon && a.pan.untouched(m) && b.pan.untouched(m) && x.pan.decks[m] != a.pan.decks[m] {
				gods++
			}
		}
	}
	if hidden < 10000 || changed < hidden*9/10 || known < 10000 || gods < 100 {
		t.Errorf("of %d hidden cards %d changed, %d were known, %d decks of divinities changed", hidden, changed, known, gods)
	}
}

// TestTwinsOfDifferentDeals: two boards that cannot be of one deal are told apart.
func TestTwinsOfDifferentDeals(t *testing.T) {
	r := game.NewRand(game.NumberSeed(32))
	for name, spoil := range map[string]func(a, b *State){
		"another deal": func(_, b *State) { b.Deal(r) },
		"other cards":  func(_, b *State) { b.lay(2, r) },
		"another order": func(_, b *State) {
			b.laid[2][0], b.laid[2][1] = b.laid[2][1], b.laid[2][0]
		},
		"other tokens": func(_, b *State) {
			b.board = tokenSet(pick(r, uint16(b.allTokens()&^b.board), 1)) | b.board&(b.board-1)
		},
		"other wonders": func(_, b *State) { b.redealReserve(r) },
		"other options": func(_, b *State) { b.lastChooses = true },
		"cards aside":   func(a, b *State) { a.aside, b.aside = true, true },
		"other divinities": func(_, b *State) {
			b.pan.decks[0][0], b.pan.decks[0][1] = b.pan.decks[0][1], b.pan.decks[0][0]
		},
	} {
		a, b := twins(t, table(t, "pantheon=true"), r, 1, 1)
		spoil(&a, &b)
		if ValidTwins(&a, &b) == nil {
			t.Errorf("%s went unnoticed", name)
		}
	}
}
