package pairing

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"mirabilia/rating"
)

// world is a server on which people of known strength come and go, are paired and rated.
type world struct {
	r       *rand.Rand
	pool    Pool
	now     int64
	ledger  *rating.Ledger
	results int64
	people  []*person
	// open is how many have not yet played their games.
	open    int
	waiting map[int]Seek
	agenda  agenda
	// waits in seconds, and distances of ratings from the opponent's (two seats) or the table's mean.
	waits, distances []float64
	friendly         int
}

type person struct {
	strength float64
	last     [2][]string
	games    int
	// after is the rating after the last game that counts.
	after rating.Rating
}

// event is a person who comes to seek, or a game that ends.
type event struct {
	at     int64
	person int
	match  []int
}

type agenda []event

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].at < a[j].at }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(event)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

const (
	simulatedGames = 30
	// spread is the standard deviation of the strengths.
	spread = 300
	// tick is how often the pool is looked at, and pause how long people are away between two games, on average.
	tick       = int64(2 * time.Second / time.Millisecond)
	gameLength = int64(15 * time.Minute / time.Millisecond)
	pause      = float64(4 * time.Hour / time.Millisecond)
)

func simulate(t *testing.T, pool Pool, people int, seed uint64) *world {
	w := &world{r: rand.New(rand.NewPCG(seed, 0)), pool: pool, ledger: rating.NewLedger(), open: people, waiting: map[int]Seek{}}
	var sum, squares float64
	for i := range people {
		w.people = append(w.people, &person{strength: w.r.NormFloat64()})
		sum += w.people[i].strength
		squares += w.people[i].strength * w.people[i].strength
		w.comeAgain(i)
	}
	// Results tell differences only, and everybody begins at the same rating: its place on the scale is the mean of all.
	n := float64(people)
	for _, p := range w.people {
		p.strength = rating.Start + spread*(p.strength-sum/n)/math.Sqrt(squares/n-sum/n*sum/n)
	}
	// A person who has played all games goes on as an opponent, so that the last ones find somebody.
	for w.open > 0 {
		if len(w.waiting) < 2 {
			w.now = max(w.now, w.agenda[0].at)
		}
		w.now += tick
		for len(w.agenda) > 0 && w.agenda[0].at <= w.now {
			switch e := heap.Pop(&w.agenda).(event); {
			case e.match != nil:
				w.finish(t, e)
			default:
				w.seek(e.person)
			}
		}
		seeks := make([]Seek, 0, len(w.waiting))
		for _, s := range w.waiting {
			seeks = append(seeks, s)
		}
		for _, m := range Pair(w.now, seeks) {
			w.begin(t, m)
		}
		if w.now > int64(365*24*time.Hour/time.Millisecond) {
			t.Fatalf("seed %d: %d people have not played %d games within a year", seed, w.open, simulatedGames)
		}
	}
	return w
}

func (w *world) comeAgain(i int) {
	heap.Push(&w.agenda, event{at: w.now + int64(w.r.ExpFloat64()*pause), person: i})
}

func name(i int) string { return strconv.Itoa(i) }

// rated returns what the server knows of a person.
func (w *world) rated(i int) rating.Rating {
	m := rating.Models[w.pool.Game]
	r, ok := w.ledger.Rating(w.pool.Game, name(i))
	if !ok {
		return m.New()
	}
	return rating.At(m, r, w.now)
}

func (w *world) seek(i int) {
	r := w.rated(i)
	w.waiting[i] = Seek{ID: name(i), Pool: w.pool, Since: w.now, Players: []Player{
		{ID: name(i), Strength: Strength(r.Points, r.Points), Unsure: Unsure(r), Last: w.people[i].last}}}
}

func (w *world) begin(t *testing.T, m Match) {
	var at []int
	var players []Player
	for _, id := range m.Seeks {
		i, _ := strconv.Atoi(id)
		s, ok := w.waiting[i]
		if !ok {
			t.Fatalf("%s plays but does not seek", id)
		}
		delete(w.waiting, i)
		at = append(at, i)
		players = append(players, s.Players...)
		w.waits = append(w.waits, s.waited(w.now).Seconds())
	}
	if m.Friendly { // the offer is declined, and people come again later
		w.friendly++
		for _, i := range at {
			w.comeAgain(i)
		}
		return
	}
	if len(players) == 2 {
		w.distances = append(w.distances, math.Abs(players[0].Strength-players[1].Strength))
	} else {
		for _, p := range players {
			w.distances = append(w.distances, math.Abs(p.Strength-mean(players)))
		}
	}
	heap.Push(&w.agenda, event{at: w.now + gameLength, match: at})
}

