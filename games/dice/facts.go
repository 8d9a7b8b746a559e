package dice

import (
	"math/bits"

	"mirabilia/game"
)

// Queries of a state, as far as the round has come: what a seat has chosen in secret is in them, so a player may
// ask them of a redealt state only. Sets are bits by the numbers of the sheet.

// Round returns the round being played.
func (s *State) Round() int { return int(s.round) }

// LastRound returns the last round, 0 while it is not known.
func (s *State) LastRound() int { return int(s.last) }

// Points returns what a seat would score now.
func (s *State) Points(seat game.Seat) int {
	p := &s.players[seat]
	sum := 0
	for _, n := range s.points(seat, p.marked, p.written) {
		sum += n
	}
	return sum
}

// Coins returns the coins of a seat.
func (s *State) Coins(seat game.Seat) int { return int(s.players[seat].coins) }

// Resources returns how many different ones a seat has.
func (s *State) Resources(seat game.Seat) int { return int(s.players[seat].resources) }

// Discount returns the discount of a seat on every die.
func (s *State) Discount(seat game.Seat) int { return int(s.players[seat].discount) }

// Free reports whether dice of a colour cost a seat nothing.
func (s *State) Free(seat game.Seat, c Colour) bool { return s.players[seat].free>>c&1 != 0 }

// Income returns the coins a seat gets for choosing a die of a colour.
func (s *State) Income(seat game.Seat, c Colour) int { return s.players[seat].incomeOf(c) }

// Owns reports whether a seat has unlocked the special dice of a colour.
func (s *State) Owns(seat game.Seat, c Colour) bool {
	for set := s.players[seat].owned; set != 0; set &= set - 1 {
		if s.book().dice[bits.TrailingZeros16(set)].colour == c {
			return true
		}
	}
	return false
}

// Marked returns how many spaces of a building a seat has marked.
func (s *State) Marked(seat game.Seat, b Building) int {
	return count(s.players[seat].marked & s.plan(seat).spaces[b])
}

// Left returns how many spaces of a building a seat has not marked.
func (s *State) Left(seat game.Seat, b Building) int {
	return count(s.plan(seat).spaces[b] &^ s.players[seat].marked)
}

// GivesBonus reports whether finishing a building gives a bonus.
func (s *State) GivesBonus(seat game.Seat, b Building) bool { return s.plan(seat).bonus>>b&1 != 0 }

// Bonuses returns how many bonuses a seat has taken, and how many of them end the game.
func (s *State) Bonuses(seat game.Seat) (taken, toEnd int) {
	return bits.OnesCount8(s.players[seat].bonuses), s.book().bonusesToEnd
}

// Ahead returns what a seat has not marked yet in a building: its printed points, and how many decisions (actions,
// marks, free builds) its spaces would bring.
func (s *State) Ahead(seat game.Seat, b Building) (points, decisions int) {
	pl := s.plan(seat)
	for set := pl.spaces[b] &^ s.players[seat].marked; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		points += int(pl.vp[i])
		for j := range pl.things[i] {
			decisions += pl.things[i][j].decisions()
		}
	}
	return points, decisions
}

// Facing returns the number of defences of a seat towards one of its neighbours, and how many attacks that
// neighbour has left on this side.
func (s *State) Facing(seat game.Seat, left bool) (defences, attacks int) {
	side, other, neighbour := west, uint8(east), s.left(seat)
	if !left {
		side, other, neighbour = east, west, s.right(seat)
	}
	pl := s.plan(neighbour)
	for set := pl.attacks &^ s.players[neighbour].marked; set != 0; set &= set - 1 {
		for _, e := range pl.things[bits.TrailingZeros64(set)] {
			if e.kind == effAttack && e.arg == other {
				attacks++
			}
		}
	}
	return count(s.players[seat].marked & s.plan(seat).defences[side]), attacks
}

// Pending is what a seat has still to decide in this round.
type Pending struct {
	Actions  int // actions, the round's own among them
	FreeDice int // builds with a free die
	Marks    int // marks without a die
	Bonuses  int // bonuses to take
}

// Pending counts what lies on a seat's stack, in full, though some of it may lapse.
func (s *State) Pending(seat game.Seat) (left Pending) {
	p, pl := &s.players[seat], s.plan(seat)
	for _, f := range p.stack[:p.depth] {
		if f == mainAction {
			left.Actions++
			continue
		}
		if f.fills() {
			left.Bonuses++
		}
		for i, e := range pl.things[f.thing()][f.effect():] {
			switch e.kind {
			case effExtraAction:
				left.Actions++
			case effFreeDie:
				left.FreeDice++
			case effMark:
				if i == 0 {
					left.Marks += f.left()
				} else {
					left.Marks += int(e.n)
				}
			}
		}
	}
	return left
}

// The most there can be of each on a sheet.
const (
	MaxSpaces  = maxSpaces
	MaxDice    = maxDice
	MaxBonuses = maxBonuses
)

// City returns the number of a seat's city on the sheet.
func (s *State) City(seat game.Seat) int { return int(s.city[seat]) }

// MarkedSet returns the spaces that a seat has marked.
func (s *State) MarkedSet(seat game.Seat) uint64 { return s.players[seat].marked }

// BonusSet returns the bonuses that a seat has taken.
func (s *State) BonusSet(seat game.Seat) uint8 { return s.players[seat].bonuses }

// OwnedSet returns the special dice that a seat has unlocked.
func (s *State) OwnedSet(seat game.Seat) uint16 { return s.players[seat].owned }

// ForumSet returns the dice that lie in the forum.
func (s *State) ForumSet() uint16 {
	var set uint16
	for _, d := range s.forum {
		set |= 1 << d
	}
	return set
}

// AgoraTaken reports whether someone has finished the agora, so that no more points are to be had for being
// first.
func (s *State) AgoraTaken() bool { return s.agoraFirst != 0 }

// WondersOf returns the id of a seat's city, which has a wonder of its own. Unlike the other queries it allocates.
func (s *State) WondersOf(seat game.Seat) []string { return []string{s.book().cityIDs[s.city[seat]]} }
