package record_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/games/duel"
)

// played returns the record of a random game.
func played(t testing.TB, seed uint64) *record.Record {
	t.Helper()
	rec := record.New(duel.Game, []string{"Anna", `Béla "the \ bold"`}, game.Options{"first_game": "true"}, game.NumberSeed(seed))
	return gametest.Played(t, duel.Game, rec, gametest.Random(seed+1))
}

func written(t testing.TB, rec *record.Record) string {
	t.Helper()
	var text bytes.Buffer
	if err := rec.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(50) {
		rec := played(t, seed)
		rec.Steps[3].Comment = "a bold stroke"
		text := written(t, rec)
		back, err := record.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := written(t, back); again != text {
			t.Fatalf("written again it differs:\n%s\n%s", text, again)
		}
		if _, err := back.Replay(duel.Game, nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		data, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		var fromJSON record.Record
		if err := json.Unmarshal(data, &fromJSON); err != nil || !reflect.DeepEqual(&fromJSON, rec) {
			t.Fatalf("JSON came back as %+v, %v", fromJSON, err)
		}
	}
}

// TestRefusals changes one thing in a good record and demands an error that names the place.
func TestRefusals(t *testing.T) {
	good := written(t, played(t, 1))
	firstMove := "\n1 A "
	for _, c := range []struct{ name, old, new, want string }{
		{"other format", `"mgr 1"`, `"mgr 9"`, "line 1"},
		{"format not first", `[Format "mgr 1"]`, `[Game "duel"]`, "line 1"},
		{"unknown tag", "[Rules ", "[Rulez ", "line 4: there is no tag Rulez"},
		{"tag twice", `[Game "duel"]`, "[Game \"duel\"]\n[Game \"duel\"]", "line 3: tag Game stands twice"},
		{"tag not quoted", `[Game "duel"]`, "[Game duel]", "line 2: a tag looks like"},
		{"too many seats", `[Seats "2"]`, `[Seats "9"]`, "line 5"},
		{"no blank line", "\n\n1 A", "\n1 A", "a blank line belongs"},
		{"wrong number", "\n2 ", "\n7 ", "decision 2 was expected"},
		{"no such seat", firstMove, "\n1 C ", "no seat"},
		{"illegal move", firstMove, "\n1 B ", "owes no decision"},
		{"open comment", firstMove, "\n1 A b:walls {well", "comment"},
		{"other rules", `[Rules "`, `[Rules "x`, "rules"},
		{"other result", "[Result \"", "[Result \"B", "result"},
		{"unknown option", "first_game", "last_game", "no option"},
		{"short seed", `[Seed "`, `[Seed "0`, "hex digits"},
		{"not UTF-8", "Anna", "\xff", "UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good {
				t.Fatalf("%q does not occur in\n%s", c.old, good)
			}
			rec, err := record.Read(strings.NewReader(text))
			if err == nil {
				_, err = rec.Replay(duel.Game, nil)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("refused with %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestIllegalMoveNamesItsLine(t *testing.T) {
	rec := played(t, 2)
	lines := strings.Split(written(t, rec), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "5 ") {
			lines[i] = line[:4] + "b:walls"
			_, err := record.Read(strings.NewReader(strings.Join(lines, "\n")))
			if err != nil {
				t.Fatal(err)
			}
			back, _ := record.Read(strings.NewReader(strings.Join(lines, "\n")))
			_, err = back.Replay(duel.Game, nil)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d", i+1)) {
				t.Errorf("refused with %v, want line %d in it", err, i+1)
			}
			return
		}
	}
	t.Fatal("no fifth decision")
}

func TestFairDeal(t *testing.T) {
	secret := []byte("0123456789abcdef0123456789abcdef")
	nonces := []string{"aa11", "-"}
	rec := played(t, 3)
	rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: "t1", Secret: fmt.Sprintf("%x", secret), Nonces: nonces,
		Commitments: []string{record.CommitTo([]byte("aa11")), "-"}}
	rec.Seed = record.FairSeed(secret, nonces, "t1").String()
	back, err := record.Read(strings.NewReader(written(t, rec)))
	if err != nil {
		t.Fatal(err)
	}
	if err := back.VerifyDeal(); err != nil {
		t.Errorf("an honest deal is refused: %v", err)
	}
	for name, cheat := range map[string]func(r *record.Record){
		"another secret":     func(r *record.Record) { r.Deal.Secret = fmt.Sprintf("%x", "another secret") },
		"another nonce":      func(r *record.Record) { r.Deal.Nonces = []string{"aa12", "-"} },
		"moved border":       func(r *record.Record) { r.Deal.Nonces = []string{"aa11-", ""} },
		"another table":      func(r *record.Record) { r.Deal.Table = "t2" },
		"another seed":       func(r *record.Record) { r.Seed = game.NumberSeed(9).String() },
		"another commitment": func(r *record.Record) { r.Deal.Commitments = []string{record.CommitTo([]byte("aa12")), "-"} },
		"a commitment short": func(r *record.Record) { r.Deal.Commitments = r.Deal.Commitments[:1] },
		"no nonces":          func(r *record.Record) { r.Deal.Nonces = nil },
		"no secret":          func(r *record.Record) { r.Deal.Secret = "" },
		"no commitment":      func(r *record.Record) { r.Deal = nil },
	} {
		r := *back
		if back.Deal != nil {
			d := *back.Deal
			r.Deal = &d
		}
		cheat(&r)
		if r.VerifyDeal() == nil {
			t.Errorf("%s went unnoticed", name)
		}
	}
}

// All games of a round are dealt alike from one secret; verify proves it of each, and of two together.
func TestRoundDeal(t *testing.T) {
	secret := []byte("0123456789abcdef0123456789abcdef")
	dealt := func(table string, change ...func(*record.Record)) *record.Record {
		t.Helper()
		rec := played(t, 3)
		round := record.RoundName("cup", 2)
		rec.Seed = record.RoundSeed(secret, 2, round).String()
		rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: table, Round: round, Secret: fmt.Sprintf("%x", secret), Nonces: []string{"-", "-"}}
		for _, f := range change {
			f(rec)
		}
		back, err := record.Read(strings.NewReader(written(t, rec)))
		if err != nil {
			t.Fatal(err)
		}
		return back
	}
	// The formula, by hand.
	sum := sha256.Sum256(append(append([]byte{0, 32}, secret...), "\x00\x01-\x00\x01-\x00\x05cup/2"...))
	one, two := dealt("t1"), dealt("t2")
	if one.Seed != fmt.Sprintf("%x", sum) {
		t.Errorf("the seed is %s, by hand %x", one.Seed, sum)
	}
	for _, rec := range []*record.Record{one, two} {
		if err := rec.VerifyDeal(); err != nil {
			t.Error(err)
		}
	}
	if err := record.SameDeal(one, two); err != nil {
		t.Error(err)
	}
	for name, cheat := range map[string]func(*record.Record){
		"another secret": func(r *record.Record) { r.Deal.Secret = fmt.Sprintf("%x", "another secret") },
		"another round":  func(r *record.Record) { r.Deal.Round = "cup/3" },
		"no round":       func(r *record.Record) { r.Deal.Round = "" },
		"a nonce":        func(r *record.Record) { r.Deal.Nonces = []string{"-", "aa"} },
		"a commitment":   func(r *record.Record) { r.Deal.Commitments = []string{"-", record.CommitTo([]byte("aa"))} },
		"another seed":   func(r *record.Record) { r.Seed = game.NumberSeed(9).String() },
	} {
		if dealt("t2", cheat).VerifyDeal() == nil {
			t.Errorf("%s went unnoticed", name)
		}
	}
	for name, other := range map[string]*record.Record{
		"another round":  dealt("t2", func(r *record.Record) { r.Deal.Round = "cup/3" }),
		"the same table": dealt("t1"),
		"another seed":   dealt("t2", func(r *record.Record) { r.Seed = game.NumberSeed(9).String() }),
		"no round":       dealt("t2", func(r *record.Record) { r.Deal.Round = "" }),
		"no deal":        dealt("t2", func(r *record.Record) { r.Deal = nil }),
	} {
		if record.SameDeal(one, other) == nil || record.SameDeal(other, one) == nil {
			t.Errorf("%s went unnoticed", name)
		}
	}
}