// finish draws who wins by the true strengths, the next place among the others, and so on.
func (w *world) finish(t *testing.T, e event) {
	w.results++
	result := rating.Result{Seq: w.results, Table: fmt.Sprint(w.results), Game: w.pool.Game, At: e.at}
	left := slices.Clone(e.match)
	for place := 1; len(left) > 0; place++ {
		var sum float64
		odds := make([]float64, len(left))
		for k, i := range left {
			odds[k] = math.Pow(10, (w.people[i].strength-rating.Start)/400)
			sum += odds[k]
		}
		k, x := 0, w.r.Float64()*sum
		for ; k < len(left)-1 && x >= odds[k]; k++ {
			x -= odds[k]
		}
		result.Finishes = append(result.Finishes, rating.Finish{Person: name(left[k]), Place: place})
		left = slices.Delete(left, k, k+1)
	}
	if _, err := w.ledger.Deliver(result); err != nil {
		t.Fatal(err)
	}
	for _, i := range e.match {
		p := w.people[i]
		var others []string
		for _, k := range e.match {
			if k != i {
				others = append(others, name(k))
			}
		}
		if both := slices.ContainsFunc(others, func(o string) bool { return slices.Contains(p.last[0], o) && slices.Contains(p.last[1], o) }); both {
			t.Fatalf("%d meets someone for the third time in a row", i)
		}
		p.last = [2][]string{others, p.last[0]}
		if p.games++; p.games == simulatedGames {
			p.after, _ = w.ledger.Rating(w.pool.Game, name(i))
			w.open--
		}
		w.comeAgain(i)
	}
}

// correlation of the ratings with the strengths, and the share of people whose interval holds their strength.
func (w *world) fit() (correlation, held float64) {
	n := float64(len(w.people))
	var x, y, xx, yy, xy, inside float64
	for _, p := range w.people {
		a, b := p.strength-rating.Start, p.after.Points-rating.Start
		x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
		if math.Abs(a-b) <= p.after.Margin() {
			inside++
		}
	}
	return (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y)), inside / n
}

func quantile(list []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[int(q*float64(len(sorted)-1))]
}

// TestSimulation: after 30 games through the real pairing and rating, ratings tell strengths apart, and their margins are true. The whole
// run has MIRABILIA_PEOPLE=1000.
func TestSimulation(t *testing.T) {
	people, seeds := 300, uint64(1)
	if text := os.Getenv("MIRABILIA_PEOPLE"); text != "" {
		var err error
		if people, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		seeds = 3
	}
	for _, c := range []struct {
		name string
		pool Pool
	}{
		{"two seats", Pool{Game: "duel", Rated: true, Seats: 2, Least: 2}},
		{"tables of four", Pool{Game: "wonders", Rated: true, Seats: 4, Least: 4}},
	} {
		for seed := uint64(1); seed <= seeds; seed++ {
			w := simulate(t, c.pool, people, seed)
			correlation, held := w.fit()
			var margins []float64
			for _, p := range w.people {
				margins = append(margins, p.after.Margin())
			}
			t.Logf("%s, %d people, %d games each, seed %d: correlation %.3f, intervals hold %.1f%%, margin %.0f (median), wait %.0f s (median) %.0f s (95%%), difference %.0f (median) %.0f (95%%), %d offered as friendly",
				c.name, people, simulatedGames, seed, correlation, 100*held, quantile(margins, 0.5), quantile(w.waits, 0.5), quantile(w.waits, 0.95), quantile(w.distances, 0.5), quantile(w.distances, 0.95), w.friendly)
			if correlation < 0.95 {
				t.Errorf("%s, seed %d: the correlation is %.3f", c.name, seed, correlation)
			}
			if held < 0.92 || held > 0.98 {
				t.Errorf("%s, seed %d: the intervals hold %.1f%%", c.name, seed, 100*held)
			}
		}
	}
}
