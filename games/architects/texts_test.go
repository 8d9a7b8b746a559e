package architects

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// TestTexts: both languages have a text for every id that the game shows.
func TestTexts(t *testing.T) {
	keys := []string{"title", "promise", "name.central", "about.central", "name.pile", "about.pile"}
	named := func(ids ...string) {
		for _, id := range ids {
			keys = append(keys, "name."+id, "about."+id)
		}
	}
	for _, row := range cards {
		named(row.id)
		keys = append(keys, "name."+row.colour)
	}
	for _, row := range wonders {
		named(row.id)
	}
	named(tokenIDs[:]...)
	for set := range Set(NumSets) {
		keys = append(keys, "name."+set.String())
	}
	for _, id := range phaseIDs {
		keys = append(keys, "phase."+id)
	}
	for _, o := range options {
		keys = append(keys, "option."+o.Key, "option."+o.Key+"."+o.Default)
		for _, v := range o.Values {
			keys = append(keys, "option."+o.Key+"."+v)
		}
	}
	for _, c := range Game.Info().Categories {
		keys = append(keys, "score."+c)
	}
	for _, w := range Game.Info().WonBy {
		keys = append(keys, "won_by."+w)
	}
	keys = append(keys, found(t, `Type: "([a-z_]+)"`, "log.", "play.go", "flow.go", "war.go", "events.go")...)
	keys = append(keys, found(t, `s\.tell\(tell, "([a-z_]+)"`, "log.", "play.go", "flow.go", "war.go", "events.go")...)
	keys = append(keys, found(t, `(?:refuse\(|return )"([a-z_]+)", `, "refusal.", "check.go")...)
	if len(keys) < 150 {
		t.Fatalf("only %d keys found", len(keys))
	}
	for _, lang := range []string{"en", "hu"} {
		data, err := os.ReadFile("../../locales/" + lang + "/architects.json")
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]string
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if texts[key] == "" {
				t.Errorf("%s lacks %s", lang, key)
			}
		}
	}
}

// found returns the words that a pattern finds in the source.
func found(t *testing.T, pattern, prefix string, files ...string) []string {
	t.Helper()
	var keys []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(source), -1) {
			keys = append(keys, prefix+m[1])
		}
	}
	if len(keys) == 0 {
		t.Fatalf("nothing matches %s", pattern)
	}
	return keys
}
