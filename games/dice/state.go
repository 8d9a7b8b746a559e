package dice

import (
	"math/bits"

	"mirabilia/game"
)

// noCity means a city to be drawn at random.
const noCity = 255

// State is a game in progress.
type State struct {
	players [game.MaxSeats]player
	stream  game.Stream
	round   uint32
	// last is the last round, once a seat has taken its third bonus; 0 before.
	last uint32
	// forum holds the dice in the order of the sheet, face and quarter where each lies.
	forum, face, quarter [forumSize]uint8
	city                 [game.MaxSeats]uint8
	// chosen are the cities asked for by option, noCity for random ones.
	chosen [game.MaxSeats]uint8
	// sheet is the number of the printed sheet.
	sheet uint8
	seats uint8
	// owing are the seats that have not finished their round.
	owing game.Seats
	// agoraFirst are the seats that were first to finish their agora.
	agoraFirst game.Seats
	over       bool
}

// player is the sheet of one seat and how far it is in the round.
type player struct {
	marked uint64
	// open are the unmarked spaces that some track allows now; kept up with marked.
	open uint64
	// written are the points of marked attacks, a nibble each in the order of plan.attack.
	written uint64
	// before is marked as it was when the round began, which is what others see and are compared with.
	before uint64
	// income is a nibble for each colour: coins for choosing a die of it.
	income uint32
	// owned are the special dice obtained, by number of the die.
	owned         uint16
	coins         uint8
	coinsBefore   uint8
	bonuses       uint8 // taken, a bit each
	bonusesBefore uint8
	resources     uint8 // marked spaces of the warehouse
	discount      uint8
	free          uint8 // colours whose dice cost nothing, a bit each
	depth         uint8
	logged        uint8
	// stack is what is left to resolve this round, the next on top; empty: the seat has finished.
	stack [maxDepth]frame
	// log are the decisions of this round.
	log [maxDecisions]uint16
}

// book returns the printed sheet of this game.
func (s *State) book() *Sheet { return sheets[s.sheet] }

// plan returns the sheet of a seat's city.
func (s *State) plan(seat game.Seat) *plan { return &sheets[s.sheet].plans[s.city[seat]] }

// left returns the left neighbour of a seat, whom its west barracks face (docs/rules/dice.md 2).
func (s *State) left(seat game.Seat) game.Seat {
	if seat++; uint8(seat) == s.seats {
		return 0
	}
	return seat
}

// right returns the right neighbour.
func (s *State) right(seat game.Seat) game.Seat {
	if seat == 0 {
		return game.Seat(s.seats - 1)
	}
	return seat - 1
}

// Seats returns the number of players.
func (s *State) Seats() int { return int(s.seats) }

// Owing returns the seats that have not finished their round.
func (s *State) Owing() game.Seats { return s.owing }

// Deal draws the cities that are not chosen, in the order of seats from a shuffle of the rest, then seeds
// the stream that all dice are rolled from.
func (s *State) Deal(r *game.Rand) {
	*s = State{sheet: s.sheet, seats: s.seats, chosen: s.chosen}
	sh := s.book()
	var free [maxCities]uint8
	n := 0
	for c := range sh.plans {
		if !s.isChosen(uint8(c)) {
			free[n] = uint8(c)
			n++
		}
	}
	game.Shuffle(r, free[:n])
	n = 0
	for seat := range int(s.seats) {
		s.city[seat] = s.chosen[seat]
		if s.city[seat] == noCity {
			s.city[seat] = free[n]
			n++
		}
	}
	s.stream.Reseed(r)
	s.forum = sh.starting
	for seat := range int(s.seats) {
		p := &s.players[seat]
		p.coins = sh.startCoins
		p.open = s.plan(game.Seat(seat)).fresh
	}
	s.newRound(nil)
}

func (s *State) isChosen(city uint8) bool {
	for _, c := range s.chosen[:s.seats] {
		if c == city {
			return true
		}
	}
	return false
}

// rewind puts a seat back to the beginning of the round.
func (s *State) rewind(seat game.Seat) {
	p := &s.players[seat]
	pl := s.plan(seat)
	kept := p.written & writtenBy(pl, p.before)
	*p = player{
		marked: p.before, before: p.before, written: kept,
		coins: p.coinsBefore, coinsBefore: p.coinsBefore, bonuses: p.bonusesBefore, bonusesBefore: p.bonusesBefore,
	}
	p.stack[0], p.depth = mainAction, 1
	p.derive(pl)
	s.owing |= game.SeatSet(seat)
}

// writtenBy covers the nibbles of the attacks in a set of spaces.
func writtenBy(pl *plan, set uint64) uint64 {
	var nibbles uint64
	for set &= pl.attacks; set != 0; set &= set - 1 {
		nibbles |= 15 << (4 * pl.attack[bits.TrailingZeros64(set)])
	}
	return nibbles
}

// derive works out what follows from the marked spaces when nothing is left to resolve.
func (p *player) derive(pl *plan) {
	p.open = 0
	for i := range pl.tracks {
		p.open |= pl.tracks[i].next(p.marked)
	}
	p.resources = uint8(count(p.marked & pl.spaces[Warehouse]))
	p.income, p.owned, p.discount, p.free = 0, 0, 0, 0
	for set := p.marked & pl.lasting; set != 0; set &= set - 1 {
		for _, e := range pl.things[bits.TrailingZeros64(set)] {
			p.last(e)
		}
	}
}

// last takes over an effect that holds from now on.
func (p *player) last(e effect) {
	switch e.kind {
	case effDiscount:
		p.discount += e.n
	case effFree:
		p.free |= 1 << e.arg
	case effIncome:
		p.income += uint32(e.n) << (4 * e.arg)
	case effUnlock:
		p.owned |= 1 << e.arg
	}
}
