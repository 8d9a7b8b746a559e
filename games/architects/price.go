package architects

import (
	"math/bits"

	"mirabilia/game"
)

// purse is what a seat can pay with: its cards, and whether Economy and Engineering may be used.
type purse struct {
	cards                Bag
	economy, engineering bool
}

// purse returns what a seat can pay with. Tokens are fresh but for those the seat has used in its turn.
func (s *State) purse(seat game.Seat) purse {
	p := &s.players[seat]
	tokens := p.tokens
	if seat == s.turn {
		tokens &^= s.used
	}
	return purse{p.cards, tokens.Has(Economy), tokens.Has(Engineering)}
}

// dutiful returns the purse without tokens that this table does not count for the duty to build.
func (s *State) dutiful(p purse) purse {
	if s.rulings[economy] == tokenMay {
		p.economy = false
	}
	if s.rulings[engineering] == tokenMay {
		p.engineering = false
	}
	return p
}

// reach returns how many different and how many identical resources the purse amounts to, up to what stages cost. Whatever
// the rulings, a stage within reach has a legal payment: all resources that fit, and coins for the rest.
func (p purse) reach() (different, identical int) {
	coins := p.cards.Count(Gold)
	if coins > 0 && p.economy {
		coins++
	}
	if p.engineering {
		n := coins + (p.cards & greyCards).Len()
		return n, n
	}
	most := 0
	for most < maxIdentical && p.cards.with(most+1, greyOnes) != 0 {
		most++
	}
	return coins + p.cards.greyKinds(), coins + most
}

// missing returns how many more cards the purse needs for a stage; 0 or less if it can be paid.
func (p purse) missing(stage int) int {
	different, identical := p.reach()
	if costs[stage].identical {
		return costs[stage].count - identical
	}
	return costs[stage].count - different
}

// payable returns the stages of a set that the purse can pay for.
func (p purse) payable(stages uint8) uint8 {
	different, identical := p.reach()
	return stages & (differentReach[min(different, maxDifferent)] | identicalReach[min(identical, maxIdentical)])
}

// The dearest stages.
const (
	maxDifferent = 4
	maxIdentical = 3
)

// Stages within reach of so many different, or identical, resources.
var differentReach, identicalReach = func() (different [maxDifferent + 1]uint8, identical [maxIdentical + 1]uint8) {
	for stage, c := range costs {
		for n := range different {
			if !c.identical && c.count <= n {
				different[n] |= 1 << stage
			}
		}
		for n := range identical {
			if c.identical && c.count <= n {
				identical[n] |= 1 << stage
			}
		}
	}
	return different, identical
}()

// bundle is a choice of resources to pay with.
type bundle struct {
	cards Bag
	count int
}

// fits reports whether the resources are all different, or all identical.
func (b bundle) fits(identical bool) bool {
	if identical {
		return b.cards.greyKinds() <= 1
	}
	return b.cards.with(2, greyOnes) == 0
}

// Bundles that may pay for a stage of each count: those that fit different or identical resources, and all. Each list
// goes from the most cards to the fewest.
var differentBundles, identicalBundles, allBundles = func() (different, identical, all [maxDifferent + 1][]bundle) {
	for _, b := range makeBundles() {
		for n := b.count; n <= maxDifferent; n++ {
			all[n] = append(all[n], b)
			if b.fits(false) {
				different[n] = append(different[n], b)
			}
			if b.fits(true) {
				identical[n] = append(identical[n], b)
			}
		}
	}
	return different, identical, all
}()

// makeBundles lists the bundles of at most four cards, as the dearest stage costs.
func makeBundles() []bundle {
	list := []bundle{{}}
	for k := range Kind(NumResources) {
		for _, b := range list {
			for n := 1; b.count+n <= maxDifferent; n++ {
				list = append(list, bundle{b.cards + Bag(n)*one(k), b.count + n})
			}
		}
	}
	// Insertion keeps those of one size in their order; the list is short, and a general sort would make the engine in the browser larger.
	for i := range list {
		for j := i; j > 0 && list[j].count > list[j-1].count; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}

// replaceable reports whether an unspent resource could take the place of a coin: by fitting in, or in a payment that
// does not fit anyway (docs/rules/architects.md 4.2).
func (b bundle) replaceable(unspent Bag, identical bool) bool {
	kinds, spent := unspent.with(1, greyOnes), b.cards.with(1, greyOnes)
	switch {
	case b.count == 0 || !b.fits(identical):
		return kinds != 0
	case identical:
		return kinds&spent != 0
	}
	return kinds&^spent != 0
}

// appendPayments lists the legal payments for a stage, as the moves that build it with them.
func (s *State) appendPayments(buf []game.Move, p purse, stage int) []game.Move {
	c := costs[stage]
	bundles := differentBundles[c.count]
	switch {
	case p.engineering:
		bundles = allBundles[c.count]
	case c.identical:
		bundles = identicalBundles[c.count]
	}
	doubles := 0
	if p.economy {
		doubles = 1
	}
	gold := p.cards.Count(Gold)
	for _, b := range bundles {
		if c.count-b.count > gold+doubles {
			break // and those that follow have no more cards
		}
		if !p.cards.has(b.cards) {
			continue
		}
		for doubled := range doubles + 1 {
			spent := c.count - b.count - doubled // yellow cards
			if spent < doubled || spent > gold {
				continue
			}
			bound := spent - doubled // coins that may only stand for missing resources
			switch s.rulings[coins] {
			case coinsFree:
				bound = 0
			case coinsStrict:
				bound = spent
			}
			if bound > 0 && b.replaceable(p.cards&greyCards-b.cards, c.identical) {
				continue
			}
			buf = append(buf, buildMove(stage, b.cards+Bag(spent)*one(Gold)))
		}
	}
	return buf
}

// tokensFor returns which tokens a payment for a stage needs: Economy exactly when a coin counts twice, Engineering
// exactly when the resources do not fit.
func tokensFor(stage int, payment Bag) Tokens {
	var set Tokens
	if payment.Len() < costs[stage].count {
		set |= 1 << Economy
	}
	if grey := payment & greyCards; !(bundle{cards: grey}).fits(costs[stage].identical) {
		set |= 1 << Engineering
	}
	return set
}

// after returns the purse when a stage has been paid.
func (s *State) after(p purse, stage int, payment Bag) purse {
	p.cards -= payment
	used := tokensFor(stage, payment) &^ s.alwaysOn()
	p.economy = p.economy && !used.Has(Economy)
	p.engineering = p.engineering && !used.Has(Engineering)
	return p
}

// alwaysOn returns the tokens that this table lets work for every stage of a turn.
func (s *State) alwaysOn() Tokens {
	var set Tokens
	if s.rulings[economy] == tokenAlways {
		set |= 1 << Economy
	}
	if s.rulings[engineering] == tokenAlways {
		set |= 1 << Engineering
	}
	return set
}

// mostStages returns how many stages in a row can be built from a purse, no card added.
func (s *State) mostStages(w Wonder, built uint8, p purse) int {
	most := 0
	for rest := p.payable(stages[w][built].open); rest != 0; rest &= rest - 1 {
		stage := bits.TrailingZeros8(rest)
		var buf [maxPayments]game.Move
		for _, m := range s.appendPayments(buf[:0], p, stage) {
			n := 1 + s.mostStages(w, built|1<<stage, s.after(p, stage, paymentOf(m)))
			most = max(most, n)
		}
	}
	return most
}
