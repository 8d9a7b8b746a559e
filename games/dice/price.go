package dice

import "mirabilia/game"

// dieCost returns what choosing the die in a slot of the forum costs a seat (docs/rules/dice.md 3.3).
func (s *State) dieCost(p *player, slot int) int {
	sh := s.book()
	if p.free>>sh.dice[s.forum[slot]].colour&1 != 0 {
		return 0
	}
	return max(0, int(sh.quarters[s.quarter[slot]])-int(p.discount))
}

// incomeOf returns what choosing a die of a colour brings.
func (p *player) incomeOf(c Colour) int { return int(p.income >> (4 * c) & 15) }

// purse returns what a seat can spend once it has chosen a die of a colour: its income comes first, as far as
// the reserve holds it (docs/rules/dice.md 3.3, 3.5).
func (s *State) purse(p *player, c Colour) int {
	return min(int(p.coins)+p.incomeOf(c), int(s.book().reserve))
}

// missing returns the coins that replace the resources a seat lacks for a space (docs/rules/dice.md 3.4).
func (p *player) missing(pl *plan, space uint8) int {
	return max(0, int(pl.cost[space])-int(p.resources))
}

// payable returns the spaces whose construction cost a seat can pay with so many coins.
func (p *player) payable(pl *plan, coins int) uint64 {
	if coins < 0 {
		return 0
	}
	return pl.atMost[min(maxCost, int(p.resources)+coins)]
}

// locked reports whether the die in a slot is a special one that the seat has not obtained.
func (s *State) locked(p *player, slot int) bool {
	d := s.forum[slot]
	return s.book().dice[d].special && p.owned>>d&1 == 0
}

// pointsTo returns the spaces that the die in a slot points to now, regardless of who may pay or use it.
func (s *State) pointsTo(p *player, pl *plan, slot int) uint64 {
	return p.pointedTo(pl, &pl.faces[s.forum[slot]][s.face[slot]])
}

func (p *player) pointedTo(pl *plan, f *face) uint64 {
	if f.tracks == nil {
		return p.open & f.spaces
	}
	var set uint64
	for _, t := range f.tracks {
		set |= pl.tracks[t].next(p.marked)
	}
	return set
}

// keepsUp reports whether a seat fulfils what the face of a die compares (docs/rules/dice.md 4.6): with three and more
// seats nobody beside it has more, with two the other has fewer, all as the round began. Most faces compare
// nothing.
func (s *State) keepsUp(seat game.Seat, slot int) bool {
	d, f := s.forum[slot], s.face[slot]
	mine := s.plan(seat).faces[d][f].compare
	if mine == 0 {
		return true
	}
	own := s.compared(seat, d, f)
	if s.seats == 2 {
		return own > s.compared(1-seat, d, f)
	}
	return own >= s.compared(s.left(seat), d, f) && own >= s.compared(s.right(seat), d, f)
}

// compared returns how many spaces a seat had marked, when the round began, where a face compares.
func (s *State) compared(seat game.Seat, d, f uint8) int {
	return count(s.players[seat].before & s.plan(seat).faces[d][f].compare)
}

// builds fills in the spaces that a seat can mark with each die of the forum, all paid (docs/rules/dice.md 3.2 A). Most dice
// are out of the question for a simple reason, which is therefore asked first.
func (s *State) builds(seat game.Seat, freeDie bool, sets *[forumSize]uint64) {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	for slot, d := range s.forum {
		f := &pl.faces[d][s.face[slot]]
		if p.open&f.spaces == 0 {
			continue
		}
		die := &sh.dice[d]
		if die.special && p.owned>>d&1 == 0 || f.compare != 0 && !s.keepsUp(seat, slot) {
			continue
		}
		coins := s.purse(p, die.colour)
		if !freeDie {
			coins -= s.dieCost(p, slot)
		}
		sets[slot] = p.pointedTo(pl, f) & p.payable(pl, coins)
	}
}

// marks returns the spaces among a set that a seat can mark without a die, paid.
func (p *player) marks(pl *plan, among uint64) uint64 {
	return p.open & among & p.payable(pl, int(p.coins))
}

// defences returns those that count against an attack of a seat on a side: those that the neighbour there had towards it when the
// round began (docs/rules/dice.md 4.5).
func (s *State) defences(seat game.Seat, side uint8) int {
	target, facing := s.left(seat), east
	if side == east {
		target, facing = s.right(seat), west
	}
	return min(count(s.players[target].before&s.plan(target).defences[facing]), int(s.book().maxDefence))
}
