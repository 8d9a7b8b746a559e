package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/names"
	"mirabilia/server/client"
	"mirabilia/store"
)

// contender takes part in an arena: plays a few moves of each game and resigns some, rests now and then, at times does not come to the table, and may leave for good.
type contender struct {
	*client.Client
	r *rand.Rand
	// waits is since when the contender has waited for a game, and longest the longest time.
	waits   time.Time
	longest time.Duration
	left    bool
}

// TestArenaOnNodes: people play in an arena while a node is killed and all nodes are restarted one after the other. Every table is counted once, the standings equal a fold
// of what the tables say, and nobody waits for longer than the rule. With MIRABILIA_ARENA there are 200 people, for ten minutes.
func TestArenaOnNodes(t *testing.T) {
	t.Parallel()
	crowdOf, length, most := 16, 20*time.Second, 3*time.Minute
	if os.Getenv("MIRABILIA_ARENA") != "" {
		crowdOf, length, most = 200, 10*time.Minute, 70*time.Second
	}
	const seed = 23
	t.Logf("seed %d, %d people", seed, crowdOf)
	w := newWorld(t, "")
	c := newCrowd(w.front.Addr(), 0, 0, time.Second)
	enter := func(name string) *client.Client {
		p := &client.Client{Base: c.front, HTTP: everyRequest()}
		if err := c.again(func(ctx context.Context) error {
			return p.Do(ctx, "POST", "/api/session", api.NameRequest{Name: name}, &p.Session)
		}); err != nil {
			t.Fatal(err)
		}
		return p
	}
	organiser := enter("Organiser")
	db := w.store()
	person := organiser.Session.Person
	if err := db.KeepName(t.Context(), store.Account{Person: person, Name: "Organiser", Folded: names.Fold("Organiser"), Kept: 1}, store.Passkey{ID: []byte("key"), Person: person, Data: []byte("{}")}, store.Codes{}); err != nil {
		t.Fatal(err)
	}
	db.Close()
	ask := func(p *client.Client, method, path string, in any) *api.Tournament {
		t.Helper()
		var answer api.Tournament
		if err := c.again(func(ctx context.Context) error { return p.Do(ctx, method, path, in, &answer) }); err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		return &answer
	}
	plan := api.TournamentPlan{Kind: api.TournamentArena, Name: "Arena", Game: "duel", Clock: api.Clock{Kind: api.ClockLive, Base: 300, Increment: 3}, Minutes: 60}
	id := ask(organiser, "POST", "/api/tournaments", plan).ID
	path := "/api/tournaments/" + id
	var list []*contender
	for i := range crowdOf {
		one := &contender{Client: enter(fmt.Sprint("P", i)), r: rand.New(rand.NewPCG(seed, uint64(i)))}
		ask(one.Client, "PUT", path+"/me", api.TournamentWish{Want: api.WantPlay})
		list = append(list, one)
	}
	// Pages at every node hear that it begins, whichever node begins it.
	var pages []*client.Socket
	for _, n := range w.nodes {
		p := &client.Client{Base: "http://" + n.addr, HTTP: everyRequest()}
		page, err := p.DialLive(t.Context(), id)
		if err == nil {
			_, err = page.Next(t.Context()) // what was before
		}
		if err != nil {
			t.Fatal(err)
		}
		defer page.Close()
		pages = append(pages, page)
	}
	ask(organiser, "POST", path+"/deeds", api.TournamentDeed{Do: api.DoStart})
	for i, page := range pages {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if m, err := page.Next(ctx); err != nil || m.Type != api.MessageTournament {
			t.Errorf("a page at node %d does not hear that the arena begins: %+v, %v", i, m, err)
		}
		cancel()
		page.Close()
	}
	var wg sync.WaitGroup
	for _, one := range list {
		wg.Go(func() { one.play(c, path) })
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for start := time.Now(); ; {
		for _, f := range faults {
			if f.name == "a node is killed" || f.name == "all nodes are restarted one by one" {
				time.Sleep(length / 8)
				f.run(w, random.IntN(len(w.nodes)), random)
			}
		}
		if time.Since(start) > length {
			break
		}
	}
	// Everybody has played at least once in the end.
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(time.Second) {
		played := 0
		for _, row := range ask(organiser, "GET", path, nil).Standings {
			if len(row.Cells) > 0 {
				played++
			}
		}
		if played == crowdOf {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("only %d of %d have played", played, crowdOf)
		}
	}
	ask(organiser, "POST", path+"/deeds", api.TournamentDeed{Do: api.DoEnd})
	close(c.stop)
	wg.Wait()
	got := ask(organiser, "GET", path, nil)
	if got.State != api.TournamentFinished || len(got.Standings) != crowdOf {
		t.Fatalf("%s with %d players", got.State, len(got.Standings))
	}
	counted := map[string]int{}
	games := 0
	for _, row := range got.Standings {
		sum, inRow := 0, 0
		for _, cell := range row.Cells {
			counted[cell.Table]++
			games++
			points := result(t, organiser, cell.Table, row.Name)
			if inRow >= 2 {
				points *= 2
			}
			if inRow++; points < 2 || points == 2 && inRow > 2 {
				inRow = 0 // not won: nothing, or a shared victory that counted double
			}
			if cell.Points != points {
				t.Errorf("%s got %d points at %s, not %d", row.Name, cell.Points, cell.Table, points)
			}
			sum += points
		}
		if sum != row.Points {
			t.Errorf("%s has %d points, not %d", row.Name, row.Points, sum)
		}
	}
	for table, n := range counted {
		if n != 2 {
			t.Errorf("table %s was counted for %d people", table, n)
		}
	}
	var longest time.Duration
	left := 0
	for _, one := range list {
		longest = max(longest, one.longest)
		if one.left {
			left++
		}
	}
	if longest > most {
		t.Errorf("somebody waited for %v", longest)
	}
	t.Logf("%d games, %d left for good, longest wait %v; the standings of %d equal what the tables say", games/2, left, longest, crowdOf)
}

// result returns what a game brought to somebody, as its table says.
func result(t *testing.T, p *client.Client, table, name string) int {
	t.Helper()
	snap, err := p.Look(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range snap.Game.Result.Winners {
		if snap.Table.Places[seat].Name == name {
			return 2 / len(snap.Game.Result.Winners)
		}
	}
	return 0
}

// play takes part until the crowd stops.
func (one *contender) play(c *crowd, path string) {
	commands := 0
	for !c.stopped() && !one.left {
		time.Sleep(time.Second/2 + time.Duration(one.r.Int64N(int64(time.Second))))
		ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
		var t api.Tournament
		err := one.Do(ctx, "GET", path, nil, &t)
		if err == nil && t.You != nil {
			one.wait(&t)
			switch {
			case t.You.State == api.PlayerRests:
				_ = one.Do(ctx, "PUT", path+"/me", api.TournamentWish{Want: api.WantPlay}, &t)
			case t.You.State == api.PlayerWaits && t.You.Row != nil && len(t.Standings[*t.You.Row].Cells) > 1 && one.r.IntN(500) == 0:
				one.left = one.Do(ctx, "DELETE", path+"/me", nil, &t) == nil
			case t.You.State == api.PlayerWaits && one.r.IntN(60) == 0:
				_ = one.Do(ctx, "PUT", path+"/me", api.TournamentWish{Want: api.WantRest}, &t)
			case t.You.Table != "":
				commands++
				one.move(ctx, t.You.Table, fmt.Sprint("c", commands))
			}
		}
		cancel()
	}
}

// wait notes how long the contender waits.
func (one *contender) wait(t *api.Tournament) {
	switch {
	case t.You.State != api.PlayerWaits || t.State != api.TournamentRunning:
		one.waits = time.Time{}
	case one.waits.IsZero():
		one.waits = time.Now()
	default:
		one.longest = max(one.longest, time.Since(one.waits))
	}
}

// move plays at the contender's table, or resigns after a few moves. Some never come.
func (one *contender) move(ctx context.Context, table, id string) {
	if h := table[0] + table[1]*7 + one.Session.Person[1]; h%16 == 0 {
		return // not to this table
	}
	snap, err := one.Look(ctx, table)
	if err != nil || snap.Game == nil || len(snap.Game.Moves) == 0 {
		return
	}
	if snap.Game.Decision >= 4 {
		_, _ = one.Command(ctx, table, api.Command{ID: id, Type: api.CommandResign})
		return
	}
	_, _ = one.Command(ctx, table, api.Command{ID: id, Type: api.CommandMove, Data: api.CommandData{Move: snap.Game.Moves[0]}})
}
