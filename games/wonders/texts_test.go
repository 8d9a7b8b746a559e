package wonders

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"mirabilia/game"
)

// Everything that this package names has its texts, in both languages.
func TestTexts(t *testing.T) {
	things := append([]string{}, "points", "tie_break", "shared", "left", "right", "day", "night")
	described := []string{}
	for i, row := range cards {
		described = append(described, row.id, boards[i%int(numBoards)].id)
	}
	for _, row := range stageTable {
		for k := range numStages[row.board][row.side] {
			described = append(described, stageID(row.board, row.side, k))
		}
	}
	for _, id := range powerIDs {
		described = append(described, id)
	}
	for age := range numAges {
		things = append(things, ageID(age))
	}
	things = append(append(append(things, resources[:]...), colours[:]...), "compass", "gear", "tablet")
	keys := map[string]bool{"title": true, "promise": true}
	for _, id := range things {
		keys["name."+id] = true
	}
	for _, id := range described {
		keys["name."+id] = true
		keys["about."+id] = true
	}
	info := Game.Info()
	for _, o := range info.Options {
		keys["option."+o.Key] = true
		for _, v := range o.Values {
			keys["option."+o.Key+"."+v] = true
		}
	}
	for _, c := range info.Categories {
		keys["score."+c] = true
	}
	for _, w := range info.WonBy {
		keys["won_by."+w] = true
	}
	for _, reason := range reasons(t) {
		keys["refusal."+reason] = true
	}
	r := game.NewRand(game.NumberSeed(31))
	told := map[string]bool{}
	for g := range 60 {
		s := table(t, 3+g%5, nil)
		s.Deal(r)
		var tell game.Events
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), &tell)
		}
		for _, e := range tell.List {
			told[e.Type] = true
			for _, id := range []string{e.What, e.With} {
				if id != "" {
					keys["name."+id] = true
				}
			}
		}
	}
	told["empty_pile"] = true // too rare for these games
	for typ := range told {
		keys["log."+typ] = true
	}
	if len(told) != 26 {
		t.Errorf("%d types of events were told: %v", len(told), told)
	}
	for _, lang := range []string{"en", "hu"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "locales", lang, "wonders.json"))
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatal(err)
		}
		for key := range keys {
			if texts[key] == "" {
				t.Errorf("%s: no text for %s", lang, key)
			}
		}
	}
}

// reasons returns the words with which this package refuses.
func reasons(t *testing.T) (list []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	refuse := regexp.MustCompile(`game\.Refuse\(game\.[A-Za-z]+, "([a-z_]+)"`)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refuse.FindAllSubmatch(data, -1) {
			list = append(list, string(m[1]))
		}
	}
	return list
}
