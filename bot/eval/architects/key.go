package architects

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/architects"
)

// moveKey hashes what lies in front of every seat and whose decision it is. The cards and tokens that were turned up
// are left out.
func moveKey(s *architects.State) uint64 {
	var h eval.Hash
	for seat := range game.Seat(s.Seats()) {
		h.Add(uint64(s.Cards(seat)))
		h.Add(uint64(s.Tokens(seat))<<32 | uint64(s.BuiltSet(seat))<<16 | uint64(s.Points(seat)))
	}
	flipped, _ := s.Conflict()
	h.Add(uint64(s.Cat())<<32 | uint64(s.Turn())<<24 | uint64(s.Phase())<<16 | uint64(s.ExtraDraws())<<8 | uint64(flipped))
	return uint64(h)
}
