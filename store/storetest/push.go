package storetest

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"mirabilia/store"
)

func subscription(person, id string, at int64) store.Subscription {
	return store.Subscription{ID: id, Person: person, Token: []byte("hash of " + person), Endpoint: "https://push.example/" + id, Key: []byte("key " + id), Auth: []byte("auth " + id), Created: at, Seen: at}
}

func subscriptions(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"p1", "p2"} {
		guest(t, s, id, "guest")
	}
	for _, device := range []string{"phone", "desk"} {
		if _, err := s.Enter(ctx, store.Entrance{Person: "p1", Token: store.Token{Hash: []byte(device), Seen: 1, Agent: "Firefox on a " + device}}); err != nil {
			t.Fatal(err)
		}
	}
	look := func(person string, want ...store.Subscription) {
		t.Helper()
		got, err := s.Subscriptions(ctx, person)
		if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	look("p1")
	first, phone, desk := subscription("p1", "a", 10), subscription("p1", "b", 20), subscription("p1", "c", 30)
	phone.Token, desk.Token = []byte("phone"), []byte("desk")
	must(s.Subscribe(ctx, first, 2))
	must(s.Subscribe(ctx, phone, 2))
	phone.Agent = "Firefox on a phone"
	look("p1", first, phone)
	wantError(t, "one too many", s.Subscribe(ctx, desk, 2), store.ErrTooMany)
	wantError(t, "another's session", s.Subscribe(ctx, store.Subscription{ID: "x", Person: "p2", Token: []byte("phone"), Endpoint: "x", Key: []byte{1}, Auth: []byte{1}}, 9), store.ErrNotFound)
	// The same session again takes the place of what it had, and so does the same address, whoever is signed in there now.
	again := subscription("p1", "d", 40)
	must(s.Subscribe(ctx, again, 2))
	look("p1", phone, again)
	other := subscription("p2", "e", 50)
	other.Endpoint = again.Endpoint
	must(s.Subscribe(ctx, other, 2))
	look("p1", phone)
	look("p2", other)
	must(s.Reached(ctx, phone.ID, 60))
	phone.Reached = 60
	wantError(t, "nothing was reached", s.Reached(ctx, "nothing", 60), store.ErrNotFound)
	s = reopen()
	look("p1", phone)
	wantError(t, "another's", s.Unsubscribe(ctx, "p1", other.ID), store.ErrNotFound)
	must(s.Unsubscribe(ctx, "p2", other.ID))
	wantError(t, "twice", s.Unsubscribe(ctx, "p2", other.ID), store.ErrNotFound)
	look("p2")
	// It ends with the session, and then makes room for another.
	must(s.RemoveToken(ctx, "p1", []byte("phone")))
	look("p1")
	must(s.Subscribe(ctx, desk, 1))
	desk.Agent = "Firefox on a desk"
	look("p1", desk)
	if n, err := s.ExpireSubscriptions(ctx, 30, 9); err != nil || n != 1 {
		t.Errorf("%d were forgotten, %v: one has no session", n, err)
	}
	look("p1", desk)
	if n, err := s.ExpireSubscriptions(ctx, 31, 9); err != nil || n != 1 {
		t.Errorf("%d were forgotten, %v: one was not seen", n, err)
	}
	look("p1")

	// What people want to be told.
	if data, err := s.Notices(ctx, "p1"); data != nil || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	must(s.SetNotices(ctx, "p1", []byte("quiet")))
	must(s.SetNotices(ctx, "p1", []byte("loud")))
	wantError(t, "nobody", s.SetNotices(ctx, "p9", []byte("quiet")), store.ErrNotFound)
	if data, err := s.Notices(ctx, "p1"); string(data) != "loud" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	must(s.Subscribe(ctx, subscription("p1", "f", 70), 9))
	must(s.Forget(ctx, "p1", 0))
	if data, err := s.Notices(ctx, "p1"); data != nil || err != nil {
		t.Errorf("of somebody who was forgotten: %q, %v", data, err)
	}
	guest(t, s, "p1", "another")
	look("p1")
}

