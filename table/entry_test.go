package table

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mirabilia/api"
)

var update = flag.Bool("update", false, "write the golden file anew")

// examples has one entry of every kind.
func examples() []*entry {
	s := &settings{Game: "duel", Seats: 2, Options: map[string]string{"pantheon": "true"}, Clock: clockSettings{Kind: "live", Base: 600, Increment: 5},
		Public: true, Rated: true, HideUnseen: true, Takeover: "level3"}
	list := []*entry{
		{Kind: kindCreated, Seat: noSeat, Person: "p1", Settings: s, AutoStart: true, Rules: "1", Secret: "00ff"},
		{Kind: kindConfigured, Seat: noSeat, Settings: s, Rules: "1"},
		{Kind: kindJoined, Seat: 0, Holder: holderPerson, Person: "p1", Nonce: "0a"},
		{Kind: kindSwapped, Seat: 1, To: 2},
		{Kind: kindLeft, Seat: 1},
		{Kind: kindRemoved, Seat: 1},
		{Kind: kindNonce, Seat: 0, Nonce: "0b"},
		{Kind: kindInvite, Seat: noSeat, Invitation: "hash"},
		{Kind: kindAdmitted, Seat: noSeat, Person: "p2"},
		{Kind: kindStarted, Seat: 0, Nonce: "0c", Rules: "1", Seed: "seed"},
		{Kind: kindMove, Seat: 1, Move: "b:walls", ByBot: true},
		{Kind: kindWithdrawn, Seat: 1},
		{Kind: kindUndoAsked, Seat: 1, N: 7},
		{Kind: kindUndoAgreed, Seat: 0},
		{Kind: kindUndoDenied, Seat: 0},
		{Kind: kindUndone, Seat: 1, N: 7},
		{Kind: kindResigned, Seat: 0},
		{Kind: kindTimedOut, Seat: 0, Why: api.AwayTime, Bot: "level3"},
		{Kind: kindAway, Seat: 0, Why: api.AwayAsked, Bot: "level3"},
		{Kind: kindBack, Seat: 0},
		{Kind: kindRematch, Seat: 0, Table: "abcdefghjkmn"},
		{Kind: kindNext, Seat: noSeat, Table: "abcdefghjkmn"},
		{Kind: kindPaused, Seat: noSeat, N: 90000},
		{Kind: kindClosed, Seat: noSeat, Why: api.ClosedRules},
		{Kind: kindNonce, Seat: 0, Commitment: "ff00"},
		{Kind: kindFixed, Seat: 0, Nonce: "0d"},
		{Kind: kindRevealed, Seat: 1, Nonce: "0e"},
		{Kind: kindStarted, Seat: noSeat, Seed: "seed", Position: json.RawMessage("{}")},
		{Kind: kindCreated, Seat: noSeat, Person: "p1", Settings: &settings{Game: "duel", Seats: 2, FirstMove: 60}},
		{Kind: kindClosed, Seat: 1, Why: api.ClosedAborted},
		{Kind: kindHoliday, Seat: 1},
		{Kind: kindHolidayOver, Seat: 1},
		{Kind: kindClaimed, Seat: 1},
		{Kind: kindReturned, Seat: 1},
		{Kind: kindGone, Seat: 1},
		{Kind: kindExpelled, Seat: noSeat, Person: "p2"},
	}
	for i, e := range list {
		e.Seq, e.At, e.By, e.Command = int64(i+1), 1700000000000, "p1", "c1"
	}
	return list
}

// Stored entries are a promise: every kind is written as the golden file has it, and what that holds is read.
func TestGoldenEntries(t *testing.T) {
	const golden = "testdata/entries.jsonl"
	var text []byte
	seen := map[kind]bool{}
	for _, e := range examples() {
		seen[e.Kind] = true
		text = append(append(text, e.encode()...), '\n')
	}
	for k := range kinds {
		if !seen[k] {
			t.Errorf("there is no example of %s", k)
		}
	}
	if *update {
		if err := os.WriteFile(golden, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("entries are written as\n%s\nthe golden file has\n%s", text, want)
	}
	for i, line := range bytes.Split(bytes.TrimSpace(want), []byte("\n")) {
		e, err := decodeEntry(line)
		if err != nil {
			t.Fatal(err)
		}
		if x := examples()[i]; !reflect.DeepEqual(e, &entry{V: version, Seq: x.Seq, At: x.At, Kind: x.Kind, Seat: x.Seat, To: x.To, By: x.By, Command: x.Command, Person: x.Person,
			Holder: x.Holder, Bot: x.Bot, ByBot: x.ByBot, Move: x.Move, Nonce: x.Nonce, Commitment: x.Commitment, Invitation: x.Invitation, Table: x.Table, Why: x.Why, N: x.N, Settings: x.Settings,
			AutoStart: x.AutoStart, Rules: x.Rules, Secret: x.Secret, Seed: x.Seed, Position: x.Position}) {
			t.Errorf("line %d is read as %+v", i+1, e)
		}
	}
	for _, bad := range []string{`{"v":2,"seq":1,"at":1,"kind":"dance","seat":0}`, `{"v":3,"seq":1,"at":1,"kind":"move","seat":0}`, `{"v":2,"seq":1,"at":1,"kind":"move","seat":0,"name":"Anna"}`, `{"v":2,`} {
		if _, err := decodeEntry([]byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// Every kind of entry has its line in the table of kinds, and is told under a word of the API.
func TestKindsAreWhole(t *testing.T) {
	text, err := os.ReadFile("../api/api.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(kinds) < 26 {
		t.Errorf("only %d kinds", len(kinds))
	}
	for k, traits := range kinds {
		if traits.apply == nil || traits.untold != (traits.what == "") || !traits.untold && !strings.Contains(string(text), `= "`+traits.what+`"`) {
			t.Errorf("%s: %+v", k, traits)
		}
	}
}

// No setting of the API is lost on the way through the journal.
func TestSettingsSurviveTheJournal(t *testing.T) {
	in := api.Settings{Game: "g", Seats: 1, Options: map[string]string{"a": "b"}, Clock: api.Clock{Kind: "k", Base: 1, Increment: 2, Days: 3}, Public: true, Rated: true, HideUnseen: true, Takeover: "t", FirstMove: 4, Tournament: &api.InTournament{ID: "i", Kind: "arena", Until: 2, Round: 3}}
	v := reflect.ValueOf(in)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test leaves %s empty", v.Type().Field(i).Name)
		}
	}
	data, err := json.Marshal(settingsFrom(in))
	if err != nil {
		t.Fatal(err)
	}
	var kept settings
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if out := kept.api(); !reflect.DeepEqual(in, out) {
		t.Errorf("%+v became %+v", in, out)
	}
}

// Words of the API that are stored in the journal or a saved table mean the same for ever.
func TestStoredWords(t *testing.T) {
	got := []string{api.StatusLobby, api.StatusPlaying, api.StatusFinished, api.StatusClosed, api.AwayTime, api.AwayLeft, api.AwayAsked, api.AwayResigned,
		api.ClosedRules, api.ClosedAborted, api.ClosedHost, api.WonByResignation, api.WonByTime, api.ClockNone, api.ClockLive, api.ClockDays, api.KindOpen, api.KindPerson, api.KindBot, api.KindProgram}
	want := []string{"lobby", "playing", "finished", "closed", "time", "left", "asked", "resigned", "rules", "aborted", "host", "resignation", "time", "none", "live", "days", holderOpen, holderPerson, holderBot, holderProgram}
	if !slices.Equal(got, want) {
		t.Errorf("the API says %v, stored are %v", got, want)
	}
}
