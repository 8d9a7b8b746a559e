package dice

import "mirabilia/game"

// The same as facts.go in the form that networks read: sets as bits by the numbers of the sheet. As there, it
// is honest on a redealt state only.

// The most there can be of each, for those who number features by them.
const (
	MaxSpaces  = maxSpaces
	MaxDice    = maxDice
	MaxBonuses = maxBonuses
)

// City is the number of a seat's city on the sheet.
func (s *State) City(seat game.Seat) int { return int(s.city[seat]) }

// MarkedSet are the spaces that a seat has marked.
func (s *State) MarkedSet(seat game.Seat) uint64 { return s.players[seat].marked }

// BonusSet are the bonuses that a seat has taken.
func (s *State) BonusSet(seat game.Seat) uint8 { return s.players[seat].bonuses }

// OwnedSet are the special dice that a seat has obtained.
func (s *State) OwnedSet(seat game.Seat) uint16 { return s.players[seat].owned }

// ForumSet are the dice that lie in the forum.
func (s *State) ForumSet() uint16 {
	var set uint16
	for _, d := range s.forum {
		set |= 1 << d
	}
	return set
}

// AgoraTaken tells whether somebody has finished the agora, so that no more points are to be had for being
// first.
func (s *State) AgoraTaken() bool { return s.agoraFirst != 0 }
