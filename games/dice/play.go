package dice

import "mirabilia/game"

// frame is one thing that is being resolved: a space or bonus, which of its effects is next, how many marks
// that effect has left, and whether the space was the last of its building, so that a bonus follows.
//
// Frames lie on a stack: what a mark causes is finished before that which caused the mark goes on
// (docs/rules/dice.md 3.6). A frame with nothing left is taken away before the next is put on it, so that the stack never
// holds more than the sheet's check allows.
type frame uint16

// mainAction is the frame of the round's action itself.
const mainAction frame = 127

func newFrame(thing, effect, left int, fills bool) frame {
	f := frame(thing | effect<<7 | left<<10)
	if fills {
		f |= 1 << 13
	}
	return f
}

func (f frame) thing() int  { return int(f & 127) }
func (f frame) effect() int { return int(f >> 7 & 7) }
func (f frame) left() int   { return int(f >> 10 & 7) }
func (f frame) fills() bool { return f>>13 != 0 }

// push begins a thing at one of its effects, unless there is nothing in it to resolve.
func (p *player) push(pl *plan, thing, effect int, fills bool) {
	effects, left := pl.things[thing], 0
	if effect == len(effects) && !fills {
		return
	}
	if effect < len(effects) && effects[effect].kind == effMark {
		left = int(effects[effect].n)
	}
	p.stack[p.depth] = newFrame(thing, effect, left, fills)
	p.depth++
}

func (p *player) pop() {
	p.depth--
	p.stack[p.depth] = 0
}

// advance goes to the next effect of the thing on top.
func (p *player) advance(pl *plan) {
	f := p.stack[p.depth-1]
	p.pop()
	p.push(pl, f.thing(), f.effect()+1, f.fills())
}

// spend uses up the decision on top.
func (p *player) spend(pl *plan) {
	f := p.stack[p.depth-1]
	switch {
	case f == mainAction:
		p.pop()
	case f.left() > 1:
		p.stack[p.depth-1] = newFrame(f.thing(), f.effect(), f.left()-1, f.fills())
	default:
		p.advance(pl)
	}
}

// Apply plays a move. Others learn of it when the round ends.
func (s *State) Apply(seat game.Seat, m game.Move, tell *game.Events) {
	p := &s.players[seat]
	p.log[p.logged] = uint16(m)
	p.logged++
	s.step(seat, m, nil)
	if p.depth > 0 {
		return
	}
	s.owing = s.owing.Without(seat)
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "ready", Seat: seat, To: game.NoSeat})
	}
	if s.owing == 0 {
		s.endRound(tell)
	}
}

// step plays one decision of a seat and everything that follows without a further one. It touches no
// other seat.
func (s *State) step(seat game.Seat, m game.Move, tell *game.Events) {
	p, pl := &s.players[seat], s.plan(seat)
	a := act{s: s, p: p, pl: pl, seat: seat, tell: tell}
	kind, d, space := unpack(m)
	owes := p.owes(pl)
	from := p.stack[p.depth-1]
	if kind == kindBonus {
		p.pop()
		a.bonus(int(space))
	} else if kind == kindStop {
		p.advance(pl)
		a.say("stop", a.name(from), "", 0)
	} else {
		p.spend(pl)
		if from != mainAction && kind != kindMark {
			a.say(extraEvents[owes], a.name(from), "", 0)
		}
		switch kind {
		case kindPass:
			a.say("pass", "", "", int(s.book().passCoins))
			a.gain(int(s.book().passCoins))
		case kindDie:
			a.choose(d, owes == owesFreeDie)
			a.mark(space, a.die(d))
		case kindWonder:
			a.mark(space, "")
		case kindMark:
			a.mark(space, a.name(from))
		}
	}
	a.settle()
}

// extraEvents are the events of decisions beyond the round's own.
var extraEvents = [...]string{owesAction: "extra_action", owesFreeDie: "free_die"}

// act is a seat's decision being carried out.
type act struct {
	s    *State
	p    *player
	pl   *plan
	seat game.Seat
	tell *game.Events
}

func (a *act) say(event, what, with string, n int) {
	if a.tell != nil {
		a.tell.Add(game.Everyone, game.Event{Type: event, Seat: a.seat, To: game.NoSeat, What: what, With: with, N: n})
	}
}

// name returns the id of the space or bonus of a frame.
func (a *act) name(f frame) string {
	switch {
	case a.tell == nil || f == mainAction:
		return ""
	case f.thing() >= maxSpaces:
		return a.s.book().bonusIDs[f.thing()-maxSpaces]
	}
	return a.s.book().spaceIDs[f.thing()]
}

// die returns the id of a die.
func (a *act) die(d int) string {
	if a.tell == nil {
		return ""
	}
	return a.s.book().diceIDs[d]
}

// gain adds coins; what the reserve cannot hold is lost (docs/rules/dice.md 3.5).
func (a *act) gain(n int) {
	room := int(a.s.book().reserve) - int(a.p.coins)
	if n > room {
		a.say("lost", "", "", n-room)
		n = room
	}
	a.p.coins += uint8(n)
}

// choose takes the income of a die and pays for it.
func (a *act) choose(d int, freeDie bool) {
	sh := a.s.book()
	slot := a.s.slotOf(d)
	cost := 0
	if !freeDie {
		cost = a.s.dieCost(a.p, slot)
	}
	if a.tell != nil {
		a.say("choose", sh.diceIDs[d], sh.symbolIDs[d][a.s.face[slot]], cost)
	}
	if income := a.p.incomeOf(sh.dice[d].colour); income > 0 {
		a.say("income", sh.dice[d].colour.String(), "", income)
		a.gain(income)
	}
	a.p.coins -= uint8(cost)
}

