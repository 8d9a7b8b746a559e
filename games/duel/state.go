package duel

import (
	"math/bits"

	"mirabilia/game"
)

// State is a game of Duel in progress, with or without Pantheon. It is flat: copying and comparing are those
// of a value. What could be worked out from the rest but is needed all the time (production, prices,
// counts) is kept and marked so.
type State struct {
	game.Sequential

	cities [2]city
	// laid are the cards of the three structures by slot, dealt at the beginning; a card taken is gone
	// from here. Ages before the current one are empty.
	laid    [numAges][numSlots]Card
	discard cardSet
	present slots // of the current age, still there
	open    slots // accessible (kept: present and not covered)
	up      slots // face up

	under   [numWonders]Card // the card under each constructed wonder
	pool    wonderSet        // drafted from now
	reserve wonderSet        // the second four, not yet shown
	board   tokenSet         // progress tokens on the board
	drawn   tokenSet         // drawn by The Great Library, one to be chosen
	chance  game.Stream      // draws from the box

	pawn   int8   // towards seat 1 is positive: seat 0 leads
	loot   uint8  // military tokens in place, a bit each, as in loots
	age    uint8  // 1 to 3; 0 during the draft of the base game
	picks  uint8  // wonders drafted
	active uint8  // the seat that decides
	ask    ask    // what it decides
	prey   Colour // of the opponent's card to destroy
	again  bool   // the turn will be followed by another of the same seat
	ending ending
	winner uint8 // of a supremacy
	aside  bool  // cards that are nowhere are out of play, as everyone knows

	pan pantheonState

	firstGame   bool // option first_game
	lastChooses bool // option centre_pawn_start = last_player_chooses
	pantheon    bool // option pantheon
	zeusTakes   bool // option zeus_takes_token
}

// city is what a player has.
type city struct {
	cards   cardSet
	made    goods // kept: fixed production
	price   goods // kept: price of a unit bought
	fixed   goods // kept: lanes whose price is set to 1
	count   tally // kept: cards by colour
	points  tally // kept: points on the cards by colour, guilds apart
	coins   int16
	tokens  tokenSet
	unbuilt wonderSet
	built   wonderSet
	symbols uint8 // kept: symbols owned
	pairs   uint8 // kept: symbols owned twice
	raw     uint8 // kept: producers of a raw material of choice
	manuf   uint8 // kept: producers of a manufactured good of choice
	// Of Pantheon: mythology tokens are in cards, see templeToken.
	astarte   uint8 // coins on Astarte
	offerings offerings
	gods      godSet // activated, the Gate included
}

// ask is the kind of decision that is owed.
type ask uint8

const (
	askNothing ask = iota // the game is over, or an action is being carried out
	askDraft
	askTurn
	askToken   // a progress token of the board, for a pair
	askDestroy // a brown or grey card of the opponent
	askRevive  // a card of the discard pile to build
	askLibrary // one of the tokens drawn from the box
	askBegin   // who begins the next age

	// With Pantheon. Hades asks as The Mausoleum does.
	askUncover       // which token of several cards to take first
	askPlace         // a divinity and a space for it
	askEnki          // a progress token on Enki
	askNisaba        // a green card of the opponent
	askBaal          // a brown or grey card of the opponent
	askZeus          // a card of the structure
	askAnubis        // a standing wonder
	askIsis          // a discarded card and an own wonder
	askRa            // an unbuilt wonder of the opponent
	askMinerva       // a space of the track
	askNeptuneRemove // a military token to remove
	askNeptuneApply  // a military token to apply
	askGate          // one of the divinities shown
	askDeck          // a deck for the Divine Theater
	askDivinity      // a divinity of that deck
	askOrder         // of the rest of that deck
	numAsks
)

var askIDs = [numAsks]string{
	"nothing", "draft", "turn", "token", "destroy", "revive", "library", "begin",
	"uncover", "place", "enki", "nisaba", "baal", "zeus", "anubis", "isis", "ra", "minerva",
	"neptune_remove", "neptune_apply", "gate", "deck", "divinity", "order",
}

// ending is how a game ended.
type ending uint8

const (
	running ending = iota
	civilian
	military
	scientific
)

// Figures of the setup and of the military track (docs/rules/duel.md 1 and 5).
const (
	startCoins   = 7
	capital      = 9
	symbolsToWin = 6
	agedCards    = 17 // cards with the back of Age III in its structure
	extraCards   = 3  // guilds or Grand Temples in it
	poolSize     = 4
	numDrafted   = 8
)

// lootRow is one of the four military tokens.
type lootRow struct {
	id     string
	victim uint8 // the seat whose half it lies on
	from   int8  // the nearest space of its zone
	to     int8
	coins  int16
}

// loots are the military tokens by their bit in State.loot. Source: board.json.
var loots = [4]lootRow{
	{"loot-2-p2", 1, 3, 5, 2},
	{"loot-5-p2", 1, 6, 8, 5},
	{"loot-2-p1", 0, 3, 5, 2},
	{"loot-5-p1", 0, 6, 8, 5},
}

const allLoots = 0b1111

// newState returns a table with the given options, to be dealt.
func newState(_ int, options game.Options) (State, error) {
	s := State{
		firstGame:   options["first_game"] == "true",
		lastChooses: options["centre_pawn_start"] == "last_player_chooses",
		pantheon:    options["pantheon"] == "true",
		zeusTakes:   options["zeus_takes_token"] == "true",
	}
	s.clear()
	return s, nil
}

