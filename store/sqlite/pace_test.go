package sqlite

import (
	"fmt"
	"testing"
	"time"
)

// TestPace says who waits: many tables that write often, and nobody else.
func TestPace(t *testing.T) {
	start := time.Unix(1_700_000_000, 0)
	for _, test := range []struct {
		name   string
		tables int           // that write in turn, one in each transaction
		every  time.Duration // how often one of them does
		after  time.Duration // how long after the last of them the next comes
		want   time.Duration
	}{
		{"many tables, often", 100, time.Millisecond, time.Millisecond, time.Millisecond},
		{"many tables, right after the last", 100, time.Millisecond, 0, 2 * time.Millisecond},
		{"many tables, the last long enough ago", 100, time.Millisecond, 4 * time.Millisecond, 0},
		{"many tables, seldom", 100, 10 * time.Millisecond, time.Millisecond, 0},
		{"just enough tables", many, time.Millisecond, time.Millisecond, time.Millisecond},
		{"too few tables", many - 1, time.Millisecond, time.Millisecond, 0},
		{"one table in a hurry", 1, 100 * time.Microsecond, 0, 0},
	} {
		var p pace
		if got := p.wait(start); got != 0 {
			t.Errorf("%s: the first waits %v", test.name, got)
		}
		now := start
		for n := range 3 * siblings {
			now = start.Add(time.Duration(n) * test.every)
			p.began(now, []string{fmt.Sprint("table", n%test.tables)})
		}
		if got := p.wait(now.Add(test.after)); got != max(0, test.want) {
			t.Errorf("%s: waits %v, want %v", test.name, got, test.want)
		}
	}
}
