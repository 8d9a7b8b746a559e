package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/store"
)

// silent is a store whose disk answers only when the gate opens.
type silent struct {
	store.Store
	gate chan struct{}
}

func (s *silent) Ping(context.Context) error { <-s.gate; return store.ErrFull }

// A balancer is answered within a second, by a clock that only the test moves, even while the disk is silent.
func TestReadyAnswersWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &silent{gate: make(chan struct{})}
		r := &readiness{store: s}
		start := time.Now()
		for range 3 {
			if err := r.check(); !errors.Is(err, errLate) {
				t.Errorf("the disk does not answer: %v", err)
			}
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("three answers took %v", took)
		}
		close(s.gate)
		synctest.Wait()
		if err := r.check(); !errors.Is(err, store.ErrFull) {
			t.Errorf("the disk answered: %v", err)
		}
	})
}

// TestReadinessRules: what a node is follows from what it knows, by the table that docs/hosting.md has.
func TestReadinessRules(t *testing.T) {
	long, short := leaveAfter, time.Second
	rows := []struct {
		name string
		k    known
		// what docs/hosting.md says in the row: /readyz, what pages are told, and what follows.
		status, word, told string
		writes, moves      bool
	}{
		{"stopping", known{stopping: true, store: storeAway, failing: short}, "503", stoppedWord, api.SavingFine, true, false},
		{"fine", known{}, "200", readyWord, api.SavingFine, true, false},
		{"fine, relay away", known{relayAway: true}, "200", degraded, api.SavingFine, true, false},
		{"damage in one place", known{store: storeSpot, othersWrite: true}, "200", spotted, api.SavingFine, true, false},
		{"only the reserve is left", known{store: storeReserve}, "200", fullForNew, api.SavingFine, true, false},
		{"bound or disk full", known{store: storeFull, othersWrite: true}, "200", fullForAll, api.SavingFull, true, false},
		{"away, others write, at first", known{store: storeAway, othersWrite: true, failing: short}, "503", cannotSave, api.SavingFine, true, false},
		{"away, others write, 4 s", known{store: storeAway, othersWrite: true, failing: leaveAfter}, "503", cutOff, api.SavingAway, false, false},
		{"away, others write, 6 s", known{store: storeAway, othersWrite: true, failing: long, apart: moveAfter}, "503", cutOff, api.SavingAway, false, true},
		{"away from all, or alone, at first", known{store: storeAway, failing: short}, "503", cannotSave, api.SavingFine, true, false},
		{"away from all, or alone, 2 s", known{store: storeAway, failing: tellAfter}, "503", cannotSave, api.SavingAway, true, false},
		{"away from all, or alone, 4 s", known{store: storeAway, failing: long}, "503", cannotSave, api.SavingAway, false, false},
	}
	text, err := os.ReadFile("../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		v := judge(row.k)
		if fmt.Sprint(v.status) != row.status || v.word != row.word || v.told != row.told || v.writes != row.writes || v.moves != row.moves {
			t.Errorf("%s: %+v", row.name, v)
		}
		if !slices.Contains(allStates, v.name) {
			t.Errorf("%s: /metrics knows no %s", row.name, v.name)
		}
		first, _, _ := strings.Cut(row.word, ":")
		line := fmt.Sprintf("| %s | %s `%s` | `%s` | %s |", row.name, row.status, first, v.name, follows(v))
		if !strings.Contains(string(text), line) {
			t.Errorf("docs/hosting.md has no line %s", line)
		}
	}
}

// follows says what follows from a verdict, as the documentation does.
func follows(v verdict) string {
	var list []string
	if v.name == stateStopping {
		return "hands on its duties; sockets end with the request to come back"
	}
	if v.moves {
		list = append(list, "sockets end within 10 s with the request to come back")
	}
	switch {
	case v.moves:
	case v.told == api.SavingFull:
		list = append(list, "sockets stay, pages say that there is no space")
	case v.told == api.SavingAway:
		list = append(list, "sockets stay, pages say that nothing can be saved")
	default:
		list = append(list, "sockets stay")
	}
	if !v.writes {
		list = append(list, "no duties while another node can write")
	}
	return strings.Join(list, "; ")
}

// TestReadyAfterDamage: damage that was met once is forgotten when the store is whole again, and damage in one place is no reason to take nobody in.
func TestReadyAfterDamage(t *testing.T) {
	for _, c := range []struct {
		err  error
		want condition
	}{
		{nil, storeFine},
		{fmt.Errorf("%w: page 7", store.ErrDamagedSpot), storeSpot},
		{fmt.Errorf("%w: page 1", store.ErrDamaged), storeAway},
		{store.ErrReserve, storeReserve},
		{fmt.Errorf("%w: 4096 bytes", store.ErrBound), storeFull},
		{fmt.Errorf("%w: 4096 bytes", store.ErrFull), storeFull},
		{store.ErrReadOnly, storeAway},
		{errLate, storeAway},
	} {
		if got := conditionOf(c.err); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}

// TestReturnsHaveRoom: twenty thousand people behind four addresses whose node is gone are all let in, also beyond the limits of their addresses; strangers, and the
// same people at any other time, are not.
func TestReturnsHaveRoom(t *testing.T) {
	const people, addresses = 20000, 4
	open := func(l *limits, session bool) (in int) {
		for n := range people {
			address := fmt.Sprint("10.0.0.", n%addresses)
			known := func() string {
				if session {
					return fmt.Sprint("p", n)
				}
				return ""
			}
			err := errors.Join(l.takeOrReturn(quotaRequests, address, known), l.takeOrReturn(quotaSockets, address, known))
			if err == nil {
				_, err = l.socket(address)
			}
			if err == nil {
				in++
			}
		}
		return in
	}
	// The host lets an address have as many sockets as it had at two nodes.
	limit := Limits{Rate: 1, Sockets: 12000, SocketsPerAddress: people / addresses / 2}
	for _, c := range []struct {
		name             string
		expected, person bool
		least, most      int
	}{
		{"expected", true, true, people, people},
		{"strangers", true, false, 1, 1000},
		{"not expected", false, true, 1, 1000},
	} {
		l := newLimits(limit)
		if c.expected {
			l.expect(time.Now().Add(homecoming))
		}
		if in := open(l, c.person); in < c.least || in > c.most {
			t.Errorf("%s: %d of %d were let in", c.name, in, people)
		}
	}
	// Nobody has more than what a page needs.
	l := newLimits(limit)
	l.expect(time.Now().Add(homecoming))
	in := 0
	for range 1000 {
		if l.takeOrReturn(quotaSockets, "10.0.0.1", func() string { return "p" }) == nil {
			in++
		}
	}
	if in > quotaSockets.burst+quotaReturns.burst+20 {
		t.Errorf("one person opened %d sockets", in)
	}
}
