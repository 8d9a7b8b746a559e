package pair_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/game/record/pair"
	"mirabilia/games/duel"
	"mirabilia/games/duplicate"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

// played returns the record of a random match, dealt as a table deals.
func played(t testing.TB, table string, nonces ...string) *record.Record {
	t.Helper()
	rec := record.New(duplicate.Game, []string{"Anna", "Béla"}, game.Options{"pantheon": "true"}, record.FairSeed(secret, nonces, table))
	rec.Date = "2026-11-16"
	rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: table, Secret: fmt.Sprintf("%x", secret), Nonces: nonces,
		Commitments: []string{record.CommitTo([]byte(nonces[0])), record.NoNonce}}
	return gametest.Played(t, duplicate.Game, rec, gametest.Random(5))
}

// again writes a record and reads it.
func again(t testing.TB, rec *record.Record) *record.Record {
	t.Helper()
	var text bytes.Buffer
	if err := rec.Write(&text); err != nil {
		t.Fatal(err)
	}
	back, err := record.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func split(t testing.TB, match *record.Record) (a, b *record.Record) {
	t.Helper()
	boards, err := pair.Split(match)
	if err != nil {
		t.Fatal(err)
	}
	return again(t, boards[0]), again(t, boards[1])
}

// TestSplit: both boards are games of Duel that replay by themselves, prove their deal, and are twins in either order.
func TestSplit(t *testing.T) {
	match := again(t, played(t, "t1", "aa11", "bb22"))
	if err := match.VerifyDeal(); err != nil {
		t.Fatal(err)
	}
	a, b := split(t, match)
	for i, rec := range []*record.Record{a, b} {
		if _, err := rec.Replay(duel.Game, nil); err != nil {
			t.Errorf("board %d: %v", i+1, err)
		}
		if err := rec.VerifyDeal(); err != nil {
			t.Errorf("board %d: %v", i+1, err)
		}
		if rec.Result == record.Unfinished || rec.Twin == nil || rec.Twin.Board != i+1 || rec.Date != match.Date {
			t.Errorf("board %d: %+v", i+1, rec)
		}
	}
	if a.Names[0] != "Anna" || b.Names[0] != "Béla" || b.Deal.Nonces[0] != "bb22" {
		t.Errorf("names %v and %v, nonces %v", a.Names, b.Names, b.Deal.Nonces)
	}
	if len(a.Steps)+len(b.Steps) != len(match.Steps) {
		t.Errorf("%d and %d decisions of %d", len(a.Steps), len(b.Steps), len(match.Steps))
	}
	for _, p := range [2][2]*record.Record{{a, b}, {b, a}} {
		if err := record.VerifyTwins(p[0], p[1]); err != nil {
			t.Error(err)
		}
	}
	if _, err := pair.Board(match, 3); err == nil {
		t.Error("there is a third board")
	}
	if _, err := pair.Board(a, 1); err == nil {
		t.Error("a game of Duel has boards")
	}
}

// TestSplitOfMatchesGivenUp: what gives up is no move of Duel, and such a board is not over by its rules.
func TestSplitOfMatchesGivenUp(t *testing.T) {
	match := played(t, "t1", "aa11", "bb22")
	match.Steps = append(match.Steps[:41:41], record.Step{Seat: 1, Move: "2:resign"}, record.Step{Seat: 0, Move: "time"})
	match.Result, match.Scores = "AB shared", []int16{0, 0}
	if _, err := match.Replay(duplicate.Game, nil); err != nil {
		t.Fatal(err)
	}
	a, b := split(t, match)
	for i, want := range []string{"won by time: B", "won by resignation: B"} {
		rec := []*record.Record{a, b}[i]
		if steps := rec.Steps; rec.Result != record.Unfinished || steps[len(steps)-1].Comment != want {
			t.Errorf("board %d ends with %s, %q, want %q", i+1, rec.Result, steps[len(steps)-1].Comment, want)
		}
		if _, err := rec.Replay(duel.Game, nil); err != nil {
			t.Error(err)
		}
	}
	if err := record.VerifyTwins(a, b); err != nil {
		t.Error(err)
	}
}

// TestForgedTwins changes one thing in a pair: it is refused with the reason.
func TestForgedTwins(t *testing.T) {
	otherTable := func(t *testing.T) *record.Record {
		_, b := split(t, played(t, "t2", "aa11", "bb22"))
		return b
	}
	for name, c := range map[string]struct {
		forge func(t *testing.T, a, b *record.Record) (*record.Record, *record.Record)
		want  string
	}{
		"a game by itself": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Twin = nil
			return a, b
		}, "names no twin"},
		"the same board twice": {func(_ *testing.T, a, _ *record.Record) (*record.Record, *record.Record) { return a, a }, "both records are of board 1"},
		"another match":        {func(t *testing.T, a, _ *record.Record) (*record.Record, *record.Record) { return a, otherTable(t) }, "different seeds"},
		"another match with the seed written over": {func(t *testing.T, a, _ *record.Record) (*record.Record, *record.Record) {
			b := otherTable(t)
			b.Seed = a.Seed
			return a, b
		}, "different tables"},
		"another partner": {func(t *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			// The same deal, played otherwise.
			other := record.New(duplicate.Game, []string{"Anna", "Béla"}, game.Options{"pantheon": "true"}, record.FairSeed(secret, []string{"aa11", "bb22"}, "t1"))
			other.Deal = played(t, "t1", "aa11", "bb22").Deal
			gametest.Played(t, duplicate.Game, other, gametest.Random(6))
			_, wrong := split(t, other)
			return a, wrong
		}, "names another twin"},
		"a changed move": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Steps[3].Move = b.Steps[5].Move
			return a, b
		}, "names another twin"},
		"seats not swapped": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Names = []string{"Anna", "Béla"}
			return a, b
		}, "not swapped"},
		"another secret": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Deal.Secret = fmt.Sprintf("%x", "another")
			return a, b
		}, "different secrets"},
		"other nonces": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Deal.Nonces = []string{"aa11", "bb22"}
			return a, b
		}, "different nonces"},
		"no proof": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Deal = nil
			return a, b
		}, "only one"},
		"other options": {func(_ *testing.T, a, b *record.Record) (*record.Record, *record.Record) {
			b.Options = game.Options{"pantheon": "false"}
			return a, b
		}, "different games"},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := split(t, played(t, "t1", "aa11", "bb22"))
			a, b = c.forge(t, a, b)
			for _, p := range [2][2]*record.Record{{a, b}, {b, a}} {
				if err := record.VerifyTwins(p[0], p[1]); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("refused with %v, want %q in it", err, c.want)
				}
			}
		})
	}
}

