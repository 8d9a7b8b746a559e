package wonders

import (
	"fmt"
	"slices"

	"mirabilia/game"
)

// maxCoins is more than anyone can ever have.
const maxCoins = 1000

// Valid checks the state against its own history: every card of the decks is in one place, the cities
// are what was built, and committed choices are legal.
func (s *State) Valid() error {
	n := int(s.seats)
	switch {
	case n < 3 || n > game.MaxSeats:
		return fmt.Errorf("there are 3 to %d seats, not %d", game.MaxSeats, n)
	case s.phase > over || s.age >= numAges || s.turn > lastTurn || s.sides > sidesNight || int(s.looks) > len(s.look):
		return fmt.Errorf("phase %d, age %d, turn %d, sides %d, looks %d do not exist", s.phase, s.age, s.turn, s.sides, s.looks)
	case s.phase == choosingSides && (s.age != 0 || s.turn != 0 || s.sides != sidesChosen):
		return fmt.Errorf("sides are chosen before the first turn, and only when the option says so")
	case s.phase == over && (s.age != numAges-1 || s.turn != lastTurn):
		return fmt.Errorf("the game is over in age %d, turn %d", s.age+1, s.turn+1)
	}
	if err := s.validSeats(); err != nil {
		return err
	}
	for age := range numAges {
		if err := s.validDeck(age); err != nil {
			return err
		}
	}
	if err := s.validAside(); err != nil {
		return err
	}
	cities, actor, err := s.replay()
	if err != nil {
		return err
	}
	for seat := range game.MaxSeats {
		if cities[seat] != s.city[seat] {
			return fmt.Errorf("the city of seat %s is not what was built there", game.Seat(seat).Letter())
		}
	}
	if actor != s.actor {
		return fmt.Errorf("seat %d acts, it should be seat %d", s.actor, actor)
	}
	return s.validChoices()
}

// validSeats checks boards, sides and coins.
func (s *State) validSeats() error {
	n := int(s.seats)
	for seat := range game.MaxSeats {
		c := &s.city[seat]
		if seat >= n {
			if *c != (city{}) {
				return fmt.Errorf("seat %d does not exist and has a city", seat)
			}
			continue
		}
		if c.board >= numBoards || c.side > unchosen || c.coins > maxCoins {
			return fmt.Errorf("seat %d has board %d, side %d and %d coins", seat, c.board, c.side, c.coins)
		}
		for o := range seat {
			if s.city[o].board == c.board {
				return fmt.Errorf("the board %s is there twice", boards[c.board].id)
			}
		}
		if (s.phase == choosingSides) != (c.side == unchosen) {
			return fmt.Errorf("the side of %s in phase %s is %q", boards[c.board].id, phases[s.phase], sides[c.side])
		}
		if s.sides == sidesDay && c.side != day || s.sides == sidesNight && c.side != night {
			return fmt.Errorf("the option says %s, the board %s shows its %s side", sideRules[s.sides], boards[c.board].id, sides[c.side])
		}
	}
	return nil
}

// validDeck checks that the packets of an age hold the deck and are in order.
func (s *State) validDeck(age int) error {
	n := int(s.seats)
	var count [numCards]uint8
	guilds := 0
	for p := range game.MaxSeats {
		if p >= n {
			if s.packet[age][p] != [handSize]Card{} || s.fate[age][p] != 0 {
				return fmt.Errorf("age %d has a hand for seat %d, which does not exist", age+1, p)
			}
			continue
		}
		for _, c := range s.packet[age][p] {
			if c == noCard && s.aside {
				continue
			}
			if int(c) >= numCards {
				return fmt.Errorf("there is no card %d", c)
			}
			count[c]++
		}
		if s.fate[age][p]>>(2*handSize) != 0 {
			return fmt.Errorf("a hand of age %d has more than %d cards", age+1, handSize)
		}
	}
	for i := range cards {
		c := Card(i)
		want := copies[n][c]
		if c < firstOf[age] || c >= firstOf[age+1] {
			want = 0
		}
		if age == numAges-1 && c >= firstGuild {
			guilds += int(count[c])
			if count[c] > 1 {
				return fmt.Errorf("%s is there %d times", c, count[c])
			}
		} else if count[c] != want && (!s.aside || count[c] > want) {
			return fmt.Errorf("with %d players the deck of age %d has %s %d times, not %d times", n, age+1, c, want, count[c])
		}
	}
	if age == numAges-1 && guilds != n+2 && (!s.aside || guilds > n+2) {
		return fmt.Errorf("with %d players there are %d guilds, not %d", n, n+2, guilds)
	}
	return nil
}

