package table

import (
	"slices"

	"mirabilia/api"
	"mirabilia/game"
)

// In a live game that two people play for something, one of them may go away and let the clock run. When the player to move has been connected nowhere for a
// minute, the other player may claim the win. A node sees its own connections and hears of those at other nodes, but such a message may be lost. So a claim is an entry of the journal that
// waits a little. The node at which the absent player is connected, or comes back, answers it by an entry of its own, and the claim is off. If no node answers, the steward ends the game.

const (
	// goneTime is how long, in milliseconds, somebody must have been gone while the game waits for them.
	goneTime = 60 * second
	// claimTime is how long a claim waits. It is longer than it takes nodes to find an entry of which they were not told (pollConnected).
	claimTime = 15 * second
)

// claim is a claim that a seat is gone, which is decided at a time.
type claim struct {
	seat  int
	until int64
}

// claims reports whether the win can be claimed in this game from somebody who is gone: two people play it at one sitting, and it can no longer be aborted.
func (s *state) claims() bool {
	c := s.settings.Clock
	return s.status == api.StatusPlaying && len(s.places) == 2 && c.Kind == api.ClockLive && c.Base <= mostAborted && (s.settings.FirstMove > 0 || s.contested()) && !s.abortable() &&
		!slices.ContainsFunc(s.places, func(p place) bool { return p.holder != holderPerson || p.away != "" })
}

// waitsSince returns since when the game waits for those who are to decide, as far as everybody knows.
func (s *state) waitsSince() int64 {
	for i := len(s.decisions) - 1; i >= 0; i-- {
		if d := &s.decisions[i]; !d.secret {
			return d.at
		}
	}
	return s.started
}

// claimWin notes that a seat is said to be gone.
func (s *state) claimWin(e *entry, _ *game.Events) error {
	s.claim = &claim{e.Seat, e.At + claimTime}
	return nil
}

// comeIn takes a claim back, because the seat is there.
func (s *state) comeIn(*entry, *game.Events) error {
	s.claim = nil
	return nil
}

// noteAbsence keeps since when seats are connected nowhere, and lets everyone be told from when on a win can be claimed. What was before this table came into memory is
// not known, and does not count.
func (t *table) noteAbsence() {
	if t.s == nil || !t.s.claims() {
		t.absent, t.toldGone = [game.MaxSeats]int64{}, nil
		return
	}
	here, _ := t.connected()
	for i := range t.s.places {
		switch {
		case here.Has(game.Seat(i)):
			t.absent[i] = 0
		case t.absent[i] == 0:
			t.absent[i] = t.now()
		}
	}
	if now := t.missing(); (now == nil) != (t.toldGone == nil) || now != nil && *now != *t.toldGone {
		t.toldGone = now
		t.presenceChanged()
	}
}

// missing returns who can be claimed to be gone, and from when on; nil if nobody can.
func (t *table) missing() *api.Gone {
	for i := range t.s.places {
		if at := t.claimableFrom(i); at > 0 {
			return &api.Gone{Seat: i, From: at}
		}
	}
	return nil
}

// claimableFrom returns from when on a win can be claimed from a seat, by the table's time; 0 if it cannot. Time that nobody lived through does not count, and right after a start or a jump of
// the clock nobody is gone: people must be able to come back first.
func (t *table) claimableFrom(seat int) int64 {
	if !t.s.claims() || t.s.claim != nil || t.absent[seat] == 0 || !t.s.owing().Has(game.Seat(seat)) {
		return 0
	}
	from := max(t.absent[seat], t.s.waitsSince())
	left, _ := t.h.time.paused(from - t.s.ahead)
	return t.enforced(from + left + goneTime)
}

// claim asks for the win, because the other has gone.
func (a *asked) claim() (*entry, error) {
	if err := a.playsHimself(); err != nil {
		return nil, err
	}
	if !a.s.claims() {
		return nil, game.Refuse(game.Forbidden, "no_claim", "a win can be claimed in a live game between two people that is rated, part of a tournament or was found, as soon as it can no longer be aborted")
	}
	if a.s.claim != nil {
		return nil, game.Refuse(game.Conflict, "claimed", "the win has been claimed already; it is decided in a moment")
	}
	other := 1 - a.seat
	from := a.t.claimableFrom(other)
	if from == 0 {
		return nil, game.Refuse(game.Conflict, "not_gone", "your opponent is here, or it is not their turn")
	}
	if left := from - a.t.now(); left > 0 {
		return nil, game.Refuse(game.Conflict, "not_gone_long", "you can claim the win in %d seconds if your opponent does not come back", (left+second-1)/second)
	}
	return &entry{Kind: kindClaimed, Seat: other}, nil
}

// answerClaim takes back a claim about somebody who is connected. Every node does it, and not only the steward.
func (t *table) answerClaim() (more bool, err error) {
	c := t.s.claim
	if c == nil {
		return false, nil
	}
	if here, _ := t.connected(); !here.Has(game.Seat(c.seat)) {
		return false, nil
	}
	return true, t.commit(&entry{Kind: kindReturned, Seat: c.seat})
}

// answerClaimOf takes back a claim about somebody who asks for something, connected or not.
func (t *table) answerClaimOf(p Person) (answered bool, err error) {
	c := t.s.claim
	if c == nil || t.s.seatOf(p.ID) != c.seat {
		return false, nil
	}
	return true, t.commit(&entry{Kind: kindReturned, Seat: c.seat})
}

// claimDue reports whether a claim is to be decided.
func (t *table) claimDue() bool {
	return t.s.claim != nil && t.now() >= t.enforced(t.s.claim.until)
}
