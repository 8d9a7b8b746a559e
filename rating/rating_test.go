package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %.12f, want %.12f", what, got, want)
	}
}

// The example of Glickman's paper: a player of 1500 with deviation 200 beats one of 1400 and loses to two stronger ones within one period.
func TestGlickoExampleOfThePaper(t *testing.T) {
	r := Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	opponent := func(points, deviation float64) Rating { return Rating{Points: points, Deviation: deviation} }
	after := glicko(r, []duel{{opponent(1400, 30), 1}, {opponent(1550, 100), 0}, {opponent(1700, 300), 0}}, 1)
	near(t, "rating", after.Points, 1464.06, 0.01)
	near(t, "deviation", after.Deviation, 151.52, 0.01)
	near(t, "volatility", after.Volatility, 0.05999, 0.00001)
}

// The first values are those of the published implementations of the paper, with its usual choice of c and gamma. The others follow from
// its formulas: with equal players every chance is one over the number of those who are still to be placed.
func TestPlackettLuceByThePaper(t *testing.T) {
	paper := func(places ...int) []skill {
		skills := make([]skill, len(places))
		var sum float64
		for i := range skills {
			skills[i] = skill{startMu, startSigma}
			sum += square(startSigma) + square(beta)
		}
		c := math.Sqrt(sum)
		return wengLin(skills, places, c, func(sigma float64) float64 { return sigma / c })
	}
	two, three := paper(1, 2), paper(1, 2, 3)
	near(t, "winner of two", two[0].mu, 27.63523138347365, 1e-12)
	near(t, "winner of two, sigma", two[0].sigma, 8.065506316323548, 1e-12)
	near(t, "loser of two", two[1].mu, 50-27.63523138347365, 1e-12)
	near(t, "loser of two, sigma", two[1].sigma, 8.065506316323548, 1e-12)
	near(t, "winner of three", three[0].mu, 27.868876552746237, 1e-12)
	// Of three: second 1/2 - 1/3, third -1/3 - 1/2, in units of sigma²/c.
	unit := (27.868876552746237 - 25) / (2.0 / 3)
	near(t, "second of three", three[1].mu, 25+unit/6, 1e-12)
	near(t, "third of three", three[2].mu, 25-unit*5/6, 1e-12)
	// Shared victory of two: nothing moves but the certainty, by the same amount.
	tie := paper(1, 1)
	near(t, "tie", tie[0].mu, 25, 1e-12)
	near(t, "tie, sigma", tie[0].sigma, 8.065506316323548, 1e-12)
	// Of three, the first two tied: each is chosen among three, both terms count half.
	// First: (1 - 1/3)/2 - (1/3)/2 = 1/6; third: -(1/3)/2 - (1/3)/2 = -1/3.
	shared := paper(1, 1, 2)
	near(t, "shared first of three", shared[0].mu, 25+unit/6, 1e-12)
	near(t, "other shared first", shared[1].mu, 25+unit/6, 1e-12)
	near(t, "third after a tie", shared[2].mu, 25-unit/3, 1e-12)
}

// Our choice of c is the paper's for two seats, so that the change of the mean is the same there.
func TestPlackettLuceOfTwoIsThePapers(t *testing.T) {
	m := PlackettLuce{}
	r := m.New()
	r.Deviation = pointsPerMu * math.Sqrt(square(startSigma)-square(tau)) // tau is added before the game
	after := m.Update([]Rating{r, r}, []int{1, 2})
	near(t, "winner", after[0].Points, Start+pointsPerMu*2.63523138347365, 1e-9)
	near(t, "loser", after[1].Points, Start-pointsPerMu*2.63523138347365, 1e-9)
	if after[0].Deviation >= pointsPerMu*8.065506316323548 {
		t.Errorf("undamped, the deviation %f must fall by more than the paper's", after[0].Deviation)
	}
}

