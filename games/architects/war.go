package architects

import "mirabilia/game"

// blow turns conflict tokens to their battle side, a horn each, as long as there are any at peace.
func (s *State) blow(horns uint8, tell *game.Events) {
	flips := min(horns, conflictTokens[s.seats]-s.flipped)
	s.flipped += flips
	if tell != nil && flips > 0 {
		s.tell(tell, "horn", "", "", int(flips))
		if s.battlePending() {
			s.tell(tell, "to_arms", "", "", 0)
		}
	}
}

// shields returns those of a player: red cards, starred stages of Rhodes, Tactics.
func (p *player) shields() int {
	red := p.cards >> shieldShift
	n := int(red&0xF + red>>4&0xF + red>>8&0xF)
	return n + p.standingShields()
}

// standingShields returns those that are not on cards.
func (p *player) standingShields() int {
	n := 0
	if p.wonder == Rhodes {
		starred := p.built & wonders[Rhodes].starred
		n = int(starred>>1&1 + starred>>3&1)
	}
	if p.tokens.Has(Tactics) {
		n += tacticsShields
	}
	return n
}

// spoils returns how many victory tokens a seat would get in a battle with these shields (docs/rules/architects.md 7).
func (s *State) spoils(seat game.Seat, shields *[game.MaxSeats]int) int {
	mine, left := shields[seat], shields[s.leftOf(seat)]
	if s.seats == 2 {
		switch {
		case mine <= left:
			return 0
		case mine >= 2*left && mine >= 2:
			return 2
		}
		return 1
	}
	n := 0
	if mine > left {
		n++
	}
	if mine > shields[s.rightOf(seat)] {
		n++
	}
	return n
}

// allShields returns the shields of all seats.
func (s *State) allShields() (shields [game.MaxSeats]int) {
	for seat := range s.seats {
		shields[seat] = s.players[seat].shields()
	}
	return shields
}

// battle is fought by all at the end of the turn in which the last conflict token was turned. Where victory tokens can
// run out (case 35), they are given clockwise from the seat whose turn it is.
func (s *State) battle(tell *game.Events) {
	shields := s.allShields()
	if tell != nil {
		s.tellBattle(&shields, tell)
	}
	seat := s.turn
	for range s.seats {
		n := min(s.spoils(seat, &shields), s.supply())
		s.players[seat].victories += uint8(n)
		if tell != nil && n > 0 {
			tell.Add(game.Everyone, game.Event{Type: "victory", Seat: seat, To: game.NoSeat, N: n})
		}
		seat = s.leftOf(seat)
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		if horned := p.cards & hornCards; horned != 0 {
			p.cards -= horned
			if tell != nil {
				tell.Add(game.Everyone, game.Event{Type: "disband", Seat: seat, To: game.NoSeat, N: horned.Len()})
			}
		}
	}
	s.flipped = 0
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "peace", Seat: game.NoSeat, To: game.NoSeat})
	}
}

// supply returns how many victory tokens are left to take.
func (s *State) supply() int {
	if s.rulings[victories] != victoriesLimited {
		return victoryTokens
	}
	n := victoryTokens
	for seat := range s.seats {
		n -= int(s.players[seat].victories)
	}
	return n
}
