package locales

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var placeholders = regexp.MustCompile(`\{(?:a:|roman:)?([a-z_]+)(?::[^}]*)?\}`)

// names returns the arguments of a text, each once.
func names(text string) []string {
	var list []string
	for _, m := range placeholders.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestLanguagesAgree(t *testing.T) {
	source := texts()[Languages[0]]
	for _, lang := range Languages[1:] {
		for key, text := range source {
			other, ok := texts()[lang][key]
			switch {
			case !ok:
				t.Errorf("%s lacks %s", lang, key)
			case other == "":
				t.Errorf("%s: %s is empty", lang, key)
			case fmt.Sprint(names(text)) != fmt.Sprint(names(other)):
				t.Errorf("%s: %s has placeholders %v, English has %v", lang, key, names(other), names(text))
			}
		}
		for key := range texts()[lang] {
			if _, ok := source[key]; !ok {
				t.Errorf("%s has %s, English does not", lang, key)
			}
		}
	}
}

// words that the glossary (docs/glossary.md) replaces, and forms that read wrong, by language.
var wording = map[string][]struct{ pattern, use string }{
	"en": {
		{`[0-9}] %`, "72%, without a space"},
		{`(?i)\beverybody\b|\bsomebody\b`, "everyone, someone"},
		{`\bCommit\b`, "Confirm"},
		{`(?i)scientific symbol`, "science symbol"},
		{`(?i)\btak(e|es|ing) back\b`, "undo, or choose again"},
		{`(?i)\bdoes not lie\b`, "isn't in, isn't on"},
		{`(?i)too dear|not affordable`, "too expensive, can't afford"},
		{`(?i)\bobtain(s|ed)?\b`, "unlock"},
	},
	"hu": {
		{`[0-9}] %`, "72%, szóköz nélkül"},
		{`(?i)\ba\(z\)`, "a text that needs no article"},
		{`\}-?[a-záéíóöőúüű]`, "a text without a suffix on a placeholder"},
		{`(?i)szerkezet`, "elrendezés"},
		{`(?i)tudományos jel\b|jelkép`, "szimbólum"},
		{`(?i)\bhadsereg`, "katonaság"},
		{`(?i)katonai jelző`, "katonai lapka"},
		{`(?i)városlap`, "játékostábla"},
		{`(?i)cselekvés`, "akció"},
		{`(?i)\bdobott lapok`, "dobópakli"},
	},
}

func TestWording(t *testing.T) {
	looked := 0
	for lang, rules := range wording {
		for _, rule := range rules {
			pattern := regexp.MustCompile(rule.pattern)
			for key, text := range texts()[lang] {
				looked++
				if pattern.MatchString(text) {
					t.Errorf("%s: %s is %q; use %s", lang, key, text, rule.use)
				}
			}
		}
	}
	if looked < 10000 {
		t.Errorf("only %d comparisons were made", looked)
	}
}

// TestCitiesHaveOneName: a city is called alike in every game and every text, as the rules of Dice name it in both languages.
func TestCitiesHaveOneName(t *testing.T) {
	rules, err := os.ReadFile("../docs/rules/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	// Spellings that other editions and languages use, which a text must not mix in.
	others := map[string]map[string]string{
		"en": {"Giza": "Gizah|Gíza", "Ephesus": "Eph?esos|Epheszosz", "Rhodes": "Rh?odosz?", "Halicarnassus": "Hali[ck]arnass?(?:os|zosz)", "Babylon": "Babilon", "Olympia": "Olümpia|Olympía", "Alexandria": "Alexandrea"},
		"hu": {"Giza": "Giza|Gízah", "Ephesus": "Ephesus|Ephesos|Efezus", "Rhodes": "Rhodes|Rhodosz", "Halicarnassus": "Hali[ck]arnass(?:os|us)", "Babylon": "Babylon", "Olympia": "Olympia|Olimpia", "Alexandria": "Alexandrea"},
	}
	rows := regexp.MustCompile(`(?m)^\| (\p{Lu}\p{L}+) \((\p{Lu}\p{L}+)\) \|`).FindAllStringSubmatch(string(rules), -1)
	cities := map[string]map[string]string{"en": {}, "hu": {}}
	for _, row := range rows {
		if _, ok := others["en"][row[1]]; ok {
			cities["en"][row[1]], cities["hu"][row[1]] = row[1], row[2]
		}
	}
	if len(cities["en"]) != 7 {
		t.Fatalf("the rules name %v", cities["en"])
	}
	ids := regexp.MustCompile(`^(?:wonders|architects|dice)\.name\.(giz|eph|rhod|hali|baby|olym|alex)[a-z]*$`)
	named := 0
	for lang, names := range cities {
		for city, name := range names {
			wrong := regexp.MustCompile(`(?:^|\P{L})(?:` + others[lang][city] + `)`)
			for key, text := range texts()[lang] {
				if wrong.MatchString(text) {
					t.Errorf("%s: %s is %q; the city is %s", lang, key, text, name)
				}
				if m := ids.FindStringSubmatch(key); m != nil && strings.HasPrefix(strings.ToLower(city), m[1][:3]) {
					if named++; text != name {
						t.Errorf("%s: %s is %q, not %q", lang, key, text, name)
					}
				}
			}
		}
	}
	if named != 2*3*7 {
		t.Errorf("%d names of cities were compared", named)
	}
}

func TestFill(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"{seat} pays {n} {n:coin|coins}", "Anna pays 1 coin"},
		{"{m} {m:coin|coins}", "3 coins"},
		{"{a:what} / {a:with}", "az Akadémia / a Palota"},
		{"Age {roman:m}, {roman:what}", "Age III, Akadémia"},
		{"unclosed {n", "unclosed {n"},
	} {
		got := Fill(c.text, map[string]string{"seat": "Anna", "n": "1", "m": "3", "what": "Akadémia", "with": "Palota"})
		if got != c.want {
			t.Errorf("%q gave %q, want %q", c.text, got, c.want)
		}
	}
}