// TestForgedProofs: the seed of the second board is made of the nonces in the order of the table, so that neither record can have another.
func TestForgedProofs(t *testing.T) {
	for name, forge := range map[string]func(b *record.Record){
		"as another board": func(b *record.Record) { b.Twin.Board = 1 },
		"nonces swapped":   func(b *record.Record) { b.Deal.Nonces = []string{"aa11", "bb22"} },
		"another seed":     func(b *record.Record) { b.Seed = game.NumberSeed(1).String() },
		"another table":    func(b *record.Record) { b.Deal.Table = "t2" },
	} {
		_, b := split(t, played(t, "t1", "aa11", "bb22"))
		b.Deal.Commitments = nil
		forge(b)
		if b.VerifyDeal() == nil {
			t.Errorf("%s went unnoticed", name)
		}
	}
}

// TestTwinTagsAreReadStrictly: half a name of a twin, or one that cannot be, is refused.
func TestTwinTagsAreReadStrictly(t *testing.T) {
	a, _ := split(t, played(t, "t1", "aa11", "bb22"))
	var text bytes.Buffer
	if err := a.Write(&text); err != nil {
		t.Fatal(err)
	}
	good := text.String()
	board, twin := `[Board "1"]`+"\n", `[Twin "`+a.Twin.Other+`"]`+"\n"
	for name, c := range map[string][2]string{
		"no board":       {board, ""},
		"no twin":        {twin, ""},
		"a third board":  {board, `[Board "3"]` + "\n"},
		"board 01":       {board, `[Board "01"]` + "\n"},
		"a short name":   {twin, `[Twin "abcd"]` + "\n"},
		"capital digits": {twin, strings.Replace(strings.ToUpper(twin), "TWIN", "Twin", 1)},
		"twice":          {board, board + board},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s: nothing changed", name)
		}
		if _, err := record.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
