package dice

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/strict"
)

// theRules is the sheet as the rules print it, typed separately from sheet.json.
type theRules struct {
	Constants map[string]constant `json:"constants"`
	Forum     struct {
		Quarters []struct {
			Cost int `json:"cost"`
		} `json:"quarters"`
	} `json:"forum"`
	Dice []struct {
		dieEntry
		AtStart bool `json:"in_forum_at_start"`
	} `json:"dice"`
	Sheet struct {
		CityBuildings []string        `json:"city_buildings"`
		Buildings     []buildingEntry `json:"buildings"`
	} `json:"sheet"`
	Bonuses   []bonusEntry `json:"bonuses"`
	ScoreRows struct {
		Rows []string `json:"rows"`
	} `json:"score_rows"`
	Cities []cityEntry `json:"cities"`
}

// tunedSource is what the source of a tuned space ends with.
const tunedSource = "; tuned"

// printedSource is the source of a field that someone has corrected from a printed sheet; it is not compared.
const printedSource = "printed sheet"

func readRules(t *testing.T) *theRules {
	t.Helper()
	data, err := os.ReadFile("testdata/dice.json")
	if err != nil {
		t.Fatal(err)
	}
	rules := new(theRules)
	if err := json.Unmarshal(data, rules); err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestTablesSheet compares sheet.json with the data of the rules, field by field. Only fields that the
// list of tuned ones names may differ, and only if they are designed.
func TestTablesSheet(t *testing.T) {
	rules, d := readRules(t), &printed.document
	for _, c := range d.Constants.each() {
		if want := rules.Constants[c.name]; *c.value != want {
			t.Errorf("constant %s is %v, the rules have %v", c.name, *c.value, want)
		}
	}
	// These the code has of its own.
	for name, want := range map[string]int{"coin_per_missing_resource": 1, "min_cost": 0, "max_cost": maxCost, "dice_in_forum": forumSize} {
		if rules.Constants[name].Value != want {
			t.Errorf("%s is %d in the rules, the code is made for %d", name, rules.Constants[name].Value, want)
		}
	}
	for i, q := range rules.Forum.Quarters {
		if d.Quarters.Costs[i] != q.Cost {
			t.Errorf("quarter %d costs %d, the rules have %d", i, d.Quarters.Costs[i], q.Cost)
		}
	}
	for i, e := range rules.Dice {
		if !reflect.DeepEqual(d.Dice[i], e.dieEntry) || e.AtStart == e.Special {
			t.Errorf("die %s is\n%+v, the rules have\n%+v", e.ID, d.Dice[i], e)
		}
	}
	tuned := map[string]tuning{}
	for _, c := range d.Tuned {
		tuned[c.Field] = c
	}
	for i := range rules.Sheet.Buildings {
		compareBuildings(t, "buildings."+rules.Sheet.Buildings[i].ID, &d.Buildings[i], &rules.Sheet.Buildings[i], tuned)
	}
	if !reflect.DeepEqual(d.Bonuses, rules.Bonuses) {
		t.Errorf("bonuses are %+v, the rules have %+v", d.Bonuses, rules.Bonuses)
	}
	for i := range rules.Cities {
		want, got := &rules.Cities[i], &d.Cities[i]
		place := "cities." + want.ID
		if got.ID != want.ID || got.Source != want.Source {
			t.Errorf("%s is %s from %s", place, got.ID, got.Source)
		}
		compareBuildings(t, place+".wonder", &got.Wonder, &want.Wonder, tuned)
		compareBuildings(t, place+".university", &got.University, &want.University, tuned)
	}
	for field := range tuned {
		t.Errorf("tuned: %s is no field, or does not differ from the rules", field)
	}
	if !slices.Equal(rules.ScoreRows.Rows, categories) {
		t.Errorf("score rows are %v, the rules have %v", categories, rules.ScoreRows.Rows)
	}
	for b, spaces := range printed.plans[0].spaces {
		inCity := slices.Contains(rules.Sheet.CityBuildings, buildingIDs[b])
		if gives := printed.plans[0].bonus>>b&1 != 0; gives != inCity || spaces == 0 {
			t.Errorf("%s gives a bonus: %v, in the city: %v", buildingIDs[b], gives, inCity)
		}
	}
}

func compareBuildings(t *testing.T, place string, got, want *buildingEntry, tuned map[string]tuning) {
	t.Helper()
	if got.ID != want.ID || got.Color != want.Color || got.CompletionBonus != want.CompletionBonus || got.Note != want.Note {
		t.Errorf("%s differs", place)
	}
	if len(got.Spaces) != len(want.Spaces) || len(got.Tracks) != len(want.Tracks) {
		t.Fatalf("%s has %d spaces on %d tracks, the rules have %d on %d", place, len(got.Spaces), len(got.Tracks), len(want.Spaces), len(want.Tracks))
	}
	for i := range want.Tracks {
		if got.Tracks[i].Source != printedSource && !reflect.DeepEqual(got.Tracks[i], want.Tracks[i]) {
			t.Errorf("%s: track %+v, the rules have %+v", place, got.Tracks[i], want.Tracks[i])
		}
	}
	for i, space := range want.Spaces {
		if got.Spaces[i].Source == printedSource {
			continue
		}
		field := place + "." + space.ID + ".effects"
		if change, ok := tuned[field]; ok {
			if !designed(space.Source) || !reflect.DeepEqual(change.Was, space.Effects) {
				t.Errorf("tuned: %s was %s from %q in the rules", field, show(space.Effects), space.Source)
			}
			space.Effects = change.Now
			space.Source += tunedSource
			delete(tuned, field)
		}
		if !reflect.DeepEqual(got.Spaces[i], space) {
			t.Errorf("%s.%s is\n%s, the rules have\n%s", place, space.ID, show(got.Spaces[i]), show(space))
		}
	}
}

func show(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// TestTablesCounts recounts the sheet against figures from the rules' own prose (docs/rules/dice.md 9).
func TestTablesCounts(t *testing.T) {
	want := [numBuildings]int{Warehouse: 6, Wonder: 3, BarracksWest: 5, BarracksEast: 5, Agora: 8, Market: 6, University: 9, Guild: 3, StatuePark: 5}
	for c := range printed.plans {
		pl := &printed.plans[c]
		for b, n := range want {
			if got := count(pl.spaces[b]); got != n {
				t.Errorf("%s: %s has %d spaces, want %d", printed.cityIDs[c], Building(b), got, n)
			}
		}
		if n := count(pl.attacks); n != 6 {
			t.Errorf("%s: %d attacks, want 6", printed.cityIDs[c], n)
		}
		// Cost rows of the university: 0,3,6 / 2,3,4 / 3,4,5 in some order.
		sum := 0
		for set := pl.spaces[University]; set != 0; set &= set - 1 {
			sum += int(pl.cost[firstSpace(set)])
		}
		if sum != 9+9+12 {
			t.Errorf("%s: the university costs %d in all, want 30", printed.cityIDs[c], sum)
		}
	}
	if len(printed.cityIDs) != 7 || len(printed.diceIDs) != 10 || len(printed.bonusIDs) != 3 || len(printed.spaceIDs) != 50 {
		t.Errorf("%d cities, %d dice, %d bonuses, %d spaces", len(printed.cityIDs), len(printed.diceIDs), len(printed.bonusIDs), len(printed.spaceIDs))
	}
	resources := map[string]int{}
	for d := range 3 {
		for _, symbol := range printed.symbolIDs[d] {
			resources[symbol]++
		}
	}
	for symbol, n := range map[string]int{"stone": 4, "wood": 4, "clay": 4, "glass": 2, "papyrus": 2, "textile": 2} {
		if resources[symbol] != n {
			t.Errorf("%s occurs %d times on the grey dice, want %d", symbol, resources[symbol], n)
		}
	}
}

// TestWrongSheets: a wrong file is refused, and the refusal names the field.
func TestWrongSheets(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"format_version": 1`, `"format_version": 2`, "format_version: 2 is unknown"},
		{`"format_version": 1`, `"format_version": 1, "format_version": 1`, "format_version: the field is given twice"},
		{`"start_coins": {"value": 7, `, `"start_coins": {`, "constants.start_coins.value: the field is missing"},
		{`"start_coins": {"value": 7, `, `"start_coins": {"value": "7", `, "constants.start_coins.value: must be a whole number"},
		{`"start_coins": {"value": 7, `, `"start_coins": {"value": -1, `, "constants.start_coins.value: must be a whole number from 0 to 1000, not -1"},
		{`"costs": [0, 1, 2, 3]`, `"costs": [0, 1, 2, 1001]`, "quarters.costs[3]: must be a whole number from 0 to 1000, not 1001"},
		{`"start_coins": {"value": 7, `, `"start_coins": {"value": 31, `, "constants.start_coins.value: 31 coins do not fit"},
		{`"gold_reserve_size": {"value": 30, "source": "designed"}`, `"gold_reserve_size": {"value": 30, "source": ""}`, "constants.gold_reserve_size.source:"},
		{`"costs": [0, 1, 2, 3]`, `"costs": [0, 1, 2]`, "quarters.costs: the forum has 4 quarters"},
		{`{"id": "grey2", "color": "grey"`, `{"id": "grey1", "color": "grey"`, "dice.grey1.id: \"grey1\" is used twice"},
		{`{"id": "grey2", "color": "grey"`, `{"id": "grey2", "color": "gray"`, "dice.grey2.color: \"gray\""},
		{`{"id": "white", "color": "white", "special": true`, `{"id": "white", "color": "white", "special": false`, "dice: 8 are not special"},
		{`{"symbol": "mask", "building": "agora", "track": "mask"}`, `{"symbol": "mask", "building": "agora", "track": "musk"}`, "dice.blue.faces[0].track: agora has no track \"musk\""},
		{`{"symbol": "mask", "building": "agora", "track": "mask"}`, `{"symbol": "mask"}`, "dice.blue.faces[0]: points to one building"},
		{`{"id": "a_11", "cost": 0`, `{"id": "a_11", "cost": 7`, "buildings.agora.a_11.cost: 7, but costs are 0 to 6"},
		{`{"id": "a_11", "cost": 0`, `{"id": "a_11", "kost": 0`, "spaces[0].kost: there is no such field here"},
		{`{"id": "a_11", "cost": 0`, `{"id": "a_11"`, "spaces[0].cost: the field is missing"},
		{`"symbol": "mask", "mode": "ordered", "spaces": ["a_11", "a_12"]`, `"symbol": "mask", "mode": "orderly", "spaces": ["a_11", "a_12"]`, "buildings.agora.tracks[0].mode:"},
		{`"symbol": "mask", "mode": "ordered", "spaces": ["a_11", "a_12"]`, `"symbol": "mask", "mode": "ordered", "spaces": ["a_11", "m_coin"]`, "buildings.agora.tracks[0].spaces: \"m_coin\" is no space of the building"},
		{`{"type": "per_marked", "building": "market", "coins": 1, "vp": 1}`, `{"type": "per_marked", "building": "market", "coins": 1}`, "buildings.market.m_chest2.effects[0]: per_marked has the fields type building coins vp"},
		{`{"type": "per_marked", "building": "market", "coins": 1, "vp": 1}`, `{"type": "per_market"}`, "buildings.market.m_chest2.effects[0].type: there is no effect"},
		{`{"type": "attack", "side": "west", "vp": 3}`, `{"type": "attack", "side": "west", "vp": 1}`, "buildings.barracks_west.bw_att1.effects[0].vp: 1 points could become negative"},
		{`{"type": "attack", "side": "west", "vp": 3}`, `{"type": "attack", "side": "north", "vp": 3}`, "buildings.barracks_west.bw_att1.effects[0].side:"},
		{`{"type": "resource", "resource": "wood"}`, `{"type": "vp", "amount": 1}`, "buildings.warehouse.w_wood.effects[0].type: the warehouse lies outside the city"},
		{`{"id": "bonus_coins", "effects": [{"type": "coins", "amount": 7}]`, `{"id": "bonus_coins", "effects": [{"type": "vp", "amount": 7}]`, "bonuses.bonus_coins.effects[0].type: a bonus cannot bring vp"},
		{`{"id": "bonus_coins", "effects": [{"type": "coins", "amount": 7}]`, `{"id": "bonus_coins", "effects": []`, "bonuses.bonus_coins.effects: everything printed has at least one"},
		{`{"id": "rhodes", "source"`, `{"id": "Rhodes", "source"`, "cities.Rhodes.id: \"Rhodes\" may hold only"},
		{`"unlock", "die": "purple"`, `"unlock", "die": "red"`, "cities.giza.university.u_tablet2.effects[0].die: \"red\" is no special die"},
		{`{"id": "s_blue", "cost": 1, "effects": [{"type": "mark", "buildings": ["agora"], "max": 2}]`, `{"id": "s_blue", "cost": 1, "effects": [{"type": "mark", "buildings": ["agora"], "max": 0}]`, "buildings.statue_park.s_blue.effects[0].max: must be 1 to 7"},
		{`{"id": "s_blue", "cost": 1, "effects": [{"type": "mark", "buildings": ["agora"], "max": 2}]`, `{"id": "s_blue", "cost": 1, "effects": [{"type": "mark", "buildings": ["agora"], "max": 7}, {"type": "mark", "buildings": ["agora"], "max": 7}]`, "could bring"},
		{"\n ]\n}\n", "\n ]\n}\n{}", "more text"},
	} {
		wrong := strings.Replace(string(sheetJSON), c.from, c.to, 1)
		if wrong == string(sheetJSON) {
			t.Errorf("%s is not in the sheet", c.from)
			continue
		}
		if _, err := LoadSheet([]byte(wrong)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s gave %v, want %s", c.to, c.from, err, c.want)
		}
	}
}

// otherSheet is deliberately different from the printed one: more spaces, other tracks, costs, effects and
// bonuses, everything the rules leave to the sheet.
func otherSheet(t testing.TB) *Sheet {
	t.Helper()
	var d document
	if err := strict.DecodeWhole(sheetJSON, &d); err != nil {
		t.Fatal(err)
	}
	n := func(i int) *int { return &i }
	vp := func(i int) effectEntry { return effectEntry{Type: "vp", Amount: n(i)} }
	find := func(id string) *buildingEntry {
		for i := range d.Buildings {
			if d.Buildings[i].ID == id {
				return &d.Buildings[i]
			}
		}
		return nil
	}
	d.Constants.GoldReserve.Value, d.Constants.StartCoins.Value, d.Constants.PassCoins.Value = 12, 5, 4
	d.Constants.RoundsAfter.Value = 2
	d.Tuned = []tuning{}
	d.Quarters.Costs = []int{0, 2, 3, 4}
	// The agora as a full grid of nine, its third row running against the numbering of its spaces.
	agora := find("agora")
	agora.Spaces = append(agora.Spaces, spaceEntry{ID: "a_13", Cost: 6, Effects: []effectEntry{vp(9)}, Source: "test"})
	agora.Tracks[0].Spaces = []string{"a_11", "a_12", "a_13"}
	agora.Tracks[2].Spaces = []string{"a_33", "a_32", "a_31"}
	agora.Tracks[5].Spaces = []string{"a_13", "a_23", "a_33"}
	// Five attacks a side; the last shield brings coins as well.
	for _, side := range []string{"west", "east"} {
		b := find("barracks_" + side)
		for i := 4; i <= 5; i++ {
			id := fmt.Sprintf("b%c_att%d", side[0], i)
			b.Spaces = append(b.Spaces, spaceEntry{ID: id, Cost: i, Effects: []effectEntry{{Type: "attack", Side: side, VP: n(2 + 2*i)}}, Source: "test"})
			b.Tracks[0].Spaces = append(b.Tracks[0].Spaces, id)
		}
		b.Spaces[4].Effects = append(b.Spaces[4].Effects, effectEntry{Type: "coins", Amount: n(2)})
	}
	d.Bonuses = append(d.Bonuses, bonusEntry{"bonus_die", []effectEntry{{Type: "build_free_die"}, {Type: "coins", Amount: n(1)}}, "test"})
	// Giza: four steps in any order, one of them an attack; what follows an extra action waits for it.
	giza := &d.Cities[0]
	giza.Wonder.Spaces = append(giza.Wonder.Spaces, spaceEntry{ID: "wo_4", Cost: 0, Effects: []effectEntry{{Type: "attack", Side: "east", VP: n(4)}}, Source: "test"})
	giza.Wonder.Spaces[0].Effects = []effectEntry{{Type: "extra_action"}, {Type: "die_discount", Amount: n(1)}, vp(1)}
	giza.Wonder.Tracks[0].Mode = "any"
	giza.Wonder.Tracks[0].Spaces = append(giza.Wonder.Tracks[0].Spaces, "wo_4")
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	sh, err := LoadSheet(data)
	if err != nil {
		t.Fatal(err)
	}
	return sh
}

// TestOtherSheet plays a different sheet through: the rules follow from the data.
func TestOtherSheet(t *testing.T) {
	sh := otherSheet(t)
	if again := otherSheet(t); again != sh {
		t.Error("the same sheet was taken for another")
	}
	if sh.id == printed.id || sh.Game().Info().Rules == Game.Info().Rules {
		t.Error("another sheet has the same fingerprint")
	}
	s, err := sh.empty(3, game.Options{"cities": "random"})
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run[State](t, s, gametest.Suite{Games: 20, Probe: 10, MaxBytes: 1024, MaxDecisions: 2000, Simultaneous: true})
	defer func(before *Sheet) { rulesSheet = before }(rulesSheet)
	rulesSheet = sh
	var nobody playerPosition
	t.Run("a track against the numbering", func(t *testing.T) {
		s := stage(t, "blue=fountain@0", seatOf("rhodes", 9, with(6)), nobody)
		s.offers(0, "d:blue:", "a_33")
		s.play(0, "d:blue:a_33")
		if s.players[0].open>>indexOf(sh.spaceIDs, "a_32")&1 == 0 {
			t.Error("the next space on the track is not open")
		}
	})
	t.Run("other constants", func(t *testing.T) {
		s := stage(t, "red=axe@1", seatOf("rhodes", 11, with(6)), seatOf("babylon", 5, nil))
		s.play(0, "pass")
		s.coins(0, 12)
		s.play(1, "d:red:bw_att1")
		s.coins(1, 3)
	})
	t.Run("wonder steps in any order, and an attack among them", func(t *testing.T) {
		s := stage(t, "", seatOf("giza", 5, nil), seatOf("babylon", 5, with(0, "bw_def1")))
		s.offers(0, "w:", "wo_1", "wo_2", "wo_3", "wo_4")
		s.play(0, "w:wo_4")
		s.scores(0, Wonder, 3)
	})
	t.Run("what is printed after an extra action comes after it", func(t *testing.T) {
		s := stage(t, "red=axe@1", seatOf("giza", 10, with(1)), nobody)
		s.play(0, "w:wo_1")
		if s.Discount(0) != 0 {
			t.Error("the discount is there before the extra action")
		}
		s.play(0, "d:red:bw_att1")
		s.coins(0, 8)
		if s.Discount(0) != 1 {
			t.Error("the discount is not there after the extra action")
		}
	})
	t.Run("two more rounds after the third of four bonuses", func(t *testing.T) {
		marked := slices.Concat(with(6), wonderDone, marketDone, []string{"bw_def1", "bw_def2", "bw_att1", "bw_att2", "bw_att3", "bw_att4"})
		s := stage(t, "red=axe@0", seatOf("rhodes", 5, marked, "bonus_action", "bonus_mark"), nobody)
		s.play(0, "d:red:bw_att5", "b:bonus_coins")
		s.rest()
		if s.last != 11 || s.round != 10 {
			t.Errorf("round %d, last %d", s.round, s.last)
		}
		s.rest()
		if s.over {
			t.Error("over too early")
		}
		s.rest()
		if !s.over || s.round != 11 {
			t.Errorf("over %v in round %d", s.over, s.round)
		}
	})
}

// TestSourcesDoNotChangeTheGame: whoever corrects a source or a note plays the same game.
func TestSourcesDoNotChangeTheGame(t *testing.T) {
	sh, err := LoadSheet([]byte(strings.ReplaceAll(string(sheetJSON), `"source": "designed`, `"source": "printed sheet`)))
	if err != nil {
		t.Fatal(err)
	}
	if sh != printed {
		t.Error("a sheet with other sources was taken for another game")
	}
}
