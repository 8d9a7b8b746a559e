package architects

import (
	"slices"

	"mirabilia/game"
)

// phase is what the seat whose turn it is must decide.
type phase uint8

const (
	toDraw    phase = iota // the main draw (docs/rules/architects.md 3, step 2)
	toAct                  // the next action, or the end of the turn (3.2)
	toTakeAny              // Alexandria: from which deck of the table to take
	toPick                 // which progress token, for a set or for Babylon
	toLook                 // Halicarnassus: into which deck to look
	toKeep                 // Halicarnassus: which of the cards looked at to take
	over
	numPhases
)

var phaseIDs = [numPhases]string{"draw", "act", "take_any", "pick", "look", "keep", "over"}

// noOne owns the cat before its first card is taken.
const noOne = game.NoSeat

// State is a game of Architects. Cards that nobody has seen have no order yet: a deck is the bag of what is
// left in it, and its next card is drawn from the bag when it is turned up. To the players this is the same as a
// deck shuffled beforehand, since nothing about an unseen card is ever known but what is left of the deck.
type State struct {
	game.Sequential
	stream game.Stream
	// hidden are the cards of each deck less its top.
	hidden [NumDecks]Bag
	// looked are the cards below the top of lookDeck that Halicarnassus looks at, taken out of hidden.
	looked  Bag
	players [game.MaxSeats]player
	// top is the uppermost card of each deck. That of the central deck is drawn when someone looks at it.
	top [NumDecks]Kind
	// topKnown are the seats that have looked at the top of the central deck.
	topKnown game.Seats
	lookDeck Deck
	faceUp   [faceUpPlaces]Token
	pile     Tokens
	// used are the tokens used this turn, ready the extra draws that may still be taken.
	used, ready Tokens
	// flipped conflict tokens show the battle side.
	flipped uint8
	cat     game.Seat
	turn    game.Seat
	phase   phase
	seats   uint8
	chosen  [game.MaxSeats]Wonder
	rulings [numRulings]uint8
	// aside: cards that are nowhere are out of play, not lost. They count as discarded.
	aside bool
}

type player struct {
	cards     Bag
	tokens    Tokens
	wonder    Wonder
	built     uint8 // a bit for each stage
	victories uint8 // military victory tokens
}

// newState returns a table with its options, not yet dealt.
func newState(seats int, o game.Options) (State, error) {
	var s State
	s.seats = uint8(seats)
	var err error
	if s.chosen, err = readWonders(o["wonders"], seats); err != nil {
		return s, err
	}
	for q := range numRulings {
		option := options[1+q]
		s.rulings[q] = uint8(slices.Index(option.Values, o[option.Key]))
	}
	return s, nil
}

// Seats returns the number of seats.
func (s *State) Seats() int { return int(s.seats) }

// Deal sets the table up (docs/rules/architects.md 2). Seat 0 begins. Wonders left to chance come from r, all else from the
// stream: the tops of the decks in the order of seats, then the tokens turned up.
func (s *State) Deal(r *game.Rand) {
	*s = State{seats: s.seats, chosen: s.chosen, rulings: s.rulings, cat: noOne}
	s.dealWonders(r)
	s.stream.Reseed(r)
	for d := range s.top {
		s.top[d] = NoCard
	}
	s.hidden[Central] = fullDecks[Central]
	for seat := range s.seats {
		d := s.leftDeck(game.Seat(seat))
		s.hidden[d] = fullDecks[d]
		s.top[d] = s.turnUp(d)
	}
	s.pile = allTokens
	for i := range s.faceUp {
		s.faceUp[i] = s.drawToken()
	}
}

// dealWonders gives each seat its chosen wonder, or one of those that nobody chose.
func (s *State) dealWonders(r *game.Rand) {
	var free [NumWonders]Wonder
	n := 0
	for w := range Wonder(NumWonders) {
		if !slices.Contains(s.chosen[:s.seats], w) {
			free[n] = w
			n++
		}
	}
	for seat := range s.seats {
		p := &s.players[seat]
		if p.wonder = s.chosen[seat]; p.wonder == noWonder {
			i := r.IntN(n)
			n--
			p.wonder, free[i] = free[i], free[n]
		}
	}
}

// turnUp draws the next card of a deck from those hidden in it; NoCard if there is none.
func (s *State) turnUp(d Deck) Kind {
	n := s.hidden[d].Len()
	if n == 0 {
		return NoCard
	}
	k := s.hidden[d].nth(s.stream.IntN(n))
	s.hidden[d] -= one(k)
	return k
}

// drawToken takes the top of the pile; NoToken if it is empty.
func (s *State) drawToken() Token {
	n := s.pile.Len()
	if n == 0 {
		return NoToken
	}
	t := s.pile.nth(s.stream.IntN(n))
	s.pile = s.pile.remove(t)
	return t
}

// leftDeck returns the deck of the seat's own wonder, which lies on its left (docs/rules/architects.md 2).
func (s *State) leftDeck(seat game.Seat) Deck { return Deck(s.players[seat].wonder) }

// rightDeck returns the deck of the right neighbour.
func (s *State) rightDeck(seat game.Seat) Deck { return s.leftDeck(s.rightOf(seat)) }

// leftOf returns the next seat clockwise.
func (s *State) leftOf(seat game.Seat) game.Seat {
	if seat++; uint8(seat) == s.seats {
		return 0
	}
	return seat
}

// rightOf returns the seat before.
func (s *State) rightOf(seat game.Seat) game.Seat {
	if seat == 0 {
		return game.Seat(s.seats - 1)
	}
	return seat - 1
}

// hasCards reports whether a deck has a card left.
func (s *State) hasCards(d Deck) bool { return s.top[d] != NoCard || s.hidden[d] != 0 }

// canDraw reports whether any of the three decks of a seat has a card left.
func (s *State) canDraw(seat game.Seat) bool {
	return s.hasCards(Central) || s.hasCards(s.leftDeck(seat)) || s.hasCards(s.rightDeck(seat))
}

// left returns the cards of a deck, all of them, in no order.
func (s *State) left(d Deck) Bag {
	b := s.hidden[d]
	if s.top[d] != NoCard {
		b += one(s.top[d])
	}
	if s.phase == toKeep && d == s.lookDeck {
		b += s.looked
	}
	return b
}

// conflictTokens are listed by the number of seats.
var conflictTokens = [game.MaxSeats + 1]uint8{2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}

// battlePending reports whether a battle takes place at the end of this turn.
func (s *State) battlePending() bool { return s.flipped == conflictTokens[s.seats] }

// tokensLeft reports whether there is a progress token to take.
func (s *State) tokensLeft() bool {
	return s.faceUp != [faceUpPlaces]Token{NoToken, NoToken, NoToken}
}

// Owing returns the seat whose turn it is.
func (s *State) Owing() game.Seats {
	if s.phase == over {
		return 0
	}
	return 1 << s.turn
}

// anyCards reports whether any deck in play has a card left.
func (s *State) anyCards() bool {
	for d := range Deck(NumDecks) {
		if s.hasCards(d) {
			return true
		}
	}
	return false
}
