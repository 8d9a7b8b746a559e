package server_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mirabilia/locales"
)

// Every reason with which a table or the server refuses has its sentence in every language.
func TestEveryRefusalHasItsSentence(t *testing.T) {
	reasons := map[string]bool{}
	quotas := regexp.MustCompile(`quota\{"(\w+)",`)
	written := regexp.MustCompile(`(?:Refuse\(game\.\w+, |reason\w+ += |Reason: )"(\w+)"[,\n ]`)
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if room := filepath.Base(filepath.Dir(f)); room != "table" && room != "server" && room != "people" || strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range written.FindAllSubmatch(text, -1) {
			reasons[string(m[1])] = true
		}
		for _, m := range quotas.FindAllSubmatch(text, -1) {
			reasons["too_many_"+string(m[1])] = true
		}
	}
	if len(reasons) < 50 {
		t.Fatalf("only %d reasons were found", len(reasons))
	}
	for reason := range reasons {
		for _, lang := range locales.Languages {
			_, common := locales.Lookup(lang, "common.refusal."+reason)
			if _, own := locales.Lookup(lang, "server.refusal."+reason); !own && !common {
				t.Errorf("%s has no sentence in %s", reason, lang)
			}
		}
	}
}
