package duel

import (
	"mirabilia/game"
	"strings"
	"testing"
)

// happenings returns the types of events told in some random games.
func happenings(t *testing.T, base State) map[string]bool {
	t.Helper()
	kinds := map[string]bool{}
	for key := range coverage(t, base, 400) {
		kind, _, _ := strings.Cut(key, ":")
		kinds[kind] = true
	}
	return kinds
}

// coverage counts the events of random games by type and what they are about.
func coverage(t *testing.T, base State, games int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	r := game.NewRand(game.NumberSeed(9))
	for range games {
		s := base
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			var told game.Events
			s.Apply(seat, s.RandomMove(seat, r), &told)
			for _, e := range told.List {
				counts[e.Type+":"+e.What]++
			}
		}
	}
	return counts
}

// TestCoveragePantheon: random play reaches every god, the Gate, every temple and every special thing.
func TestCoveragePantheon(t *testing.T) {
	seen := coverage(t, table(t, "pantheon=true"), 3000)
	want := []string{"wonder:sanctuary", "wonder:divine-theater", "minerva_stops:minerva", "no_effect:nisaba", "lose:poliorcetics", "token:mysticism", "token:engineering"}
	for _, id := range gods {
		want = append(want, "activate:"+id)
		if id != "gate" {
			want = append(want, "activate_free:"+id, "pantheon_reveal:"+id)
		}
	}
	for card := firstTemple; card < numCards; card++ {
		want = append(want, "build:"+cards[card].id, "build_chain:"+cards[card].id)
	}
	for _, m := range mythologyIDs {
		want = append(want, "mythology:"+m, "deck_chosen:"+m)
	}
	for _, o := range offeringIDs {
		want = append(want, "offering:"+o, "use_offering:"+o)
	}
	for _, key := range want {
		if seen[key] == 0 {
			t.Errorf("never happened: %s", key)
		}
	}
}
