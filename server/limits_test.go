package server

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/game"
)

// What costs much is refused to an address that has had its share, and to nobody else; what fails counts, too.
func TestWorkIsLimitedByCost(t *testing.T) {
	l := newLimits(Limits{Rate: 1})
	done := 0
	work := func(address string, built int, err error) error {
		return l.work(address, func() (int, error) { done++; return built, err })
	}
	for range 2 {
		if err := work("a", workAtOnce*2/3, nil); err != nil {
			t.Fatal(err)
		}
	}
	var refusal *game.Error
	if err := work("a", 1, nil); !errors.As(err, &refusal) || refusal.Reason != "too_many_work" || done != 2 {
		t.Fatalf("the share was used up: %v", err)
	}
	if err := work("b", 1, nil); err != nil {
		t.Errorf("another address: %v", err)
	}
	failure := errors.New("no such table")
	for range workAtOnce / leastWork * 2 {
		if err := work("c", 0, failure); !errors.Is(err, failure) {
			return
		}
	}
	t.Error("failing work costs nothing")
}

// The networks of an IPv6 site have limits together; other sites and IPv4 addresses are no part of it.
func TestSitesShareLimits(t *testing.T) {
	l := newLimits(Limits{Rate: 1, SocketsPerAddress: 5})
	q := quota{"test", 0.0001, 10}
	done, sockets := 0, 0
	for i := range 100 {
		network := networkOf(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 1, 0, byte(i), 15: 1}))
		for range 10 {
			if l.take(q, network) == nil {
				done++
			}
			if _, err := l.socket(network); err == nil {
				sockets++
			}
		}
	}
	if done != networksPerSite*q.burst || sockets != networksPerSite*5 {
		t.Errorf("%d were done and %d sockets opened from one site", done, sockets)
	}
	for _, other := range []string{networkOf(netip.MustParseAddr("2001:db8:2::1")), networkOf(netip.MustParseAddr("192.0.2.1"))} {
		if l.take(q, other) != nil {
			t.Errorf("%s is no part of it", other)
		}
	}
}

// A person who has filled more of the journals than anyone plays can begin no further game, but can finish those that were begun;
// the share comes back slowly, not because nobody looked at it for a while.
func TestEntriesOfAPersonAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(Limits{Rate: 1})
		refused := func(person, address string) bool {
			var refusal *game.Error
			return errors.As(l.mayOpen(person, address), &refusal) && refusal.Reason == "too_many_entries"
		}
		for range quotaEntries.burst {
			if refused("anna", "a") {
				t.Fatal("refused too early")
			}
			l.kept("anna", "a", 1)
		}
		l.kept("anna", "a", 1000) // moves go on
		if !refused("anna", "a") || !refused("anna", "b") || refused("bela", "a") {
			t.Errorf("anna %v, elsewhere %v, bela %v", refused("anna", "a"), refused("anna", "b"), refused("bela", "a"))
		}
		time.Sleep(20 * time.Minute)
		l.sweep(time.Now())
		if refused("anna", "a") {
			t.Error("after twenty minutes a thousand entries and a few more have come in again")
		}
		l.kept("anna", "a", 400)
		if !refused("anna", "a") {
			t.Error("the share was forgotten after a while")
		}
		for i := range peoplePerAddress {
			l.kept(fmt.Sprint("guest", i), "b", quotaEntries.burst)
		}
		if !refused("another", "b") || refused("another", "c") {
			t.Error("guests of one address share what several people have")
		}
	})
}
