package wonders

import (
	"mirabilia/game"
	"slices"
	"testing"
)

// A seat remembers what it passed on, less what was built since.
func TestRecall(t *testing.T) {
	s := setup{age: 1, turn: 1, seats: []seatSetup{
		{wonder: "gizah day", hand: "altar theater lumber-yard ore-vein marketplace baths stockade"},
		{wonder: "rhodes day"}, {wonder: "ephesos day"}, {wonder: "babylon day"},
	}}.load(t)
	turn(t, s, "b:altar")
	want := []string{"lumber-yard", "ore-vein", "theater", "baths", "marketplace", "stockade"}
	got := s.View(0).(View).Players[1].Recall
	if got == nil || !slices.Equal(got.Cards, want) || got.Gone != 0 {
		t.Errorf("seat A remembers %+v, want %v", got, want)
	}
	turn(t, s, "", "b:theater")
	turn(t, s, "", "", "s:ore-vein")
	got = s.View(0).(View).Players[3].Recall
	if got == nil || slices.Contains(got.Cards, "theater") || got.Gone != 1 || len(got.Cards) != 5 {
		t.Errorf("seat A remembers %+v", got)
	}
	for _, viewer := range []game.Seat{game.Spectator, game.Open} {
		if r := s.View(viewer).(View).Players[3].Recall; r != nil {
			t.Errorf("viewer %d remembers %+v", viewer, r)
		}
	}
}

// Every state that a card in the hand can have, but for those of the powers.
func TestBadges(t *testing.T) {
	s := setup{age: 2, turn: 1, seats: []seatSetup{
		{wonder: "gizah day", coins: 3, city: "baths loom-age1 stone-pit timber-yard", hand: "aqueduct loom-age2 walls temple statue vineyard sawmill"},
		{wonder: "babylon day", city: "clay-pool"},
		{wonder: "alexandria day"},
	}}.load(t)
	want := map[string]Badge{
		"aqueduct":  {State: "chain", By: "baths"},
		"loom-age2": {State: "built"},
		"walls":     {State: "production"},
		"temple":    {State: "too_dear", Price: 4, Left: 2, Right: 2, Short: 1},
		"statue":    {State: "no_seller"},
		"vineyard":  {State: "free"},
		"sawmill":   {State: "trade", Price: 1, Bank: 1},
	}
	for _, o := range player(s).Hand {
		if o.Badge != want[o.Card] {
			t.Errorf("%s: badge %+v, want %+v", o.Card, o.Badge, want[o.Card])
		}
		if can := len(o.Build) > 0; can != slices.Contains([]string{"aqueduct", "walls", "vineyard", "sawmill"}, o.Card) {
			t.Errorf("%s can be built: %v", o.Card, can)
		}
	}
}
