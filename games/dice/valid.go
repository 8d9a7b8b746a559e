package dice

import (
	"errors"
	"fmt"
	"math/bits"
	"mirabilia/game"
)

// Valid checks what must hold in every state.
func (s *State) Valid() error {
	if s.round == 0 || s.round > maxRound {
		return fmt.Errorf("round: rounds count from 1 to %d, this is %d", maxRound, s.round)
	}
	if err := s.validCities(); err != nil {
		return err
	}
	start := *s
	start.owing = 0
	for seat := range game.Seat(s.seats) {
		start.rewind(seat)
		if err := start.validSheet(seat); err != nil {
			return fmt.Errorf("seat %s: %w", seat.Letter(), err)
		}
	}
	for _, check := range []func() error{start.validForum, s.validAgora, start.validEnd} {
		if err := check(); err != nil {
			return err
		}
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		for _, m := range p.log[:p.logged] {
			if err := start.replayChecked(seat, game.Move(m)); err != nil {
				return fmt.Errorf("seat %s: %w", seat.Letter(), err)
			}
		}
	}
	if start != *s {
		return errors.New("the sheets do not follow from what was decided in this round")
	}
	if s.over != (s.owing == 0) {
		return fmt.Errorf("the game is over: %v, but %d seats owe a decision", s.over, s.owing.Len())
	}
	return nil
}

func (s *State) validCities() error {
	var taken uint32
	for seat := range s.seats {
		c := s.city[seat]
		if taken>>c&1 != 0 {
			return fmt.Errorf("cities: two seats have %s", s.book().cityIDs[c])
		}
		taken |= 1 << c
		if s.chosen[seat] != noCity && s.chosen[seat] != c {
			return fmt.Errorf("cities: seat %s chose %s but has %s", game.Seat(seat).Letter(), s.book().cityIDs[s.chosen[seat]], s.book().cityIDs[c])
		}
	}
	return nil
}

// validSheet checks a seat as the round began.
func (s *State) validSheet(seat game.Seat) error {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	if p.coins > sh.reserve {
		return fmt.Errorf("%d coins do not fit into a reserve of %d", p.coins, sh.reserve)
	}
	// What can be marked in some order within the set must be all of it.
	var reached uint64
	for grown := true; grown; {
		next := reached
		for i := range pl.tracks {
			next |= pl.tracks[i].next(reached) & p.marked
		}
		grown = next != reached
		reached = next
	}
	if wrong := p.marked &^ reached; wrong != 0 {
		return fmt.Errorf("%s cannot be marked: the arrows of %s do not lead there yet", s.names(sh.spaceIDs, wrong), sh.cityIDs[s.city[seat]])
	}
	full := 0
	for b, spaces := range pl.spaces {
		if pl.bonus>>b&1 != 0 && p.marked&spaces == spaces {
			full++
		}
	}
	if want := min(full, len(sh.bonusIDs)); bits.OnesCount8(p.bonuses) != want {
		return fmt.Errorf("%d buildings are finished, so %d bonuses are taken, not %d", full, want, bits.OnesCount8(p.bonuses))
	}
	for set := p.marked & pl.attacks; set != 0; set &= set - 1 {
		space := firstSpace(set)
		most := pl.printed(space)
		if w := uint8(p.written >> (4 * pl.attack[space]) & 15); w > most || w < most-sh.maxDefence {
			return fmt.Errorf("%s prints %d points and at most %d defences count, so %d cannot be written", sh.spaceIDs[space], most, sh.maxDefence, w)
		}
	}
	return nil
}

// validForum checks that special dice are there if someone had obtained them before the round, each for a
// grey one.
func (s *State) validForum() error {
	sh := s.book()
	var obtained, lying uint16
	for seat := range s.seats {
		obtained |= s.players[seat].owned
	}
	for slot, d := range s.forum {
		if lying>>d&1 != 0 {
			return fmt.Errorf("forum: the die %s is there twice", sh.diceIDs[d])
		}
		lying |= 1 << d
		if slot > 0 && s.forum[slot-1] > d {
			return errors.New("forum: the dice are out of order")
		}
	}
	for d, id := range sh.diceIDs {
		in, special := lying>>d&1 != 0, sh.dice[d].special
		switch {
		case special && in && obtained>>d&1 == 0:
			return fmt.Errorf("forum: nobody has obtained the die %s", id)
		case special && !in && obtained>>d&1 != 0:
			return fmt.Errorf("forum: the die %s was obtained and is missing", id)
		case !special && !in && sh.dice[d].colour != Grey:
			return fmt.Errorf("forum: the die %s is missing; only grey ones leave", id)
		}
	}
	return nil
}

// validAgora checks the race for the agora by the sheets that count: those of the last end of a round.
func (s *State) validAgora() error {
	var full game.Seats
	for seat := range game.Seat(s.seats) {
		marked, all := s.players[seat].before, s.plan(seat).spaces[Agora]
		if s.over {
			marked = s.players[seat].marked
		}
		if marked&all == all {
			full |= game.SeatSet(seat)
		}
	}
	if s.agoraFirst&^full != 0 {
		return errors.New("agora_first: a seat that has not finished its agora")
	}
	if s.agoraFirst == 0 && full != 0 {
		return errors.New("agora_first: somebody has finished the agora, so somebody was first")
	}
	return nil
}

// validEnd checks the last round against the bonuses taken before this one.
func (s *State) validEnd() error {
	after := s.book().roundsAfter
	switch {
	case s.over && s.last != s.round:
		return fmt.Errorf("last_round: the game ended in round %d", s.round)
	case s.over && after == 0:
		return nil
	case s.someoneEnds() != (s.last != 0):
		return errors.New("last_round: it is known if, and only if, somebody has taken enough bonuses")
	case s.last != 0 && (s.last < s.round || s.last > s.round-1+after):
		return fmt.Errorf("last_round: %d cannot be the last if round %d is being played", s.last, s.round)
	}
	return nil
}
