// Package locales contains all user-facing text, in each language, for the program and the page alike.
// There is one file per language and area: en/duel.json has the keys "duel.*". Every language has exactly
// the keys and placeholders of English; a test checks it.
//
// A text may contain placeholders: {what} is replaced by the argument of that name, {n:coin|coins} by the
// first word if argument n is one and by the second otherwise, {a:what} by the argument with the
// Hungarian definite article (a or az) before it, and {roman:n} by n in Roman numerals (ages I to III).
package locales

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed en/*.json hu/*.json
var files embed.FS

// Languages are the languages of every text. The others are translated from the first.
var Languages = []string{"en", "hu"}

// texts maps a language to its texts, by area and key joined by a dot. They are read when they are first needed, because
// most commands start without them.
var texts = sync.OnceValue(load)

func load() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, lang := range Languages {
		all[lang] = map[string]string{}
		entries, err := files.ReadDir(lang)
		if err != nil {
			panic(err) // embedded at build time
		}
		for _, e := range entries {
			data, err := files.ReadFile(path.Join(lang, e.Name()))
			if err != nil {
				panic(err)
			}
			var area map[string]string
			if err := json.Unmarshal(data, &area); err != nil {
				panic(fmt.Sprintf("locales/%s/%s: %v", lang, e.Name(), err))
			}
			for k, v := range area {
				all[lang][strings.TrimSuffix(e.Name(), ".json")+"."+k] = v
			}
		}
	}
	return all
}

// Has reports whether texts exist in lang.
func Has(lang string) bool { return texts()[lang] != nil }

// Area returns the texts of one area by their keys.
func Area(lang, area string) map[string]string {
	list := map[string]string{}
	for key, text := range texts()[lang] {
		if short, ok := strings.CutPrefix(key, area+"."); ok {
			list[short] = text
		}
	}
	return list
}

// Lookup returns a text with its placeholders unfilled, and whether it exists.
func Lookup(lang, key string) (string, bool) {
	t, ok := texts()[lang][key]
	return t, ok
}

// Text returns a text with its placeholders filled in. An unknown key is returned as it is, so that a gap
// is visible.
func Text(lang, key string, args map[string]string) string {
	t, ok := Lookup(lang, key)
	if !ok {
		return key
	}
	return Fill(t, args)
}

// Fill replaces the placeholders of a text by args.
func Fill(text string, args map[string]string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		placeholder, after, closed := strings.Cut(rest, "}")
		if !closed {
			b.WriteString("{" + rest)
			return b.String()
		}
		b.WriteString(value(placeholder, args))
		text = after
	}
}

func value(placeholder string, args map[string]string) string {
	name, form, hasForm := strings.Cut(placeholder, ":")
	if !hasForm {
		return args[name]
	}
	if name == "a" {
		return article(args[form]) + " " + args[form]
	}
	if name == "roman" {
		if n, err := strconv.Atoi(args[form]); err == nil && n > 0 && n < len(roman) {
			return roman[n]
		}
		return args[form]
	}
	one, other, _ := strings.Cut(form, "|")
	if n, err := strconv.Atoi(args[name]); err == nil && (n == 1 || n == -1) {
		return one
	}
	return other
}

// roman has the numerals of the ages.
var roman = [...]string{"", "I", "II", "III"}

// article returns the Hungarian definite article for a word: az before a vowel, a before a consonant.
func article(word string) string {
	if first, _ := utf8.DecodeRuneInString(strings.ToLower(word)); strings.ContainsRune("aáeéiíoóöőuúüű", first) {
		return "az"
	}
	return "a"
}
