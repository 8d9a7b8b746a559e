package duel

import (
	"sync"

	"mirabilia/game"
)

// shelf holds a view and its many short lists in a few long ones: views are made often, and most of their cost was finding memory for each list.
// A shelf that is cleared is used again.
type shelf struct {
	view    View
	draft   Draft
	choice  Choice
	answers []Answer
	ids     []string
	numbers []int
	slots   []Slot
	prices  []Price
	covers  []Cover
	trades  []Purchase
	afters  []After
	goods   []Good
	makers  []Maker
	columns []Column
	symbols []SymbolCount
	wonders []WonderView
	parts   []Part
	loots   []Loot
	unseen  []Unseen
}

// room returns an empty list with room for n on a long one. What was given away before stays where it is.
func room[T any](long *[]T, n int) []T {
	if cap(*long)-len(*long) < n {
		*long = make([]T, 0, max(n, 2*cap(*long)))
	}
	at := len(*long)
	*long = (*long)[:at+n]
	return (*long)[at : at : at+n]
}

// place puts one value on a long list and returns where it is.
func place[T any](long *[]T, v T) *T {
	one := append(room(long, 1), v)
	return &one[0]
}

// since returns what was added to a list after its first n.
func since[T any](list []T, n int) []T { return list[n:len(list):len(list)] }

// ids puts the ids of a set on the shelf.
func ids[S interface {
	len() int
	addIDs([]string) []string
}](on *shelf, set S) []string {
	return set.addIDs(room(&on.ids, set.len()))
}

// mostMakers is how many cards and wonders with a choice of resources a city seldom exceeds.
const mostMakers = 6

// newShelf makes room for most views.
func newShelf() *shelf {
	const prices = 2*8 + numDrafted
	return &shelf{ids: make([]string, 0, 160), numbers: make([]int, 0, 2+poolSize), slots: make([]Slot, 0, numSlots), prices: make([]Price, 0, prices),
		covers: make([]Cover, 0, prices), trades: make([]Purchase, 0, prices), afters: make([]After, 0, prices/2), goods: make([]Good, 0, 2*numResources),
		makers: make([]Maker, 0, 2*mostMakers), columns: make([]Column, 0, 2*numColours), symbols: make([]SymbolCount, 0, 2*numSymbols), wonders: make([]WonderView, 0, numDrafted),
		parts: make([]Part, 0, 2*len(categoryIDs)), loots: make([]Loot, 0, len(loots)), unseen: make([]Unseen, 0, numBacks)}
}

// clear makes a shelf ready for another view.
func (on *shelf) clear() {
	on.ids, on.numbers, on.slots, on.prices, on.covers, on.trades, on.afters = on.ids[:0], on.numbers[:0], on.slots[:0], on.prices[:0], on.covers[:0], on.trades[:0], on.afters[:0]
	on.goods, on.makers, on.columns, on.symbols, on.wonders = on.goods[:0], on.makers[:0], on.columns[:0], on.symbols[:0], on.wonders[:0]
	on.parts, on.loots, on.unseen, on.answers = on.parts[:0], on.loots[:0], on.unseen[:0], on.answers[:0]
}

// shelves are those that are free.
var shelves = sync.Pool{New: func() any { return newShelf() }}

// LendView returns what a viewer sees, as a *View that is valid until it is given back.
func (s *State) LendView(viewer game.Seat) (view any, giveBack func()) {
	on := shelves.Get().(*shelf)
	s.show(viewer, on)
	return &on.view, func() {
		on.clear()
		shelves.Put(on)
	}
}