// awaited: tables that wait for people who can be reached, and for no others.
func awaited(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"p1", "p2", "p3"} {
		guest(t, s, id, "guest")
	}
	for i, people := range [][]store.Involved{
		{{Person: "p1", Turn: true}, {Person: "p2"}},
		{{Person: "p1"}, {Person: "p2", Turn: true}},
		{{Person: "p1", Turn: true}, {Person: "p3", Turn: true}},
	} {
		b := batch(fmt.Sprint("t", i), 0, "1")
		b.People, b.Row.Data = people, []byte(fmt.Sprintf(`{"id":"t%d"}`, i))
		add(t, s, b)
	}
	lobby := batch("t9", 0, "1")
	lobby.Row.Status, lobby.People = "lobby", []store.Involved{{Person: "p1", Turn: true}}
	add(t, s, lobby)
	look := func(want ...string) {
		t.Helper()
		list, err := s.Awaited(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range list {
			if string(a.Data) != `{"id":"`+a.Table+`"}` {
				t.Errorf("%+v", a)
			}
			got = append(got, a.Person+" "+a.Table)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v; want %v", got, want)
		}
	}
	look()
	for _, person := range []string{"p1", "p2"} {
		if err := s.Subscribe(ctx, subscription(person, person, 1), 9); err != nil {
			t.Fatal(err)
		}
	}
	second := store.Token{Hash: []byte("second"), Seen: 1}
	if _, err := s.Enter(ctx, store.Entrance{Person: "p1", Token: second}); err != nil {
		t.Fatal(err)
	}
	more := subscription("p1", "more", 2)
	more.Token = second.Hash
	if err := s.Subscribe(ctx, more, 9); err != nil {
		t.Fatal(err)
	}
	look("p1 t0", "p1 t2", "p2 t1")
	b := batch("t0", 1, "2")
	b.People, b.Row.Data = []store.Involved{{Person: "p1"}, {Person: "p2", Turn: true}}, []byte(`{"id":"t0"}`)
	add(t, s, b)
	look("p1 t2", "p2 t0", "p2 t1")
	if _, err := s.RemoveTokens(ctx, "p2"); err != nil {
		t.Fatal(err)
	}
	look("p1 t2")
}

// pushKeys: whoever comes first makes the keys, and everybody has the same.
func pushKeys(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	if keys, err := s.PushKeys(ctx, nil); keys != nil || err != nil {
		t.Fatalf("%q, %v", keys, err)
	}
	const nodes = 8
	var got [nodes]string
	var wg sync.WaitGroup
	for n := range nodes {
		wg.Go(func() {
			keys, err := s.PushKeys(ctx, []byte(fmt.Sprint("keys of ", n)))
			if err != nil {
				t.Error(err)
			}
			got[n] = string(keys)
		})
	}
	wg.Wait()
	for _, keys := range got {
		if keys != got[0] || keys == "" {
			t.Errorf("%q and %q", keys, got[0])
		}
	}
	s = reopen()
	if keys, err := s.PushKeys(ctx, []byte("others")); string(keys) != got[0] || err != nil {
		t.Errorf("%q, %v; want %q", keys, err, got[0])
	}
	// Renewed, nothing is left that knows the old ones.
	addPeople(t, s, store.Person{ID: "p"})
	if err := s.Subscribe(ctx, store.Subscription{ID: "s", Person: "p", Token: []byte("p"), Endpoint: "https://push.example/1", Key: []byte("k"), Auth: []byte("a")}, 9); err != nil {
		t.Fatal(err)
	}
	if n, err := s.DropPushKeys(ctx); n != 1 || err != nil {
		t.Errorf("%d devices, %v", n, err)
	}
	if keys, err := s.PushKeys(ctx, nil); keys != nil || err != nil {
		t.Errorf("%q, %v", keys, err)
	}
	if list, err := s.Subscriptions(ctx, "p"); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if keys, err := s.PushKeys(ctx, []byte("new")); string(keys) != "new" || err != nil {
		t.Errorf("%q, %v", keys, err)
	}
}
