package wonders

import (
	"strings"

	"mirabilia/game"
)

// State is a game in progress. It keeps the whole history of the cards, because a seat may remember
// the hands it has held: a hand travels as a packet, and the packet stays where it is while seats turn
// around it.
type State struct {
	seats     uint8
	given     bool // the boards come from the options, not from the deal
	aside     bool // cards of the decks that are in no packet are out of play, as everyone knows
	sides     sideRule
	phase     phase
	age       uint8 // from 0
	turn      uint8 // from 0
	actor     uint8 // the seat that acts alone in lastCardPhase and digging
	looks     uint8 // how often the discard pile have been looked through
	committed game.Seats
	look      [3]look
	chosen    [game.MaxSeats]game.Move // of those who have committed
	city      [game.MaxSeats]city
	// packet[a][p] are the seven cards dealt to seat p in age a. The one that left on turn t is at index t;
	// the remaining ones follow, sorted. With aside, noCard that is inHand stands for a card out of play.
	packet [numAges][game.MaxSeats][handSize]Card
	// fate[a][p] has two bits for each card of the packet.
	fate [numAges][game.MaxSeats]uint16
}

// city is what lies before one seat. What its board and cards give is added up when they are built.
type city struct {
	built  set
	own    supply // what it can use itself
	sells  supply // what its neighbours can buy
	coins  uint16
	board  board
	side   side
	stages uint8
	won    [numAges]uint8 // victory tokens by age
	lost   [numAges]uint8 // defeat tokens by age
}

// look is one use of the power of Halicarnassus.
type look struct {
	age, turn uint8
	card      Card // what was taken; noCard if nothing was, or not yet
}

type phase uint8

const (
	choosingSides phase = iota
	choosing            // all seats choose a card and what to do with it
	lastCardPhase       // Babylon plays its seventh card
	digging             // Halicarnassus picks from the discard pile
	over
)

var phases = [...]string{"sides", "turn", "last_card", "discards", "over"}

// fates of a card in a packet.
const (
	inHand uint16 = iota
	built
	tucked
	discarded
)

// sideRule is the option that says how sides are chosen.
type sideRule uint8

const (
	sidesChosen sideRule = iota
	sidesRandom
	sidesDay
	sidesNight
)

var sideRules = []string{"choose", "random", "day", "night"}

const startCoins = 3

// newState returns an undealt table.
func newState(seats int, options game.Options) (State, error) {
	s := State{seats: uint8(seats)}
	for i, rule := range sideRules {
		if options["sides"] == rule {
			s.sides = sideRule(i)
		}
	}
	list := options["boards"]
	if list == "random" {
		return s, nil
	}
	s.given = true
	ids := strings.Split(list, ",")
	if len(ids) != seats {
		return State{}, game.Refuse(game.Invalid, "bad_boards", "boards must be \"random\" or one board for each of the %d seats, not %q", seats, list)
	}
	for i, id := range ids {
		b, ok := boardNumbers[id]
		if !ok {
			return State{}, game.Refuse(game.Invalid, "bad_boards", "there is no board %q; there are: %s", id, boardList())
		}
		for j := range i {
			if s.city[j].board == b {
				return State{}, game.Refuse(game.Invalid, "bad_boards", "the board %s is named twice; there is only one of each", id)
			}
		}
		s.city[i].board = b
	}
	return s, nil
}

func boardList() string {
	ids := make([]string, numBoards)
	for i, b := range boards {
		ids[i] = b.id
	}
	return strings.Join(ids, ", ")
}

// Seats returns the number of seats.
func (s *State) Seats() int { return int(s.seats) }

// Deal draws boards, then sides, where the options leave them to chance, and then the cards of the three
// ages: for Age III the ten guilds are shuffled first and the first players + 2 join the deck; each deck is
// shuffled and dealt seven cards at a time, seat by seat.
func (s *State) Deal(r *game.Rand) {
	n := int(s.seats)
	fresh := State{seats: s.seats, given: s.given, sides: s.sides}
	var all [numBoards]board
	for i := range all {
		all[i] = board(i)
	}
	if !s.given {
		game.Shuffle(r, all[:])
	}
	for i := range n {
		c := &fresh.city[i]
		c.board = all[i]
		if s.given {
			c.board = s.city[i].board
		}
		c.own = boardSupply[c.board]
		c.sells = c.own
		c.coins = startCoins
		switch s.sides {
		case sidesChosen:
			c.side = unchosen
		case sidesRandom:
			c.side = side(r.IntN(2))
		case sidesDay:
			c.side = day
		case sidesNight:
			c.side = night
		}
	}
	if s.sides != sidesChosen {
		fresh.phase = choosing
	}
	for age := range fresh.packet {
		fresh.dealAge(age, r)
	}
	*s = fresh
}

