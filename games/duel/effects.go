package duel

import (
	"math/bits"

	"mirabilia/game"
)

// construct puts a card into a city and carries out its effects.
func (s *State) construct(me uint8, card Card, tell *game.Events) {
	c := &s.cities[me]
	f := &cardTable[card]
	c.cards.add(card)
	c.count += f.count
	c.points += f.points
	switch f.class {
	case maker:
		c.made += f.makes
		o := &s.cities[1-me]
		o.price += f.makes &^ o.fixed
	case market:
		c.raw += f.raw
		c.manuf += f.manuf
		c.fixed |= f.fixed
		c.price = c.price&^f.fixed | everyOne&f.fixed
	case soldier:
		n := f.shields
		if c.tokens.has(Strategy) {
			n++
		}
		s.march(me, int8(n), cards[card].id, tell)
	case scholar:
		s.addSymbol(me, f.symbol, tell)
	case purse:
		s.gain(me, s.coinsFor(me, card), cards[card].id, tell)
	}
}

// coinsFor returns what a yellow card or guild brings its builder, the card itself counted where it matches
// (docs/rules/duel.md 9).
func (s *State) coinsFor(me uint8, card Card) int {
	e := &cards[card].effect
	c, o := &s.cities[me], &s.cities[1-me]
	coins := int(e.coins) + int(e.each)*c.counts(e.per)
	if e.perCoin > 0 {
		coins += int(e.perCoin) * max(c.counts(e.guild), o.counts(e.guild))
	}
	return coins
}

// erect builds a wonder, with the card under it, and carries out its effects.
func (s *State) erect(me uint8, w Wonder, card Card, tell *game.Events) {
	c := &s.cities[me]
	row := &wonders[w]
	c.unbuilt &^= w.bit()
	c.built |= w.bit()
	s.under[w] = card
	s.boxLastWonder(tell)
	if row.again || c.tokens.has(Theology) {
		s.again = true
	}
	c.raw += wonderTable[w].raw
	c.manuf += wonderTable[w].manuf
	if row.coins > 0 {
		s.gain(me, int(row.coins), row.id, tell)
	}
	if row.robs > 0 {
		s.lose(1-me, int16(row.robs), row.id, tell)
	}
	if row.shields > 0 {
		s.march(me, int8(row.shields), row.id, tell)
		if s.ending != running {
			return
		}
	}
	switch row.special {
	case destroyBrown:
		s.askDestroy(me, Brown, tell)
	case destroyGrey:
		s.askDestroy(me, Grey, tell)
	case fromBox:
		s.askLibrary(me, tell)
	case fromDiscard:
		s.askRevive(me, tell)
	case fromDeck:
		s.askDeck(me, tell)
	}
}

// boxLastWonder sends the unbuilt wonder to the box when the seventh is built (docs/rules/duel.md 8).
func (s *State) boxLastWonder(tell *game.Events) {
	a, b := &s.cities[0], &s.cities[1]
	if a.built.len()+b.built.len() < wonderLimit {
		return
	}
	if tell != nil {
		for seat := range s.cities {
			for set := s.cities[seat].unbuilt; set != 0; set &= set - 1 {
				tell.Add(game.Everyone, event("wonder_boxed", uint8(seat), wonders[set.first()].id, 0))
			}
		}
	}
	a.unbuilt, b.unbuilt = 0, 0
}

// askDestroy asks which card of the opponent to discard; the only one is no choice.
func (s *State) askDestroy(me uint8, colour Colour, tell *game.Events) {
	targets := s.cities[1-me].cards.and(ofColour[colour])
	switch targets.len() {
	case 0:
	case 1:
		s.force(me, moveDestroy, uint8(targets.first()), 0, tell)
		s.destroy(me, targets.first(), tell)
	default:
		s.prey = colour
		s.ask = askDestroy
	}
}

// askRevive asks which card of the discard pile to build.
func (s *State) askRevive(me uint8, tell *game.Events) {
	switch s.discard.len() {
	case 0:
	case 1:
		s.force(me, moveRevive, uint8(s.discard.first()), 0, tell)
		s.revive(me, s.discard.first(), tell)
	default:
		s.ask = askRevive
	}
}

