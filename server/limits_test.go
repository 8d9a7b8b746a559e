package server

import (
	"errors"
	"testing"

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
