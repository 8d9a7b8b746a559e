package duel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestTexts: everything the game names has its texts in both languages.
func TestTexts(t *testing.T) {
	var keys []string
	need := func(key string) { keys = append(keys, key) }
	named := func(ids ...string) {
		for _, id := range ids {
			need("name." + id)
		}
	}
	told := func(ids ...string) {
		named(ids...)
		for _, id := range ids {
			need("about." + id)
		}
	}
	need("title")
	need("promise")
	told(cardIDs.ids...)
	told(wonderIDs.ids...)
	told(tokenIDs.ids...)
	told(godIDs.ids...)
	told(offeringIDs[:]...)
	named(mythIDs.ids...)
	named(spaceIDs.ids...)
	named(resourceIDs[:]...)
	named(colourIDs[:]...)
	named(symbolIDs[:]...)
	named(backIDs[:]...)
	for _, l := range loots {
		named(l.id)
	}
	info := Game.Info()
	for _, o := range info.Options {
		need("option." + o.Key)
		for _, v := range o.Values {
			need("option." + o.Key + "." + v)
		}
	}
	for _, c := range info.Categories {
		need("score." + c)
	}
	for _, w := range info.WonBy {
		need("won_by." + w)
	}
	for reason := range reasons(t) {
		need("refusal." + reason)
	}
	for _, base := range []State{table(t), table(t, "pantheon=true"), table(t, "pantheon=true", "zeus_takes_token=true")} {
		for kind := range happenings(t, base) {
			need("log." + kind)
		}
	}
	for _, lang := range []string{"en", "hu"} {
		texts, common := readTexts(t, lang, "duel"), readTexts(t, lang, "common")
		for _, key := range keys {
			if texts[key] == "" && common[key] == "" {
				t.Errorf("%s has no text for %s", lang, key)
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

// reasons returns the words for refusals in the sources of this package.
func reasons(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	refusal := regexp.MustCompile(`game\.Refuse\(game\.\w+, "(\w+)"`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refusal.FindAllSubmatch(source, -1) {
			found[string(m[1])] = true
		}
	}
	return found
}
