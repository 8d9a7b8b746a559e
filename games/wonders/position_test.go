package wonders

import (
	"encoding/json"
	"mirabilia/game"
	"mirabilia/game/gametest"
	"slices"
	"strings"
	"testing"
)

// Impossible positions are refused, and the receiver stays as it was.
func TestImpossiblePositions(t *testing.T) {
	good := setup{age: 2, turn: 3, seats: []seatSetup{
		{wonder: "halikarnassos night", stages: 1, city: "altar walls"}, {wonder: "babylon night", stages: 1}, {wonder: "gizah day"},
	}}
	for name, spoil := range map[string]func(p *position){
		"no seats":               func(p *position) { p.Seats = 0 },
		"eight seats":            func(p *position) { p.Seats = 8 },
		"a city less":            func(p *position) { p.Cities = p.Cities[:2] },
		"a board twice":          func(p *position) { p.Cities[2].Board = "babylon" },
		"no such board":          func(p *position) { p.Cities[2].Board = "troy" },
		"no such side":           func(p *position) { p.Cities[2].Side = "dusk" },
		"an unchosen side":       func(p *position) { p.Cities[2].Side = "" },
		"debts":                  func(p *position) { p.Cities[0].Coins = new(-1) },
		"too many coins":         func(p *position) { p.Cities[0].Coins = new(5000) },
		"a card twice":           func(p *position) { p.Decks[0][0][0] = p.Decks[0][1][0] },
		"a card of another age":  func(p *position) { p.Decks[0][0][6] = "s:palace" },
		"an unknown card":        func(p *position) { p.Decks[1][0][6] = "acropolis" },
		"a hand too short":       func(p *position) { p.Decks[1][0] = p.Decks[1][0][:6] },
		"a card not played":      func(p *position) { p.Decks[0][2][2] = strings.TrimPrefix(p.Decks[0][2][2], "s:") },
		"a card played too soon": func(p *position) { p.Decks[1][0][5] = "s:" + p.Decks[1][0][5] },
		"a leftover built":       func(p *position) { p.Decks[0][1][6] = strings.Replace(p.Decks[0][1][6], "s:", "b:", 1) },
		"too many stages": func(p *position) {
			for _, hand := range p.Decks[0] {
				for i := range lastTurn {
					hand[i] = strings.Replace(hand[i], "s:", "w:", 1)
				}
			}
		},
		"a look too many":     func(p *position) { p.Looks = append(p.Looks, lookPosition{Age: 2, Turn: 1}) },
		"a look less":         func(p *position) { p.Looks = nil },
		"a look at no card":   func(p *position) { p.Looks[0].Card = "palace" },
		"another age":         func(p *position) { p.Age = 3 },
		"another turn":        func(p *position) { p.Turn = 4 },
		"no such age":         func(p *position) { p.Age = 4 },
		"no such turn":        func(p *position) { p.Turn = 7 },
		"no such phase":       func(p *position) { p.Phase = "lunch" },
		"the end":             func(p *position) { p.Phase = "over" },
		"sides to choose":     func(p *position) { p.Phase = "sides" },
		"a last card":         func(p *position) { p.Phase = "last_card" },
		"digging":             func(p *position) { p.Phase = "discards" },
		"another option":      func(p *position) { p.Boards = "gizah,babylon,halikarnassos" },
		"another side option": func(p *position) { p.Sides = "day" },
		"no such side option": func(p *position) { p.Sides = "dusk" },
		"a choice of none":    func(p *position) { p.Choices = []string{"b:palace", "", ""} },
		"a choice too many":   func(p *position) { p.Choices = []string{"", "", "", ""} },
		"a choice of nothing": func(p *position) { p.Choices = []string{"sleep", "", ""} },
	} {
		pos := good.position(t)
		spoil(&pos)
		data, err := json.Marshal(pos)
		if err != nil {
			t.Fatal(err)
		}
		s := *good.load(t)
		before := s
		if err := json.Unmarshal(data, &s); err == nil {
			t.Errorf("%s: accepted", name)
		} else if s != before {
			t.Errorf("%s: the receiver changed", name)
		}
	}
	twice := setup{age: 2, turn: 2, seats: []seatSetup{{city: "loom-age1 loom-age2"}, {}, {}}}
	data, _ := json.Marshal(twice.position(t))
	if _, err := Game.Load(data); err == nil {
		t.Error("a city with two looms was accepted")
	}
	if _, err := Game.Load([]byte(`{"seats": 3, "colour": "red"}`)); err == nil {
		t.Error("an unknown field was accepted")
	}
}

func TestMutatedPositions(t *testing.T) {
	var tables []State
	for seats := 3; seats <= game.MaxSeats; seats++ {
		tables = append(tables, table(t, seats, nil))
	}
	tables = append(tables, table(t, 4, game.Options{"boards": "halikarnassos,babylon,olympia,gizah", "sides": "night"}))
	gametest.MutatedPositions(t, tables, 3000, 150)
}

// Cards that a position does not name can be put out of play: those that have left the hands, and ages to come.
func TestPartialPositions(t *testing.T) {
	var tables []State
	for seats := 3; seats <= game.MaxSeats; seats++ {
		tables = append(tables, table(t, seats, nil))
	}
	tables = append(tables, table(t, 4, game.Options{"boards": "halikarnassos,babylon,olympia,gizah", "sides": "night"}))
	gametest.PartialPositions(t, tables, 150, func(position map[string]any, r *game.Rand) {
		age, decks := int(position["age"].(float64)), position["decks"].([]any)
		if r.IntN(2) == 0 {
			decks = decks[:age+r.IntN(numAges-age+1)]
			position["decks"] = decks
		}
		if position["phase"] != "turn" || position["looks"] != nil {
			return
		}
		delete(position, "choices")
		// Babylon played its last cards because of a stage, which therefore stays.
		babylon := slices.ContainsFunc(position["cities"].([]any), func(c any) bool { return c.(map[string]any)["board"] == "babylon" })
		if age > 1 && !babylon && r.IntN(4) == 0 {
			decks[r.IntN(age-1)] = []any{}
		}
		for _, hands := range decks[:age] {
			for _, hand := range hands.([]any) {
				for i, card := range hand.([]any) {
					if strings.Contains(card.(string), ":") && !(babylon && strings.HasPrefix(card.(string), "w:")) && r.IntN(3) == 0 {
						hand.([]any)[i] = ""
					}
				}
			}
		}
	}, func(s *State) (in [noCard + 1]uint8) {
		for age := range numAges {
			for p := range int(s.seats) {
				for _, c := range s.packet[age][p] {
					in[c]++
				}
			}
		}
		return in
	})
	for what, decks := range map[string]string{
		"a card in hand A is out of play": `[[["","baths","altar","apothecary","barracks","lumber-yard","stone-pit"],["altar","baths","","","","",""],["","","","","","",""]]]`,
		"age 1, which is being played":    `[[]]`,
	} {
		_, err := Game.Load([]byte(`{"rest": "aside", "seats": 3, "cities": [{"board": "gizah", "side": "day"}, {"board": "rhodes", "side": "day"}, {"board": "olympia", "side": "day"}], "decks": ` + decks + `}`))
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
