package wonders

import "mirabilia/game"

// How a redeal is drawn. The ages share no cards, so each is drawn for itself; ages to come are simply
// dealt anew. In an age that has begun, every card of a packet stands in a place: with the hand it is in, or
// with the turn on which it was tucked, sold or left over. A seat knows some places card by card: what was
// built in the open, what it played or left over itself, what it holds. Of other places it knows the cards but
// not their order: each time it holds a packet it sees all that is left in it, so the hidden places of
// that packet between two such moments, and those after the last one, form a group with known cards. All
// places that it has never looked into form one more group, the pool, with the rest of the deck.
//
// If nothing else is known, every order of the cards within each group is as likely as any other. What
// Halicarnassus took from the discard pile adds, for everyone else, that this card was among the discard pile
// (redeal_forced.go); and Halicarnassus itself knows all cards of the pile at each look (redeal_layers.go).
//
// Unseen guilds may be in the pool or in the box; which are in the pool is drawn first, evenly.

// Redeal draws what the viewer cannot know.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	if viewer == game.Open {
		return
	}
	for age := range numAges {
		if !s.redealToCome(age, r) {
			s.redealAge(age, viewer, r)
		}
	}
	// Others who have committed have chosen something they could choose.
	for seat := range game.Seat(s.seats) {
		if seat != viewer && s.committed.Has(seat) {
			s.chosen[seat] = s.RandomMove(seat, r)
		}
	}
}

// RedealUnseen deals the ages to come anew. All cards of an age that has begun are, or were, in some hand.
func (s *State) RedealUnseen(r *game.Rand) {
	for age := range numAges {
		s.redealToCome(age, r)
	}
}

// redealToCome deals an age anew whose cards nobody has seen, and reports whether it is one.
func (s *State) redealToCome(age int, r *game.Rand) bool {
	switch {
	case age <= int(s.age) && s.phase != choosingSides:
		return false
	case !s.aside:
		s.dealAge(age, r)
	case s.played(age):
		s.exchange(age, r)
	}
	return true
}

// exchange deals the cards of an age anew among its packets, where others are out of play.
func (s *State) exchange(age int, r *game.Rand) {
	var deck [maxPlaces]Card
	n := 0
	for p := range int(s.seats) {
		n += copy(deck[n:], s.packet[age][p][:])
	}
	sortHand(deck[:n])
	game.Shuffle(r, deck[:n])
	for p := range int(s.seats) {
		hand := s.packet[age][p][:]
		copy(hand, deck[p*handSize:])
		sortHand(hand)
	}
}

func (s *State) redealAge(age int, viewer game.Seat, r *game.Rand) {
	h := hidden{age: age, viewer: viewer}
	h.gather(s)
	digs := viewer < game.Seat(s.seats) && s.city[viewer].board == halikarnassos
	if digs {
		h.layer(s)
	} else {
		h.findForced(s)
	}
	h.drawGuilds(r)
	switch {
	case digs && h.layered:
		h.drawLayers(r)
	case h.forcedCount > 0:
		h.drawForced(s, r)
	default:
		h.shuffle(r)
	}
	for i := range h.end {
		s.packet[age][h.places[i].packet()][h.places[i].index()] = h.cards[i]
	}
	if age == int(s.age) {
		for p := range int(s.seats) {
			sortHand(s.packet[age][p][s.gone():])
		}
	}
}

// place is a place in the packets of an age.
type place uint8

func placeOf(packet, index int) place { return place(packet<<3 | index) }
func (p place) packet() int           { return int(p >> 3) }
func (p place) index() int            { return int(p & 7) }

// turn returns the turn on which the card left the packet; a card left over goes with the last turn.
func (p place) turn() int { return min(p.index(), lastTurn) }

const (
	maxPlaces = game.MaxSeats * handSize
	maxGroups = 2*game.MaxSeats + 1 // with three seats a packet is seen twice
	ageCards  = 30                  // the most cards of an age
)

