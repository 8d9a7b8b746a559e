package duel

import (
	"bytes"
	"strings"
	"testing"

	"mirabilia/game"
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

// Cards that a position does not name can be put out of play: those of a city, of the discard pile, of the structure, of
// the ages to come.
func TestPartialPositions(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	tables := []State{table(t), table(t, "pantheon=true"), table(t, "centre_pawn_start=last_player_chooses")}
	gametest.PartialPositions(t, tables, rounds, func(position map[string]any, r *game.Rand) {
		if next, ok := position["next"].([]any); ok && r.IntN(2) == 0 {
			for _, age := range next {
				blank(age.([]any), r)
			}
		} else {
			delete(position, "next")
		}
		if position["decision"] != "turn" || position["pantheon"] != nil {
			return
		}
		delete(position, "discard")
		delete(position["seats"].([]any)[r.IntN(2)].(map[string]any), "cards")
		l, structure := layouts[int(position["age"].(float64))-1], position["structure"].([]any)
		for range r.IntN(numSlots) {
			slot := r.IntN(numSlots)
			was := structure[slot]
			structure[slot] = ""
			var present slots
			for i, card := range structure {
				if card != "" {
					present |= 1 << i
				}
			}
			if present == 0 {
				structure[slot] = was
			}
			for i, card := range structure {
				if l.cover[i]&present == 0 {
					structure[i] = strings.TrimPrefix(card.(string), faceDown)
				}
			}
		}
	}, func(s *State) cardSet {
		in := s.seen()
		for _, laid := range s.laid {
			for _, card := range laid {
				if card != noCard {
					in.add(card)
				}
			}
		}
		return in
	})
}

// blank empties half of the places of a list.
func blank(list []any, r *game.Rand) {
	for i := range list {
		if r.IntN(2) == 0 {
			list[i] = ""
		}
	}
}
