package table

import (
	"testing"
	"time"

	"mirabilia/api"
)

// When games that are over hold more than they may together, the next one leaves at once; the others hold what they did.
func TestFinishedGamesHaveABoundInBytes(t *testing.T) {
	h := &Hub{cfg: Config{Idle: time.Hour}}
	list := make([]*table, 2*mostOver/(16<<10))
	for i := range list {
		c := &table{h: h, s: &state{status: api.StatusFinished, decisions: make([]decision, 70)}, lines: make([]line, 75), lastUse: time.Now()}
		if c.weigh(); !c.idle() {
			list[i] = c
		} else {
			h.over.Add(-c.weighs)
		}
	}
	if held := h.over.Load(); held < mostOver/2 || held > mostOver+1<<20 {
		t.Errorf("games that are over hold %d bytes, allowed are %d", held, mostOver)
	}
	running := &table{h: h, s: &state{status: api.StatusPlaying}, lastUse: time.Now()}
	if running.weigh(); running.idle() {
		t.Error("a running game leaves, too")
	}
	for _, c := range list {
		if c != nil {
			c.s = nil
			c.weigh()
		}
	}
	if held := h.over.Load(); held != 0 {
		t.Errorf("nothing is in memory, and %d bytes are counted", held)
	}
}
