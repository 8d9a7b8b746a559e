package duel

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// Impossible positions are refused, and the receiver stays as it was.
func TestImpossiblePositions(t *testing.T) {
	good := table(t, "pantheon=true")
	r := game.NewRand(game.NumberSeed(12))
	good.Deal(r)
	// In the middle of age II: both cities have cards, the pile has some, and the Pantheon is open.
	for good.age < 2 || good.present.len() > 10 || good.ask != askTurn {
		seat := good.Owing().First()
		if seat == game.NoSeat {
			good.Deal(r)
			continue
		}
		good.Apply(seat, good.RandomMove(seat, r), nil)
	}
	first := func(list []string) int { return slices.IndexFunc(list, func(id string) bool { return id != "" }) }
	for name, spoil := range map[string]func(p *position){
		"no such age":             func(p *position) { p.Age = 4 },
		"another age":             func(p *position) { p.Age = 3 },
		"no such decision":        func(p *position) { p.Decision = "lunch" },
		"another decision":        func(p *position) { p.Decision = "draft" },
		"no such way to end":      func(p *position) { p.Ending = "boredom" },
		"an end without a winner": func(p *position) { p.Ending = "military" },
		"no such option":          func(p *position) { p.CentrePawnStart = "nobody_begins" },
		"the pawn off the track":  func(p *position) { p.Pawn = 10 },
		"the pawn in a capital":   func(p *position) { p.Pawn = capital },
		"no such military token":  func(p *position) { p.Loot = append(p.Loot, "loot-9") },
		"debts":                   func(p *position) { p.Seats[0].Coins = -1 },
		"too many coins":          func(p *position) { p.Seats[0].Coins = 100000 },
		"a card in two cities":    func(p *position) { p.Seats[0].Cards = append(p.Seats[0].Cards, p.Seats[1].Cards[0]) },
		"an unknown card":         func(p *position) { p.Seats[0].Cards[0] = "acropolis" },
		"a card of an age to come": func(p *position) {
			p.Seats[0].Cards[0] = strings.TrimPrefix(p.Next[0][0], faceDown)
		},
		"a card less":             func(p *position) { p.Seats[0].Cards = p.Seats[0].Cards[1:] },
		"a card gone from below":  func(p *position) { p.Structure[first(p.Structure)] = "" },
		"a slot too many":         func(p *position) { p.Structure = append(p.Structure, "walls") },
		"a structure too short":   func(p *position) { p.Next[0] = p.Next[0][1:] },
		"a wonder without a card": func(p *position) { p.Seats[0].Built = append(p.Seats[0].Built, builtPosition{Wonder: "the-sphinx"}) },
		"an unknown wonder":       func(p *position) { p.Seats[0].Unbuilt = append(p.Seats[0].Unbuilt, "the-internet") },
		"no such progress token":  func(p *position) { p.Tokens[0] = "luck" },
		"a progress token twice":  func(p *position) { p.Tokens[0] = p.Tokens[1] },
		"a progress token less":   func(p *position) { p.Tokens = p.Tokens[1:] },
		"a draft in the middle":   func(p *position) { p.Draft = &draftPosition{Pool: []string{"the-sphinx"}} },
		"no such divinity":        func(p *position) { p.Pantheon.Spaces[0] = "loki" },
		"a space too many":        func(p *position) { p.Pantheon.Spaces = append(p.Pantheon.Spaces, "") },
		"a mythology token twice": func(p *position) { p.Pantheon.Seats[0].Mythology = []string{"egyptian", "egyptian", "egyptian"} },
		"a divinity in two places": func(p *position) {
			p.Pantheon.Seats[0].Divinities = append(p.Pantheon.Seats[0].Divinities, p.Pantheon.Spaces[first(p.Pantheon.Spaces)])
		},
		"no Pantheon": func(p *position) { p.Pantheon = nil },
	} {
		data, err := good.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var pos position
		if err := json.Unmarshal(data, &pos); err != nil {
			t.Fatal(err)
		}
		spoil(&pos)
		if data, err = json.Marshal(&pos); err != nil {
			t.Fatal(err)
		}
		s := good
		if err := json.Unmarshal(data, &s); err == nil {
			t.Errorf("%s: accepted", name)
		} else if s != good {
			t.Errorf("%s: the receiver changed", name)
		}
	}
	if _, err := Game.Load([]byte(`{"age": 1, "colour": "red"}`)); err == nil {
		t.Error("an unknown field was accepted")
	}
}

func TestMutatedPositions(t *testing.T) {
	gametest.MutatedPositions(t, []State{table(t), table(t, "pantheon=true")}, 2500, 125)
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
	tables := []State{table(t), table(t, "pantheon=true"), table(t, "centre_pawn_start=last_player_chooses")}
	gametest.PartialPositions(t, tables, 600, func(position map[string]any, r *game.Rand) {
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