// dealAge shuffles the deck of an age and deals it.
func (s *State) dealAge(age int, r *game.Rand) {
	n := int(s.seats)
	deck := deckOf[n][age]
	if age == numAges-1 {
		var guilds [numGuilds]Card
		for i := range guilds {
			guilds[i] = firstGuild + Card(i)
		}
		game.Shuffle(r, guilds[:])
		copy(deck[deckSize[n][age]:n*handSize], guilds[:])
	}
	game.Shuffle(r, deck[:n*handSize])
	for p := range n {
		hand := &s.packet[age][p]
		copy(hand[:], deck[p*handSize:])
		sortHand(hand[:])
	}
}

// sortHand puts a few cards in order.
func sortHand(hand []Card) {
	for i := 1; i < len(hand); i++ {
		c := hand[i]
		j := i
		for ; j > 0 && hand[j-1] > c; j-- {
			hand[j] = hand[j-1]
		}
		hand[j] = c
	}
}

// leftOf returns the left neighbour, the next seat clockwise (docs/rules/wonders.md 1).
func (s *State) leftOf(seat int) int {
	if seat+1 == int(s.seats) {
		return 0
	}
	return seat + 1
}

func (s *State) rightOf(seat int) int {
	if seat == 0 {
		return int(s.seats) - 1
	}
	return seat - 1
}

// passesLeft says in which direction the hands of an age go (docs/rules/wonders.md 3).
func passesLeft(age int) bool { return age != 1 }

// packetOf returns the packet that a seat holds on a turn of an age.
func (s *State) packetOf(seat, age, turn int) int { return int(packetTable[s.seats][age][turn][seat]) }

// holderOf returns the seat that holds a packet on a turn of an age.
func (s *State) holderOf(packet, age, turn int) int {
	return int(holderTable[s.seats][age][turn][packet])
}

// packetTable and holderTable are by seats, age and turn.
var packetTable, holderTable = func() (packets, holders [game.MaxSeats + 1][numAges][lastTurn + 1][game.MaxSeats]uint8) {
	for n := 3; n <= game.MaxSeats; n++ {
		for age := range numAges {
			for turn := range lastTurn + 1 {
				for p := range n {
					seat := (p + turn) % n
					if !passesLeft(age) {
						seat = (p + turn*(n-1)) % n
					}
					packets[n][age][turn][seat] = uint8(p)
					holders[n][age][turn][p] = uint8(seat)
				}
			}
		}
	}
	return packets, holders
}()

// played reports whether an age has cards to play with.
func (s *State) played(age int) bool {
	if s.aside {
		for p := range int(s.seats) {
			if s.packet[age][p] != noHand {
				return true
			}
		}
	}
	return !s.aside
}

// noHand is a packet of an age whose cards are out of play.
var noHand = [handSize]Card{noCard, noCard, noCard, noCard, noCard, noCard, noCard}

// fateOf returns the fate of a card in a packet.
func (s *State) fateOf(age, packet, i int) uint16 { return s.fate[age][packet] >> (2 * i) & 3 }

func (s *State) setFate(age, packet, i int, f uint16) { s.fate[age][packet] |= f << (2 * i) }

// gone returns how many turns of the running age have taken their card out of every packet.
func (s *State) gone() int {
	if s.phase == choosing || s.phase == choosingSides {
		return int(s.turn)
	}
	return int(s.turn) + 1
}

// hand returns what a seat holds now, sorted.
func (s *State) hand(seat int) []Card {
	p := s.packetOf(seat, int(s.age), int(s.turn))
	switch s.phase {
	case choosingSides, over:
		return nil
	case choosing:
		return s.packet[s.age][p][s.turn:]
	case lastCardPhase:
		if seat != int(s.actor) {
			return nil
		}
	case digging:
		if s.turn == lastTurn {
			return nil
		}
	}
	return s.packet[s.age][p][s.turn+1:]
}

// Owing returns the seats that must choose.
func (s *State) Owing() game.Seats {
	switch s.phase {
	case choosingSides, choosing:
		return game.FirstSeats(int(s.seats)) &^ s.committed
	case lastCardPhase, digging:
		return 1 << s.actor
	}
	return 0
}

// pile counts the cards of the discard pile, sold and left over, by card.
func (s *State) pile() (count [numCards]uint8, size int) {
	for age := range int(s.age) + 1 {
		for p := range int(s.seats) {
			fates := s.fate[age][p]
			for thrown := fates & (fates >> 1) & 0x5555; thrown != 0; thrown &= thrown - 1 {
				count[s.packet[age][p][trailing(thrown)/2]]++
				size++
			}
		}
	}
	for _, l := range s.look[:s.looks] {
		if l.card != noCard {
			count[l.card]--
			size--
		}
	}
	return count, size
}
