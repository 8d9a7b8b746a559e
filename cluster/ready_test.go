package cluster_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/cluster/proxy"
	"mirabilia/server/client"
)

// silence is how long a table may stand still while a node is cut off: until it gives up its duties, and others notice.
const silence = 12 * time.Second

// TestNodeWithoutStoreLeaves: a node that has lost PostgreSQL and not NATS is nobody's steward any more, so that every table goes on while the cut lasts; and it
// is one again when it can write.
func TestNodeWithoutStoreLeaves(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	front, err := proxy.New(w.nodes[1].addr, w.nodes[2].addr) // as a balancer that knows
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	c := newCrowd(front.Addr(), 15, 15, 300*time.Millisecond)
	c.run()
	defer func() {
		close(c.stop)
		c.wg.Wait()
	}()
	if _, standing := c.goesOn(playsOnAtLast); len(standing) > 0 {
		t.Fatalf("tables %v do not begin", standing)
	}
	w.setStore(0, proxy.Cut)
	time.Sleep(silence)
	took, standing := c.goesOn(silence)
	if len(standing) > 0 {
		t.Fatalf("tables %v stand still while a node is cut off", standing)
	}
	t.Logf("all tables go on within %v", took)
	status, word := ready(t, w.nodes[0])
	if status != 503 || !strings.HasPrefix(word, "cut off") {
		t.Errorf("the node that is cut off: %d %s", status, word)
	}
	nodes := func(n *node) string {
		_, text := get(t, n, "/metrics")
		at := strings.Index(text, "\nmirabilia_nodes ")
		return text[at+1 : at+1+len("mirabilia_nodes 0")]
	}
	for _, n := range w.nodes {
		if word := nodes(n); word != "mirabilia_nodes 2" {
			t.Errorf("node %s: %s", n.name, word)
		}
	}
	w.setStore(0, proxy.Pass)
	soon(t, "the node is back", func() bool { status, _ := ready(t, w.nodes[0]); return status == 200 })
	soon(t, "it has its duties again", func() bool {
		return !slices.ContainsFunc(w.nodes, func(n *node) bool { return nodes(n) != "mirabilia_nodes 3" })
	})
}

