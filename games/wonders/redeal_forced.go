package wonders

import "mirabilia/game"

// What all but Halicarnassus itself know of a card that it took: it lay among the discard pile. A redeal for
// them has to put a copy of it into a place of the pile of that moment, and all arrangements that have one
// there should be equally likely. The draw picks the place of one copy first, in proportion to how likely a
// copy is to be there, and orders the rest at random. That would favour arrangements with several copies in the
// pile by their number, so such a draw is kept only with the inverse chance. With several taken
// cards the place of one changes the chances of the next; the draw is kept in proportion to those, too.

// forced are the cards that must lie among the discard pile of a moment.
type forced struct {
	must        [3]look
	forcedCount int
}

// findForced finds the cards of the age that were taken and are not accounted for by a discard the viewer
// knows.
func (h *hidden) findForced(s *State) {
	for _, l := range s.look[:s.looks] {
		if l.card == noCard || l.card < firstOf[h.age] || l.card >= firstOf[h.age+1] || h.knows(s, l) {
			continue
		}
		h.must[h.forcedCount] = l
		h.forcedCount++
		if l.card >= firstGuild && !h.seen.has(l.card) {
			h.certain.add(l.card)
		}
	}
}

// knows reports whether the viewer itself put a copy into the pile.
func (h *hidden) knows(s *State, l look) bool {
	for p := range int(s.seats) {
		for i := range handSize {
			at := placeOf(p, i)
			if s.packet[h.age][p][i] == l.card && s.holderOf(p, h.age, at.turn()) == int(h.viewer) && h.inPile(s, at, l) {
				return true
			}
		}
	}
	return false
}

// inPile reports whether a place was in the pile when it was looked through.
func (h *hidden) inPile(s *State, at place, l look) bool {
	return s.fateOf(h.age, at.packet(), at.index()) == discarded && layerOf([]look{l}, h.age, at.turn()) == 0
}

const (
	fairTries = 64      // after so many the first draw that is possible is taken
	weighed   = 1 << 16 // the unit of chances
)

// drawForced orders the cards of each group at random so that every forced card has its place.
func (h *hidden) drawForced(s *State, r *game.Rand) {
	var usual [3]int
	for k := range h.forcedCount {
		usual[k] = h.chance(s, h.must[k])
	}
	for try := 0; ; try++ {
		d := *h
		possible, fair := true, true
		for k, l := range d.must[:d.forcedCount] {
			w := d.chance(s, l)
			if w == 0 {
				possible = false
				break
			}
			// Each card placed before makes a group smaller by one, and the chance at most k+1 times higher.
			fair = fair && (k == 0 || r.IntN((k+1)*usual[k]) < w)
			d.fix(s, l, r.IntN(w), r)
		}
		if !possible || !fair && try < fairTries {
			continue
		}
		d.shuffle(r)
		if several := d.copiesInPile(s); several > 1 && r.IntN(several) > 0 && try < fairTries {
			continue
		}
		h.places, h.cards = d.places, d.cards
		return
	}
}

// chance returns how many copies of a forced card are expected in the pile.
func (h *hidden) chance(s *State, l look) int {
	sum := 0
	for g := range h.groups {
		sum += h.chanceIn(s, g, l)
	}
	return sum
}

func (h *hidden) chanceIn(s *State, g int, l look) int {
	copies, open := 0, 0
	for i := h.from[g]; i < h.to[g]; i++ {
		if h.cards[i] == l.card {
			copies++
		}
		if h.inPile(s, h.places[i], l) {
			open++
		}
	}
	if copies == 0 {
		return 0
	}
	return weighed * copies * open / int(h.to[g]-h.from[g])
}

// fix puts a copy of a forced card into a place of the pile, in the group that x falls to, and takes both out
// of the group.
func (h *hidden) fix(s *State, l look, x int, r *game.Rand) {
	g := 0
	for {
		w := h.chanceIn(s, g, l)
		if x < w {
			break
		}
		x -= w
		g++
	}
	first := int(h.from[g])
	var open [maxPlaces]uint8
	n := 0
	for i := first; i < int(h.to[g]); i++ {
		if h.cards[i] == l.card {
			h.cards[i], h.cards[first] = h.cards[first], h.cards[i]
		}
		if h.inPile(s, h.places[i], l) {
			open[n] = uint8(i)
			n++
		}
	}
	i := open[r.IntN(n)]
	h.places[i], h.places[first] = h.places[first], h.places[i]
	h.from[g]++
}

// copiesInPile returns the product, over the forced cards, of their copies in the pile as the cards lie now.
func (h *hidden) copiesInPile(s *State) int {
	product := 1
	for _, l := range h.must[:h.forcedCount] {
		n := 0
		for i := range h.end {
			if h.cards[i] == l.card && h.inPile(s, h.places[i], l) {
				n++
			}
		}
		product *= n
	}
	return product
}
