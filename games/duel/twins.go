package duel

import (
	"fmt"

	"mirabilia/game"
)

// Twins are two boards of one deal, side by side, as Duplicate Duel has them. What one of them has shown is no secret on the other: a card that
// lies face down on both is hidden, one that was turned up on either is known.
//
// Two things are left to each board alone, which never tells a viewer more than it may know. The tokens that The Great Library draws, and the divinities of a
// mythology once somebody has looked at one of them on either board, are dealt anew for each board by what the viewer saw of that board. Chance to
// come is one for both as long as both have drawn equally much from it.

// RedealTwins is Redeal for two boards of one deal; each has a seat for the viewer.
func RedealTwins(a, b *State, onA, onB game.Seat, r *game.Rand) {
	if onA == game.Open {
		return
	}
	reseedTwins(a, b, r)
	a.redealDrawn(onA, r)
	b.redealDrawn(onB, r)
	redealTwinCards(a, b, r)
	if a.pantheon {
		redealTwinGods(a, b, a.pan.know[knower(onA)], b.pan.know[knower(onB)], r)
	}
}

// RedealUnseenTwins is RedealUnseen for two boards of one deal.
func RedealUnseenTwins(a, b *State, r *game.Rand) {
	reseedTwins(a, b, r)
	redealTwinCards(a, b, r)
	if a.pantheon {
		redealTwinGods(a, b, a.pan.know[0]|a.pan.know[1], b.pan.know[0]|b.pan.know[1], r)
	}
}

func reseedTwins(a, b *State, r *game.Rand) {
	together := a.chance == b.chance
	a.chance.Reseed(r)
	if b.chance = a.chance; !together {
		b.chance.Reseed(r)
	}
}

// hiddenIn returns the slots of an age, counted from 0, whose cards nobody has seen on this board.
func (s *State) hiddenIn(age int) slots {
	switch {
	case age >= int(s.age):
		return allSlots
	case age == int(s.age)-1:
		return s.present &^ s.up
	}
	return 0
}

// redealTwinCards draws the cards and wonders that are face down on both boards.
func redealTwinCards(a, b *State, r *game.Rand) {
	if a.reserve != 0 && b.reserve != 0 {
		a.redealReserve(r)
		b.reserve = a.reserve
	}
	seen := a.seen().or(b.seen())
	for age := range numAges {
		hidden := a.hiddenIn(age) & b.hiddenIn(age)
		from, to := a, b
		switch {
		case hidden == 0:
			continue
		case age >= int(a.age) && age >= int(b.age):
			a.lay(age, r)
		default:
			// The backs are known where the structure lies.
			if age >= int(a.age) {
				from, to = b, a
			}
			from.redealSlots(hidden, everyCard.without(seen), r)
		}
		for set := hidden; set != 0; set &= set - 1 {
			to.laid[age][set.first()] = from.laid[age][set.first()]
		}
	}
}

// redealTwinGods draws the divinities that the viewer does not know. A mythology that nobody has looked at lies in the same order on both boards.
func redealTwinGods(a, b *State, knownOnA, knownOnB godSet, r *game.Rand) {
	for m := range Mythology(numMythologies) {
		a.pan.redeal(m, knownOnA, r)
		if a.pan.untouched(m) && b.pan.untouched(m) {
			b.pan.decks[m] = a.pan.decks[m]
		} else {
			b.pan.redeal(m, knownOnB, r)
		}
	}
}

// untouched reports whether a deck of divinities lies as it was dealt, and nobody has looked at it.
func (p *pantheonState) untouched(m Mythology) bool {
	return p.size[m] == godsPerDeck && (p.know[0]|p.know[1]|p.know[public])&m.gods() == 0
}

// ValidTwins checks that two boards, each of which is valid, can be of one deal.
func ValidTwins(a, b *State) error {
	if a.firstGame != b.firstGame || a.lastChooses != b.lastChooses || a.pantheon != b.pantheon || a.zeusTakes != b.zeusTakes {
		return fmt.Errorf("the boards have different options")
	}
	if a.aside || b.aside {
		return fmt.Errorf("two boards of one deal are played with all cards")
	}
	if a.dealt() != b.dealt() {
		return fmt.Errorf("the boards were dealt different cards")
	}
	for age := range numAges {
		for slot := range numSlots {
			if x, y := a.laid[age][slot], b.laid[age][slot]; x != noCard && y != noCard && x != y {
				return fmt.Errorf("%s lies where the other board has %s", cards[x].id, cards[y].id)
			}
		}
	}
	return validTwinDraft(a, b)
}

// dealt returns the cards that are in play: those that were seen and those that lie face down.
func (s *State) dealt() cardSet {
	all := s.seen().and(everyCard) // cities also hold mythology tokens
	for age := range s.laid {
		for _, card := range s.laid[age] {
			if card != noCard {
				all.add(card)
			}
		}
	}
	return all
}

// validTwinDraft checks wonders, progress tokens and divinities.
func validTwinDraft(a, b *State) error {
	if all := a.allInPlay() | b.allInPlay(); all.len() > numDrafted {
		return fmt.Errorf("the boards have different wonders: %v", all.ids())
	}
	if a.reserve != 0 && b.reserve != 0 && a.reserve != b.reserve {
		return fmt.Errorf("the boards have different wonders left to draft")
	}
	for _, p := range [2][2]*State{{a, b}, {b, a}} {
		one, other := p[0], p[1]
		if lost := one.board &^ (other.board | other.cities[0].tokens | other.cities[1].tokens); lost != 0 {
			return fmt.Errorf("the progress tokens %v are on one board only", lost.ids())
		}
		// One that can no longer be built is out of play.
		out := numDrafted - other.allInPlay().len()
		if one.reserve != 0 && other.reserve == 0 && (other.pool&^one.reserve != 0 || (one.reserve&^other.allInPlay()).len() > out) {
			return fmt.Errorf("the boards have different wonders left to draft")
		}
	}
	for m := range Mythology(numMythologies) {
		if a.pantheon && a.pan.untouched(m) && b.pan.untouched(m) && a.pan.decks[m] != b.pan.decks[m] {
			return fmt.Errorf("the divinities of one mythology lie in different orders")
		}
	}
	return nil
}

// allInPlay returns the wonders that belong to the game, those to be drafted included.
func (s *State) allInPlay() wonderSet { return s.inPlay() | s.pool | s.reserve }
