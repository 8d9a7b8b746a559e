package dice

import (
	"math/bits"

	"mirabilia/game"
)

// A move is packed as kind, die and space: kind<<10 | die<<6 | space. Bonuses use the field of the space; fields
// that a kind does not use are zero.
const (
	kindPass   = iota // gain coins
	kindDie           // mark a space with a die
	kindWonder        // mark a step of the wonder
	kindMark          // mark a space by an effect
	kindBonus         // take a bonus
	kindStop          // make no further use of an effect
)

func pack(kind, die, space int) game.Move { return game.Move(kind<<10 | die<<6 | space) }

func unpack(m game.Move) (kind, die int, space uint8) {
	return int(m >> 10), int(m >> 6 & 15), uint8(m & 63)
}

var (
	movePass = pack(kindPass, 0, 0)
	moveStop = pack(kindStop, 0, 0)
)

// decision is what a seat owes.
type decision uint8

const (
	owesNothing decision = iota
	owesAction           // build, wonder or pass
	owesFreeDie          // build with a die that costs nothing, or stop
	owesMark             // mark a space, or stop
	owesBonus            // take a bonus
)

// owes returns the decision that the top of a player's stack asks for.
func (p *player) owes(pl *plan) decision {
	if p.depth == 0 {
		return owesNothing
	}
	f := p.stack[p.depth-1]
	if f == mainAction {
		return owesAction
	}
	effects := pl.things[f.thing()]
	if f.effect() == len(effects) {
		return owesBonus
	}
	switch effects[f.effect()].kind {
	case effMark:
		return owesMark
	case effFreeDie:
		return owesFreeDie
	}
	return owesAction
}

// offers are the moves of a seat: for each slot of the forum the spaces to mark with it, then wonder steps,
// spaces to mark by an effect and bonuses, as sets; and the one move beside them.
type offers struct {
	slots  [forumSize]uint64
	others uint64
	kind   int
	beside game.Move
	either bool
}

// offer works out a seat's moves into an empty o.
func (s *State) offer(seat game.Seat, o *offers) {
	p, pl := &s.players[seat], s.plan(seat)
	switch owes := p.owes(pl); owes {
	case owesAction:
		s.builds(seat, false, &o.slots)
		o.others, o.kind = p.marks(pl, pl.spaces[Wonder]), kindWonder
		o.beside, o.either = movePass, true
	case owesFreeDie:
		s.builds(seat, true, &o.slots)
		o.beside, o.either = moveStop, true
	case owesMark:
		f := p.stack[p.depth-1]
		o.others, o.kind = p.marks(pl, pl.things[f.thing()][f.effect()].spaces), kindMark
		o.beside, o.either = moveStop, true
	case owesBonus:
		o.others, o.kind = uint64(s.book().allBonus&^p.bonuses), kindBonus
	}
}

// Moves lists builds by die and space, then what needs no die, then passing or stopping.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if !s.owes(seat) {
		return buf
	}
	var o offers
	s.offer(seat, &o)
	for slot, set := range o.slots {
		for ; set != 0; set &= set - 1 {
			buf = append(buf, pack(kindDie, int(s.forum[slot]), bits.TrailingZeros64(set)))
		}
	}
	for set := o.others; set != 0; set &= set - 1 {
		buf = append(buf, pack(o.kind, 0, bits.TrailingZeros64(set)))
	}
	if o.either {
		buf = append(buf, o.beside)
	}
	return buf
}

func (s *State) owes(seat game.Seat) bool { return seat < game.MaxSeats && s.owing.Has(seat) }

// RandomMove draws evenly over Moves.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	var o offers
	s.offer(seat, &o)
	var counts [forumSize]int
	n := count(o.others)
	for slot, set := range o.slots {
		counts[slot] = count(set)
		n += counts[slot]
	}
	if o.either {
		n++
	}
	k := r.IntN(n)
	for slot, c := range counts {
		if k < c {
			return pack(kindDie, int(s.forum[slot]), nth(o.slots[slot], k))
		}
		k -= c
	}
	if k < count(o.others) {
		return pack(o.kind, 0, nth(o.others, k))
	}
	return o.beside
}

// nth returns the k-th lowest member of a set.
func nth(set uint64, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// slotOf returns where a die lies in the forum, or -1.
func (s *State) slotOf(d int) int {
	for slot, in := range s.forum {
		if int(in) == d {
			return slot
		}
	}
	return -1
}
