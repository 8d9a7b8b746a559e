package arena

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/games"
)

// played returns a pairing with given half points out of four a deal.
func played(a, b string, points ...int) *Pairing { return &Pairing{A: a, B: b, Of: 4, Points: points} }

func repeat(n int, points ...int) (list []int) {
	for range n {
		list = append(list, points...)
	}
	return list
}

func TestRatingsFitTheOdds(t *testing.T) {
	// b takes three of four points from a, c three of four from b: 191 Elo each, so 382 between the ends.
	tour := &Tournament{Seats: 2, Pairings: []*Pairing{
		played("b", "a", repeat(100, 4, 2)...),
		played("c", "b", repeat(100, 2, 4)...),
	}}
	list := tour.Ratings()
	if list[0].Name != "a" || list[0].Elo != 0 {
		t.Fatalf("%+v", list)
	}
	if math.Abs(list[1].Elo-191) > 5 || math.Abs(list[2].Elo-382) > 10 {
		t.Errorf("%+v", list)
	}
	for _, r := range list[1:] {
		if width := r.CI95[1] - r.CI95[0]; r.CI95[0] >= r.Elo || r.CI95[1] <= r.Elo || width < 20 || width > 160 {
			t.Errorf("interval %+v", r)
		}
	}
	if list[1].Games != 800 || math.Abs(list[1].Score-0.5) > 1e-9 {
		t.Errorf("%+v", list[1])
	}
	clean := (&Tournament{Seats: 2, Pairings: []*Pairing{played("b", "a", repeat(50, 4)...)}}).Ratings()
	if e := clean[1].Elo; e < 400 || e > 3000 || math.IsNaN(e) {
		t.Errorf("who won everything has %v", e)
	}
}

func TestSPRT(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		points []int
		want   Verdict
	}{
		{nil, Undecided},
		{repeat(3, 4, 2), Undecided},
		{repeat(100, 4, 2, 4, 2), Stronger},
		{repeat(200, 2, 1, 2, 2), NotSo},
		{repeat(20, 4), Stronger},
		{[]int{4, -1, -1, -1}, Undecided},
	} {
		if got := test.Verdict(played("b", "a", c.points...)); got != c.want {
			t.Errorf("%d deals: %s, want %s", len(c.points), got, c.want)
		}
	}
}

func TestShareOfNothingIsUnknown(t *testing.T) {
	if mean, ci, n := played("b", "a", -1, -1).Share(); mean != 0.5 || ci != [2]float64{0, 1} || n != 0 {
		t.Error(mean, ci, n)
	}
	if _, ci, _ := played("b", "a", 4, 4, 4, 4).Share(); ci[0] > 0.9 {
		t.Errorf("four deals won look certain: %v", ci)
	}
}

func TestPairings(t *testing.T) {
	names := func(list []*Pairing) (s string) {
		for _, p := range list {
			s += p.A + p.B + " "
		}
		return s
	}
	players := []string{"a", "b", "c"}
	if got := names(RoundRobin(players)) + names(Gauntlet("a", players[1:])) + names(Ladder(players)); got != "ab ac bc ab ac ba cb " {
		t.Error(got)
	}
}

// runner plays a tournament of the first game of the catalogue among bots that need no thought.
func runner(t *testing.T) (*Runner, *Tournament) {
	t.Helper()
	g := someGame(t)
	return &Runner{Game: g, Workers: 2}, &Tournament{Game: g.Info().ID, Seats: g.Info().MinSeats, Seed: 3, Deals: 6, Pairings: Ladder([]string{"random", "greedy"})}
}

func TestTournamentResumes(t *testing.T) {
	h, whole := runner(t)
	if err := h.Play(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.json")
	_, half := runner(t)
	half.Deals = 3
	h.Save = func(t *Tournament) error { return t.Save(path) }
	if err := h.Play(context.Background(), half); err != nil {
		t.Fatal(err)
	}
	saved, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest := runner(t)
	if err := rest.Resume(saved); err != nil {
		t.Fatal(err)
	}
	dealt := 0
	h.Progress = func(done, total int) { dealt++ }
	if err := h.Play(context.Background(), rest); err != nil {
		t.Fatal(err)
	}
	if dealt != 3 {
		t.Errorf("%d deals were played, 3 were missing", dealt)
	}
	if !reflect.DeepEqual(rest.Pairings[0].Points, whole.Pairings[0].Points) {
		t.Errorf("resumed %v, in one go %v", rest.Pairings[0].Points, whole.Pairings[0].Points)
	}
	rest.Seed++
	if rest.Resume(saved) == nil {
		t.Error("another tournament was resumed")
	}
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil {
		t.Error("half a file was read")
	}
}

func TestTournamentStops(t *testing.T) {
	h, tour := runner(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := h.Play(ctx, tour); err == nil {
		t.Error("a tournament called off ended well")
	}
	tour.Pairings = Ladder([]string{"random", "nobody"})
	if err := h.Play(context.Background(), tour); err == nil {
		t.Error("a player that does not exist took part")
	}
}

func TestTournamentIsTold(t *testing.T) {
	tour := &Tournament{Game: "duel", Seats: 2, Options: game.Options{"x": "y"}, Machine: "a quiet <one>", Pairings: []*Pairing{played("b", "a", repeat(10, 4, 2)...)}}
	for _, want := range []string{"| b | ", "| b against a | 40 | 75.0% |", "x=y", "a quiet"} {
		if text := tour.Markdown(); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	var b strings.Builder
	if err := Plot(&b, "Duel & co", tour.Ratings()); err != nil || strings.Count(b.String(), "<circle") != 2 || !strings.Contains(b.String(), "Duel &amp; co") || strings.Contains(b.String(), "NaN") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func someGame(t *testing.T) game.Game {
	t.Helper()
	g, err := games.ByID("duel")
	if err != nil {
		t.Fatal(err)
	}
	return g
}