func TestRestMakesLessCertain(t *testing.T) {
	year := Glicko2{}.Rested(Rating{Points: 1600, Deviation: 45, Volatility: 0.06}, 365)
	near(t, "deviation after a year", year.Deviation, 110, 2)
	for name, m := range Models {
		r := Rating{Points: 1600, Deviation: 60, Volatility: 0.06, Games: 30, At: 1000}
		last := r.Deviation
		for days := 1.0; days < 1e6; days *= 3 {
			now := m.Rested(r, days)
			if now.Deviation < last || now.Deviation > m.New().Deviation || now.Points != r.Points {
				t.Fatalf("%s: after %g days %+v", name, days, now)
			}
			last = now.Deviation
		}
		near(t, name+", half and half", m.Rested(m.Rested(r, 20), 20).Deviation, m.Rested(r, 40).Deviation, 1e-9)
		if At(m, r, 500) != r || At(m, r, 1000) != r {
			t.Errorf("%s: a result that is told late makes less certain", name)
		}
		if m.New() != At(m, m.New(), int64(1e15)) {
			t.Errorf("%s: a newcomer changes with time", name)
		}
	}
}

func someRating(r *rand.Rand, m Model) Rating {
	n := m.New()
	return Rating{Points: 1500 + 300*r.NormFloat64(), Deviation: n.Deviation * (0.2 + 0.8*r.Float64()), Volatility: n.Volatility, Games: r.IntN(50)}
}

func someTable(r *rand.Rand, m Model) ([]Rating, []int) {
	n := 2
	if _, pairs := m.(Glicko2); !pairs {
		n += r.IntN(6)
	}
	ratings, places := make([]Rating, n), make([]int, n)
	for i := range ratings {
		ratings[i], places[i] = someRating(r, m), 1+r.IntN(n)
	}
	return ratings, places
}

// TestProperties: the order of the seats and where the scale begins do not matter; a better place never gains less;
// every game makes more certain; what one wins another loses where both are equally certain.
func TestProperties(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	looked := 0
	for name, m := range Models {
		for range 2000 {
			before, places := someTable(r, m)
			after := m.Update(before, places)
			shifted, turned, turnedPlaces := slices.Clone(before), slices.Clone(before), slices.Clone(places)
			for i := range shifted {
				shifted[i].Points += 1000
				turned[i], turnedPlaces[i] = before[len(before)-1-i], places[len(places)-1-i]
			}
			shiftedAfter, turnedAfter := m.Update(shifted, places), m.Update(turned, turnedPlaces)
			for i := range after {
				same := func(what string, got Rating, by float64) {
					if math.Abs(got.Points-by-after[i].Points) > 1e-3 || math.Abs(got.Deviation-after[i].Deviation) > 1e-3 {
						t.Fatalf("seed %d, %s: %s: %+v, want %+v", seed, name, what, got, after[i])
					}
				}
				same("shifted", shiftedAfter[i], 1000)
				same("other order of seats", turnedAfter[len(after)-1-i], 0)
				if _, pairs := m.(Glicko2); after[i].Deviation >= math.Max(before[i].Deviation, minDeviation)+pointsPerMu*tau ||
					pairs && (after[i].Deviation < minDeviation || after[i].Deviation > glickoDeviation) {
					t.Fatalf("seed %d, %s: from %+v to %+v", seed, name, before[i], after[i])
				}
				looked++
			}
			if places[0] > 1 && len(places) > 1 {
				better := slices.Clone(places)
				better[0] = 0
				if got := m.Update(before, better)[0].Points; got < after[0].Points-1e-9 {
					t.Fatalf("seed %d, %s: place %d gives %f, the first place %f", seed, name, places[0], after[0].Points, got)
				}
			}
			equal := before[0]
			pair := m.Update([]Rating{equal, equal}, []int{1, 2})
			near(t, name+": sum of an equal pair", pair[0].Points+pair[1].Points, 2*equal.Points, 1e-6)
		}
	}
	if looked < 20000 {
		t.Errorf("only %d ratings were looked at", looked)
	}
}

// TestTenToOne: on both scales 400 points are odds of 10 to 1 between two players who are well known.
func TestTenToOne(t *testing.T) {
	near(t, "chance", Chance(Rating{Points: 1900}, Rating{Points: 1500}), 10.0/11, 1e-6)
	for seats := 2; seats <= 7; seats++ {
		c := scale(make([]skill, seats))
		near(t, fmt.Sprintf("odds at a table of %d", seats), math.Exp(400/pointsPerMu/c), 10, 0.1)
	}
	// Uncertainty draws the chance towards a half.
	sure, unsure := Rating{Points: 1900, Deviation: 50}, Rating{Points: 1900, Deviation: 300}
	if other := (Rating{Points: 1500, Deviation: 50}); Chance(unsure, other) >= Chance(sure, other) || Chance(unsure, other) <= 0.5 {
		t.Error("an uncertain lead is worth as much as a certain one")
	}
}

