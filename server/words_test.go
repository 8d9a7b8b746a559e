package server_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/locales"
)

// Every reason with which a table, the server, or a device refuses has its sentence in every language, and every sentence a reason.
func TestEveryRefusalHasItsSentence(t *testing.T) {
	// An append that came second is repeated, so nobody is told of it; "readable" is an answer of the command line.
	unsaid := map[string]bool{"seq_taken": true, "readable": true, "too_many_recoveries": true, "too_many_returns": true, "too_many_strangers": true}
	reasons := map[string]bool{}
	quotas := regexp.MustCompile(`quota\{"(\w+)",`)
	written := regexp.MustCompile(`(?:Refuse\(game\.\w+, |[rR]eason\w+ += |Reason: )"(\w+)"[,\n )]`)
	quoted := regexp.MustCompile(`"(\w+)"`)
	all := map[string]bool{}
	for _, why := range []string{api.NoPasskeysSite, api.NoPasskeysInsecure, api.NoPasskeysAddress} {
		all["no_passkeys_"+why] = true
	}
	for _, room := range []string{"table", "server", "people", "names", "seek", "push", "tournament", "local", "analysis", "game/record"} {
		files, err := filepath.Glob("../" + room + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range quoted.FindAllSubmatch(text, -1) {
				all[string(m[1])] = true
			}
			for _, m := range quotas.FindAllSubmatch(text, -1) {
				reasons["too_many_"+string(m[1])] = true
			}
			// Analyses and records are also read by commands, which answer in English.
			if room == "analysis" || room == "game/record" {
				continue
			}
			for _, m := range written.FindAllSubmatch(text, -1) {
				reasons[string(m[1])] = true
			}
		}
	}
	if len(reasons) < 90 {
		t.Fatalf("only %d reasons were found", len(reasons))
	}
	for _, lang := range locales.Languages {
		// What only pages of tournaments are refused is loaded with them.
		own, common := locales.Area(lang, "server.refusal"), locales.Area(lang, "common.refusal")
		maps.Copy(own, locales.Area(lang, "tournament.refusal"))
		for reason := range reasons {
			if own[reason] == "" && common[reason] == "" && !unsaid[reason] {
				t.Errorf("%s has no sentence in %s", reason, lang)
			}
		}
		for reason := range own {
			if !all[reason] && !reasons[reason] {
				t.Errorf("nothing is refused with %s, which has a sentence in %s", reason, lang)
			}
		}
	}
}
