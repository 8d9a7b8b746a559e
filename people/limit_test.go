package people_test

import (
	"errors"
	"testing"
	"time"

	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/people/peopletest"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// TestLimitsEnd: a device that was let in, and its passkey, are limited for 72 hours from when the device came in, and not longer.
func TestLimitsEnd(t *testing.T) {
	ctx := t.Context()
	db, err := sqlite.Open(ctx, t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	now := time.Now().UnixMilli()
	all := people.New(db, func() int64 { return now })
	all.CodeMemory = 64
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	refused := func(err error, reason string) {
		t.Helper()
		var refusal *game.Error
		if !errors.As(err, &refusal) || refusal.Reason != reason {
			t.Errorf("%v, want %s", err, reason)
		}
	}
	who := func(hash string) store.Person {
		t.Helper()
		p, _, err := db.PersonByToken(ctx, []byte(hash))
		must(err)
		return p
	}
	site := people.Site{ID: "localhost", Origin: "http://localhost"}
	add := func(d *peopletest.Device, hash, name string) {
		t.Helper()
		begun, err := all.BeginRegister(ctx, site, who(hash), []byte(hash), name)
		must(err)
		made, err := d.Create(begun.Options)
		must(err)
		_, err = all.FinishRegister(ctx, who(hash), []byte(hash), people.Made{Ceremony: begun.ID, Response: made})
		must(err)
		must(all.Proved(ctx, who(hash), []byte(hash), []byte(hash), store.Passkey{Limited: who(hash).Limited}, ""))
	}
	signIn := func(d *peopletest.Device, hash string) error {
		t.Helper()
		begun, err := all.BeginLogin(ctx, site, store.Person{}, nil)
		must(err)
		response, err := d.Get(begun.Options)
		must(err)
		a, key, err := all.FinishLogin(ctx, nil, begun.ID, response)
		must(err)
		return all.Enter(ctx, a, key, store.Token{Hash: []byte(hash)})
	}
	must(db.AddPerson(ctx, store.Person{ID: "p", Name: "guest", Created: now}, []byte("desk")))
	desk, phone := &peopletest.Device{Origin: site.Origin}, &peopletest.Device{Origin: site.Origin}
	add(desk, "desk", "Fanni")
	link, err := all.Offer(ctx, who("desk"), []byte("desk"))
	must(err)
	_, err = all.Scan(ctx, link.Secret, store.Token{Hash: []byte("phone")})
	must(err)
	came := now
	must(all.MayAdd(ctx, who("phone"), []byte("phone")))
	now += (71 * time.Hour).Milliseconds()
	must(all.MayAdd(ctx, who("phone"), []byte("phone")))
	add(phone, "phone", "")
	now += (6 * time.Minute).Milliseconds()
	refused(all.MayAdd(ctx, who("phone"), []byte("phone")), "passkey_again")
	must(signIn(phone, "by phone"))
	for _, hash := range []string{"phone", "by phone"} {
		if p := who(hash); p.Limited != came+(72*time.Hour).Milliseconds() {
			t.Errorf("%s is limited until %d", hash, p.Limited-came)
		}
		refused(all.Able(who(hash)), "limited_device")
	}
	must(all.Able(who("desk")))
	keys, err := db.Passkeys(ctx, "p")
	must(err)
	refused(all.Proved(ctx, who("desk"), []byte("desk"), []byte("desk"), keys[1], ""), "limited_passkey")
	now = came + (72 * time.Hour).Milliseconds()
	for _, hash := range []string{"phone", "by phone", "desk"} {
		must(all.Able(who(hash)))
	}
	must(all.Proved(ctx, who("desk"), []byte("desk"), []byte("desk"), keys[1], ""))
	// A device that came long ago and has shown no passkey adds none any more.
	link, err = all.Offer(ctx, who("desk"), []byte("desk"))
	must(err)
	_, err = all.Scan(ctx, link.Secret, store.Token{Hash: []byte("tablet")})
	must(err)
	now += (72 * time.Hour).Milliseconds()
	refused(all.MayAdd(ctx, who("tablet"), []byte("tablet")), "passkey_again")
}

// TestTooLateForTheEpoch: who has shown a passkey when the account was recovered comes in no more.
func TestTooLateForTheEpoch(t *testing.T) {
	ctx := t.Context()
	db, err := sqlite.Open(ctx, t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all := people.New(db, func() int64 { return 1000 })
	if err := db.AddPerson(ctx, store.Person{ID: "p", Name: "guest"}, []byte("desk")); err != nil {
		t.Fatal(err)
	}
	if err := db.KeepName(ctx, store.Account{Person: "p", Name: "Fanni", Folded: "fanni"}, store.Passkey{ID: []byte("key"), Person: "p", Data: []byte("{}")}, store.Codes{Salt: []byte("s"), Hashes: [][]byte{{1}}}); err != nil {
		t.Fatal(err)
	}
	before, err := db.Account(ctx, "p")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Enter(ctx, store.Entrance{Person: "p", Code: []byte{1}, Token: store.Token{Hash: []byte("found")}, At: 1000}); err != nil {
		t.Fatal(err)
	}
	var refusal *game.Error
	for what, err := range map[string]error{
		"a passkey": all.Enter(ctx, before, store.Passkey{}, store.Token{Hash: []byte("late")}),
		"codes": func() error {
			_, err := all.NewCodes(ctx, "p", before.Epoch)
			return err
		}(),
	} {
		if !errors.As(err, &refusal) || refusal.Reason != "no_session" {
			t.Errorf("%s: %v", what, err)
		}
	}
}
