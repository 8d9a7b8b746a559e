package duel

import "mirabilia/game"

// pantheonState is what the expansion adds to a state; all zero without it.
type pantheonState struct {
	decks  [numMythologies][godsPerDeck]God // the last one of the first size is on top; empty places noGod
	size   [numMythologies]uint8
	spaces [numSpaces]God // face down in Age I, face up after
	filled uint8          // kept: the spaces with a card, a bit each
	gateAt uint8          // kept: the bit of the Gate's space, 0 if it lies on none
	// know are the divinities whose place seat 0, seat 1 and everyone know. The others of a mythology could
	// lie in any of the places whose divinity is not known.
	know    [3]godSet
	marks   [mythologyTokens]slotToken // tokens on the marked slots of the age
	marked  slots                      // kept: the slots with a token
	onEnki  tokenSet                   // progress tokens lying on Enki
	shown   godSet                     // turned up by the Gate and not chosen, while its effect goes on
	gate    bool                       // the Gate is open
	deck    Mythology                  // turned up by the Divine Theater while its effect goes on
	placed  Mythology                  // of the mythology token whose divinity is being placed
	snake   Card                       // the green card with the Snake token
	minerva int8                       // space of the Minerva pawn
}

const public = 2 // in pantheonState.know

// clearPantheon makes the expansion's part an empty table.
func (s *State) clearPantheon() { s.pan = emptyPantheon }

var emptyPantheon = func() (p pantheonState) {
	for m := range p.decks {
		for i := range p.decks[m] {
			p.decks[m][i] = noGod
		}
	}
	for i := range p.spaces {
		p.spaces[i] = noGod
	}
	p.deck, p.placed, p.snake, p.minerva = noMythology, noMythology, noCard, noMinerva
	return p
}()

// dealPantheon shuffles the decks of divinities and lays mythology tokens on Age I, which is laid out before
// the wonders are drafted (docs/rules/pantheon.md 3.1).
func (s *State) dealPantheon(r *game.Rand) {
	p := &s.pan
	for m := range p.decks {
		order := r.IntN(len(deckOrders))
		for i, g := range deckOrders[order] {
			p.decks[m][i] = God(m*godsPerDeck) + g
		}
		p.size[m] = godsPerDeck
	}
	pile := tokenPile
	for i, slot := range markedSlots[0] {
		last := len(pile) - 1 - i
		j := r.IntN(last + 1)
		p.marks[i] = pile[j]
		pile[j] = pile[last]
		p.marked |= 1 << slot
	}
	s.beginAge(nil)
}

// tokenPile are all mythology tokens.
var tokenPile = func() (pile [tokensPerMyth * numMythologies]slotToken) {
	for i := range pile {
		pile[i] = firstMyth + slotToken(i/tokensPerMyth)
	}
	return pile
}()

// deckOrders are the orders in which three cards can lie.
var deckOrders = [...][godsPerDeck]God{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// openPantheon begins Age II: the Gate comes to an empty space, all divinities are turned up, offering tokens
// are laid on the structure (docs/rules/pantheon.md 3.2).
func (s *State) openPantheon(tell *game.Events) {
	p := &s.pan
	for _, space := range gateSpaces {
		if p.filled>>space&1 == 0 {
			p.put(Gate, space)
			if tell != nil {
				tell.Add(game.Everyone, event("gate_placed", noSeat, gods[Gate], int(space)+1))
			}
			break
		}
	}
	p.reveal(s.openGods())
	for i, g := range p.spaces {
		if tell != nil && g < Gate {
			tell.Add(game.Everyone, event("pantheon_reveal", noSeat, gods[g], i+1))
		}
	}
	if p.spaceOf(Enki) >= 0 {
		s.layEnki(tell)
	}
	order := [numOfferings]slotToken{firstOffering, firstOffering + 1, firstOffering + 2}
	for i, slot := range markedSlots[1] {
		j := i + s.chance.IntN(numOfferings-i)
		order[i], order[j] = order[j], order[i]
		if s.present&^s.up>>slot&1 == 0 {
			continue // its card is out of play
		}
		p.marks[i] = order[i]
		p.marked |= 1 << slot
	}
}

// layEnki lays two random progress tokens of the box on Enki, which has just been turned up for both.
func (s *State) layEnki(tell *game.Events) {
	s.pan.onEnki = s.drawFromBox(enkiTokens)
	if tell != nil {
		for set := s.pan.onEnki; set != 0; set &= set - 1 {
			tell.Add(game.Everyone, event("enki_lay", noSeat, tokens[set.first()].id, 0))
		}
	}
}

// reveal makes the place of some divinities known to everyone.
func (p *pantheonState) reveal(set godSet) {
	for i := range p.know {
		p.know[i] |= set
	}
	p.deduce()
}

// deduce adds what follows by elimination: the last unknown divinity of a mythology lies in the last place.
func (p *pantheonState) deduce() {
	for i := range p.know {
		p.know[i] = deduced(p.know[i])
	}
}

func deduced(known godSet) godSet {
	const firsts godSet = 0b001_001_001_001_001 // of each mythology
	unknown := allGods &^ known
	a, b, c := unknown&firsts, unknown>>1&firsts, unknown>>2&firsts
	single := (a ^ b ^ c) &^ (a & b & c)
	return known | unknown&(single*0b111)
}

// top returns the set of the top n cards of a deck, or all of a smaller one.
func (p *pantheonState) top(m Mythology, n int) godSet {
	var set godSet
	size := int(p.size[m])
	for i := max(0, size-n); i < size; i++ {
		set |= p.decks[m][i].bit()
	}
	return set
}

// drawOut takes a divinity out of its deck; the others keep their order.
func (p *pantheonState) drawOut(g God) {
	m := g.mythology()
	d := &p.decks[m]
	switch g {
	case d[0]:
		d[0], d[1], d[2] = d[1], d[2], noGod
	case d[1]:
		d[1], d[2] = d[2], noGod
	default:
		d[2] = noGod
	}
	p.size[m]--
}

// put lays a card on a space of the Pantheon, lift takes it away.
func (p *pantheonState) put(g God, space uint8) {
	p.spaces[space] = g
	p.filled |= 1 << space
	if g == Gate {
		p.gateAt = 1 << space
	}
}

func (p *pantheonState) lift(space int) {
	p.spaces[space] = noGod
	p.filled &^= 1 << space
	p.gateAt &= p.filled
}

// emptySpaces returns the spaces of the Pantheon without a card, a bit each.
func (p *pantheonState) emptySpaces() uint16 { return uint16(^p.filled & (1<<numSpaces - 1)) }

// spaceOf returns where a card lies in the Pantheon, or -1.
func (p *pantheonState) spaceOf(g God) int {
	for i := range p.spaces {
		if p.spaces[i] == g {
			return i
		}
	}
	return -1
}