// TestCutOffNodeSendsPeopleElsewhere: whoever is connected to a node that is cut off from PostgreSQL, or from NATS as well, is asked to come back, which leads to
// another node; when all are cut off, the sockets stay and say that nothing can be saved.
func TestCutOffNodeSendsPeopleElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Minute)
	defer stop()
	p, err := client.Enter(ctx, "http://"+w.nodes[0].addr, everyRequest(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	snap, err := p.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	dial := func(n *node) *client.Socket {
		t.Helper()
		sock, err := at(p, n).Dial(ctx, id, -1)
		if err == nil {
			_, err = sock.Next(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		return sock
	}
	// ended returns how a socket ended, and what it said before of whether the server can save.
	ended := func(sock *client.Socket, most time.Duration) (code int, said string) {
		ctx, stop := context.WithTimeout(ctx, most)
		defer stop()
		for {
			e, err := sock.Next(ctx)
			if err != nil {
				return client.CloseCode(err), said
			}
			if e.Type == api.MessageSaving {
				said += string(e.Data)
			}
		}
	}
	for _, c := range []struct {
		name string
		cut  func(m proxy.Mode)
	}{
		{"without PostgreSQL", func(m proxy.Mode) { w.setStore(0, m) }},
		{"without both", func(m proxy.Mode) { w.setStore(0, m); w.toNATS[0].Set(m) }},
	} {
		lost, other := dial(w.nodes[0]), dial(w.nodes[1])
		c.cut(proxy.Hold)
		start := time.Now()
		if code, _ := ended(lost, 25*time.Second); code != 1001 {
			t.Errorf("%s: the socket ended with %d after %v", c.name, code, time.Since(start))
		}
		t.Logf("%s: the socket ended after %v", c.name, time.Since(start).Round(100*time.Millisecond))
		if code, said := ended(other, time.Second); code != -1 || said != "" {
			t.Errorf("%s: a socket of another node ended with %d: %s", c.name, code, said)
		}
		c.cut(proxy.Pass)
		soon(t, "the node is back", func() bool { status, word := ready(t, w.nodes[0]); return status == 200 && word == "ready\n" })
		dial(w.nodes[0]).Close()
	}
	all := func(m proxy.Mode) {
		for n := range w.nodes {
			w.setStore(n, m)
		}
	}
	sock := dial(w.nodes[0])
	all(proxy.Cut)
	time.Sleep(18 * time.Second)
	if status, word := ready(t, w.nodes[0]); status != 503 || !strings.HasPrefix(word, "cannot save") {
		t.Errorf("without any store: %d %s", status, word)
	}
	all(proxy.Pass)
	soon(t, "the node is back", func() bool { status, _ := ready(t, w.nodes[0]); return status == 200 })
	if code, said := ended(sock, 2*time.Second); code != -1 || !strings.HasSuffix(said, `{"state":"away"}{"state":"fine"}`) {
		t.Errorf("without any store the socket ended with %d and had said %q\n%s", code, said, w.nodes[0].log)
	}
}

// TestDamageIsOfOneTable: a row of PostgreSQL that is damaged makes its own table refuse. All nodes stay ready, all other tables go on, and when the row is whole again
// so does this one.
func TestDamageIsOfOneTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	ctx := context.Background()
	p, err := client.Enter(ctx, "http://"+w.nodes[0].addr, everyRequest(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for range 4 {
		snap, err := p.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Bots: []string{"", "random"}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, snap.Table.ID)
	}
	exec := func(statement string) {
		t.Helper()
		if err := w.primary.Exec(ctx, database, statement); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE FUNCTION rot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $$`)
	exec(`CREATE TRIGGER rot BEFORE UPDATE ON game_table FOR EACH ROW WHEN (OLD.id = '` + ids[0] + `') EXECUTE FUNCTION rot()`)
	start := func(n *node, id string) error {
		_, err := at(p, n).Command(ctx, id, api.Command{ID: "start " + n.name, Type: api.CommandStart})
		return err
	}
	for i, n := range w.nodes {
		if err := start(n, ids[0]); err == nil || !strings.Contains(err.Error(), "storage_damaged") {
			t.Errorf("the damaged table at node %s: %v", n.name, err)
		}
		if err := start(n, ids[i+1]); err != nil {
			t.Errorf("another table at node %s: %v", n.name, err)
		}
	}
	time.Sleep(2500 * time.Millisecond)
	for _, n := range w.nodes {
		if status, word := ready(t, n); status != 200 {
			t.Errorf("node %s: %d %s", n.name, status, word)
		}
		if _, text := get(t, n, "/metrics"); !strings.Contains(text, "mirabilia_damaged_tables_total 1\n") {
			t.Errorf("node %s does not count it", n.name)
		}
	}
	exec("DROP TRIGGER rot ON game_table")
	soon(t, "the table goes on", func() bool { return start(w.nodes[1], ids[0]) == nil })
}

// TestClocksGoOn: when the database's clock goes back by an hour, a person's clock runs out when it is up, neither before nor an hour later; the nodes say what happened.
func TestClocksGoOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	c := newCrowd(w.front.Addr(), 0, 0, 0)
	soon(t, "all nodes are ready", func() bool {
		return !slices.ContainsFunc(w.nodes, func(n *node) bool { status, _ := ready(t, n); return status != 200 })
	})
	s := newSleeper(t, w, c)
	time.Sleep(2 * time.Second)
	if err := w.primary.SetClock(t.Context(), database, -time.Hour); err != nil {
		t.Fatal(err)
	}
	db := w.store()
	defer db.Close()
	for _, text := range s.check(t, db) {
		t.Error(text)
	}
	found := 0
	for _, n := range w.nodes {
		if _, text := get(t, n, "/metrics"); strings.Contains(text, "mirabilia_clock_went_back_total 1\n") && strings.Contains(n.log.String(), "clock has gone back") {
			found++
		}
	}
	if found != 1 {
		t.Errorf("%d nodes say that the clock has gone back", found)
	}
}
