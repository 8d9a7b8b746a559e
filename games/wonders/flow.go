package wonders

import "mirabilia/game"

// afterTurn goes on after step 4 of docs/rules/wonders.md 6: Babylon's last card comes first.
func (s *State) afterTurn(tell *game.Events) {
	if s.turn == lastTurn {
		for seat := range int(s.seats) {
			if s.powers(seat)&lastCard != 0 {
				s.phase = lastCardPhase
				s.actor = uint8(seat)
				if tell != nil {
					tell.Add(game.Everyone, game.Event{Type: "power", Seat: game.Seat(seat), To: game.NoSeat, What: powerIDs[lastCard]})
				}
				return
			}
		}
	}
	s.afterLastCard(tell)
}

// afterLastCard lets Halicarnassus dig if it has built such a stage this turn (docs/rules/wonders.md 9.3). It is asked
// whenever there is a pile, even if nothing in it fits: whether something does is its secret.
func (s *State) afterLastCard(tell *game.Events) {
	s.actor = 0
	if seat := s.digger(); seat >= 0 {
		_, size := s.pile()
		if size > 0 {
			s.look[s.looks] = look{s.age, s.turn, noCard}
			s.looks++
			s.phase = digging
			s.actor = uint8(seat)
		}
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "power", Seat: game.Seat(seat), To: game.NoSeat, What: powerIDs[digs]})
			if size == 0 {
				tell.Add(game.Everyone, game.Event{Type: "empty_pile", Seat: game.Seat(seat), To: game.NoSeat})
			}
		}
		if size > 0 {
			return
		}
	}
	s.endTurn(tell)
}

// digger returns the seat that built a digging stage this turn, or -1.
func (s *State) digger() int {
	for seat := range int(s.seats) {
		c := &s.city[seat]
		if c.board != halikarnassos || c.stages == 0 {
			continue
		}
		p := s.packetOf(seat, int(s.age), int(s.turn))
		if s.fateOf(int(s.age), p, int(s.turn)) == tucked && stageEffect[c.board][c.side][c.stages-1].power == digs {
			return seat
		}
	}
	return -1
}

// leaveOver discards the seventh cards, but for the one that Babylon will play (docs/rules/wonders.md 6, step 2).
func (s *State) leaveOver(tell *game.Events) {
	for seat := range int(s.seats) {
		if s.powers(seat)&lastCard != 0 {
			continue
		}
		p := s.packetOf(seat, int(s.age), lastTurn)
		s.setFate(int(s.age), p, handSize-1, discarded)
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "leftover", Seat: game.Seat(seat), To: game.NoSeat})
			tell.Add(game.SeatSet(game.Seat(seat)), game.Event{Type: "leftover_card", Seat: game.Seat(seat), To: game.NoSeat, What: s.packet[s.age][p][handSize-1].String()})
		}
	}
}

// endTurn passes the hands, or ends the age.
func (s *State) endTurn(tell *game.Events) {
	s.actor = 0
	s.phase = choosing
	if s.turn < lastTurn {
		s.turn++
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "pass", Seat: game.NoSeat, To: game.NoSeat, What: direction(int(s.age)), N: int(s.turn) + 1})
		}
		return
	}
	s.fight(tell)
	next := int(s.age) + 1
	for next < numAges && !s.played(next) {
		next++
	}
	if next == numAges {
		s.phase, s.age = over, numAges-1
		s.tellEnd(tell)
		return
	}
	s.age = uint8(next)
	s.turn = 0
	s.tellAge(tell)
}

// fight resolves the conflicts of an age (docs/rules/wonders.md 7).
func (s *State) fight(tell *game.Events) {
	for seat := range int(s.seats) {
		other := s.leftOf(seat)
		mine, theirs := s.city[seat].strength(), s.city[other].strength()
		if mine == theirs {
			if tell != nil {
				tell.Add(game.Everyone, game.Event{Type: "peace", Seat: game.Seat(seat), To: game.Seat(other), N: mine})
			}
			continue
		}
		winner, loser := seat, other
		if mine < theirs {
			winner, loser = other, seat
		}
		s.city[winner].won[s.age]++
		s.city[loser].lost[s.age]++
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "victory", Seat: game.Seat(winner), To: game.Seat(loser), N: victory(int(s.age))})
			tell.Add(game.Everyone, game.Event{Type: "defeat", Seat: game.Seat(loser), To: game.Seat(winner), N: -1})
		}
	}
}

// victory returns the value of a victory token of an age.
func victory(age int) int { return 2*age + 1 }

func direction(age int) string {
	if passesLeft(age) {
		return "left"
	}
	return "right"
}
