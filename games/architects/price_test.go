package architects

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"mirabilia/game"
)

// literally lists payments by the letter of docs/rules/architects.md 4.2: every choice of resources and coins is tried.
func literally(p purse, stage int, ruling uint8) []game.Move {
	n, identical := costs[stage].count, costs[stage].identical
	var have [NumResources]int
	for k := range have {
		have[k] = p.cards.Count(Kind(k))
	}
	fits := func(pay [NumResources]int) bool {
		kinds := 0
		for _, c := range pay {
			if c > 0 {
				kinds++
			}
			if !identical && c > 1 {
				return false
			}
		}
		return !identical || kinds <= 1
	}
	found := map[game.Move]bool{}
	var pay [NumResources]int
	var try func(k int)
	try = func(k int) {
		if k < NumResources {
			for pay[k] = 0; pay[k] <= have[k] && pay[k] <= n; pay[k]++ {
				try(k + 1)
			}
			pay[k] = 0
			return
		}
		grey := 0
		var bag Bag
		for k, c := range pay {
			grey += c
			bag += Bag(c) * one(Kind(k))
		}
		for yellow := 0; yellow <= p.cards.Count(Gold); yellow++ {
			for doubled := 0; doubled <= min(1, yellow); doubled++ {
				switch {
				case grey+yellow+doubled != n:
					continue
				case doubled == 1 && !p.economy:
					continue
				case !fits(pay) && !p.engineering:
					continue
				}
				bound := yellow - doubled
				if ruling == coinsFree {
					bound = 0
				}
				if ruling == coinsStrict {
					bound = yellow
				}
				replaceable := false
				for k := range pay {
					if pay[k] < have[k] {
						instead := pay
						instead[k]++
						replaceable = replaceable || fits(instead) || !fits(pay)
					}
				}
				if bound > 0 && replaceable {
					continue
				}
				found[buildMove(stage, bag+Bag(yellow)*one(Gold))] = true
			}
		}
	}
	try(0)
	return slices.Sorted(maps.Keys(found))
}

func TestPaymentsByTheLetter(t *testing.T) {
	r := game.NewRand(game.NumberSeed(3))
	var s State
	most := 0
	for range 40000 {
		var p purse
		for k := range Gold + 1 {
			p.cards += Bag(max(0, r.IntN(6)-1-r.IntN(3))) * one(k)
		}
		p.economy, p.engineering = r.IntN(3) == 0, r.IntN(3) == 0
		s.rulings[coins] = uint8(r.IntN(3))
		stage := r.IntN(NumStages)
		got := s.appendPayments(nil, p, stage)
		most = max(most, len(got))
		slices.Sort(got)
		if want := literally(p, stage, s.rulings[coins]); !slices.Equal(got, want) {
			t.Fatalf("%v economy %v engineering %v ruling %d, stage %d: %s, by the letter %s",
				cardIDs(p.cards), p.economy, p.engineering, s.rulings[coins], stage+1, s.texts(got), s.texts(want))
		}
		if payable := p.payable(1<<stage) != 0; payable != (len(got) > 0) || payable != (p.missing(stage) <= 0) {
			t.Fatalf("%v stage %d: payable %v, missing %d, payments %s", cardIDs(p.cards), stage+1, payable, p.missing(stage), s.texts(got))
		}
		for _, m := range got {
			helped := tokensFor(stage, paymentOf(m))
			if helped.Has(Economy) && !p.economy || helped.Has(Engineering) && !p.engineering {
				t.Fatalf("%s needs tokens that are not there", s.Text(m))
			}
		}
	}
	if most > maxPayments {
		t.Errorf("%d payments for one stage", most)
	}
}

// TestMovesFitTheBuffer counts the payments that are possible at most, for every set of stages open together.
func TestMovesFitTheBuffer(t *testing.T) {
	var s State
	s.rulings[coins] = coinsFree
	rich := purse{economy: true, engineering: true}
	for k := range Gold + 1 {
		rich.cards += 5 * one(k)
	}
	for w := range Wonder(NumWonders) {
		for built := range allStages + 1 {
			if !stages[w][built].possible {
				continue
			}
			n := NumSets + 3 + 1
			for stage := range NumStages {
				if stages[w][built].open>>stage&1 != 0 {
					n += len(s.appendPayments(nil, rich, stage))
				}
			}
			if n > maxMoves {
				t.Errorf("%s with %b built may have %d moves", w, built, n)
			}
		}
	}
	if n := len(s.appendPayments(nil, rich, NumStages-1)); n != maxPayments {
		t.Errorf("the dearest stage has %d payments", n)
	}
}

// TestMostStages compares the ruling "payment=most" with the stages that random payments build.
func TestMostStages(t *testing.T) {
	r := game.NewRand(game.NumberSeed(4))
	var s State
	seen := map[string]int{}
	for range 3000 {
		var p purse
		for k := range Gold + 1 {
			p.cards += Bag(r.IntN(4)) * one(k)
		}
		p.engineering = r.IntN(4) == 0
		w := Wonder(r.IntN(NumWonders))
		built := uint8(0)
		want := s.mostStages(w, built, p)
		best := 0
		for range 40 {
			q, b, n := p, built, 0
			for {
				var moves []game.Move
				for stage := range NumStages {
					if stages[w][b].open>>stage&1 != 0 {
						moves = s.appendPayments(moves, q, stage)
					}
				}
				if len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				q = s.after(q, stageOf(m), paymentOf(m))
				b |= 1 << stageOf(m)
				n++
			}
			best = max(best, n)
		}
		if best > want {
			t.Fatalf("%s %v: %d stages built, at most %d expected", w, cardIDs(p.cards), best, want)
		}
		seen[fmt.Sprint(best == want)]++
	}
	if seen["false"]*20 > seen["true"] {
		t.Errorf("random payments fell short of the expected most in %d cases of 3000", seen["false"])
	}
}
