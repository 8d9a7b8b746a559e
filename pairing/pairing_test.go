package pairing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"mirabilia/rating"
)

var (
	duel    = Pool{Game: "duel", Rated: true, Seats: 2, Least: 2}
	wonders = Pool{Game: "wonders", Rated: true, Seats: 4, Least: 3}
)

const start = int64(1_800_000_000_000)

// waits returns a seek of one person that has waited for so long at start.
func waits(id string, pool Pool, strength float64, d time.Duration, changes ...func(*Seek)) Seek {
	s := Seek{ID: "s-" + id, Pool: pool, Since: start - d.Milliseconds(), Players: []Player{{ID: id, Strength: strength, TakesGuests: true}}}
	for _, change := range changes {
		change(&s)
	}
	return s
}

func last(one, two string) func(*Seek) {
	return func(s *Seek) { s.Players[0].Last = [2][]string{{one}, {two}} }
}

// people are who sits together, as "a b | c d".
func people(matches []Match) string {
	text := ""
	for i, m := range matches {
		if i > 0 {
			text += " | "
		}
		for k, p := range m.People {
			if k > 0 {
				text += " "
			}
			text += p
		}
		if m.Bots > 0 {
			text += fmt.Sprintf(" +%d of level %d", m.Bots, m.Level)
		}
		if m.Friendly {
			text += " friendly"
		}
		if m.Table != "" {
			text += " at " + m.Table
		}
	}
	return text
}

