package dice

import (
	"math/bits"
	"slices"

	"mirabilia/game"
)

// endRound is docs/rules/dice.md 3.7: all have finished. The end is checked before the dice are swapped, which comes to
// the same: after the last round nobody rolls, and a finished game keeps the dice it ended with.
func (s *State) endRound(tell *game.Events) {
	if tell != nil {
		s.reveal(tell)
	}
	s.agoraRace(tell)
	if s.last == 0 && s.someoneEnds() {
		s.last = s.round + s.book().roundsAfter
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "last_round", Seat: game.NoSeat, To: game.NoSeat, N: int(s.last)})
		}
	}
	if s.last == s.round {
		s.over = true
		if tell != nil {
			s.tellEnd(tell)
		}
		return
	}
	s.swapDice(tell)
	s.newRound(tell)
}

// agoraRace rewards those who finish the agora in the round in which the first does (docs/rules/dice.md 4.2).
func (s *State) agoraRace(tell *game.Events) {
	if s.agoraFirst != 0 {
		return
	}
	for seat := range game.Seat(s.seats) {
		all := s.plan(seat).spaces[Agora]
		if s.players[seat].marked&all != all {
			continue
		}
		s.agoraFirst |= game.SeatSet(seat)
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "agora_first", Seat: seat, To: game.NoSeat, What: Agora.String(), N: int(s.book().agoraFirst)})
		}
	}
}

// swapDice puts special dice obtained for the first time into the forum, each for a random grey one (docs/rules/dice.md
// 5.1), in the order of the sheet.
func (s *State) swapDice(tell *game.Events) {
	var obtained, lying uint16
	for seat := range s.seats {
		obtained |= s.players[seat].owned
	}
	for _, d := range s.forum {
		lying |= 1 << d
	}
	entering := obtained &^ lying
	if entering == 0 {
		return
	}
	sh := s.book()
	for ; entering != 0; entering &= entering - 1 {
		d := bits.TrailingZeros16(entering)
		var grey [forumSize]int
		n := 0
		for slot, in := range s.forum {
			if sh.dice[in].colour == Grey && !sh.dice[in].special {
				grey[n] = slot
				n++
			}
		}
		slot := grey[s.stream.IntN(n)]
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "swap", Seat: game.NoSeat, To: game.NoSeat, What: sh.diceIDs[d], With: sh.diceIDs[s.forum[slot]]})
		}
		s.forum[slot] = uint8(d)
	}
	slices.Sort(s.forum[:])
}

// someoneEnds reports whether a seat has taken the bonus that ends the game.
func (s *State) someoneEnds() bool {
	for seat := range s.seats {
		if bits.OnesCount8(s.players[seat].bonuses) >= s.book().bonusesToEnd {
			return true
		}
	}
	return false
}

// newRound rolls the dice and lets everyone act.
func (s *State) newRound(tell *game.Events) {
	s.round++
	s.owing = game.FirstSeats(int(s.seats))
	for seat := range int(s.seats) {
		p := &s.players[seat]
		p.before, p.coinsBefore, p.bonusesBefore = p.marked, p.coins, p.bonuses
		p.log, p.logged = [maxDecisions]uint16{}, 0
		p.stack[0], p.depth = mainAction, 1
	}
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "round", Seat: game.NoSeat, To: game.NoSeat, N: int(s.round)})
	}
	s.roll(tell)
}

// roll gives every die in the forum a face and a quarter: one number below 24 a die, the face its
// remainder by six (docs/rules/dice.md 3.1).
func (s *State) roll(tell *game.Events) {
	sh := s.book()
	for i, d := range s.forum {
		v := s.stream.IntN(dieFaces * numQuarters)
		s.face[i] = sh.dice[d].same[v%dieFaces]
		s.quarter[i] = uint8(v / dieFaces)
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "roll", Seat: game.NoSeat, To: game.NoSeat, What: sh.diceIDs[d], With: sh.symbolIDs[d][s.face[i]], N: int(sh.quarters[s.quarter[i]])})
		}
	}
}
