package docs_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/games"
)

// TestPositionExamples: every game has an example of a position; it is read, comes back as the same state, and plays to its end.
func TestPositionExamples(t *testing.T) {
	text, err := os.ReadFile("position.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for _, m := range regexp.MustCompile("(?s)```json (\\w+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		g, err := games.ByID(m[1])
		if err != nil {
			t.Fatal(err)
		}
		shown[m[1]]++
		b, err := g.Load([]byte(m[2]))
		if err != nil {
			t.Errorf("%s: %v", m[1], err)
			continue
		}
		data, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := g.Load(data); err != nil || !g.Equal(again, b) {
			t.Errorf("%s: what was written is read as another state, %v", m[1], err)
		}
		r := game.NewRand(game.NumberSeed(1))
		for b.Owing() != 0 {
			seat := b.Owing().First()
			b.Apply(seat, b.RandomMove(seat, r), nil)
		}
		if !b.Result().Over {
			t.Errorf("%s: the example does not come to an end", m[1])
		}
	}
	for _, g := range games.All {
		if shown[g.Info().ID] == 0 {
			t.Errorf("%s has no example", g.Info().ID)
		}
	}
}

// TestPositionFields: the page names every field that positions of random games have.
func TestPositionFields(t *testing.T) {
	text, err := os.ReadFile("position.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All {
		_, page, _ := strings.Cut(string(text), "(`"+g.Info().ID+"`)")
		page, _, _ = strings.Cut(page, "\n## ")
		b, err := g.New(g.Info().MinSeats, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(game.NumberSeed(2))
		fields := map[string]bool{}
		for range 20 {
			for b.Deal(r); b.Owing() != 0; {
				data, err := json.Marshal(b)
				if err != nil {
					t.Fatal(err)
				}
				var p map[string]json.RawMessage
				if err := json.Unmarshal(data, &p); err != nil {
					t.Fatal(err)
				}
				for f := range p {
					fields[f] = true
				}
				seat := b.Owing().First()
				b.Apply(seat, b.RandomMove(seat, r), nil)
			}
		}
		if len(fields) < 5 {
			t.Errorf("%s: only the fields %v were seen", g.Info().ID, fields)
		}
		for f := range fields {
			if f != "stream" && f != "chance" && !strings.Contains(page, "`"+f+"`") {
				t.Errorf("%s: the field %s is not described", g.Info().ID, f)
			}
		}
	}
}

// TestCitedSections: the rules that comments cite by file and section are there.
func TestCitedSections(t *testing.T) {
	cited := regexp.MustCompile(`docs/rules/(\w+)\.md(?: (\d+))?`)
	rules := map[string]string{}
	n := 0
	entries, err := os.ReadDir("../games")
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range entries {
		if !room.IsDir() {
			continue
		}
		files, err := os.ReadDir("../games/" + room.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file.Name(), ".go") {
				continue
			}
			source, err := os.ReadFile("../games/" + room.Name() + "/" + file.Name())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(source), "RULES.md") {
				t.Errorf("%s/%s cites RULES.md; cite docs/rules/<game>.md", room.Name(), file.Name())
			}
			for _, m := range cited.FindAllStringSubmatch(string(source), -1) {
				n++
				if rules[m[1]] == "" {
					text, err := os.ReadFile("rules/" + m[1] + ".md")
					if err != nil {
						t.Fatal(err)
					}
					rules[m[1]] = string(text)
				}
				if m[2] != "" && !strings.Contains(rules[m[1]], "\n## "+m[2]+".") {
					t.Errorf("%s/%s cites section %s of %s.md, which is not there", room.Name(), file.Name(), m[2], m[1])
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d citations were found", n)
	}
}