func TestPair(t *testing.T) {
	const s = time.Second
	guest := func(s *Seek) { s.Players[0].Guest = true }
	noGuests := func(s *Seek) { s.Players[0].TakesGuests = false }
	leaver := func(s *Seek) { s.Players[0].Leaver = true }
	takesLeavers := func(s *Seek) { s.Players[0].TakesLeavers = true }
	blocks := func(id string) func(*Seek) { return func(s *Seek) { s.Players[0].Blocked = []string{id} } }
	unsure := func(s *Seek) { s.Players[0].Unsure = 300 }
	bots := func(s *Seek) { s.Bots = true }
	table := func(id string, strengths ...float64) func(*Seek) {
		return func(s *Seek) {
			s.Table = id
			for i, x := range strengths {
				s.Players = append(s.Players, Player{ID: fmt.Sprintf("%s%d", id, i), Strength: x})
			}
		}
	}
	friendly, days, pantheon := duel, duel, duel
	friendly.Rated, days.Days, pantheon.Game = false, true, "pantheon"
	for _, c := range []struct {
		name  string
		seeks []Seek
		want  string
	}{
		{"nobody", nil, ""},
		{"one alone", []Seek{waits("a", duel, 1500, 500*s)}, ""},
		{"two who fit", []Seek{waits("a", duel, 1500, 2*s), waits("b", duel, 1560, s)}, "a b"},
		{"the second's window is still too narrow", []Seek{waits("a", duel, 1500, 60*s), waits("b", duel, 1563, s)}, ""},
		{"it has widened", []Seek{waits("a", duel, 1500, 60*s), waits("b", duel, 1563, 2*s)}, "a b"},
		{"never beyond 400", []Seek{waits("a", duel, 1500, 9000*s), waits("b", duel, 1901, 9000*s)}, ""},
		{"up to 400", []Seek{waits("a", duel, 1500, 9000*s), waits("b", duel, 1900, 9000*s)}, "a b"},
		{"both must fit, so one unsure window is not enough", []Seek{waits("a", duel, 1500, s, unsure), waits("b", duel, 1700, s)}, ""},
		{"two unsure", []Seek{waits("a", duel, 1500, s, unsure), waits("b", duel, 1700, s, unsure)}, "a b"},
		{"the longest waiting chooses first", []Seek{waits("b", duel, 1510, 5*s), waits("c", duel, 1500, 6*s), waits("a", duel, 1500, 9*s)}, "a c"},
		{"and takes the nearest", []Seek{waits("a", duel, 1500, 9*s), waits("b", duel, 1540, 8*s), waits("c", duel, 1480, s)}, "a c"},
		{"other game", []Seek{waits("a", duel, 1500, 9*s), waits("b", pantheon, 1500, 9*s)}, ""},
		{"other tempo", []Seek{waits("a", duel, 1500, 9*s), waits("b", days, 1500, 9*s)}, ""},
		{"rated and friendly", []Seek{waits("a", duel, 1500, 9*s), waits("b", friendly, 1500, 9*s)}, ""},
		{"days widen by the hour", []Seek{waits("a", days, 1500, 10*time.Hour), waits("b", days, 1700, 10*time.Hour)}, "a b"},
		{"and not by the second", []Seek{waits("a", days, 1500, 9*time.Hour), waits("b", days, 1700, 9*time.Hour)}, ""},
		{"blocked", []Seek{waits("a", duel, 1500, 9000*s, blocks("b")), waits("b", duel, 1500, 9000*s)}, ""},
		{"blocked by the other", []Seek{waits("a", duel, 1500, 9000*s), waits("b", duel, 1500, 9000*s, blocks("a"))}, ""},
		{"blocked, but another is there", []Seek{waits("a", duel, 1500, 9*s, blocks("b")), waits("b", duel, 1500, 8*s), waits("c", duel, 1520, 7*s)}, "a c"},
		{"a guest", []Seek{waits("a", friendly, 1500, 9*s, guest), waits("b", friendly, 1500, 9*s)}, "a b"},
		{"no guests", []Seek{waits("a", friendly, 1500, 9*s, guest), waits("b", friendly, 1500, 9*s, noGuests)}, ""},
		{"guests among themselves", []Seek{waits("a", friendly, 1500, 9*s, guest), waits("b", friendly, 1500, 9*s, guest, noGuests)}, "a b"},
		{"a leaver", []Seek{waits("a", duel, 1500, 9*s, leaver), waits("b", duel, 1500, 9*s)}, ""},
		{"a leaver who is allowed", []Seek{waits("a", duel, 1500, 9*s, leaver), waits("b", duel, 1500, 9*s, takesLeavers)}, "a b"},
		{"the same opponent a second time", []Seek{waits("a", duel, 1500, 9*s, last("b", "x")), waits("b", duel, 1500, 9*s, last("a", "y"))}, "a b"},
		{"a third time", []Seek{waits("a", duel, 1500, 9*s, last("b", "b")), waits("b", duel, 1500, 9*s, last("a", "a"))}, ""},
		{"a third time for one of them", []Seek{waits("a", duel, 1500, 9*s, last("b", "b")), waits("b", duel, 1500, 9*s)}, ""},
		{"a third time, but another is there", []Seek{waits("a", duel, 1500, 9*s, last("b", "b")), waits("b", duel, 1500, 9*s, last("a", "a")), waits("c", duel, 1550, s)}, "a c"},
		{"a third time, long alone", []Seek{waits("a", duel, 1500, 180*s, last("b", "b")), waits("b", duel, 1500, 180*s, last("a", "a"))}, "a b friendly"},
		{"a third time, one is new", []Seek{waits("a", duel, 1500, 180*s, last("b", "b")), waits("b", duel, 1500, 179*s, last("a", "a"))}, ""},
		{"a third time, long alone, friendly anyway", []Seek{waits("a", friendly, 1500, 180*s, last("b", "b")), waits("b", friendly, 1500, 180*s, last("a", "a"))}, "a b"},
		{"one person with two seeks", []Seek{waits("a", duel, 1500, 9*s), waits("a", duel, 1500, 9*s)}, ""},

		{"four", []Seek{waits("a", wonders, 1500, 9*s), waits("b", wonders, 1510, 8*s), waits("c", wonders, 1520, 7*s), waits("d", wonders, 1530, 6*s)}, "a b c d"},
		{"three wait for a fourth", []Seek{waits("a", wonders, 1500, 59*s), waits("b", wonders, 1510, 8*s), waits("c", wonders, 1520, 7*s)}, ""},
		{"for a minute", []Seek{waits("a", wonders, 1500, 60*s), waits("b", wonders, 1510, 8*s), waits("c", wonders, 1520, 7*s)}, "a b c"},
		{"two are too few", []Seek{waits("a", wonders, 1500, 900*s), waits("b", wonders, 1510, 800*s)}, ""},
		{"unless they take bots", []Seek{waits("a", wonders, 1500, 90*s, bots), waits("b", wonders, 1510, 8*s, bots)}, "a b +2 of level 4"},
		{"which all must want", []Seek{waits("a", wonders, 1500, 90*s, bots), waits("b", wonders, 1510, 8*s)}, ""},
		{"and only after a while", []Seek{waits("a", wonders, 1500, 89*s, bots), waits("b", wonders, 1510, 8*s, bots)}, ""},
		{"strong people get strong bots", []Seek{waits("a", wonders, 1900, 90*s, bots), waits("b", wonders, 1910, 8*s, bots)}, "a b +2 of level 8"},
		{"one alone gets no bots", []Seek{waits("a", wonders, 1500, 900*s, bots)}, ""},
		{"someone too far from the mean", []Seek{waits("a", wonders, 1500, 60*s), waits("b", wonders, 1500, 9*s), waits("c", wonders, 1500, 9*s), waits("d", wonders, 1700, 9*s)}, "a b c"},
		{"an open table", []Seek{waits("a", wonders, 1500, 9*s, table("t", 1510, 1520)), waits("d", wonders, 1530, 6*s)}, "a t0 t1 d at t"},
		{"an open table is not left", []Seek{waits("a", wonders, 1500, 9*s, table("t", 1510)), waits("b", wonders, 1500, 9*s, table("u", 1510))}, ""},
		{"a table with too many", []Seek{waits("d", wonders, 1530, 16*s), waits("e", wonders, 1530, 16*s), waits("a", wonders, 1500, 9*s, table("t", 1510, 1520))}, "a t0 t1 d at t"},
		{"a table that stays open keeps nobody", []Seek{waits("a", wonders, 1500, 61*s), waits("b", wonders, 1530, 60*s), waits("c", wonders, 1530, 60*s),
			waits("d", wonders, 1510, 9*s, table("t", 1510), func(s *Seek) { s.Players[0].Blocked = []string{"b", "c"} })}, "a b c"},
		{"at a table nobody meets a third time", []Seek{waits("a", duel, 1500, 180*s, last("b", "b"), table("t")), waits("b", duel, 1500, 180*s, last("a", "a"))}, ""},
		{"an open table of two", []Seek{waits("a", duel, 1500, 9*s, table("t")), waits("b", duel, 1530, 6*s)}, "a b at t"},
	} {
		matches := Pair(start, c.seeks)
		if got := people(matches); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWindow(t *testing.T) {
	seek := waits("a", duel, 1503, 20*time.Second)
	if low, high := seek.Window(start); low != 1400 || high != 1600 {
		t.Errorf("%d to %d", low, high)
	}
	if low, high := seek.Window(start - time.Hour.Milliseconds()); low != 1440 || high != 1560 {
		t.Errorf("a clock that is behind: %d to %d", low, high)
	}
	new := rating.Glicko2{}.New()
	if got := Unsure(new); math.Abs(got-343) > 0.5 {
		t.Errorf("a newcomer's window is %f wider", got)
	}
	if got := Unsure(rating.Rating{Deviation: 60, Games: 20}); got != 0 {
		t.Errorf("a certain player's window is %f wider", got)
	}
	if Strength(1400, 1500) != 1400 || Strength(1200, 1500) != 1300 {
		t.Error("people who lose on purpose are paired with weaker ones")
	}
	if !Leaver(0.84) || Leaver(0.85) {
		t.Error("leavers finish less than 85 % of their games")
	}
}

// TestPairRules: whatever the pool is, nobody is seated twice, with someone blocked or a third time in a row unless alone; the order of the
// list does not matter.
func TestPairRules(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 0))
	games := 0
	for round := range 300 {
		n := 2 + r.IntN(40)
		seeks := make([]Seek, n)
		for i := range seeks {
			pool := duel
			if r.IntN(2) == 0 {
				pool = wonders
			}
			someone := func() string { return fmt.Sprint(r.IntN(n)) }
			seeks[i] = waits(fmt.Sprint(i), pool, 1500+200*r.NormFloat64(), time.Duration(r.IntN(400))*time.Second, last(someone(), someone()), func(s *Seek) {
				s.Bots = r.IntN(3) > 0
				s.Players[0].Blocked = []string{someone(), someone()}
			})
		}
		byPerson := map[string]*Seek{}
		for i := range seeks {
			byPerson[seeks[i].Players[0].ID] = &seeks[i]
		}
		matches := Pair(start, seeks)
		seated := map[string]bool{}
		for _, m := range matches {
			games++
			pool := byPerson[m.People[0]].Pool
			if len(m.People)+m.Bots > pool.Seats || len(m.People)+m.Bots < pool.Least || len(m.People) < 2 {
				t.Fatalf("seed %d, round %d: %+v", seed, round, m)
			}
			for i, p := range m.People {
				if seated[p] || byPerson[p].Pool != pool {
					t.Fatalf("seed %d, round %d: %s sits twice or elsewhere: %+v", seed, round, p, m)
				}
				seated[p] = true
				for _, q := range m.People[:i] {
					a, b := &byPerson[p].Players[0], &byPerson[q].Players[0]
					if slices.Contains(a.Blocked, q) || slices.Contains(b.Blocked, p) {
						t.Fatalf("seed %d, round %d: %s and %s are blocked", seed, round, p, q)
					}
					if (a.metTwice(b) || b.metTwice(a)) && !m.Friendly {
						t.Fatalf("seed %d, round %d: %s and %s meet for the third time", seed, round, p, q)
					}
				}
			}
		}
		shuffled := slices.Clone(seeks)
		r.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again := Pair(start, shuffled); !reflect.DeepEqual(again, matches) {
			t.Fatalf("seed %d, round %d: another order of the list gives\n%v, not\n%v", seed, round, people(again), people(matches))
		}
	}
	if games < 300 {
		t.Errorf("only %d games were looked at", games)
	}
}

// BenchmarkPair is a thousand seeks at once of which few fit.
func BenchmarkPair(b *testing.B) {
	seeks := make([]Seek, 1000)
	for i := range seeks {
		seeks[i] = waits(fmt.Sprint(i), duel, float64(1000*i), time.Second)
	}
	for b.Loop() {
		Pair(start, seeks)
	}
}
