package dice

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"mirabilia/game"
)

func texts(t *testing.T, lang string) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../locales/" + lang + "/dice.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTexts: everything with an id has a name, what has a rule of its own is explained, and every event, refusal
// and effect has its sentence.
func TestTexts(t *testing.T) {
	for _, lang := range []string{"en", "hu"} {
		all := texts(t, lang)
		need := func(prefix string, ids ...string) {
			t.Helper()
			for _, id := range ids {
				if id != "" && all[prefix+id] == "" {
					t.Errorf("%s lacks %s%s", lang, prefix, id)
				}
			}
		}
		need("", "title", "promise", "option.cities", "option.cities.random")
		for _, ids := range [][]string{buildingIDs[:], colourIDs[:], printed.diceIDs, printed.spaceIDs, printed.bonusIDs, printed.cityIDs, resourceIDs} {
			need("name.", ids...)
		}
		for _, ids := range [][]string{buildingIDs[:], printed.diceIDs, printed.bonusIDs, printed.cityIDs} {
			need("about.", ids...)
		}
		need("wonder.", printed.cityIDs...)
		need("score.", categories...)
		need("won_by.", Game.Info().WonBy...)
		for d := range printed.diceIDs {
			need("name.", printed.symbolIDs[d][:]...)
		}
		for k := range effectForms {
			need("effect.", effectForms[k].id)
		}
		for _, reason := range refusals(t) {
			if !strings.HasPrefix(reason, "bad_move") && reason != "game_over" && reason != "no_seat" { // of all games
				need("refusal.", reason)
			}
		}
		r := game.NewRand(game.NumberSeed(8))
		for g := range 40 {
			s := table(t, 2+g%6, "random")
			s.Deal(r)
			var told game.Events
			for s.Owing() != 0 {
				s.Apply(s.Owing().First(), s.RandomMove(s.Owing().First(), r), &told)
			}
			for _, e := range told.List {
				need("log.", e.Type)
				need("name.", e.What, e.With)
			}
		}
	}
}

// refusals returns the reasons in the source of this package.
func refusals(t *testing.T) []string {
	t.Helper()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`game\.Refuse\(game\.\w+, "(\w+)"`)
	var reasons []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		data, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(data), -1) {
			reasons = append(reasons, m[1])
		}
	}
	if len(reasons) < 10 {
		t.Errorf("only %d refusals found", len(reasons))
	}
	return reasons
}
