package table

import (
	"encoding/binary"

	"mirabilia/api"
	"mirabilia/game"
)

// Taking back. A choice that others have not yet answered can be withdrawn. A decision is taken back at once
// if nobody has decided after it and it showed its seat nothing new, or if only bots would have to agree;
// otherwise every other person at the table must agree. Rated games know no undo.

// revealSamples is how many redeals are tried to see whether a decision showed something. A decision that turned
// up one of only two possible cards goes unnoticed once in 2^revealSamples.
const revealSamples = 10

// undoWord returns whether, and how, a seat can undo its last move.
func (s *state) undoWord(seat game.Seat) string {
	i := s.lastDecision(seat)
	switch {
	case s.status != api.StatusPlaying || s.contested() || s.game.Info().NoUndo || i < 0 || s.places[seat].byBot():
		return api.UndoNone
	// Where several choose at once, whether anybody has decided since is a secret.
	case s.canWithdraw(seat) || s.toAsk(seat) == 0 || i == len(s.decisions)-1 && !s.game.Info().Simultaneous && !s.revealed():
		return api.UndoFree
	}
	return api.UndoAsk
}

// toAsk returns the seats whose people must agree when a seat undoes a move.
func (s *state) toAsk(seat game.Seat) game.Seats {
	var set game.Seats
	for i := range s.places {
		if game.Seat(i) != seat && !s.places[i].byBot() {
			set |= 1 << i
		}
	}
	return set
}

func (s *state) canWithdraw(seat game.Seat) bool {
	return s.status == api.StatusPlaying && s.board != nil && s.game.Info().Simultaneous && s.lastDecision(seat) >= 0 &&
		s.game.Clone(s.board).Withdraw(seat) == nil
}

// revealed reports whether the last decision showed its seat anything it could not have foreseen: whether in some
// game that the seat could not tell from this one before the decision, it knows something else after it. Equal
// knowledge gives equal redeals from equal chance (the promise of game.Secrets), so what is known is compared by
// redealing both.
func (s *state) revealed() bool {
	if s.reveals.decision == len(s.decisions) {
		return s.reveals.answer
	}
	if f, ok := s.board.(game.Foreseer); ok && f.Foreseen(s.before) {
		return false
	}
	d := s.decisions[len(s.decisions)-1]
	// The samples depend on the beginning of the table's id and on the decision only, so that asking again gives the same answer.
	var seed game.Seed
	copy(seed[:8], s.id)
	binary.LittleEndian.PutUint64(seed[8:], uint64(len(s.decisions)))
	begin := *game.NewQuick(seed)
	r, same := begin, begin
	known := s.game.Clone(s.board)
	known.Redeal(d.seat, &same)
	answer, other := false, s.game.Clone(s.before)
	for range revealSamples {
		s.game.Copy(other, s.before)
		other.Redeal(d.seat, &r)
		if answer = game.Play(other, d.seat, d.move, nil) != nil; answer {
			break
		}
		same = begin
		other.Redeal(d.seat, &same)
		if answer = !s.game.Equal(other, known); answer {
			break
		}
	}
	s.reveals.decision, s.reveals.answer = len(s.decisions), answer
	return answer
}
