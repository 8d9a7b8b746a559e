package duel

import "fmt"

// validPantheon checks what the expansion adds.
func (s *State) validPantheon() error {
	if !s.pantheon {
		if s.pan != (pantheonState{}) || s.zeusTakes || s.ask >= askUncover {
			return fmt.Errorf("there is a piece of Pantheon in a game without it")
		}
		for i := range s.cities {
			if c := &s.cities[i]; c.gods != 0 || c.offerings != 0 || c.astarte != 0 || !c.cards.and(mythologyTokensOf).empty() {
				return fmt.Errorf("seat %d has a piece of Pantheon in a game without it", i)
			}
		}
		return nil
	}
	for _, check := range []func() error{s.validGods, s.validKnowledge, s.validMarks, s.validPieces, s.validShows} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validGods checks that every divinity is in one place, and that the Gate comes in Age II.
func (s *State) validGods() error {
	p := &s.pan
	var all godSet
	n := 0
	put := func(g God) {
		all |= g.bit()
		n++
	}
	for m := range p.decks {
		for i, g := range p.decks[m] {
			if (i < int(p.size[m])) != (g != noGod) {
				return fmt.Errorf("the %s deck has a gap", mythologyIDs[m])
			}
			if g == noGod {
				continue
			}
			if g >= Gate || g.mythology() != Mythology(m) {
				return fmt.Errorf("the %s deck holds %s", mythologyIDs[m], gods[g])
			}
			put(g)
		}
	}
	for _, g := range p.spaces {
		if g != noGod {
			put(g)
		}
	}
	for i := range s.cities {
		all |= s.cities[i].gods
		n += s.cities[i].gods.len()
	}
	want := allGods
	if s.age >= 2 {
		want |= Gate.bit()
	}
	if all != want || n != want.len() {
		return fmt.Errorf("of the divinities and the Gate %d are in play, %v", n, all.ids())
	}
	return nil
}

// validKnowledge checks that what lies open is known, what everyone knows each seat knows, and nothing is left to deduce.
func (s *State) validKnowledge() error {
	p := &s.pan
	for i, known := range p.know {
		if known&^allGods != 0 || s.openGods()&^known != 0 || p.know[public]&^known != 0 {
			return fmt.Errorf("the divinities known to %d are not those open to all and more", i)
		}
	}
	complete := *p
	complete.deduce()
	if complete != *p {
		return fmt.Errorf("a divinity is not known that follows from the others")
	}
	return nil
}

// validMarks: tokens on cards and in hand are those of the game.
func (s *State) validMarks() error {
	p := &s.pan
	var marked slots
	var count [numMythologies]int
	used := s.cities[0].offerings | s.cities[1].offerings
	n := s.cities[0].offerings.len() + s.cities[1].offerings.len()
	mythologies := 0
	for i := range s.cities {
		c := &s.cities[i]
		for m := range Mythology(numMythologies) {
			first, second := c.cards.has(mythToken(m)), c.cards.has(mythToken(m)+numMythologies)
			if second && !first {
				return fmt.Errorf("seat %d has a second %s token without a first", i, mythologyIDs[m])
			}
			if first {
				count[m]++
			}
			if second {
				count[m]++
			}
		}
	}
	for i, t := range p.marks {
		if t == noSlotToken {
			continue
		}
		if i >= len(markedSlots[s.age-1]) || s.present>>markedSlots[s.age-1][i]&1 == 0 {
			return fmt.Errorf("a token lies where no card is")
		}
		marked |= 1 << markedSlots[s.age-1][i]
		if (t < firstOffering) != (s.age == 1) {
			return fmt.Errorf("%s lies on a card of age %d", t.id(), s.age)
		}
		if t >= firstOffering {
			used |= 1 << (t - firstOffering)
			n++
		} else {
			count[t-firstMyth]++
		}
	}
	if marked&s.up != 0 {
		return fmt.Errorf("a token lies on a card that is face up")
	}
	for m, held := range count {
		mythologies += held
		if held > tokensPerMyth {
			return fmt.Errorf("there are %d %s tokens", held, mythologyIDs[m])
		}
	}
	if mythologies > mythologyTokens || used.len() != n || s.age < 2 && n > 0 {
		return fmt.Errorf("%d mythology tokens and %d offering tokens are in play", mythologies, n)
	}
	// A divinity was placed for each mythology token at most.
	occupied := 0
	for _, g := range p.spaces {
		if g != noGod && g != Gate {
			occupied++
		}
	}
	if occupied > mythologyTokens {
		return fmt.Errorf("%d divinities lie in the Pantheon", occupied)
	}
	return nil
}

// validPieces checks that coins on Astarte, the snake and Minerva belong to their owners.
func (s *State) validPieces() error {
	p := &s.pan
	for i := range s.cities {
		if c := &s.cities[i]; c.astarte > 0 && (!c.gods.has(Astarte) || c.astarte > astarteCoins) {
			return fmt.Errorf("seat %d has %d coins on Astarte", i, c.astarte)
		}
	}
	if p.snake != noCard {
		owner, ok := s.ownerOf(Nisaba)
		if !ok || p.snake >= numCards || cards[p.snake].colour != Green || !s.cities[1-owner].cards.has(p.snake) {
			return fmt.Errorf("the snake lies where Nisaba cannot have put it")
		}
	}
	if p.minerva != noMinerva {
		if _, ok := s.ownerOf(Minerva); !ok || p.minerva < -capital || p.minerva > capital || p.minerva == s.pawn {
			return fmt.Errorf("the Minerva pawn stands on %d", p.minerva)
		}
	}
	return nil
}

// ownerOf returns the seat that activated a divinity.
func (s *State) ownerOf(g God) (uint8, bool) {
	for i := range s.cities {
		if s.cities[i].gods.has(g) {
			return uint8(i), true
		}
	}
	return 0, false
}

// validShows checks that what is turned up for a choice is turned up only during it.
func (s *State) validShows() error {
	p := &s.pan
	resting := s.ask == askTurn || s.ask == askBegin || s.ask == askDraft
	if resting && (p.gate || p.shown != 0 || p.deck != noMythology) {
		return fmt.Errorf("divinities are turned up where no action is going on")
	}
	if !p.gate && p.shown != 0 {
		return fmt.Errorf("divinities are shown by a closed Gate")
	}
	if owner, ok := s.ownerOf(Gate); p.gate && (!ok || s.ending == running && owner != s.active) {
		return fmt.Errorf("the Gate is open and nobody opened it")
	}
	var tops godSet
	for m := range Mythology(numMythologies) {
		tops |= p.top(m, godsPerDeck)
	}
	if p.shown&^tops != 0 || p.shown&^p.know[public] != 0 {
		return fmt.Errorf("a divinity is shown that lies in no deck")
	}
	if p.deck != noMythology && p.top(p.deck, godsPerDeck)&^p.know[public] != 0 {
		return fmt.Errorf("the deck turned up is not known to all")
	}
	if open := p.spaceOf(Enki) >= 0 && s.age >= 2 || p.gate || p.deck == Enki.mythology() || s.ask == askEnki; p.onEnki != 0 && !open || p.onEnki.len() > enkiTokens {
		return fmt.Errorf("%d tokens lie on Enki", p.onEnki.len())
	}
	if (p.placed != noMythology) != (s.ask == askPlace) {
		return fmt.Errorf("a divinity is to be placed and not asked for, or the reverse")
	}
	return s.validPantheonAsk()
}

// validPantheonAsk checks that the choice that is owed has at least two answers.
func (s *State) validPantheonAsk() error {
	if s.ask < askUncover {
		return nil
	}
	p, c := &s.pan, &s.cities[s.active]
	fits := true
	switch s.ask {
	case askPlace:
		fits = p.size[p.placed] > 0 && p.top(p.placed, 2)&^p.know[s.active] == 0
	case askEnki:
		fits = c.gods.has(Enki)
	case askNisaba:
		fits = c.gods.has(Nisaba) && p.snake == noCard
	case askBaal:
		fits = c.gods.has(Baal)
	case askZeus:
		fits = c.gods.has(Zeus)
	case askAnubis:
		fits = c.gods.has(Anubis)
	case askIsis:
		fits = c.gods.has(Isis)
	case askRa:
		fits = c.gods.has(Ra)
	case askMinerva:
		fits = c.gods.has(Minerva) && p.minerva == noMinerva
	case askNeptuneRemove, askNeptuneApply:
		fits = c.gods.has(Neptune)
	case askGate:
		fits = p.gate
	case askDivinity, askOrder:
		fits = p.deck != noMythology
	case askDeck:
		fits = p.deck == noMythology && c.built.has(theDivineTheater)
	}
	if s.ask == askOrder && fits {
		fits = p.size[p.deck] == 2
	}
	if !fits || len(s.pantheonMoves(s.active, nil)) < 2 {
		return fmt.Errorf("%s is asked for and cannot be answered", askIDs[s.ask])
	}
	return nil
}
