package names

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"mirabilia/game"
)

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Fanni", "FANNI", "fánni", " f-a-n.n i ", "Fаnni" /* Cyrillic a */, "Fɑnni", "Ｆａｎｎｉ", "Fann1", "fannl", "Fanńi", "F\u200banni", "𝐅𝐚𝐧𝐧𝐢"},
		{"Zoë", "ZOE", "zo\u0065\u0308", "z0e", "Ζοε" /* Greek */},
		{"Péter", "Peter", "Реtег" /* Cyrillic */},
		{"Bob", "BOB", "b0b"},
		{"Łukasz", "lukasz", "Iukasz"},
	} {
		want := Fold(same[0])
		for _, name := range same {
			if got := Fold(name); got != want {
				t.Errorf("%q is %q, %q is %q", same[0], want, name, got)
			}
		}
	}
	different := []string{"Fanni", "Anna", "Hanna", "Fanny", "Béla", "Bella", "Ёлка", "Ивaн", "山田", "田中", "Σωκράτης", "Zsófi", "Fanni9"}
	seen := map[string]string{}
	for _, name := range different {
		f := Fold(name)
		if f == "" || seen[f] != "" {
			t.Errorf("%q is %q, as is %q", name, f, seen[f])
		}
		seen[f] = name
	}
	for _, nothing := range []string{"", "…", "🏛", "\u0301", "- _"} {
		if f := Fold(nothing); f != "" {
			t.Errorf("%q is %q", nothing, f)
		}
	}
}

func TestNumbered(t *testing.T) {
	for name, want := range map[string]string{"Fanni": "Fanni 2", strings.Repeat("é", 24): strings.Repeat("é", 22) + " 2", strings.Repeat("a", 21) + " bc": strings.Repeat("a", 21) + " 2"} {
		if got := Numbered(name, 2, 24); got != want || len([]rune(got)) > 24 {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Fanni")
	f.Fuzz(func(t *testing.T, name string) {
		folded := Fold(name)
		if again := Fold(folded); again != folded {
			t.Errorf("%q is %q and then %q", name, folded, again)
		}
	})
}

// TestLookAlikes: names that nobody tells apart at a glance are the same, or are refused because they mix alphabets; names that differ stay different.
func TestLookAlikes(t *testing.T) {
	for _, c := range []struct {
		name   string
		copies []string
	}{
		{"Adam", []string{"ꓮdam", "Ꭺdam", "ᎪᎠam", "ᎪᎠᎪᎷ", "Ⲁdam", "ᴀdam", "𐊠dam", "Adaᗰ", "Adaꮇ", "Adaᴍ", "Adarn", "ADARN", "Acfam", "Aclam", "Ac1am", "AcIam", "ΑDAM", "Аdam", "Ａdam", "4dam", "Ádám"}},
		{"Wilma", []string{"VVilma", "vvilma", "Ԝilma", "WiIma", "Wi1ma", "Wilrna"}},
		{"Mia", []string{"Rnia", "rnia", "Μia", "Мia"}},
		{"level8", []string{"1evel8", "Ievel8", "lеvel8", "level８", "LEVEL8", "lеvеl8"}},
		{"Zoë", []string{"Ζοε", "zo\u0065\u0308", "z0e"}},
	} {
		for _, other := range c.copies {
			clean, err := Clean(other)
			if err == nil && Alike(clean) != Alike(c.name) {
				t.Errorf("%q may be beside %q: %q and %q", other, c.name, Alike(clean), Alike(c.name))
			}
		}
	}
	seen := map[string]string{}
	for _, name := range []string{"Anna", "Hanna", "Adam", "Ada", "Béla", "Bella", "Őze", "Ősz", "Űr", "Örs", "Márton", "Marton Á", "Árvíztűrő", "Tükörfúró", "Иван", "Анна Каренина", "Ольга", "Юлия", "Щукин", "Σωκράτης", "Ευδοκία", "Ξένια",
		"山田", "田中", "山田 Ken", "김민수", "דוד", "محمد", "सीता", "Fanni9", "Fanni 98", "6", "8", "🏛 Nero", "O'Hara", "Jean-Luc", "Mod3", "Hostess", "Adminton", "Modest", "Ghost"} {
		clean, err := Clean(name)
		if err != nil || clean != name || name != "Mod3" && Official(name) {
			t.Errorf("%q is refused: %v, %v", name, err, Official(name))
		}
		if a := Alike(name); a == "" || seen[a] != "" {
			t.Errorf("%q is %q, as is %q", name, a, seen[a])
		} else {
			seen[a] = name
		}
	}
}

// TestMixedScripts: a name is written in one alphabet, or in those that one language uses together.
func TestMixedScripts(t *testing.T) {
	for _, name := range []string{"Аdam", "Αdam", "Ꭺdam", "Anna Ивановна", "דוד David", "한국Иван", "ДимAS"} {
		var r *game.Error
		if _, err := Clean(name); !errors.As(err, &r) || r.Reason != "mixed_scripts" {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"Anna 7", "Анна-7", "山田 たろう Ken", "김 金 Kim", "Łukasz ♥ Zoë", "Ⅻ"} {
		if _, err := Clean(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestOfficial: nobody is called like those who run a server, in any language of the page and however it is written.
func TestOfficial(t *testing.T) {
	for _, name := range []string{"Host", "HOST", "h0st", "H o s t", "Admin", "Admin 2", "admin7", "Moderator", "Mirabilia", "MirabiliaTeam", "[Host] Adam", "Adam (host)", "Adam, mod", "~Admin~", "Ηοst", "ΗΟЅТ",
		"Házigazda", "hazigazda Béla", "(Moderátor) Béla", "Rendszergazda", "üzemeltető", "M1rabi1ia", "Hivatalos Anna"} {
		if !Official(name) {
			t.Errorf("%q is free", name)
		}
	}
	for _, name := range []string{"Anna", "Hosta", "Ghost", "Gazda", "Admira", "Modra", "Mirabel", "Házi", "Mira Bilia"} {
		if Official(name) != (name == "Mira Bilia") {
			t.Errorf("%q: %v", name, Official(name))
		}
	}
}

// TestConfusables: the table is whole, says where it comes from, and has only what it is there for.
func TestConfusables(t *testing.T) {
	if !strings.Contains(confusableList, "Unicode 16.0.0") || !strings.Contains(confusableList, "Unicode License V3") {
		t.Error("the table does not say where it comes from")
	}
	if n := len(confusables()); n < 1500 {
		t.Errorf("%d characters", n)
	}
	for r, as := range confusables() {
		if r < utf8.RuneSelf && r != '%' || Alike(as) != pairs.Replace(as) || Fold(string(r)) == as {
			t.Errorf("%q is taken for %q", r, as)
		}
	}
}

func FuzzAlike(f *testing.F) {
	f.Add("Adarn")
	f.Add("ᎪᎠam")
	f.Fuzz(func(t *testing.T, name string) {
		once := Alike(name)
		if again := Alike(once); again != once {
			t.Errorf("%q is %q and then %q", name, once, again)
		}
		if Fold(name) == "" && once == "" {
			return
		}
		if Alike(strings.ToUpper(once)) == "" && once != "" {
			t.Errorf("%q", once)
		}
	})
}
