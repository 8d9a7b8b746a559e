package duel

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// moveKey hashes both cities, the track, the places of cards and tokens and whose decision it is. The faces that were
// turned up are left out, and so are divinities, which may have been placed in secret.
func moveKey(s *duel.State) uint64 {
	var h eval.Hash
	for seat := range game.Seat(2) {
		cards := s.CardSet(seat)
		h.Add(cards[0])
		h.Add(cards[1])
		h.Add(uint64(s.BuiltSet(seat))<<48 | uint64(s.UnbuiltSet(seat))<<32 | uint64(s.TokenSet(seat))<<16 | uint64(s.Coins(seat)))
	}
	seen, open := s.FaceUp()
	asked, what, again := s.Asked()
	h.Add(uint64(seen)<<32 | uint64(open))
	h.Add(uint64(s.BoardSet())<<48 | uint64(s.LootSet(0))<<40 | uint64(s.Lead(0)+16)<<32 | uint64(s.CardsLeft())<<24 | uint64(s.Age())<<16 | uint64(what)<<2 | uint64(asked)<<1)
	if again {
		h.Add(1)
	}
	if s.Pantheon() {
		pantheonKey(s, &h)
	}
	return uint64(h)
}

func pantheonKey(s *duel.State, h *eval.Hash) {
	filled := uint64(0)
	for i := range duel.NumSpaces {
		if _, _, ok := s.Space(0, i); ok {
			filled |= 1 << i
		}
	}
	h.Add(filled)
	for seat := range game.Seat(2) {
		h.Add(uint64(s.GodSet(seat))<<32 | uint64(s.OfferingSet(seat))<<16 | uint64(s.Mythologies(seat)))
	}
	at, on := s.MinervaAt(0)
	if on {
		h.Add(uint64(at + 16))
	}
	mythologies, offerings := s.Marks()
	h.Add(uint64(s.Enki())<<16 | uint64(mythologies)<<8 | uint64(offerings))
}
