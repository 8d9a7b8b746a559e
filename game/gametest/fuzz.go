package gametest

import (
	"encoding/json"
	"testing"

	"mirabilia/game"
)

// FuzzPosition feeds garbage to a game's position reader: it must refuse or give a state that plays and that redeals keep to.
func FuzzPosition[S comparable, P game.State[S]](f *testing.F, base S) {
	r := game.NewRand(game.NumberSeed(5))
	P(&base).Deal(r)
	for range 30 {
		data, err := json.Marshal(P(&base))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		if seat := P(&base).Owing().First(); seat != game.NoSeat {
			P(&base).Apply(seat, P(&base).RandomMove(seat, r), nil)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s S
		if json.Unmarshal(data, P(&s)) != nil {
			return
		}
		if err := P(&s).Valid(); err != nil {
			t.Fatalf("accepted an impossible position: %v", err)
		}
		r := game.NewRand(game.NumberSeed(6))
		if err := new(harness[S, P]).redeals(s, r); err != nil {
			t.Fatal(err)
		}
		for n := 0; P(&s).Owing() != 0 && n < 2000; n++ {
			seat := P(&s).Owing().First()
			P(&s).Apply(seat, P(&s).RandomMove(seat, r), nil)
		}
		P(&s).View(game.Open)
		P(&s).Result()
	})
}

// FuzzMove feeds garbage to a game's move reader: it must refuse or read what Text writes.
func FuzzMove[S comparable, P game.State[S]](f *testing.F, base S) {
	r := game.NewRand(game.NumberSeed(5))
	P(&base).Deal(r)
	for P(&base).Owing() != 0 {
		seat := P(&base).Owing().First()
		m := P(&base).RandomMove(seat, r)
		f.Add(P(&base).Text(m))
		P(&base).Apply(seat, m, nil)
	}
	P(&base).Deal(r)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := P(&base).Parse(text)
		if err != nil {
			return
		}
		if back, err := P(&base).Parse(P(&base).Text(m)); err != nil || back != m {
			t.Fatalf("%q is read as %#x, written %q and read back as %#x, %v", text, m, P(&base).Text(m), back, err)
		}
		for seat := range P(&base).Seats() {
			_ = P(&base).Check(game.Seat(seat), m)
		}
	})
}