func TestProvisional(t *testing.T) {
	for _, c := range []struct {
		r    Rating
		want bool
	}{
		{Rating{Deviation: 350}, true},
		{Rating{Deviation: 100, Games: 7}, true},
		{Rating{Deviation: 100, Games: 8}, false},
		{Rating{Deviation: 110, Games: 100}, true},
	} {
		if c.r.Provisional() != c.want {
			t.Errorf("%+v: provisional is not %v", c.r, c.want)
		}
	}
}

// someResults are results of a few people at all the games.
func someResults(r *rand.Rand, n int) []Result {
	games := []string{"duel", "pantheon", "wonders", "architects", "dice"}
	results := make([]Result, n)
	for i := range results {
		game := games[r.IntN(len(games))]
		_, places := someTable(r, Models[game])
		// A later number may have an earlier time: clocks of nodes differ, and results are told late.
		at := int64(i)*int64(time.Hour/time.Millisecond) + r.Int64N(int64(48*time.Hour/time.Millisecond))
		results[i] = Result{Seq: int64(i + 1), Table: fmt.Sprintf("t%d", i), Game: game, At: at}
		for j, p := range r.Perm(9)[:len(places)] {
			results[i].Finishes = append(results[i].Finishes, Finish{fmt.Sprintf("p%d", p), places[j]})
		}
	}
	return results
}

// TestLedgerTakesResultsInAnyOrder: repeated and late delivery changes nothing, neither ratings nor what is told of them.
func TestLedgerTakesResultsInAnyOrder(t *testing.T) {
	const seed = 2
	r := rand.New(rand.NewPCG(seed, 0))
	results := someResults(r, 400)
	deliver := func(order []Result) (*Ledger, []Change) {
		l := NewLedger()
		var all []Change
		for _, result := range order {
			changes, err := l.Deliver(result)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			all = append(all, changes...)
		}
		return l, all
	}
	want, changes := deliver(results)
	if want.Last() != 400 || len(changes) < 800 {
		t.Fatalf("%d results, %d changes", want.Last(), len(changes))
	}
	for round := range 20 {
		order := slices.Concat(results, results[:100], results[200:])
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		got, told := deliver(order)
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(told, changes) {
			t.Fatalf("seed %d, order %d: the ratings differ", seed, round)
		}
	}
	// Every change begins where the one before ended.
	at := map[key]Rating{}
	for _, c := range changes {
		k := key{c.Game, c.Person}
		if last, ok := at[k]; ok && last != c.Before {
			t.Fatalf("seed %d: %+v, but the rating was %+v", seed, c, last)
		}
		if c.After.Games != c.Before.Games+1 || c.After.At < c.Before.At {
			t.Fatalf("seed %d: %+v", seed, c)
		}
		at[k] = c.After
	}
	for k, r := range at {
		if got, ok := want.Rating(k.game, k.person); !ok || got != r {
			t.Fatalf("seed %d: %v is %+v, the last change says %+v", seed, k, got, r)
		}
	}
}

func TestLedgerWaitsForAGap(t *testing.T) {
	results := someResults(rand.New(rand.NewPCG(3, 0)), 5)
	l := NewLedger()
	for _, r := range results[1:] {
		if changes, err := l.Deliver(r); err != nil || len(changes) > 0 || l.Last() != 0 {
			t.Fatalf("%v, %d changes before the first result", err, len(changes))
		}
	}
	if changes, err := l.Deliver(results[0]); err != nil || l.Last() != 5 || len(changes) < 10 {
		t.Fatalf("%v, %d changes, last %d", err, len(changes), l.Last())
	}
}

