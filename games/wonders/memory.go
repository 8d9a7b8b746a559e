package wonders

import (
	"iter"

	"mirabilia/game"
)

// What the history of the packets says: what each seat did, and what each may remember (docs/rules/wonders.md 3, "Who knows
// what").

// deed is one thing a seat did with a card.
type deed struct {
	age, turn uint8
	card      Card
	fate      uint16
	dug       bool
}

func (d deed) kind() string {
	switch {
	case d.dug:
		return "take"
	case d.fate == built:
		return "build"
	case d.fate == tucked:
		return "stage"
	}
	return "sell"
}

// deeds returns what a seat has done, in order. Cards left over are not done by anyone.
func (s *State) deeds(seat int) iter.Seq[deed] {
	return func(yield func(deed) bool) {
		for age := range int(s.age) + 1 {
			for turn := range lastTurn + 1 {
				p := s.packetOf(seat, age, turn)
				d := deed{uint8(age), uint8(turn), s.packet[age][p][turn], s.fateOf(age, p, turn), false}
				if d.card != noCard && (d.fate == inHand || !yield(d)) {
					return
				}
				if turn == lastTurn && s.plays7(seat, age) {
					d.card, d.fate = s.packet[age][p][turn+1], s.fateOf(age, p, turn+1)
					if d.card != noCard && (d.fate == inHand || !yield(d)) {
						return
					}
				}
				if card := s.dugBy(seat, age, turn); card != noCard && !yield(deed{uint8(age), uint8(turn), card, built, true}) {
					return
				}
			}
		}
	}
}

// plays7 reports whether a seat had Babylon's power at the end of an age.
func (s *State) plays7(seat, age int) bool {
	c := &s.city[seat]
	if c.board != babylon || c.side != night {
		return false
	}
	for a := range age + 1 {
		for turn := range lastTurn + 1 {
			if s.fateOf(a, s.packetOf(seat, a, turn), turn) == tucked {
				return true
			}
		}
	}
	return false
}

// dugBy returns the card that a seat took from the discard pile on a turn, or noCard.
func (s *State) dugBy(seat, age, turn int) Card {
	if s.city[seat].board == halikarnassos {
		for _, l := range s.look[:s.looks] {
			if int(l.age) == age && int(l.turn) == turn {
				return l.card
			}
		}
	}
	return noCard
}

// lastHeld returns the last turn of the running age up to now on which a seat has held a packet, or -1.
func (s *State) lastHeld(viewer game.Seat, packet int) int {
	for turn := int(s.turn); turn >= 0; turn-- {
		if s.holderOf(packet, int(s.age), turn) == int(viewer) {
			return turn
		}
	}
	return -1
}

// knownPile counts the cards that a viewer knows to lie in the discard pile: what it put there itself, and what
// it saw there when it last looked.
func (s *State) knownPile(viewer game.Seat) (count [numCards]uint8) {
	if viewer == game.Open {
		count, _ = s.pile()
		return count
	}
	if viewer >= game.Seat(s.seats) {
		return count
	}
	looks := s.look[:s.looks]
	digs := s.city[viewer].board == halikarnassos
	var layer [len(s.look) + 1][numCards]uint8 // by the look before which a card was discarded
	for age := range int(s.age) + 1 {
		for p := range int(s.seats) {
			for i := range handSize {
				turn := min(i, lastTurn)
				at := layerOf(looks, age, turn)
				if (s.holderOf(p, age, turn) == int(viewer) || digs && at < len(looks)) && s.fateOf(age, p, i) == discarded {
					layer[at][s.packet[age][p][i]]++
				}
			}
		}
	}
	for at := range len(looks) + 1 {
		for c, n := range layer[at] {
			count[c] += n
		}
		// A card that came into the pile later cannot be the one that was taken.
		if at < len(looks) && looks[at].card != noCard && count[looks[at].card] > 0 {
			count[looks[at].card]--
		}
	}
	return count
}

// layerOf returns the first look at or after a turn: the one in which a card discarded then was first seen; the
// number of looks if there was none since.
func layerOf(looks []look, age, turn int) int {
	for i, l := range looks {
		if age < int(l.age) || age == int(l.age) && turn <= int(l.turn) {
			return i
		}
	}
	return len(looks)
}
