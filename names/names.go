// Package names says which names people can have and which they do not tell apart at a glance. It is pure.
package names

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mirabilia/game"
)

const (
	// MaxName is how many characters a name may have.
	MaxName = 24
	// maxMarks is how many accents one letter may carry: more are drawn over the lines above and below.
	maxMarks = 3
)

// blanks are letters and symbols that show nothing.
var blanks = []rune{'\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\u17b4', '\u17b5', '\U0001d159'}

// Clean trims a name and refuses what could not be read or would deceive: characters that cannot be seen, and marks that change the direction of the text around
// them.
func Clean(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || !utf8.ValidString(name) {
		return "", game.Refuse(game.Invalid, "bad_name", "a name must have 1 to %d characters", MaxName)
	}
	marks, letters := 0, 0
	for _, r := range name {
		if !unicode.IsPrint(r) || slices.Contains(blanks, r) {
			return "", game.Refuse(game.Invalid, "bad_name", "a name must not contain characters that cannot be seen")
		}
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			letters++
			marks = 0
		}
		if marks > maxMarks || letters == 0 {
			return "", game.Refuse(game.Invalid, "bad_name", "a name must not consist of accents without letters")
		}
	}
	if one, other := mixture(name); other != "" {
		return "", game.Refuse(game.Invalid, "mixed_scripts", "a name is written in one alphabet; this one mixes %s and %s", one, other)
	}
	return name, nil
}

// together are the scripts in which one language is written; Latin letters go with them.
var together = [][]string{{"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Hangul"}, {"Latin", "Han", "Bopomofo"}}

// mixture returns two scripts of a name that nobody writes together; other is empty if there are none. To read such a name is to take it for another.
func mixture(name string) (one, other string) {
	var used []string
	for _, r := range name {
		if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		if script := scriptOf(r); script != "" && !slices.Contains(used, script) {
			used = append(used, script)
		}
	}
	fits := func(set []string) bool {
		return !slices.ContainsFunc(used, func(script string) bool { return !slices.Contains(set, script) })
	}
	if len(used) < 2 || slices.ContainsFunc(together, fits) {
		return "", ""
	}
	return used[0], used[1]
}

// scriptOf returns the script of a letter; empty if it is newer than the program.
func scriptOf(r rune) string {
	if unicode.Is(unicode.Latin, r) {
		return "Latin"
	}
	for script, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return script
		}
	}
	return ""
}

// Fold returns a name as it may belong to one account only, and by which an account is found: without case, accents, spaces and signs, and with the letters that look alike most made one.
// Stores keep it: it never changes.
func Fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		b.WriteString(folded(r))
	}
	return b.String()
}

// folded is Fold of one character that is decomposed.
func folded(r rune) string {
	if unicode.Is(unicode.M, r) {
		return ""
	}
	// A letter looks like others in its small or in its capital form.
	for _, form := range []rune{r, unicode.ToLower(r), unicode.ToUpper(r)} {
		if same, ok := lookalikes[form]; ok {
			r = same
			break
		}
	}
	if r = unicode.ToLower(r); unicode.IsLetter(r) || unicode.IsNumber(r) {
		return string(r)
	}
	return ""
}

// Alike returns the same for all names that nobody tells apart at a glance. It goes further than Fold, by which two names may be different accounts that were kept before one was refused because
// of the other. Stores keep it, too: when it changes, they compute it anew (see the migrations named alike).
func Alike(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if same, ok := alike(r); ok {
			b.WriteString(same)
		} else {
			b.WriteString(folded(r))
		}
	}
	return pairs.Replace(b.String())
}

// pairs are letters that look like one when they stand close together. They are folded already: an i stands for every stroke, so that cl is here, too.
var pairs = strings.NewReplacer("rn", "m", "vv", "w", "ci", "d", "cf", "d")

// alike returns what a character is taken for according to Unicode, as Alike writes it.
func alike(r rune) (string, bool) {
	for _, form := range []rune{r, unicode.ToLower(r)} {
		if same, ok := confusables()[form]; ok {
			return same, true
		}
	}
	return "", false
}

// confusableList is written by names/confusables: each line has a character and what it is taken for.
//
//go:embed confusables.txt
var confusableList string

var confusables = sync.OnceValue(func() map[rune]string {
	all := map[rune]string{}
	for line := range strings.Lines(confusableList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		r, size := utf8.DecodeRuneInString(line)
		all[r] = strings.TrimSpace(line[size:])
	}
	return all
})

// lookalikes are letters and digits that are taken for a Latin letter.
var lookalikes = func() map[rune]rune {
	alike := map[rune]rune{}
	for latin, others := range map[rune]string{
		'a': "аαɑΑА4@",
		'b': "ВΒЬьƄ",
		'c': "сϲСϹ",
		'd': "ԁđĐðÐ",
		'e': "еεЕΕєЄ3",
		'f': "ƒ",
		'g': "ɡ",
		'h': "һНΗħĦ",
		// One stroke is a stroke.
		'i': "іІιΙӀıl1|jјЈ!łŁ",
		'k': "кКκΚ",
		'm': "мМΜ",
		'n': "пηΝ",
		'o': "оОοΟσ0øØ",
		'p': "рРρΡ",
		'q': "ԛ",
		'r': "гг",
		's': "ѕЅ5$ß",
		't': "тТτΤ7ŧŦ",
		'u': "υսц",
		'v': "νѵ",
		'w': "ԝωшѡ",
		'x': "хХχΧ",
		'y': "уУγΥү",
		'z': "ΖƵƶ2",
	} {
		for _, r := range others {
			alike[r] = latin
		}
	}
	return alike
}()

// Numbered returns a similar name with a number, of at most so many characters.
func Numbered(name string, n, most int) string {
	number := " " + strconv.Itoa(n)
	letters := []rune(name)
	return strings.TrimSpace(string(letters[:min(len(letters), most-len(number))])) + number
}

// official are the words by which those are called who run a server, in all languages of the page, as Alike writes them. Long ones are found inside of a name, too.
var official = sync.OnceValue(func() (list []string) {
	for _, word := range []string{"host", "admin", "administrator", "mod", "moderator", "mirabilia", "sysop", "staff", "support", "official", "system",
		"házigazda", "adminisztrátor", "moderátor", "rendszergazda", "üzemeltető", "rendszer", "ügyfélszolgálat", "hivatalos"} {
		list = append(list, Alike(word))
	}
	return list
})

// longWord is from how many letters on a word of the officials is found inside of a name.
const longWord = 9

// Official reports whether people would take the bearer of a name for somebody who runs the server.
func Official(name string) bool {
	words := append(strings.FieldsFunc(name, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }), name)
	for _, word := range slices.Clone(words) {
		words = append(words, strings.TrimRightFunc(word, unicode.IsNumber))
	}
	whole := Alike(name)
	for _, o := range official() {
		if len(o) >= longWord && strings.Contains(whole, o) || slices.ContainsFunc(words, func(word string) bool { return Alike(word) == o }) {
			return true
		}
	}
	return false
}
