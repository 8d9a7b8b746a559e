package people

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

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
