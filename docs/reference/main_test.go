package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/locales"
)

func TestReferenceIsFresh(t *testing.T) {
	want, err := reference()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "reference.md"))
	if err != nil || string(got) != want {
		t.Errorf("%s is stale; run make gen (%v)", file, err)
	}
}

// form turns a form of moves into a pattern.
func form(text string) *regexp.Regexp {
	text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(regexp.QuoteMeta(text), `[A-Za-z0-9_.+-]+`)
	text = strings.NewReplacer(`\[`, `(`, `\.\.\.\]`, `)*`, `\]`, `)?`).Replace(text)
	return regexp.MustCompile("^" + text + "$")
}

// rare forms of moves are played so seldom at random that the worked examples alone show them.
var rare = map[string]bool{"uncover:<place>": true}

// What random games play and tell is in the reference, and every form of moves is played.
func TestReferenceIsComplete(t *testing.T) {
	for _, g := range games.All {
		info := g.Info()
		texts := locales.Area("en", info.ID)
		listed := map[string]bool{}
		for _, typ := range types(texts) {
			listed[typ] = true
		}
		forms := make([]*regexp.Regexp, len(info.Moves))
		for i, m := range info.Moves {
			forms[i] = form(m.Form)
		}
		played, told := make([]int, len(forms)), map[string]bool{}
		err := play(g, func(b game.Board, m game.Move, events *game.Events) {
			known := false
			for i, f := range forms {
				if f.MatchString(b.Text(m)) {
					known = true
					played[i]++
				}
			}
			if !known {
				t.Errorf("%s: no form describes the move %s", info.ID, b.Text(m))
			}
			for _, e := range events.List {
				told[e.Type] = true
				if !listed[e.Type] {
					t.Errorf("%s: the event %s is not in the reference", info.ID, e.Type)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range played {
			if n == 0 && !rare[info.Moves[i].Form] {
				t.Errorf("%s: no move had the form %s", info.ID, info.Moves[i].Form)
			}
		}
		if len(told)*10 < len(listed)*8 {
			t.Errorf("%s: only %d of %d events were told", info.ID, len(told), len(listed))
		}
		if t.Failed() {
			return
		}
	}
}
