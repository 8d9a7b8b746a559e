package train

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/games"
	_ "mirabilia/gctest"
)

// parity returns a question that no network without hidden units can answer: is exactly one of the two features there?
func parity(n int, r *game.Rand) *Samples {
	s := &Samples{Header: Header{Features: 5}}
	for i := range n {
		x := r.IntN(4)
		var features []uint16
		target := 0.1
		for f := range 2 {
			if x>>f&1 != 0 {
				features = append(features, uint16(f))
			}
		}
		if len(features) == 1 {
			target = 0.9
		}
		s.add(uint32(i), append(features, uint16(2+r.IntN(3))), 0, target, -1)
	}
	return s
}

func TestFitLearns(t *testing.T) {
	s := parity(4000, game.NewRand(game.NumberSeed(1)))
	fit := Fit{Epochs: 10, LearningRate: 0.05, Decay: 1, OutcomeWeight: 0.5, Seed: 1, Logf: t.Logf}
	w, losses, err := fit.Run(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if least := loss(0.9, 0.9); losses[9].Held > least+0.02 {
		t.Errorf("the loss is %+v at last, the least is %.3f", losses[9], least)
	}
	again, _, err := fit.Run(s, nil)
	if err != nil || !reflect.DeepEqual(w.Bytes(), again.Bytes()) {
		t.Errorf("the same samples gave another network: %v", err)
	}
}

// TestJointFit: of three seats with something of 0, 1 or 2 each, one wins with odds of e to what it has. What a network learns
// of them together are those logits, but for a number that all have in common.
func TestJointFit(t *testing.T) {
	r := game.NewRand(game.NumberSeed(1))
	s := &Samples{Header: Header{Features: 3}}
	for i := range 6000 {
		var has [3]int
		sum := 0.0
		for seat := range has {
			has[seat] = r.IntN(3)
			sum += math.Exp(float64(has[seat]))
		}
		x, winner := unit(r)*sum, -1
		for winner < 2 && x >= 0 {
			winner++
			x -= math.Exp(float64(has[winner]))
		}
		for seat, n := range has {
			outcome := 0.0
			if seat == winner {
				outcome = 1
			}
			s.add(uint32(i), []uint16{uint16(n)}, 0, outcome, -1)
		}
	}
	fit := Fit{Epochs: 6, LearningRate: 0.03, Decay: 0.7, OutcomeWeight: 1, Joint: true, Seed: 1, Logf: t.Logf}
	w, _, err := fit.Run(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := w.Net()
	for _, two := range [][2]uint16{{0, 1}, {1, 2}} {
		if gap := n.Logit(two[1:]) - n.Logit(two[:1]); math.Abs(gap-1) > 0.25 {
			t.Errorf("%d is better than %d by %.2f", two[1], two[0], gap)
		}
	}
}

// TestGroups: the positions that all seats of a table saw at once go together.
func TestGroups(t *testing.T) {
	p := leaguePlay(t, "wonders", nil, []int{4, 3}, 64)
	p.Simulations = 0
	path := filepath.Join(t.TempDir(), "samples")
	if _, err := p.Run(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSamples(path)
	if err != nil {
		t.Fatal(err)
	}
	next := int32(0)
	for _, g := range s.groups(true) {
		sum := float32(0)
		for i := g.first; i < g.first+g.count; i++ {
			sum += s.outcomes[i]
		}
		if want := 4 - int32(s.games[g.first]%2); g.first != next || g.count != want || math.Abs(float64(sum-1)) > 1e-3 {
			t.Fatalf("game %d: %+v after %d, the outcomes add up to %v", s.games[g.first], g, next, sum)
		}
		next += g.count
	}
	if int(next) != s.Len() || len(s.groups(false)) != s.Len() {
		t.Errorf("%d of %d positions", next, s.Len())
	}
}

func TestTargets(t *testing.T) {
	s := new(Samples)
	s.add(0, nil, 0, 1, 0.5)
	s.add(0, nil, 0, 1, -1)
	if a, b := s.target(0, 0.6), s.target(1, 0.6); math.Abs(a-0.8) > 1e-6 || b != 1 {
		t.Error(a, b)
	}
}

func leaguePlay(t *testing.T, id string, options game.Options, seats []int, count int) *Play {
	t.Helper()
	g, err := games.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	trainable, err := bot.TrainableFor(g)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.New(seats[0], options)
	if err != nil {
		t.Fatal(err)
	}
	shipped := trainable.Shipped(b)
	return &Play{
		Game: g, Options: options, Seats: seats, Games: count, Simulations: 8, Seed: 3, Net: shipped, Ancestors: []*net.Net{nil, shipped},
		AncestorShare: 0.3, BentShare: 0.6, SeededShare: 0.2, Keep: 0.25, Recipe: "test",
	}
}

// TestPlayIsTheSameForAnyNumberOfWorkers: of every game, and when it was interrupted, too.
func TestPlayIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	for _, c := range []struct {
		id          string
		options     game.Options
		seats       []int
		simulations int
	}{
		{"duel", nil, []int{2}, 4}, {"duel", game.Options{"pantheon": "true"}, []int{2}, 4}, {"wonders", nil, []int{4, 3}, 4}, {"architects", nil, []int{3, 2}, 4}, {"dice", nil, []int{3, 2}, 4},
		{"duel", nil, []int{2}, 0}, {"wonders", nil, []int{4, 3}, 0},
	} {
		p := leaguePlay(t, c.id, c.options, c.seats, 70)
		p.Simulations = c.simulations
		dir := t.TempDir()
		one, three := filepath.Join(dir, "1"), filepath.Join(dir, "3")
		p.Workers = 1
		a, err := p.Run(context.Background(), one)
		if err != nil {
			t.Fatal(err)
		}
		p.Workers = 3
		b, err := p.Run(context.Background(), three)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) || a.SHA256 == "" {
			t.Errorf("%s: one worker wrote %+v, three wrote %+v", c.id, a, b)
		}
		bent := 0
		for _, n := range a.Bent {
			bent += n
		}
		if a.Games != 70 || a.Positions < 100 || bent < 25 || bent > 60 {
			t.Errorf("%s: %+v", c.id, a)
		}
		// Cut in the second block, it goes on after the first.
		info, err := os.Stat(one)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(one, info.Size()-10); err != nil {
			t.Fatal(err)
		}
		again, err := p.Run(context.Background(), one)
		if err != nil || again.SHA256 != a.SHA256 || again.Games != 6 {
			t.Errorf("%s: resumed: %+v, %v", c.id, again, err)
		}
		s, err := ReadSamples(one)
		if err != nil || s.Len() != a.Positions || s.Header.Game != c.id {
			t.Errorf("%s: %d positions were read, %v", c.id, s.Len(), err)
		}
		p.Recipe = "another"
		if _, err := p.Run(context.Background(), one); err == nil {
			t.Errorf("%s: samples of another recipe were added to", c.id)
		}
	}
}

// TestBentPositionsLearnFromTheOutcome: where a specialist searched, its chances are left out.
func TestBentPositionsLearnFromTheOutcome(t *testing.T) {
	known := func(share float64) (known, all int) {
		p := leaguePlay(t, "duel", nil, []int{2}, 64)
		p.BentShare = share
		path := filepath.Join(t.TempDir(), "samples")
		if _, err := p.Run(context.Background(), path); err != nil {
			t.Fatal(err)
		}
		s, err := ReadSamples(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.chances {
			if c >= 0 {
				known++
			}
		}
		return known, s.Len()
	}
	straight, all := known(0)
	bent, ofBent := known(1)
	if a, b := float64(straight)/float64(all), float64(bent)/float64(ofBent); a < 0.8 || b > 0.65 || b < 0.3 {
		t.Errorf("chances are known of %.2f of the positions without specialists, of %.2f with one in every game", a, b)
	}
}

// TestStraightGames: they begin with the deal, and every player takes its own best move; in others moves are drawn now and
// then.
func TestStraightGames(t *testing.T) {
	p := leaguePlay(t, "duel", nil, []int{2}, 64)
	p.Simulations, p.SeededShare, p.Keep = 0, 0, 1
	trainable, err := bot.TrainableFor(p.Game)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	fromTheDeal, explored := 0, 0
	play := func() {
		fromTheDeal, explored = 0, 0
		for g := range 20 {
			samples := p.play(b, uint32(g), trainable, nil).samples
			b.Deal(game.NewRand(arena.ChildSeed(p.Seed, g, 0)))
			if dealt, _ := trainable.Encode(b, 0); slices.Equal(samples.of(0), dealt) {
				fromTheDeal++
			}
		}
		r := game.NewRand(game.NumberSeed(8))
		for b.Deal(r); b.Owing() != 0; {
			seat := b.Owing().First()
			setup := bot.Setup{Net: p.Net, Seed: r.Seed()}
			m, _ := choose(p.player(trainable, setup), b, seat, p.exploring(), 0, r)
			if m != p.player(trainable, setup).Choose(b, seat) {
				explored++
			}
			b.Apply(seat, m, nil)
		}
	}
	if play(); fromTheDeal == 20 || explored == 0 {
		t.Errorf("%d of 20 games began with the deal, %d moves explored", fromTheDeal, explored)
	}
	p.Straight = true
	if play(); fromTheDeal != 20 || explored > 0 {
		t.Errorf("%d of 20 straight games began with the deal, %d moves explored", fromTheDeal, explored)
	}
}

func TestGate(t *testing.T) {
	g, err := games.ByID("duel")
	if err != nil {
		t.Fatal(err)
	}
	trainable, err := bot.TrainableFor(g)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	gate := Gate{Game: g, Seats: 2, Games: 12, Simulations: 20, Seed: 1, Net: trainable.Shipped(b), Against: []Member{{Name: "heuristic"}}}
	r, err := gate.Run(context.Background())
	if err != nil || !r.Accepted || r.Matches[0].Games != 12 {
		t.Errorf("%+v, %v", r, err)
	}
	gate.Net, gate.Against = nil, []Member{{Name: "shipped", Net: trainable.Shipped(b)}}
	if r, err := gate.Run(context.Background()); err != nil || r.Accepted {
		t.Errorf("the heuristic beats the shipped network: %+v, %v", r, err)
	}
	gate.Against = []Member{{Name: "x", Bend: bot.Bend{Name: "luck"}}}
	if _, err := gate.Run(context.Background()); err == nil {
		t.Error("an unknown bend was accepted")
	}
}

func TestLoss(t *testing.T) {
	if l := loss(0.5, 0.3); math.Abs(l-math.Ln2) > 1e-6 {
		t.Error(l)
	}
	if l := loss(0, 1); math.IsInf(l, 0) || l < 10 {
		t.Error(l)
	}
}