// Records of games in which nobody committed to a nonce are proven as before, and it is told who did what.
func TestSharesOfADeal(t *testing.T) {
	d := record.Deal{Nonces: []string{"aa", "-", "bb", "-"}}
	if committed, plain, unrevealed := d.Shares(); committed != nil || !slices.Equal(plain, []game.Seat{0, 2}) || unrevealed != nil {
		t.Errorf("without commitments: %v %v %v", committed, plain, unrevealed)
	}
	d.Commitments = []string{"x", "y", "-", "-"}
	if committed, plain, unrevealed := d.Shares(); !slices.Equal(committed, []game.Seat{0}) || !slices.Equal(plain, []game.Seat{2}) || !slices.Equal(unrevealed, []game.Seat{1}) {
		t.Errorf("with commitments: %v %v %v", committed, plain, unrevealed)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(f, played(f, 1)))
	f.Add("[Format \"mgr 1\"]\n[Game \"duel\"]\n[Rules \"1\"]\n[Seats \"2\"]\n[Seed \"\"]\n\n1 A x {c}\n")
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := record.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		again := written(t, rec)
		back, err := record.Read(strings.NewReader(again))
		if err != nil {
			t.Fatalf("own text refused: %v\n%s", err, again)
		}
		if written(t, back) != again {
			t.Fatalf("text changes when it is written again:\n%s", again)
		}
		_, _ = rec.Replay(duel.Game, nil) // must not panic
	})
}
