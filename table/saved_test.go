package table

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/games/duel"
	"mirabilia/strict"
)

// Saved tables and summaries are a promise like the journal: a finished game is kept as nothing else. Every field is written as the golden
// files have it, and read from there.
func TestGoldenSaved(t *testing.T) {
	s := &settings{Game: "duel", Seats: 2, Options: map[string]string{"pantheon": "true"}, Clock: clockSettings{Kind: "live", Base: 600, Increment: 5, Days: 1},
		Public: true, Rated: true, HideUnseen: true, Takeover: "level3", FirstMove: 60, Tournament: &inTournament{ID: "cup", Kind: "arena", Until: 8, Round: 9}}
	seat := 1
	table := &saved{V: savedVersion, ID: "abcdefghjkmn", Seq: 70, Told: []int64{1, 2, 3, 4, 5, 6, 7, 8}, Shown: 1700000000001, Settings: s, Rules: "1", Status: "playing", Owner: "p1",
		Places: []savedPlace{{Holder: holderPerson, Person: "p1", Bot: "level3", Away: "left", Nonce: "0a", Commitment: "0b", LeftAt: 2, LeftAfter: 3, Graced: true, Holiday: true}},
		Secret: "00ff", Seed: "seed", Position: json.RawMessage("1"), Created: 1, Fixed: 2, Started: 3, Finished: 4, Updated: 5,
		Moves:  []savedDecision{{Seat: 1, Move: "b:walls", ByBot: true, Seq: 6, At: 7, Gain: 8, Secret: true}},
		Clocks: []savedClock{{Left: 9, Since: 10}},
		Result: &savedResult{WonBy: "points", Winners: []int{1}, Places: []int{2, 1}, Scores: []int{50, 60}, Parts: [][]int{{50}, {60}}},
		Closed: "rules", Late: &seat, Undo: &savedUndo{Seat: 1, Keep: 2, Waiting: []int{1}}, Claim: &savedClaim{Seat: 1, Until: 13}, Rematch: []int{1}, NextID: "n1", Next: "n2", Auto: true, Archived: true,
		Invites: []string{"hash"}, Invited: []string{"p2"}, Removed: []string{"p3"},
		Spent: []savedSpending{{Person: "p1", Spent: spending{1, 2, 3, 4, 5}}}, Done: []savedCommand{{Person: "p1", ID: "c1", Seq: 11, Told: 12}}}
	golden(t, "testdata/saved.json", table, new(saved))
	golden(t, "testdata/summary.json", &storedSummary{ID: "abcdefghjkmn", settings: *s, Status: "finished", Owner: "p1",
		Places: []storedSeat{{Kind: "person", Person: "p1", Bot: "level3", Away: "left", Holiday: true}}, Owing: []int{1}, Decision: 80, Winners: []int{1}, WonBy: "points",
		Standings: []int{2, 1}, Scores: []int{50, 60}, Created: 1, Updated: 2, Deadline: 3, Trial: true, Late: &seat, Unreadable: true,
		Figures: []SeatFigures{{Moves: 40, Pace: 9000, Stalled: true, Wonders: []string{"the-pyramids"}, Parts: []int{50}}}}, new(storedSummary))
}

// golden checks that a value without empty fields is written as the file has it and read from there as the same.
func golden(t *testing.T, file string, value, empty any) {
	t.Helper()
	for _, path := range emptyFields(reflect.ValueOf(value).Elem(), "") {
		t.Errorf("%s: the example leaves %s empty", file, path)
	}
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("%s has\n%s\nbut this is written:\n%s", file, want, text)
	}
	if err := strict.Decode(want, empty); err != nil || !reflect.DeepEqual(value, empty) {
		t.Errorf("%s is read as %+v, %v", file, empty, err)
	}
}

func emptyFields(v reflect.Value, path string) (list []string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return emptyFields(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, emptyFields(v.Field(i), path+"."+v.Type().Field(i).Name)...)
		}
		return list
	case reflect.Slice:
		if v.Len() > 0 {
			return emptyFields(v.Index(0), path)
		}
	}
	if v.IsZero() {
		return []string{path}
	}
	return nil
}

// A game that was archived before is restored with its decisions and its result, and saved again as it was.
func TestArchiveIsRestored(t *testing.T) {
	const file, id = "testdata/archive.json", "abcdefghjkmn"
	catalogue := []game.Game{duel.Game}
	if *update {
		text, err := json.MarshalIndent(must(unpack(finishedDuel(t, catalogue, id).save())), "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept saved
	if err := strict.Decode(text, &kept); err != nil {
		t.Fatal(err)
	}
	s, err := restore(catalogue, id, pack(&kept))
	if err != nil {
		t.Fatal(err)
	}
	if s.status != api.StatusFinished || !s.archived || len(s.decisions) < 60 || s.result == nil || len(s.result.Winners) == 0 {
		t.Errorf("restored as %s with %d decisions: %+v", s.status, len(s.decisions), s.result)
	}
	if res := s.outcome(game.NoSeat, ""); !reflect.DeepEqual(res, s.result) {
		t.Errorf("the moves lead to %+v, kept is %+v", res, s.result)
	}
	if again := must(unpack(s.save())); !reflect.DeepEqual(again, &kept) {
		t.Errorf("saved again as\n%+v\nkept was\n%+v", again, &kept)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// finishedDuel plays a game at random to its end.
func finishedDuel(t *testing.T, catalogue []game.Game, id string) *state {
	t.Helper()
	s := newState(catalogue, id)
	r := game.NewRand(game.NumberSeed(3))
	do := func(e *entry) {
		e.Seq, e.At = s.seq+1, 1700000000000+1000*s.seq
		if err := s.apply(e, &game.Events{}); err != nil {
			t.Fatal(err)
		}
	}
	do(&entry{Kind: kindCreated, Seat: noSeat, Person: "p1", Settings: &settings{Game: "duel", Seats: 2, Clock: clockSettings{Kind: "none"}, Public: true}, Rules: duel.Game.Info().Rules, Secret: "00ff"})
	do(&entry{Kind: kindJoined, Seat: 0, Holder: holderPerson, Person: "p1", Nonce: "0a"})
	do(&entry{Kind: kindJoined, Seat: 1, Holder: holderBot, Bot: "random"})
	do(&entry{Kind: kindStarted, Seat: 0, Rules: duel.Game.Info().Rules, Seed: game.NumberSeed(3).String()})
	for s.status == api.StatusPlaying {
		seat := s.board.Owing().First()
		do(&entry{Kind: kindMove, Seat: int(seat), Move: s.board.Text(s.board.RandomMove(seat, r)), ByBot: seat == 1})
	}
	s.archived = true
	return s
}