// askLibrary draws three tokens of the box, which only the drawer sees (docs/rules/duel.md O27).
func (s *State) askLibrary(me uint8, tell *game.Events) {
	drawn := s.drawFromBox(libraryDraw)
	if tell != nil && drawn != 0 {
		tell.Add(game.Everyone, event("library_draw", me, "", drawn.len()))
		for set := drawn; set != 0; set &= set - 1 {
			tell.Add(game.SeatSet(game.Seat(me)), event("library_look", me, tokens[set.first()].id, 0))
		}
	}
	s.drawn = drawn
	switch drawn.len() {
	case 0:
	case 1:
		s.force(me, moveToken, uint8(drawn.first()), 0, tell)
		s.takeToken(me, drawn.first(), "box", tell)
	default:
		s.ask = askLibrary
	}
}

// askToken lets a seat take a progress token of the board for a pair. Without one there is nothing, then or
// later; a single one is no choice.
func (s *State) askToken(me uint8, tell *game.Events) {
	switch s.board.len() {
	case 0:
		if tell != nil {
			tell.Add(game.Everyone, event("no_token", me, "", 0))
		}
	case 1:
		s.force(me, moveToken, uint8(s.board.first()), 0, tell)
		s.takeToken(me, s.board.first(), "board", tell)
	default:
		s.ask = askToken
	}
}

// takeToken gives a seat a progress token with its effect at once (docs/rules/duel.md 7). What The Great Library drew
// with it goes back to the box.
func (s *State) takeToken(me uint8, t Token, from string, tell *game.Events) {
	c := &s.cities[me]
	s.board &^= t.bit()
	s.drawn = 0
	c.tokens |= t.bit()
	if tell != nil {
		e := event("token", me, tokens[t].id, 0)
		e.With = from
		tell.Add(game.Everyone, e)
	}
	if coins := tokens[t].coins; coins > 0 {
		s.gain(me, int(coins), tokens[t].id, tell)
	}
	if t == Law {
		s.addSymbol(me, Scales, tell)
	}
}

// addSymbol gives a seat a science symbol: a new one may be the sixth and win, a second one makes a pair.
func (s *State) addSymbol(me uint8, sym Symbol, tell *game.Events) {
	c := &s.cities[me]
	bit := uint8(1) << sym
	if c.symbols&bit != 0 {
		c.pairs |= bit
		if tell != nil {
			tell.Add(game.Everyone, event("pair", me, symbolIDs[sym], 0))
		}
		s.askToken(me, tell)
		return
	}
	c.symbols |= bit
	if bits.OnesCount8(c.symbols) >= symbolsToWin {
		s.end(scientific, me, tell)
	}
}

// march moves the conflict pawn towards the opponent's capital (docs/rules/duel.md 5).
func (s *State) march(me uint8, n int8, source string, tell *game.Events) {
	if s.pantheon && (s.pan.minerva != noMinerva || s.cities[me].tokens.has(Poliorcetics)) {
		s.marchStepwise(me, n, source, tell)
		return
	}
	from := s.lead(me)
	to := min(from+n, capital)
	s.setLead(me, to)
	if tell != nil {
		tell.Add(game.Everyone, event("march", me, source, int(to-from)))
	}
	if to >= loots[0].from {
		s.plunder(1-me, to, tell)
	}
	if to == capital {
		s.end(military, me, tell)
	}
}

// lead returns how far the pawn is towards the opponent of a seat.
func (s *State) lead(me uint8) int8 {
	if me == 0 {
		return s.pawn
	}
	return -s.pawn
}

func (s *State) setLead(me uint8, lead int8) {
	if me == 0 {
		s.pawn = lead
	} else {
		s.pawn = -lead
	}
}

// plunder fires the military tokens of the zones that the pawn has entered, near one first.
func (s *State) plunder(victim uint8, distance int8, tell *game.Events) {
	for i := range loots {
		l := &loots[i]
		if l.victim == victim && s.loot>>i&1 != 0 && distance >= l.from {
			s.loot &^= 1 << i
			s.lose(victim, l.coins, l.id, tell)
		}
	}
}

// gain pays a seat from the bank.
func (s *State) gain(me uint8, coins int, source string, tell *game.Events) {
	s.cities[me].coins += int16(coins)
	if tell != nil {
		tell.Add(game.Everyone, event("gain", me, source, coins))
	}
}

// lose takes coins of the treasury to the bank, as far as there are any.
func (s *State) lose(seat uint8, coins int16, source string, tell *game.Events) {
	c := &s.cities[seat]
	coins = min(coins, c.coins)
	c.coins -= coins
	if tell != nil {
		tell.Add(game.Everyone, event("lose", seat, source, int(coins)))
	}
}
