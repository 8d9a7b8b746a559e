package tournament_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/store"
	"mirabilia/store/sqlite"
	"mirabilia/tournament"
)

// world is a simulated cluster: nodes over one store, people, and tables at which they play. Its clock is its own.
type world struct {
	t     testing.TB
	r     *rand.Rand
	db    *sqlite.DB
	now   int64
	nodes []*simNode
	ids   int
	// tables are all that were opened.
	tables map[string]*simTable
	// both says that the nodes do not know of each other: each thinks that everything is its own.
	both  bool
	kills int
}

// simNode is a node. When it is killed, whatever it does fails, and another takes its place.
type simNode struct {
	*tournament.Tournaments
	w    *world
	dead bool
	// dieIn is after how many more writes the node dies; the last is durable, but nobody learns of it. 0: not soon.
	dieIn int
}

// simTable is a table with a game whose end is known.
type simTable struct {
	opening  tournament.Opening
	opens    int
	ends     int64
	finishes []tournament.Finish
	// told says that the result was told. A table of a node that died may have ended without a word.
	told, silent bool
}

var errDead = errors.New("this node is dead")

// simStore is the store as a node sees it.
type simStore struct {
	store.Store
	n *simNode
}

func (s *simStore) AppendTournament(ctx context.Context, b *store.TournamentBatch) error {
	if s.n.dead {
		return errDead
	}
	err := s.Store.AppendTournament(ctx, b)
	if s.n.dieIn > 0 {
		if s.n.dieIn--; s.n.dieIn == 0 {
			s.n.dead = true
			return errDead
		}
	}
	return err
}

func (s *simStore) Statuses(_ context.Context, tables []string) (map[string]string, error) {
	statuses := map[string]string{}
	for _, id := range tables {
		if t := s.n.w.tables[id]; t != nil {
			statuses[id] = api.StatusPlaying
			if t.ends <= s.n.w.now {
				statuses[id] = api.StatusFinished
			}
		}
	}
	return statuses, nil
}

func newWorld(t testing.TB, seed uint64) *world {
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &world{t: t, r: rand.New(rand.NewPCG(seed, 23)), db: db, now: 1_000_000_000, tables: map[string]*simTable{}}
	for range 3 {
		w.nodes = append(w.nodes, w.newNode())
	}
	return w
}

