package storetest

import (
	"fmt"
	"testing"

	"mirabilia/store"
)

// LeaveTraces keeps a person in every way in which a store keeps one, with a word in each, among many others who have other words. It returns the
// person's id.
func LeaveTraces(t *testing.T, s store.Store, word string) string {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	const others = 200
	for i := range others {
		id, w := fmt.Sprintf("p%03d", i), fmt.Sprintf("other%03d", i)
		if i == others/2 {
			id, w = "the-person", word
		}
		b := batch("t"+id, 0, "1")
		b.People = []store.Involved{{Person: id}}
		must(s.Append(ctx, b))
		must(s.AddPerson(ctx, store.Person{ID: id, Name: w + " as a guest", Created: 1}, []byte("token of "+id)))
		must(s.Rename(ctx, id, w+" renamed"))
		k := passkey(id, 1)
		k.Name, k.Data = w+"'s phone", []byte(`{"of":"`+w+`"}`)
		must(s.KeepName(ctx, store.Account{Person: id, Name: w, Folded: w, Kept: 1}, k, someCodes))
		must(s.RenameAccount(ctx, store.Account{Person: id, Name: w + "2", Folded: w + "2", Renamed: 2}, 100))
		must(s.Wait(ctx, store.Waiting{Kind: "k", Key: id, Person: id, Data: []byte(w), Deadline: 100}, 0))
		must(s.AddPerson(ctx, store.Person{ID: "program-" + id, Name: w + "'s program", Owner: id, Created: 1}, []byte("token of the program of "+id)))
		// A friend, and somebody who has said who may know what.
		must(s.SetPrivacy(ctx, id, store.Privacy{Profile: w, Presence: w, Asked: w}))
		if i > 0 {
			must(s.Befriend(ctx, id, "p000", 1, 9))
			must(s.Befriend(ctx, "p000", id, 1, others))
		}
		if id != "p000" {
			_, err := s.Shun(ctx, store.Shunned{Person: id, Other: "p000", Blocked: true, Since: 1}, 9)
			must(err)
		}
		must(s.Subscribe(ctx, store.Subscription{ID: "of " + id, Person: id, Token: []byte("token of " + id), Endpoint: "https://push.example/" + w, Key: []byte(w), Auth: []byte(w)}, 9))
		must(s.SetNotices(ctx, id, []byte(w+" sleeps")))
		must(s.AddReport(ctx, store.Report{ID: "by " + id, By: id, Person: "p000", Text: w + " reports this", Lines: []store.Line{{N: 1, Person: id, Text: "I am " + w}, {N: 2, Person: "p000", Text: "hello"}}}, 9))
		if i > 0 {
			must(s.AddReport(ctx, store.Report{ID: "about " + id, By: "p000", Person: id, Text: w + " is rude", Lines: []store.Line{{N: 1, Person: "p000", Text: "hello " + w}}}, 999))
		}
		for kind := range 2 {
			_, err := s.Decide(ctx, store.Deed{At: 1, By: id, Kind: []string{store.DeedHost, "mute"}[kind], Person: id, Until: 100, Reason: w + " did it"})
			must(err)
		}
		for n := range 3 {
			_, err := s.Say(ctx, store.Line{Table: "t" + id, Person: id, Command: fmt.Sprint(n), Text: "I am " + w}, 9)
			must(err)
		}
	}
	return "the-person"
}
