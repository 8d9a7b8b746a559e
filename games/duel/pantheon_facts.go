package duel

import "mirabilia/game"

// Queries of the expansion. All of what they say is open to both seats, but for the divinities face down in
// Age I, which a redeal fills in.

// Pantheon reports whether the game is played with the expansion.
func (s *State) Pantheon() bool { return s.pantheon }

// GodSet returns the divinities a seat has activated, the Gate included, a bit each.
func (s *State) GodSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].gods) }

// OfferingSet returns the offering tokens of a seat, a bit each.
func (s *State) OfferingSet(seat game.Seat) uint8 { return uint8(s.cities[seat&1].offerings) }

// Offerings returns what a seat's offering tokens are worth together.
func (s *State) Offerings(seat game.Seat) int { return offeringValue[s.cities[seat&1].offerings] }

// Mythologies returns the mythology tokens of a seat, two bits for each mythology: one of it, a second one of it.
func (s *State) Mythologies(seat game.Seat) uint16 {
	var set uint16
	c := &s.cities[seat&1]
	for i := range Card(tokensPerMyth * numMythologies) {
		if c.cards.has(templeToken + i) {
			set |= 1 << (i%numMythologies*tokensPerMyth + i/numMythologies)
		}
	}
	return set
}

// MarsShields is how far Mars moves the pawn.
const MarsShields = marsShields

// CanActivate reports whether cards of the Pantheon can be activated in the running age.
func (s *State) CanActivate() bool { return s.activable() }

// NumSpaces is how many spaces the Pantheon has.
const NumSpaces = numSpaces

// Space returns the card on a space of the Pantheon, counted from seat 0's end, and what activating it costs a seat
// before offering tokens; there is none if ok is false.
func (s *State) Space(seat game.Seat, i int) (g God, cost int, ok bool) {
	if s.pan.filled>>i&1 == 0 {
		return 0, 0, false
	}
	return s.pan.spaces[i], s.activation(uint8(seat)&1, i), true
}

// Enki returns the progress tokens lying on Enki, a bit each.
func (s *State) Enki() uint16 { return uint16(s.pan.onEnki) }

// MinervaAt returns how far towards the opponent's capital the Minerva pawn is, as Lead counts; false if it is
// not on the track.
func (s *State) MinervaAt(seat game.Seat) (int, bool) {
	if !s.pantheon || s.pan.minerva == noMinerva {
		return 0, false
	}
	return int(leadOver(1-uint8(seat)&1, s.pan.minerva)), true
}

// Marks returns the tokens lying on cards of the structure: five bits for the mythologies of Age I or three for the
// offering tokens of Age II.
func (s *State) Marks() (mythologies, offerings uint8) {
	for _, t := range s.pan.marks {
		switch {
		case t == noSlotToken:
		case t < firstOffering:
			mythologies |= 1 << (t - firstMyth)
		default:
			offerings |= 1 << (t - firstOffering)
		}
	}
	return mythologies, offerings
}
