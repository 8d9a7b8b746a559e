package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mirabilia/load"
)

// TestLoad plays at many tables through the proxy that gives connections to three nodes in turn: nothing fails. With MIRABILIA_LOAD, such as
// 30s, it plays for that long, also on one node with SQLite and on one with PostgreSQL, and reports what each part used.
func TestLoad(t *testing.T) {
	t.Parallel()
	length, tables := 3*time.Second, 30
	long := os.Getenv("MIRABILIA_LOAD")
	if long != "" {
		var err error
		if length, err = time.ParseDuration(long); err != nil {
			t.Fatal(err)
		}
		tables = 200
	}
	play := func(name, address string, parts map[string]func() float64) {
		before := map[string]float64{}
		r, err := load.Run(t.Context(), load.Config{Server: "http://" + address, Tables: tables, Game: "duel", Pace: time.Second, Time: length, Progress: func(what string) {
			if strings.HasPrefix(what, "playing") {
				for part, cpu := range parts {
					before[part] = cpu()
				}
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Errors > 0 || r.Moves == 0 {
			t.Errorf("%s: %d moves, %d errors, such as %q", name, r.Moves, r.Errors, r.FirstErrors)
		}
		line := fmt.Sprintf("%-24s %5.0f moves/s; acknowledged p50 %.1f, p99 %.1f ms; seen p50 %.1f, p99 %.1f ms; errors %d;", name, r.MovesPerSecond, r.Ack.P50, r.Ack.P99, r.Screen.P50, r.Screen.P99, r.Errors)
		for part, cpu := range parts {
			line += fmt.Sprintf(" %s %.2f ms CPU per move;", part, 1000*(cpu()-before[part])/float64(max(1, r.Moves)))
		}
		t.Logf("%s %.0f KB of memory for an idle table", line, float64(r.MemoryPerIdle)/1024)
	}
	w := newWorld(t, "")
	parts := map[string]func() float64{"nodes": cpuOf(w.nodes...), "PostgreSQL": func() float64 { return cpu(w.primary.Pid()) }, "its standby": func() float64 { return cpu(w.standby.Pid()) },
		"NATS": func() float64 { return cpu(w.nats.Pid()) }}
	sent := func(metric string) (sum float64) {
		for _, n := range w.nodes {
			sum += figure(t, n, metric)
		}
		return sum
	}
	messages, bytes, entries := sent("mirabilia_relay_sent_total"), sent("mirabilia_relay_sent_bytes_total"), sent("mirabilia_commit_seconds_count")
	play("three nodes", w.front.Addr(), parts)
	entries = sent("mirabilia_commit_seconds_count") - entries
	t.Logf("NATS: %.2f messages and %.0f bytes per entry", (sent("mirabilia_relay_sent_total")-messages)/entries, (sent("mirabilia_relay_sent_bytes_total")-bytes)/entries)
	db := w.store()
	defer db.Close()
	if u, err := db.Usage(t.Context()); err != nil || u.Entries == 0 {
		t.Errorf("%+v, %v", u, err)
	} else {
		t.Logf("%.0f bytes kept per entry, rows of tables and snapshots included", float64(u.Bytes)/float64(u.Entries))
	}
	if long == "" {
		return
	}
	for _, n := range w.nodes {
		n.end(syscall.SIGTERM)
	}
	one := newWorldOf(t, "", "a")
	play("one node, PostgreSQL", one.nodes[0].addr, map[string]func() float64{"node": cpuOf(one.nodes...), "PostgreSQL": func() float64 { return cpu(one.primary.Pid()) },
		"its standby": func() float64 { return cpu(one.standby.Pid()) }, "NATS": func() float64 { return cpu(one.nats.Pid()) }})
	one.nodes[0].end(syscall.SIGTERM)
	alone := &node{name: "alone", log: &lines{}, env: []string{envNode + "=alone", envStore + "=" + t.TempDir()}}
	if err := alone.start(); err != nil {
		t.Fatal(err)
	}
	defer alone.end(syscall.SIGTERM)
	play("one node, SQLite", alone.addr, map[string]func() float64{"node": cpuOf(alone)})
}

func cpuOf(nodes ...*node) func() float64 {
	return func() (sum float64) {
		for _, n := range nodes {
			sum += cpu(n.cmd.Process.Pid)
		}
		return sum
	}
}

// cpu returns the seconds that a process and its children have computed.
func cpu(pid int) (seconds float64) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// The name is in parentheses and may hold anything; the parent is the second field after it.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		own := filepath.Base(filepath.Dir(file)) == strconv.Itoa(pid)
		if !own && fields[1] != strconv.Itoa(pid) {
			continue
		}
		used := fields[11:13]
		if own {
			used = fields[11:15] // with those of children that have ended
		}
		for _, ticks := range used {
			n, _ := strconv.ParseFloat(ticks, 64)
			seconds += n / 100
		}
	}
	return seconds
}

// figure reads a metric of a node.
func figure(t *testing.T, n *node, name string) float64 {
	t.Helper()
	_, text := get(t, n, "/metrics")
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			value, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
	}
	t.Fatalf("node %s has no metric %s", n.name, name)
	return 0
}