// validAside checks that only cards that have left the hands, or whole ages, are out of play.
func (s *State) validAside() error {
	for age := range numAges {
		if !s.played(age) {
			if age == int(s.age) && s.phase != over {
				return fmt.Errorf("the cards of age %d, which is being played, are out of play", age+1)
			}
			continue
		}
		left := 0 // how many cards have left each hand
		switch {
		case age < int(s.age) || s.phase == over:
			left = handSize
		case age == int(s.age):
			left = s.gone()
		}
		for p := range int(s.seats) {
			for i, c := range s.packet[age][p] {
				switch {
				case c == noCard && i >= left:
					return fmt.Errorf("age %d: a card in hand %s is out of play; %d must be there", age+1, game.Seat(p).Letter(), handSize-left)
				case c == noCard && s.fateOf(age, p, i) != inHand:
					return fmt.Errorf("age %d: a card out of play has left hand %s", age+1, game.Seat(p).Letter())
				}
			}
		}
	}
	return nil
}

// validChoices checks that what was committed is legal.
func (s *State) validChoices() error {
	all := game.FirstSeats(int(s.seats))
	switch {
	case s.committed&^all != 0 || s.committed == all:
		return fmt.Errorf("the set of committed seats is %b", s.committed)
	case s.committed != 0 && s.phase != choosing && s.phase != choosingSides:
		return fmt.Errorf("seats have committed in phase %s", phases[s.phase])
	}
	asked := *s
	asked.committed = 0
	for seat := range game.MaxSeats {
		if !s.committed.Has(game.Seat(seat)) {
			if s.chosen[seat] != 0 {
				return fmt.Errorf("seat %d has not committed, yet has a choice", seat)
			}
		} else if err := asked.Check(game.Seat(seat), s.chosen[seat]); err != nil {
			return fmt.Errorf("the choice of seat %s is illegal: %w", game.Seat(seat).Letter(), err)
		}
	}
	return nil
}

// replay follows the history of the cards from the start and says what the cities must be, coins apart, and
// which seat acts alone.
func (s *State) replay() (cities [game.MaxSeats]city, actor uint8, err error) {
	past := State{seats: s.seats, aside: s.aside, packet: s.packet, phase: choosing}
	for seat := range int(s.seats) {
		from, c := &s.city[seat], &past.city[seat]
		c.board, c.side, c.coins = from.board, from.side, from.coins
		c.own = boardSupply[c.board]
		c.sells = c.own
	}
	for age := range numAges {
		if !s.played(age) {
			continue
		}
		past.age = uint8(age)
		done := 0
		switch {
		case age < int(s.age) || s.phase == over:
			done = lastTurn + 1
		case age == int(s.age):
			done = s.gone()
		}
		for turn := range done {
			past.turn = uint8(turn)
			now := age == int(s.age) && turn == int(s.turn) && s.phase != over
			if err := past.replayTurn(s, now); err != nil {
				return cities, 0, fmt.Errorf("age %d, turn %d: %w", age+1, turn+1, err)
			}
		}
		for p := range int(s.seats) {
			if s.fate[age][p] != past.fate[age][p] {
				return cities, 0, fmt.Errorf("age %d: hand %s has lost cards that were not played", age+1, game.Seat(p).Letter())
			}
			// On the last turn a packet has no cards together.
			if done <= lastTurn && !slices.IsSorted(s.packet[age][p][done:]) {
				return cities, 0, fmt.Errorf("age %d: hand %s is not sorted", age+1, game.Seat(p).Letter())
			}
		}
		if age < int(s.age) || s.phase == over {
			past.fight(nil)
		}
	}
	if past.looks != s.looks || past.look != s.look {
		return cities, 0, fmt.Errorf("the discards were looked through %d times, not %d", past.looks, s.looks)
	}
	return past.city, past.actor, nil
}