// hidden is what a viewer does not know of an age: places in groups, and the cards of each group. Cards and
// places of a group are together, the cards sorted; a place and the card beside it have nothing to do with
// each other.
type hidden struct {
	age    int
	viewer game.Seat
	places [maxPlaces]place
	cards  [maxPlaces]Card
	end    int
	// Group g is from[g] to to[g]-1; the last is the pool.
	from, to [maxGroups]uint8
	groups   int
	// certain are the unseen guilds that are known to be in the pool.
	certain set
	// seen are the guilds that are known to be elsewhere.
	seen set

	layers
	forced
}

// gather finds the groups.
func (h *hidden) gather(s *State) {
	var pool [maxPlaces]place
	pooled := 0
	until := lastTurn // the last turn on which the viewer has looked into a hand
	if h.age == int(s.age) {
		until = int(s.turn)
	}
	for p := range int(s.seats) {
		opened := false
		for i := range handSize {
			turn := min(i, lastTurn)
			mine := s.holderOf(p, h.age, turn) == int(h.viewer)
			if mine && i <= until {
				h.close()
				opened = true
			}
			card := s.packet[h.age][p][i]
			if card == noCard {
				continue
			}
			fate := s.fateOf(h.age, p, i)
			held := fate == inHand && s.holderOf(p, h.age, int(s.turn)) == int(h.viewer)
			switch {
			case fate == built || mine && fate != inHand || held:
				if card >= firstGuild {
					h.seen.add(card)
				}
			case opened:
				h.put(placeOf(p, i), card)
				if card >= firstGuild {
					h.seen.add(card)
				}
			default:
				pool[pooled] = placeOf(p, i)
				pooled++
			}
		}
		h.close()
	}
	for _, at := range pool[:pooled] {
		card := s.packet[h.age][at.packet()][at.index()]
		if s.aside && card >= firstGuild { // nothing is in the box
			h.certain.add(card)
		}
		h.put(at, card)
	}
	// The pool is there even if it is empty.
	h.to[h.groups] = uint8(h.end)
	h.groups++
}

func (h *hidden) put(at place, card Card) {
	h.places[h.end] = at
	h.cards[h.end] = card
	h.end++
}

// close ends a group, if it has begun.
func (h *hidden) close() {
	if int(h.from[h.groups]) == h.end {
		return
	}
	h.to[h.groups] = uint8(h.end)
	h.groups++
	h.from[h.groups] = uint8(h.end)
}

// drawGuilds sorts the cards of each group, so that nothing of their true order is left, and draws which
// unseen guilds are in the pool.
func (h *hidden) drawGuilds(r *game.Rand) {
	for g := range h.groups - 1 {
		sortHand(h.cards[h.from[g]:h.to[g]])
	}
	pool := h.cards[h.from[h.groups-1]:h.to[h.groups-1]]
	var count [ageCards]uint8
	unknown := 0
	for _, c := range pool {
		if c >= firstGuild && !h.certain.has(c) {
			unknown++
		} else {
			count[c-firstOf[h.age]]++
		}
	}
	if unknown > 0 {
		var unseen [numGuilds]Card
		n := 0
		for c := firstGuild; int(c) < numCards; c++ {
			if !h.seen.has(c) && !h.certain.has(c) {
				unseen[n] = c
				n++
			}
		}
		for i := range unknown {
			j := i + r.IntN(n-i)
			unseen[i], unseen[j] = unseen[j], unseen[i]
			count[unseen[i]-firstOf[h.age]]++
		}
	}
	i := 0
	for c, n := range count {
		for range n {
			pool[i] = firstOf[h.age] + Card(c)
			i++
		}
	}
}

// shuffle puts the cards of each group in random order.
func (h *hidden) shuffle(r *game.Rand) {
	for g := range h.groups {
		game.Shuffle(r, h.cards[h.from[g]:h.to[g]])
	}
}