// mark pays for a space and marks it, with a die, or by a space or bonus. Its effects are left on the stack.
func (a *act) mark(space uint8, with string) {
	p, pl := a.p, a.pl
	missing := p.missing(pl, space)
	p.coins -= uint8(missing)
	p.marked |= 1 << space
	p.open &^= 1 << space
	for _, t := range pl.onTracks[space] {
		p.open |= pl.tracks[t].next(p.marked)
	}
	b := Building(pl.building[space])
	if b == Warehouse {
		p.resources++
	}
	full := p.marked&pl.spaces[b] == pl.spaces[b]
	if a.tell != nil {
		a.say("mark", a.s.book().spaceIDs[space], with, missing)
		if full {
			a.say("complete", b.String(), "", 0)
		}
	}
	p.push(pl, int(space), 0, full && pl.bonus>>b&1 != 0)
}

// bonus takes a bonus and begins it.
func (a *act) bonus(b int) {
	a.p.bonuses |= 1 << b
	if a.tell != nil {
		a.say("bonus", a.s.book().bonusIDs[b], "", 0)
	}
	a.p.push(a.pl, maxSpaces+b, 0, false)
}

// settle resolves what is on the stack until the seat must decide or has finished.
func (a *act) settle() {
	p, pl := a.p, a.pl
	for p.depth > 0 {
		f := p.stack[p.depth-1]
		if f == mainAction {
			return
		}
		effects := pl.things[f.thing()]
		if f.effect() == len(effects) { // the building is full
			left := uint64(a.s.book().allBonus &^ p.bonuses)
			if count(left) > 1 {
				return
			}
			p.pop()
			if left != 0 {
				if a.tell != nil {
					a.tell.Force(game.Everyone, a.seat, a.s.Text(pack(kindBonus, 0, int(firstSpace(left)))))
				}
				a.bonus(int(firstSpace(left)))
			}
			continue
		}
		e := &effects[f.effect()]
		if e.asks() {
			if a.possible(e) {
				return
			}
			a.say("lapse", e.kind.String(), a.name(f), 0)
		} else {
			a.take(e, f)
		}
		p.advance(pl)
	}
}

// possible reports whether an effect that asks for a decision leaves anything to decide. An action always does:
// one can pass.
func (a *act) possible(e *effect) bool {
	switch e.kind {
	case effMark:
		return a.p.marks(a.pl, e.spaces) != 0
	case effFreeDie:
		var sets [forumSize]uint64
		a.s.builds(a.seat, true, &sets)
		return sets != [forumSize]uint64{}
	}
	return true
}

// take carries out an effect that asks nothing.
func (a *act) take(e *effect, f frame) {
	switch e.kind {
	case effCoins, effPerMarked:
		n := int(e.n)
		if e.kind == effPerMarked {
			n *= count(a.p.marked & e.spaces)
		}
		if n > 0 {
			a.say("coins", a.name(f), "", n)
			a.gain(n)
		}
	case effAttack:
		points := int(e.n) - a.s.defences(a.seat, e.arg)
		a.p.written |= uint64(points) << (4 * a.pl.attack[f.thing()])
		if a.tell != nil {
			target := a.s.left(a.seat)
			if e.arg == east {
				target = a.s.right(a.seat)
			}
			a.tell.Add(game.Everyone, game.Event{Type: "attack", Seat: a.seat, To: target, What: a.name(f), N: points})
		}
	default:
		a.p.last(*e)
		switch {
		case a.tell == nil:
		case e.kind == effDiscount:
			a.say("discount", "", "", int(e.n))
		case e.kind == effFree:
			a.say("free_colour", Colour(e.arg).String(), "", 0)
		case e.kind == effIncome:
			a.say("colour_income", Colour(e.arg).String(), "", int(e.n))
		case e.kind == effUnlock:
			a.say("unlock", a.s.book().diceIDs[e.arg], "", 0)
		}
	}
}

// Withdraw takes back the seat's last decision of this round. Others have not seen it, so it can be done as long
// as the round lasts; doing it again takes back the one before.
func (s *State) Withdraw(seat game.Seat) error {
	switch {
	case s.over || s.owing == 0:
		return game.Refuse(game.NotYourTurn, "game_over", "the game is over")
	case seat >= game.Seat(s.seats):
		return game.Refuse(game.Invalid, "no_seat", "there is no seat %d at a table of %d", seat, s.seats)
	case s.players[seat].logged == 0:
		return game.Refuse(game.IllegalMove, "nothing_to_withdraw", "seat %s has not chosen anything in round %d; earlier rounds are final", seat.Letter(), s.round)
	}
	kept := s.players[seat].log
	n := s.players[seat].logged - 1
	s.rewind(seat)
	for _, m := range kept[:n] {
		s.replay(seat, m)
	}
	return nil
}

// replay plays a decision of this round again.
func (s *State) replay(seat game.Seat, m uint16) {
	p := &s.players[seat]
	p.log[p.logged] = m
	p.logged++
	s.step(seat, game.Move(m), nil)
	if p.depth == 0 {
		s.owing = s.owing.Without(seat)
	}
}