func TestLedgerRefusesNonsense(t *testing.T) {
	two := []Finish{{"a", 1}, {"b", 2}}
	for _, c := range []struct {
		why string
		r   Result
	}{
		{"numbers begin with 1", Result{Table: "t", Game: "duel", Finishes: two}},
		{`nothing is rated as "chess"`, Result{Seq: 1, Table: "t", Game: "chess", Finishes: two}},
		{"at least two people, not 1", Result{Seq: 1, Table: "t", Game: "dice", Finishes: two[:1]}},
		{"a is there twice", Result{Seq: 1, Table: "t", Game: "dice", Finishes: []Finish{{"a", 1}, {"b", 2}, {"a", 3}}}},
		{"duel has two people, not 3", Result{Seq: 1, Table: "t", Game: "duel", Finishes: []Finish{{"a", 1}, {"b", 2}, {"c", 3}}}},
	} {
		l := NewLedger()
		if _, err := l.Deliver(c.r); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%v, want %q", err, c.why)
		}
		if changes, err := l.Deliver(Result{Seq: 1, Table: "t", Game: "duel", Finishes: two}); err != nil || len(changes) != 2 {
			t.Errorf("after %q: %v, %v", c.why, changes, err)
		}
	}
}

// TestBotsAreTheMeasuredLadders compares the ladders with the tables of docs/bots.md; of two figures the first table's counts, which
// is that of the networks built in.
func TestBotsAreTheMeasuredLadders(t *testing.T) {
	text, err := os.ReadFile("../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Ladders")
	games := map[string]string{"Duel": "duel", "Pantheon": "pantheon", "7 Wonders": "wonders", "Architects": "architects", "Dice": "dice"}
	measured := map[string][]step{}
	for name := range games {
		measured[games[name]] = make([]step, 7)
	}
	var columns []string
	cell := regexp.MustCompile(`^([0-9.]+)% ± ([0-9.]+)$`)
	found := 0
	for _, line := range strings.Split(section, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if cells[0] == "level against the one below" {
			columns = cells[1:]
		}
		level, err := strconv.Atoi(strings.TrimPrefix(cells[0], "level"))
		if err != nil || len(cells) != len(columns)+1 {
			continue
		}
		for i, column := range columns {
			m := cell.FindStringSubmatch(cells[i+1])
			if m == nil {
				t.Fatalf("%q is no share", cells[i+1])
			}
			into := &measured[games[column]][level-2]
			if *into == (step{}) {
				into.share, _ = strconv.ParseFloat(m[1], 64)
				into.margin, _ = strconv.ParseFloat(m[2], 64)
				found++
			}
		}
	}
	if found != 35 || !reflect.DeepEqual(measured, ladders) {
		t.Errorf("%d figures found; the ladders are\n%v\ndocs/bots.md has\n%v", found, ladders, measured)
	}
	for game := range Models {
		bots := Bots(game)
		if len(bots) != 8 || bots[3] != (Bot{4, Start, 0}) {
			t.Fatalf("%s: %+v", game, bots)
		}
		for i, b := range bots {
			if b.Level != i+1 || i > 0 && b.Points <= bots[i-1].Points || i != 3 && (b.Margin < 10 || b.Margin > 120) {
				t.Errorf("%s: %+v", game, b)
			}
			if got := NearestBot(game, b.Points+5); got != b {
				t.Errorf("%s: nearest to %f is %+v", game, b.Points+5, got)
			}
		}
	}
	near(t, "Duel's level 5", Bots("duel")[4].Points, 1500+400*math.Log10(69.7/30.3), 1e-9)
	near(t, "Duel's level 3", Bots("duel")[2].Points, 1500-400*math.Log10(65.5/34.5), 1e-9)
	if bots := Bots("chess"); bots != nil {
		t.Errorf("bots of no game: %v", bots)
	}
}

func FuzzLedger(f *testing.F) {
	f.Add(uint64(1), []byte{1, 2, 3, 200, 7, 7})
	f.Fuzz(func(t *testing.T, seed uint64, order []byte) {
		results := someResults(rand.New(rand.NewPCG(seed, 0)), 12)
		straight, odd := NewLedger(), NewLedger()
		for _, r := range results {
			if _, err := straight.Deliver(r); err != nil {
				t.Fatal(err)
			}
		}
		for _, i := range order {
			if _, err := odd.Deliver(results[int(i)%len(results)]); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range results {
			if _, err := odd.Deliver(r); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(straight, odd) {
			t.Fatalf("order %v: the ratings differ", order)
		}
	})
}
