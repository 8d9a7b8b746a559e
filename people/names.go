package people

import (
	"slices"
	"strconv"
	"strings"
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
	return name, nil
}

// Fold returns a name as it may belong to one account only: without case, accents, spaces and signs, and with letters that look alike made one. Names
// that nobody tells apart at a glance have the same folded name.
func Fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.Is(unicode.M, r) {
			continue
		}
		// A letter looks like others in its small or in its capital form.
		for _, form := range []rune{r, unicode.ToLower(r), unicode.ToUpper(r)} {
			if same, ok := lookalikes[form]; ok {
				r = same
				break
			}
		}
		if r = unicode.ToLower(r); unicode.IsLetter(r) || unicode.IsNumber(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

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
