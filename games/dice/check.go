package dice

import (
	"strings"

	"mirabilia/game"
)

// Check agrees with Moves; a refusal says what is wrong, see refusal.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	if s.legal(seat, m) {
		return nil
	}
	return s.refusal(seat, m)
}

// legal reports whether an seat to act may play a move.
func (s *State) legal(seat game.Seat, m game.Move) bool {
	kind, d, space := unpack(m)
	if kind > kindStop {
		return false
	}
	var o offers
	s.offer(seat, &o)
	if m == o.beside {
		return o.either
	}
	if kind == kindDie {
		slot := s.slotOf(d)
		return slot >= 0 && o.slots[slot]>>space&1 != 0
	}
	return kind == o.kind && d == 0 && o.others>>space&1 != 0
}

// refusal says why an seat to act may not play a move. It is asked only about moves that are not legal.
func (s *State) refusal(seat game.Seat, m game.Move) error {
	kind, d, space := unpack(m)
	sh := s.book()
	known := len(sh.spaceIDs)
	switch kind {
	case kindBonus:
		known = len(sh.bonusIDs)
	case kindPass, kindStop:
		known = 1
	}
	if kind > kindStop || int(space) >= known || d >= len(sh.diceIDs) || d > 0 && kind != kindDie {
		return game.Refuse(game.Invalid, "bad_move", "%#x is not a move in this game", uint32(m))
	}
	p, pl := &s.players[seat], s.plan(seat)
	owes := p.owes(pl)
	if !owes.allows(kind) {
		return game.Refuse(game.IllegalMove, "wrong_step", "%s does not answer the decision at hand; the seat must %s", s.Text(m), s.demand(seat))
	}
	if kind == kindBonus {
		return game.Refuse(game.IllegalMove, "bonus_taken", "the bonus %s is already taken; left: %s", sh.bonusIDs[space], s.names(sh.bonusIDs, uint64(sh.allBonus&^p.bonuses)))
	}
	if kind == kindDie {
		if err := s.dieRefusal(seat, d); err != nil {
			return err
		}
	}
	return s.spaceRefusal(seat, kind, d, space, owes)
}

// allows reports whether a kind of move answers what is owed.
func (d decision) allows(kind int) bool {
	switch kind {
	case kindPass, kindWonder:
		return d == owesAction
	case kindDie:
		return d == owesAction || d == owesFreeDie
	case kindMark:
		return d == owesMark
	case kindBonus:
		return d == owesBonus
	}
	return d == owesFreeDie || d == owesMark
}

// demand says in words what a seat owes.
func (s *State) demand(seat game.Seat) string {
	p, pl := &s.players[seat], s.plan(seat)
	switch p.owes(pl) {
	case owesFreeDie:
		return "choose a die, which costs nothing, and mark a space, or stop"
	case owesMark:
		f := p.stack[p.depth-1]
		return "mark one of " + s.names(s.book().spaceIDs, p.marks(pl, pl.things[f.thing()][f.effect()].spaces)) + ", or stop"
	case owesBonus:
		return "take a bonus: " + s.names(s.book().bonusIDs, uint64(s.book().allBonus&^p.bonuses))
	}
	return "build with a die, build the wonder or pass"
}

// names lists the members of a set.
func (s *State) names(ids []string, set uint64) string {
	var list []string
	for ; set != 0; set &= set - 1 {
		list = append(list, ids[firstSpace(set)])
	}
	return strings.Join(list, ", ")
}

// dieRefusal says why a seat may not choose a die at all.
func (s *State) dieRefusal(seat game.Seat, d int) error {
	sh := s.book()
	slot := s.slotOf(d)
	if slot < 0 {
		return game.Refuse(game.IllegalMove, "not_in_forum", "the die %s is not in the forum", sh.diceIDs[d])
	}
	if s.locked(&s.players[seat], slot) {
		return game.Refuse(game.IllegalMove, "locked_die", "the seat has not unlocked the special die %s", sh.diceIDs[d])
	}
	if !s.keepsUp(seat, slot) {
		f := s.face[slot]
		mine := s.compared(seat, uint8(d), f)
		if s.seats == 2 {
			return game.Refuse(game.IllegalMove, "guild_condition", "%s needs more marked spaces than the opponent: %d against %d when the round began", sh.symbolIDs[d][f], mine, s.compared(1-seat, uint8(d), f))
		}
		return game.Refuse(game.IllegalMove, "guild_condition", "%s needs at least as many marked spaces as both neighbours: %d against %d on the left and %d on the right when the round began",
			sh.symbolIDs[d][f], mine, s.compared(s.left(seat), uint8(d), f), s.compared(s.right(seat), uint8(d), f))
	}
	return nil
}

// spaceRefusal says why a seat may not mark a space.
func (s *State) spaceRefusal(seat game.Seat, kind, d int, space uint8, owes decision) error {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	id := sh.spaceIDs[space]
	bit := uint64(1) << space
	reachable, coins, dieCost := pl.spaces[Wonder], int(p.coins), 0
	allowed := p.open & reachable
	switch kind {
	case kindDie:
		slot := s.slotOf(d)
		reachable, allowed = pl.faces[d][s.face[slot]].spaces, s.pointsTo(p, pl, slot)
		coins = s.purse(p, sh.dice[d].colour)
		if owes == owesAction {
			dieCost = s.dieCost(p, slot)
		}
	case kindMark:
		f := p.stack[p.depth-1]
		reachable = pl.things[f.thing()][f.effect()].spaces
		allowed = p.open & reachable
	}
	var all uint64
	for _, set := range pl.spaces {
		all |= set
	}
	switch {
	case all&bit == 0:
		return game.Refuse(game.IllegalMove, "no_such_space", "%s has no space %s", sh.cityIDs[s.city[seat]], id)
	case p.marked&bit != 0:
		return game.Refuse(game.IllegalMove, "already_marked", "%s is already marked", id)
	case reachable&bit == 0:
		return game.Refuse(game.IllegalMove, "not_pointed", "%s cannot be marked this way; possible now: %s", id, s.names(sh.spaceIDs, allowed))
	case allowed&bit == 0:
		return game.Refuse(game.IllegalMove, "not_next", "%s is not next on its track; next: %s", id, s.names(sh.spaceIDs, allowed))
	}
	missing := p.missing(pl, space)
	return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins: %d for the die and %d for missing resources (%d needed, %d owned); the seat has %d",
		id, dieCost+missing, dieCost, missing, pl.cost[space], p.resources, coins)
}
