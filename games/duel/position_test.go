package duel

import (
	"bytes"
	"strings"
	"testing"

	"mirabilia/game/gametest"
)

func TestMutatedPositions(t *testing.T) {
	rounds := 8000
	if testing.Short() {
		rounds = 800
	}
	gametest.MutatedPositions(t, []State{table(t), table(t, "pantheon=true")}, rounds, rounds/20)
}

// Seats are numbers; positions that were written with the letters A and B are still read.
func TestSeatsOfPositions(t *testing.T) {
	over := scene{see: "pretorium", pawn: 8, a: side{coins: 8}}.set(t)
	play(t, over, "A b:pretorium")
	for _, c := range []struct {
		s        *State
		now, old []string
	}{
		{scene{see: "pretorium"}.set(t), []string{`"active":0`}, []string{`"active":"A"`}},
		{scene{see: "pretorium", active: 1}.set(t), []string{`"active":1`}, []string{`"active":"B"`}},
		{over, []string{`"active":0`, `"winner":0`}, []string{`"active":"A"`, `"winner":"A"`}},
	} {
		text, err := c.s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for i, now := range c.now {
			if !bytes.Contains(text, []byte(now)) {
				t.Errorf("no %s in %s", now, text)
			}
			text = bytes.Replace(text, []byte(now), []byte(c.old[i]), 1)
		}
		var read State
		if err := read.UnmarshalJSON(text); err != nil || read != *c.s {
			t.Errorf("%s was read as another state, or not at all: %v", text, err)
		}
		wrong := bytes.Replace(text, []byte(c.old[0]), []byte(`"active":2`), 1)
		if err := read.UnmarshalJSON(wrong); err == nil || !strings.Contains(err.Error(), "a seat is 0 or 1, not 2") {
			t.Errorf("seat 2: %v", err)
		}
	}
}
