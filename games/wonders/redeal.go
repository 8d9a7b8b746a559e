package wonders

import "mirabilia/game"

// Redeal is being written.
func (s *State) Redeal(eye game.Seat, r *game.Rand) {}
