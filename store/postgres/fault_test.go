package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/cluster/proxy"
	"mirabilia/store"
	"mirabilia/store/postgres"
)

func batch(id string, last int64, entries ...string) *store.Batch {
	b := &store.Batch{Last: last, Row: store.Row{ID: id, Game: "duel", Status: "playing", Updated: last + 1, Data: []byte("{}")}, People: []store.Involved{{Person: "x", Turn: last%2 == 0}}}
	for _, e := range entries {
		b.Entries = append(b.Entries, []byte(e))
	}
	return b
}

func journal(t *testing.T, s store.Store, id string) string {
	t.Helper()
	list, err := s.Entries(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, e := range list {
		text = append(text, string(e))
	}
	return strings.Join(text, " ")
}

// through opens a database by way of a proxy.
func through(t *testing.T, url string) (*postgres.DB, *proxy.Proxy) {
	t.Helper()
	p, err := proxy.New(fmt.Sprintf("127.0.0.1:%d", server.Port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return open(t, strings.Replace(url, fmt.Sprint(":", server.Port), fmt.Sprint(":", p.Port()), 1)), p
}

// warm appends one entry after the other, so that the connection that is used knows the statements: what is sent next is an append and
// nothing else.
func warm(t *testing.T, db *postgres.DB, entries int64) (journal string) {
	t.Helper()
	var list []string
	for n := range entries {
		list = append(list, fmt.Sprint(n))
		if err := db.Append(t.Context(), batch("a", n, fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(list, " ")
}

// arrives waits until a journal is as wanted.
func arrives(t *testing.T, db *postgres.DB, want string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); journal(t, db, "a") != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the journal is %s, and should become %s", journal(t, db, "a"), want)
		}
	}
}

// TestLostConnections: the outcome of an append whose connection is lost is found out before it is answered, whether it was committed or
// not.
func TestLostConnections(t *testing.T) {
	const seed, rounds = 19, 12
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	url := place(t)
	db, p := through(t, url)
	direct := open(t, url)
	lost := map[proxy.Mode]int{}
	for round := range int64(rounds) {
		want := warm(t, db, 20)
		mode := []proxy.Mode{proxy.LoseAnswers, proxy.LoseQuestions}[random.IntN(2)]
		lost[mode]++
		p.Set(mode)
		answered := make(chan error, 1)
		go func() { answered <- db.Append(context.Background(), batch("a", 20, "mine")) }()
		if mode == proxy.LoseAnswers {
			arrives(t, direct, want+" mine") // it is committed, and its node does not know
		} else {
			time.Sleep(time.Duration(random.IntN(100)) * time.Millisecond)
		}
		p.Set(proxy.Pass)
		if err := <-answered; err != nil {
			t.Fatalf("round %d in mode %d: %v", round, mode, err)
		}
		if got := journal(t, direct, "a"); got != want+" mine" {
			t.Fatalf("round %d in mode %d: %s", round, mode, got)
		}
		if err := direct.Drop(t.Context(), "a", 21); err != nil {
			t.Fatal(err)
		}
	}
	if lost[proxy.LoseAnswers] < 3 || lost[proxy.LoseQuestions] < 3 {
		t.Errorf("lost %v", lost)
	}
}

// TestLostAndOvertaken: while the outcome of an append is not known, another node appends. What is answered is what the journal says.
func TestLostAndOvertaken(t *testing.T) {
	for _, c := range []struct {
		mode proxy.Mode
		last int64 // that the other names
		err  error
		want string
	}{
		{proxy.LoseAnswers, 21, nil, " mine other"},
		{proxy.LoseQuestions, 20, store.ErrTaken, " other"},
	} {
		url := place(t)
		db, p := through(t, url)
		direct := open(t, url)
		before := warm(t, db, 20)
		p.Set(c.mode)
		answered := make(chan error, 1)
		go func() { answered <- db.Append(context.Background(), batch("a", 20, "mine")) }()
		if c.mode == proxy.LoseAnswers {
			arrives(t, direct, before+" mine")
		} else {
			time.Sleep(100 * time.Millisecond) // it is lost by then, and tried again in vain
		}
		if err := direct.Append(t.Context(), batch("a", c.last, "other")); err != nil {
			t.Fatal(err)
		}
		p.Set(proxy.Pass)
		if err := <-answered; !errors.Is(err, c.err) {
			t.Errorf("mode %d: %v, want %v", c.mode, err, c.err)
		}
		if got := journal(t, direct, "a"); got != before+c.want {
			t.Errorf("mode %d: %s, want %s", c.mode, got, before+c.want)
		}
	}
}

// TestManyLost: of many appends whose connections are lost again and again, each is answered once, and with the truth.
func TestManyLost(t *testing.T) {
	const seed, tables, rounds = 19, 40, 6
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	url := place(t)
	db, p := through(t, url)
	direct := open(t, url)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for k := range tables {
		wg.Go(func() {
			id := fmt.Sprint("t", k)
			var want []string
			for n := int64(0); n < rounds; n++ {
				if err := db.Append(context.Background(), batch(id, n, fmt.Sprint(n))); err != nil {
					t.Errorf("table %s, append %d: %v", id, n, err)
					return
				}
				want = append(want, fmt.Sprint(n))
			}
			if got := journal(t, direct, id); got != strings.Join(want, " ") {
				t.Errorf("table %s: %s", id, got)
			}
		})
	}
	lost := 0
	go func() {
		wg.Wait()
		close(stop)
	}()
	for done := false; !done; {
		select {
		case <-stop:
			done = true
		case <-time.After(time.Duration(1+random.IntN(10)) * time.Millisecond):
			p.Set([]proxy.Mode{proxy.LoseAnswers, proxy.LoseQuestions, proxy.Cut}[random.IntN(3)])
			lost++
			time.Sleep(time.Duration(1+random.IntN(10)) * time.Millisecond)
			p.Set(proxy.Pass)
			if lost%10 == 0 {
				time.Sleep(300 * time.Millisecond) // something gets through
			}
		}
	}
	if lost < 10 {
		t.Errorf("only %d cuts", lost)
	}
}

// TestUnreachable: as long as the database cannot be reached, an append is not answered with success; when it is again, all goes on.
func TestUnreachable(t *testing.T) {
	db, p := through(t, place(t))
	if err := db.Append(t.Context(), batch("a", 0, "0")); err != nil {
		t.Fatal(err)
	}
	p.Set(proxy.Cut)
	answered := make(chan error, 1)
	go func() { answered <- db.Append(context.Background(), batch("a", 1, "1")) }()
	select {
	case err := <-answered:
		if err == nil {
			t.Fatal("an append was acknowledged that nobody can have written")
		}
	case <-time.After(300 * time.Millisecond):
	}
	if err := db.Ping(t.Context()); err == nil {
		t.Error("a store that cannot be reached is ready")
	}
	p.Set(proxy.Pass)
	if err := <-answered; err != nil {
		t.Errorf("after the connection is back: %v", err)
	}
	if got := journal(t, db, "a"); got != "0 1" {
		t.Error(got)
	}
}

// TestTwoNodes: two nodes write to the same tables, several at once. Every number is won once, and nobody waits for ever.
func TestTwoNodes(t *testing.T) {
	url := place(t)
	nodes := []*postgres.DB{open(t, url), open(t, url)}
	const tables, rounds = 12, 15
	var wg sync.WaitGroup
	for node, db := range nodes {
		for k := range tables {
			wg.Go(func() {
				id := fmt.Sprint("t", k)
				for n := 0; n < rounds; {
					list, err := db.Entries(context.Background(), id, 0)
					if err == nil {
						err = db.Append(context.Background(), batch(id, int64(len(list)), fmt.Sprint(node, n)))
					}
					if err == nil {
						n++
					} else if !errors.Is(err, store.ErrTaken) {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	for k := range tables {
		if got := strings.Fields(journal(t, nodes[0], fmt.Sprint("t", k))); len(got) != 2*2*rounds {
			t.Errorf("table %d has %d words", k, len(got))
		}
	}
}

// TestTwoSpeakers: lines that two nodes keep at the same moment have different numbers, and a repeated command is kept once.
func TestTwoSpeakers(t *testing.T) {
	url := place(t)
	nodes := []*postgres.DB{open(t, url), open(t, url)}
	const lines = 20
	var wg sync.WaitGroup
	for node, db := range nodes {
		wg.Go(func() {
			for n := range lines {
				for _, command := range []string{fmt.Sprint(node, "-", n), fmt.Sprint("both-", n)} {
					if _, err := db.Say(context.Background(), store.Line{Table: "a", Person: "x", Command: command, Text: command}, 1000); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	said, err := nodes[0].Said(t.Context(), "a", 1000)
	if err != nil || len(said) != 3*lines {
		t.Fatalf("%d lines, %v", len(said), err)
	}
	for i, l := range said {
		if l.N != int64(i+1) {
			t.Errorf("line %d has the number %d", i, l.N)
		}
	}
}
