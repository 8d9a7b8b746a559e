package duplicate

import (
	"mirabilia/game"
	"mirabilia/games/duel"
)

// Redeal draws anew what a viewer cannot know: what neither board has shown of the one deal, the secrets of the other seat on each board, and chance to
// come.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	duel.RedealTwins(&s.boards[0], &s.boards[1], swapped(0, viewer), swapped(1, viewer), r)
}

// RedealUnseen draws anew what neither board has shown to any seat.
func (s *State) RedealUnseen(r *game.Rand) { duel.RedealUnseenTwins(&s.boards[0], &s.boards[1], r) }
