package tournament

import (
	"bytes"
	"os"
	"reflect"
	"testing"
)

// A journal is a promise: every kind of entry is read from the file as it was written, and written like that again.
func TestGoldenEntries(t *testing.T) {
	entries := []*entry{
		{V: 1, At: 1, Kind: kindCreated, By: "p1", Asked: true, Plan: &Plan{Kind: "arena", Name: "Cup", Game: "duel", Base: 300, Increment: 3, Rated: true, Public: true, Begins: 9, Minutes: 60, Rounds: 5, Most: 200, Plain: true}},
		{V: 1, At: 2, Kind: kindAllowed, By: "p2"},
		{V: 1, At: 3, Kind: kindJoined, Person: "p1", Rating: 1623.5, Guest: true},
		{V: 1, At: 4, Kind: kindLeft, Person: "p1"},
		{V: 1, At: 5, Kind: kindRested, Person: "p1"},
		{V: 1, At: 6, Kind: kindResumed, Person: "p1"},
		{V: 1, At: 7, Kind: kindSkipped, Person: "p1"},
		{V: 1, At: 8, Kind: kindUnskipped, Person: "p1"},
		{V: 1, At: 9, Kind: kindStarted, By: "p1", Rounds: 5},
		{V: 1, At: 10, Kind: kindPaired, Round: 2, Until: 99, Games: []paired{{Table: "t1", People: []string{"p1", "p2"}}}, Bye: "p3", Half: []string{"p4"}},
		{V: 1, At: 11, Kind: kindResult, By: "p9", Table: "t1", Finishes: []Finish{{Person: "p1", Place: 2, Absent: true}, {Person: "p2", Place: 1}}, Finished: 10, Why: "had to go"},
		{V: 1, At: 12, Kind: kindVoid, Table: "t1"},
		{V: 1, At: 13, Kind: kindEnded, By: "p1"},
		{V: 1, At: 14, Kind: kindCancelled, By: "p1", Why: "rain"},
		{V: 1, At: 15, Kind: kindStarted, Rounds: 2, Secrets: []string{"0a", "0b"}},
		{V: 1, At: 16, Kind: kindResult, Table: "t1", Finishes: []Finish{{Person: "p1", Place: 1, Score: 7}, {Person: "p2", Place: 2, Score: -7}}, Finished: 15},
	}
	want, err := os.ReadFile("testdata/entries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(want), []byte("\n"))
	if len(lines) != len(entries) {
		t.Fatalf("%d lines, %d entries", len(lines), len(entries))
	}
	for i, e := range entries {
		if got := e.encode(); !bytes.Equal(got, lines[i]) {
			t.Errorf("written:\n%s\nstored:\n%s", got, lines[i])
		}
		if got, err := decode(lines[i]); err != nil || !reflect.DeepEqual(got, e) {
			t.Errorf("%s is read as %+v, %v", lines[i], got, err)
		}
	}
	if _, err := decode([]byte(`{"v":2,"kind":"ended"}`)); err == nil {
		t.Error("an entry of a later version is read")
	}
}
