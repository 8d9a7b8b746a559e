package cluster_test

import (
	"testing"
	"time"
)

// TestLaggingStandby: the standby lags some seconds behind, the primary is killed, and the standby becomes the database. What was acknowledged meanwhile is lost, as the host chose. But every
// table goes on, no journal becomes unreadable, all nodes show what it has, and nobody is told two things under one number without a snapshot between.
func TestLaggingStandby(t *testing.T) {
	t.Parallel()
	const tables = 18
	w := newWorld(t, "")
	c := newCrowd(w.front.Addr(), tables, tables/3, 250*time.Millisecond)
	c.forgets = true
	c.run()
	if took, standing := c.goesOn(playsOnAtLast); len(standing) > 0 {
		t.Fatalf("tables %v do not even begin within %v", standing, took)
	}
	time.Sleep(3 * time.Second)
	do := func(exec error) {
		t.Helper()
		if exec != nil {
			t.Fatal(exec)
		}
	}
	// Nobody waits for the standby any more, and it hears nothing.
	do(w.primary.Exec(t.Context(), "postgres", "ALTER SYSTEM SET synchronous_standby_names = ''"))
	do(w.primary.Exec(t.Context(), "postgres", "SELECT pg_reload_conf()"))
	do(w.standby.Exec(t.Context(), "postgres", "ALTER SYSTEM SET primary_conninfo = ''"))
	do(w.standby.Exec(t.Context(), "postgres", "SELECT pg_reload_conf()"))
	time.Sleep(4 * time.Second)
	before := w.store()
	had := 0
	for _, list := range journals(t, before, c.ids()) {
		had += len(list)
	}
	before.Close()
	do(w.primary.Kill())
	do(w.standby.Promote())
	w.failedOver.Store(true)
	db := w.store()
	defer db.Close()
	has := 0
	for _, list := range journals(t, db, c.ids()) {
		has += len(list)
	}
	took, standing := c.goesOn(playsOnAtLast)
	if len(standing) > 0 {
		for _, n := range w.nodes {
			t.Logf("node %s: %s", n.name, n.log)
		}
		t.Fatalf("tables %v stand still", standing)
	}
	time.Sleep(6 * time.Second) // a node that hears nothing of a table looks at its journal
	close(c.stop)
	c.wg.Wait()
	all := journals(t, db, c.ids())
	wrong := c.h.faults
	for id, list := range all {
		for i, e := range list {
			if e.Seq != int64(i+1) {
				t.Errorf("table %s: entry %d has the number %d", id, i+1, e.Seq)
			}
		}
	}
	wrong = append(wrong, w.same(c, all)...)
	for _, text := range wrong[:min(20, len(wrong))] {
		t.Error(text)
	}
	t.Logf("%d entries were lost; all %d tables went on within %.1f s after the standby was promoted; %d wrong", had-has, tables, took.Seconds(), len(wrong))
	if had-has < tables {
		t.Errorf("only %d entries were lost", had-has)
	}
}