func (w *world) newNode() *simNode {
	n := &simNode{w: w}
	n.Tournaments = tournament.New(tournament.Config{Store: &simStore{w.db, n}, Now: func() int64 { return w.now }, NewID: func() string {
		w.ids++
		return fmt.Sprintf("t%06d", w.ids)
	}, Steward: func(name string) bool {
		h := fnv.New32()
		h.Write([]byte(name))
		return w.both || w.nodes[int(h.Sum32())%len(w.nodes)] == n
	}, Open: n.open, Count: n.count, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	return n
}

// open opens a table, as any node may.
func (n *simNode) open(_ context.Context, o *tournament.Opening) error {
	if n.dead {
		return errDead
	}
	w := n.w
	if t := w.tables[o.Table]; t != nil {
		t.opens++
		return nil
	}
	t := &simTable{opening: *o, opens: 1, ends: w.now + int64(60+w.r.IntN(480))*1000, silent: w.r.IntN(20) == 0}
	for i, p := range o.People {
		place := 1
		if i != w.r.IntN(len(o.People)) {
			place = 2
		}
		t.finishes = append(t.finishes, tournament.Finish{Person: p, Place: place})
	}
	if !slices.ContainsFunc(t.finishes, func(f tournament.Finish) bool { return f.Place == 1 }) {
		t.finishes[0].Place = 1
	}
	if last := &t.finishes[len(o.People)-1]; last.Place > 1 && w.r.IntN(30) == 0 {
		last.Absent, t.ends = true, w.now+30_000
	}
	if o.Until > 0 {
		t.ends = min(t.ends, o.Until)
	}
	w.tables[o.Table] = t
	return nil
}

// count tells the result of a table that has ended.
func (n *simNode) count(ctx context.Context, id string) error {
	t := n.w.tables[id]
	err := n.Ended(ctx, t.opening.Tournament, id, t.finishes, t.ends)
	t.told = t.told || err == nil
	return err
}

// any is a node that lives.
func (w *world) any() *simNode { return w.nodes[w.r.IntN(len(w.nodes))] }

// second lets a second pass: results are told, nodes die and come back, and all take their steps.
func (w *world) second() {
	w.now += 1000
	ctx := w.t.Context()
	ids := []string{}
	for id, t := range w.tables {
		if !t.told && !t.silent && t.ends <= w.now {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		for range 1 + w.r.IntN(2) { // by two nodes at times
			if err := w.any().count(ctx, id); err != nil && !errors.Is(err, errDead) {
				w.t.Fatal(err)
			}
		}
	}
	w.both = w.r.IntN(10) == 0
	if n := w.any(); w.r.IntN(30) == 0 && n.dieIn == 0 {
		n.dieIn = 1 + w.r.IntN(3)
	}
	for i, n := range w.nodes {
		if n.dead {
			w.nodes[i] = w.newNode()
			w.kills++
		}
	}
	for _, n := range slices.Clone(w.nodes) {
		_ = n.Sweep(ctx)
	}
}

// entries reads a journal as it is stored.
func (w *world) entries(id string) (list []map[string]any) {
	w.t.Helper()
	data, err := w.db.TournamentEntries(w.t.Context(), id, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range data {
		var e map[string]any
		if err := json.Unmarshal(d, &e); err != nil {
			w.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// again repeats what a dead node could not do with another.
func (w *world) again(f func(n *simNode) error) {
	w.t.Helper()
	for {
		n := w.any()
		err := f(n)
		if err == nil {
			return
		}
		if !n.dead {
			w.t.Fatal(err)
		}
		w.nodes[slices.Index(w.nodes, n)] = w.newNode()
		w.kills++
	}
}

// TestArenaOverNodesThatDie: people come, rest, leave and play in an arena, while nodes die in the middle of a write, take the same step twice and forget to tell results.
// The standings equal a fold of the results by the test's own arithmetic, every table is paired and counted once, and nobody waits for longer than the rule.
func TestArenaOverNodesThatDie(t *testing.T) {
	people, minutes, seed := 60, 20, uint64(1)
	if os.Getenv("MIRABILIA_ARENA") != "" {
		people, minutes = 200, 60
	}
	t.Logf("seed %d, %d people, %d minutes", seed, people, minutes)
	w := newWorld(t, seed)
	ctx := t.Context()
	var id string
	w.again(func(n *simNode) (err error) {
		id, err = n.Create(ctx, "owner", true, tournament.Plan{Kind: api.TournamentArena, Name: "Arena", Game: "duel", Base: 300, Increment: 3, Begins: w.now + 60_000, Minutes: minutes})
		return err
	})
	name := func(i int) string { return fmt.Sprintf("p%03d", i) }
	join := func(i int) {
		w.again(func(n *simNode) error { return n.Join(ctx, id, name(i), true, false, 1500+float64(i)) })
	}
	for i := range people - people/10 { // the others come late
		join(i)
	}
	late := people - people/10
	// waits is since when somebody waits for a game, as a watcher of the arena sees it who believes nothing of what it says about times.
	waits := map[string]int64{}
	var longest int64
	rests, leaves := 0, 0
	for end := w.now + int64(minutes+2)*60_000; w.now < end; {
		w.second()
		if late < people && w.r.IntN(60) == 0 {
			join(late)
			late++
		}
		over := false
		w.again(func(n *simNode) error {
			return n.Look(ctx, id, func(s *tournament.Tournament) {
				over = s.IsOver()
				for _, p := range s.Players {
					if s.Status != api.TournamentRunning || p.State != tournament.In || p.Game != nil {
						delete(waits, p.Person)
						continue
					}
					if _, ok := waits[p.Person]; !ok {
						waits[p.Person] = w.now
					}
					longest = max(longest, w.now-waits[p.Person])
				}
			})
		})
		if over {
			break
		}
		if who := name(w.r.IntN(late)); w.r.IntN(20) == 0 {
			rests++
			w.again(func(n *simNode) error {
				err := n.Rest(ctx, id, who)
				if w.r.IntN(10) == 0 {
					leaves++
					err = n.Leave(ctx, id, who)
				}
				if err != nil && !n.dead {
					return nil // has left already
				}
				return err
			})
		} else if w.r.IntN(10) == 0 {
			w.again(func(n *simNode) error { return n.Join(ctx, id, who, true, false, 1500) })
		}
	}
	checkJournal(t, w, id)
	var standings []tournament.Standing
	var ends int64
	w.again(func(n *simNode) error {
		return n.Look(ctx, id, func(s *tournament.Tournament) {
			if s.Status != api.TournamentFinished {
				t.Errorf("the arena is %s", s.Status)
			}
			standings, ends = s.Standings(), s.Ends
		})
	})
	// The fold, by hand: two points for a victory, four after two in a row.
	points, row := map[string]int{}, map[string]int{}
	games := 0
	for _, e := range w.entries(id) {
		if e["kind"] != "result" || e["finished"].(float64) > float64(ends) {
			continue
		}
		games++
		for _, f := range e["finishes"].([]any) {
			f := f.(map[string]any)
			shared := len(winners(e)) > 1
			who, won := f["person"].(string), f["place"].(float64) == 1
			worth := 2
			if shared {
				worth = 1
			}
			if row[who] >= 2 {
				worth *= 2
			}
			if won {
				points[who] += worth
			}
			if row[who]++; !won || shared {
				row[who] = 0
			}
		}
	}
	if games < people*minutes/20 || w.kills < 10 || rests < minutes || leaves == 0 {
		t.Errorf("too little happened: %d games, %d nodes died, %d rests, %d left", games, w.kills, rests, leaves)
	}
	for i, s := range standings {
		if s.Points != points[s.Person] {
			t.Errorf("%s has %d points, not %d", s.Person, s.Points, points[s.Person])
		}
		if i > 0 && cmp.Compare(standings[i-1].Points, s.Points) < 0 {
			t.Errorf("%s stands below %s", s.Person, standings[i-1].Person)
		}
	}
	// By the rule whoever waits for a minute is paired at the next draw, ten seconds later at most; a node that dies costs a few seconds more.
	if limit := (75 * time.Second).Milliseconds(); longest > limit {
		t.Errorf("somebody waited for %d ms", longest)
	}
	t.Logf("%d games, %d nodes died, %d rests, %d left, longest wait %d s; the standings of %d equal the fold of the results", games, w.kills, rests, leaves, longest/1000, len(standings))
}

func winners(e map[string]any) (list []string) {
	for _, f := range e["finishes"].([]any) {
		if f := f.(map[string]any); f["place"].(float64) == 1 {
			list = append(list, f["person"].(string))
		}
	}
	return list
}

// checkJournal checks that every table was paired and counted once, that each result is the one of its table, and that nobody plays at two tables at once.
func checkJournal(t *testing.T, w *world, id string) {
	t.Helper()
	paired, counted, playing := map[string]bool{}, map[string]bool{}, map[string]string{}
	for _, e := range w.entries(id) {
		switch e["kind"] {
		case "paired":
			list, _ := e["games"].([]any)
			for _, g := range list {
				g := g.(map[string]any)
				table := g["table"].(string)
				if paired[table] {
					t.Errorf("table %s was paired twice", table)
				}
				paired[table] = true
				for _, p := range g["people"].([]any) {
					if at := playing[p.(string)]; at != "" {
						t.Errorf("%s was paired while playing at %s", p, at)
					}
					playing[p.(string)] = table
				}
			}
		case "result":
			table := e["table"].(string)
			if counted[table] || !paired[table] {
				t.Errorf("table %s was counted twice, or never paired", table)
			}
			counted[table] = true
			want := w.tables[table]
			for i, f := range e["finishes"].([]any) {
				f := f.(map[string]any)
				if f["person"] != want.finishes[i].Person || int(f["place"].(float64)) != want.finishes[i].Place {
					t.Errorf("table %s: %v, not %v", table, f, want.finishes[i])
				}
				delete(playing, want.finishes[i].Person)
			}
		case "void":
			t.Errorf("a game was lost: %v", e)
		}
	}
	for table, one := range w.tables {
		if !paired[table] {
			t.Errorf("table %s was opened but never paired", table)
		}
		if one.ends <= w.now-10_000 && !counted[table] {
			t.Errorf("table %s was never counted", table)
		}
	}
}

// TestSwissOverNodesThatDie: the same for Swiss tournaments over their rounds.
func TestSwissOverNodesThatDie(t *testing.T) {
	for seed := range uint64(3) {
		w := newWorld(t, 100+seed)
		ctx := t.Context()
		people := 7 + int(seed)*6
		var id string
		w.again(func(n *simNode) (err error) {
			id, err = n.Create(ctx, "owner", true, tournament.Plan{Kind: api.TournamentSwiss, Name: "Swiss", Game: "duel", Base: 300, Increment: 0, Begins: w.now + 10_000})
			return err
		})
		for i := range people {
			w.again(func(n *simNode) error {
				return n.Join(ctx, id, fmt.Sprintf("p%02d", i), true, false, 1500+float64(i))
			})
		}
		over, skipped := false, false
		for range 4 * 3600 {
			w.second()
			w.again(func(n *simNode) error {
				return n.Look(ctx, id, func(s *tournament.Tournament) { over = s.IsOver() })
			})
			if over {
				break
			}
			if !skipped && w.now%7000 == 0 {
				skipped = true
				w.again(func(n *simNode) error { return n.Skip(ctx, id, "p03") })
			}
		}
		checkJournal(t, w, id)
		w.again(func(n *simNode) error {
			return n.Look(ctx, id, func(s *tournament.Tournament) {
				if s.Status != api.TournamentFinished || s.Round != s.Rounds {
					t.Errorf("seed %d: the tournament is %s in round %d of %d", seed, s.Status, s.Round, s.Rounds)
				}
				sum, halves := 0, 0
				for _, row := range s.Standings() {
					if len(row.Cells) != s.Rounds {
						t.Errorf("seed %d: %s has %d rounds of %d", seed, row.Person, len(row.Cells), s.Rounds)
					}
					own := 0
					for _, c := range row.Cells {
						own += c.Points
						if c.Kind == api.CellHalf {
							halves++
						}
					}
					if own != row.Points {
						t.Errorf("seed %d: %s has %d half points, and %d by rounds", seed, row.Person, row.Points, own)
					}
					sum += own
				}
				if sum < 2*len(s.Games) || halves != 1 {
					t.Errorf("seed %d: %d half points in %d games, %d missed for half a point", seed, sum, len(s.Games), halves)
				}
			})
		})
	}
}