// replayTurn plays a turn as the history of s has it. If it is the present turn, it may be unfinished.
func (s *State) replayTurn(from *State, now bool) error {
	age, turn := int(s.age), int(s.turn)
	for seat := range int(s.seats) {
		p := s.packetOf(seat, age, turn)
		if err := s.replayCard(seat, p, turn, from.fateOf(age, p, turn)); err != nil {
			return err
		}
	}
	if turn == lastTurn {
		player := -1 // of the last card; it comes when all others lie on the pile
		for seat := range int(s.seats) {
			p := s.packetOf(seat, age, turn)
			if s.powers(seat)&lastCard != 0 {
				player = seat
				continue
			}
			if s.packet[age][p][turn+1] == noCard {
				continue
			}
			if from.fateOf(age, p, turn+1) != discarded {
				return fmt.Errorf("the last card of seat %s was not discarded", game.Seat(seat).Letter())
			}
			s.setFate(age, p, turn+1, discarded)
		}
		if player >= 0 {
			p := s.packetOf(player, age, turn)
			f := from.fateOf(age, p, turn+1)
			if now && from.phase == lastCardPhase && f == inHand {
				s.actor = uint8(player)
				return nil
			}
			if err := s.replayCard(player, p, turn+1, f); err != nil {
				return err
			}
		}
	}
	if now && from.phase == lastCardPhase {
		return fmt.Errorf("no last card is to be played")
	}
	return s.replayDig(from, now)
}

// replayCard puts a card where its fate says.
func (s *State) replayCard(seat, p, i int, f uint16) error {
	c := &s.city[seat]
	card := s.packet[s.age][p][i]
	if card == noCard {
		return nil
	}
	switch f {
	case inHand:
		return fmt.Errorf("seat %s has not played", game.Seat(seat).Letter())
	case built:
		if c.built.meets(&sameName[card]) {
			return fmt.Errorf("seat %s has built %s twice", game.Seat(seat).Letter(), named(card.String()))
		}
		c.raise(card)
	case tucked:
		if c.stages >= numStages[c.board][c.side] {
			return fmt.Errorf("seat %s has built more stages than %s has", game.Seat(seat).Letter(), boards[c.board].id)
		}
		c.own.add(&stageOwn[c.board][c.side][c.stages])
		c.stages++
	}
	s.setFate(int(s.age), p, i, f)
	return nil
}

// replayDig takes what the history says that Halicarnassus took.
func (s *State) replayDig(from *State, now bool) error {
	digs := now && from.phase == digging
	seat := s.digger()
	if seat < 0 {
		if digs {
			return fmt.Errorf("nobody may dig")
		}
		return nil
	}
	pile, size := s.pile()
	if size == 0 {
		if digs {
			return fmt.Errorf("there is nothing to dig in")
		}
		return nil
	}
	if s.looks >= from.looks {
		return fmt.Errorf("seat %s has not looked through the discards", game.Seat(seat).Letter())
	}
	l := from.look[s.looks]
	switch {
	case l.age != s.age || l.turn != s.turn:
		return fmt.Errorf("seat %s looked through the discards in age %d, turn %d", game.Seat(seat).Letter(), l.age+1, l.turn+1)
	case digs && l.card != noCard:
		return fmt.Errorf("seat %s has taken %s already", game.Seat(seat).Letter(), l.card)
	case l.card != noCard && (int(l.card) >= numCards || pile[l.card] == 0):
		return fmt.Errorf("seat %s took a card that was not among the discards", game.Seat(seat).Letter())
	case l.card != noCard && s.city[seat].built.meets(&sameName[l.card]):
		return fmt.Errorf("seat %s took %s, which its city had", game.Seat(seat).Letter(), l.card)
	}
	s.look[s.looks] = l
	s.looks++
	if l.card != noCard {
		s.city[seat].raise(l.card)
	}
	if digs {
		s.actor = uint8(seat)
	}
	return nil
}
