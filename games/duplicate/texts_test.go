package duplicate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"mirabilia/game"
)

// TestTexts: everything the match names has its texts in both languages; what happens on a board is told in Duel's.
func TestTexts(t *testing.T) {
	keys := []string{"title", "promise", "board", "log.resign", "log.time", "log.board_end", "log.board_even", "log.game_end"}
	info := Game.Info()
	for _, o := range info.Options {
		keys = append(keys, "option."+o.Key)
		for _, v := range o.Values {
			keys = append(keys, "option."+o.Key+"."+v)
		}
	}
	for _, c := range info.Categories {
		keys = append(keys, "score."+c)
	}
	for _, w := range info.WonBy {
		keys = append(keys, "won_by."+w, "name."+w)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	refusal := regexp.MustCompile(`game\.Refuse\(game\.\w+, "(\w+)"`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refusal.FindAllSubmatch(source, -1) {
			keys = append(keys, "refusal."+string(m[1]))
		}
	}
	happened := happenings(t)
	for _, lang := range []string{"en", "hu"} {
		texts, common, duel := readTexts(t, lang, "duplicate"), readTexts(t, lang, "common"), readTexts(t, lang, "duel")
		for _, key := range keys {
			if texts[key] == "" && common[key] == "" {
				t.Errorf("%s has no text for %s", lang, key)
			}
		}
		for e := range happened {
			if key := "log." + e.Type; texts[key] == "" && (e.Board == 0 || duel[key] == "") {
				t.Errorf("%s has no text for %+v", lang, e)
			}
		}
	}
}

func readTexts(t *testing.T, lang, area string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "locales", lang, area+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

// happenings returns the kinds of events of many random matches.
func happenings(t *testing.T) map[game.Event]bool {
	t.Helper()
	found := map[game.Event]bool{}
	s := table(t, "pantheon=true")
	r := game.NewRand(game.NumberSeed(14))
	for n := range 300 {
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			m := s.RandomMove(seat, r)
			if n < 10 && r.IntN(40) == 0 {
				m = []game.Move{resignOne, resignAll, timeOut}[n%3]
			}
			if s.Check(seat, m) != nil {
				continue
			}
			var told game.Events
			s.Apply(seat, m, &told)
			for _, e := range told.List {
				found[game.Event{Type: e.Type, Board: e.Board}] = true
			}
		}
	}
	if len(found) < 40 {
		t.Errorf("only %d kinds of events happened", len(found))
	}
	return found
}
