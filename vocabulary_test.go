package mirabilia_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// retired are words that the packages of the bots once used for things that have a usual name in the field.
var retired = regexp.MustCompile(`\b(spots?|spotKey|hopes?|Warmth|warmth|Trust|Explore|Playout|playOn|Unordered|Alone|rootWay|` +
	`Method|usualMethod|wideMethod|aloneMethod|Lessons?|lessons?|Judge|[jJ]udge[sd]?|judgements?|judgeEnd|Offers|Scene|carryBack|prepare|ahead|` +
	`gains?|finals|settled|pause|memory|follow|trail|Thoughts?|Thinkers?|thinkers?|brains?|School|SchoolOf|school|Student|Sight|sight|seeSet|` +
	`rules? of thumb|corrects|Squash|Odds|netRaise|Novice|novice|Naive|naive|onTable|levelled|[tT]une|[tT]uning|Say|Hall|hall|Blend|Soften|Trial|` +
	`Split|Think|Ask|Look|Shift|Draw|Below|[eE]yes?)\b`)

// allowed are uses of those words in their plain English sense.
var allowed = regexp.MustCompile(`strings\.Split|moves? ahead|points ahead|Ahead\(|scratch memory|keeps? (the )?memory|memory (of|between|held)|in memory|costs? no memory|all memory|Memory`)

// TestRetiredWords: the packages of the bots keep to the vocabulary of the field.
func TestRetiredWords(t *testing.T) {
	files := 0
	for _, dir := range []string{"bot", "arena", "train"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			files++
			data, err := os.ReadFile(path)
			for i, line := range strings.Split(string(data), "\n") {
				if word := retired.FindString(allowed.ReplaceAllString(line, "")); word != "" {
					t.Errorf("%s:%d says %q", path, i+1, word)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 40 {
		t.Errorf("only %d files were read", files)
	}
}