// Seats returns two.
func (s *State) Seats() int { return 2 }

// Owing returns the seat that decides; nobody once the game has ended.
func (s *State) Owing() game.Seats {
	if s.ask == askNothing {
		return 0
	}
	return 1 << s.active
}

// clear makes the state an empty table with the same options.
func (s *State) clear() {
	*s = State{
		firstGame:   s.firstGame,
		lastChooses: s.lastChooses,
		pantheon:    s.pantheon,
		zeusTakes:   s.zeusTakes,
		loot:        allLoots,
	}
	for i := range s.laid {
		s.laid[i] = noCards
	}
	s.under = nothingUnder
	for i := range s.cities {
		s.cities[i].price = startPrices
		s.cities[i].coins = startCoins
	}
	if s.pantheon {
		s.clearPantheon()
	}
}

var (
	noCards = func() (a [numSlots]Card) {
		for i := range a {
			a[i] = noCard
		}
		return a
	}()
	nothingUnder = func() (a [numWonders]Card) {
		for i := range a {
			a[i] = noCard
		}
		return a
	}()
)

// Deal sets up a new game: all that is decided by the shuffles of docs/rules/duel.md 1 is drawn here.
func (s *State) Deal(r *game.Rand) {
	s.clear()
	s.chance.Reseed(r)
	s.board = tokenSet(pick(r, uint16(s.allTokens()), tokensOnBoard))
	for age := range s.laid {
		s.lay(age, r)
	}
	if s.pantheon {
		s.dealPantheon(r)
	}
	if s.firstGame {
		for seat := range firstGameSets {
			s.cities[seat].unbuilt = firstGameSets[seat]
		}
		s.picks = numDrafted
		s.beginPlay(nil)
		return
	}
	s.pool = wonderSet(pick(r, uint16(s.allWonders()), poolSize))
	s.reserve = wonderSet(pick(r, uint16(s.allWonders()&^s.pool), poolSize))
	s.ask = askDraft
}

var firstGameSets = func() (sets [2]wonderSet) {
	for seat, ids := range firstGameWonders {
		for _, id := range ids {
			sets[seat] |= Wonder(wonderIDs.by[id]).bit()
		}
	}
	return sets
}()

func (s *State) allTokens() tokenSet {
	if s.pantheon {
		return allTokens
	}
	return baseTokens
}

func (s *State) allWonders() wonderSet {
	if s.pantheon {
		return allWonders
	}
	return baseWonders
}

// box returns the progress tokens that are nowhere else.
func (s *State) box() tokenSet {
	return s.allTokens() &^ (s.board | s.cities[0].tokens | s.cities[1].tokens | s.drawn | s.pan.onEnki)
}

// lay deals the structure of an age: 20 of its cards, in Age III 17 and three guilds.
func (s *State) lay(age int, r *game.Rand) {
	var pack [firstAge3 - firstAge2]Card
	deck := back(age)
	n := fill(pack[:], deckStart[deck], deckStart[deck+1])
	to := &s.laid[age]
	if deck != backAge3 {
		shuffleLast(r, pack[:n], numSlots)
		copy(to[:], pack[n-numSlots:n])
		return
	}
	shuffleLast(r, pack[:n], agedCards)
	copy(to[:], pack[n-agedCards:n])
	n = fill(pack[:], deckStart[s.extraDeck()], deckStart[s.extraDeck()+1])
	shuffleLast(r, pack[:n], extraCards)
	// The others lie in random order already: each extra card takes a random place among them.
	for i := range extraCards {
		at := r.IntN(agedCards + i + 1)
		to[agedCards+i] = to[at]
		to[at] = pack[n-1-i]
	}
}

// extraDeck returns the deck of which three cards come into Age III.
func (s *State) extraDeck() back {
	if s.pantheon {
		return backTemple
	}
	return backGuild
}

// fill writes the cards from one to before another, and returns how many they are.
func fill(pack []Card, from, to Card) int { return copy(pack, cardsInOrder[from:to]) }

var cardsInOrder = func() (list [numCards]Card) {
	for i := range list {
		list[i] = Card(i)
	}
	return list
}()

// shuffleLast puts a random choice of the pack, in random order, into its last n places.
func shuffleLast(r *game.Rand, pack []Card, n int) {
	for i := len(pack) - 1; i > 0 && n > 0; i-- {
		j := r.IntN(i + 1)
		pack[i], pack[j] = pack[j], pack[i]
		n--
	}
}

// pick returns a random choice of n bits of a set, or all of a smaller one.
func pick(r *game.Rand, set uint16, n int) uint16 {
	var picked uint16
	for ; n > 0 && set != 0; n-- {
		bit := nthBit(set, r.IntN(bits.OnesCount16(set)))
		picked |= bit
		set &^= bit
	}
	return picked
}

// drawFromBox returns a random choice of n progress tokens of the box, or all if there are fewer.
func (s *State) drawFromBox(n int) tokenSet {
	var drawn tokenSet
	for box := s.box(); n > 0 && box != 0; n-- {
		bit := tokenSet(nthBit(uint16(box), s.chance.IntN(box.len())))
		drawn |= bit
		box &^= bit
	}
	return drawn
}

// nthBit returns the bit of a set that has i lower ones.
func nthBit(set uint16, i int) uint16 {
	for ; i > 0; i-- {
		set &= set - 1
	}
	return set & -set
}
