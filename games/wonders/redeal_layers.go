package wonders

import "mirabilia/game"

// What Halicarnassus knows of the discard pile. When it looks through the pile it sees all cards in it, but
// not who put them there. So the places of the pile fall into layers, one for each look: the places
// that came since the look before. Of each layer the cards are known, and the rest of the hidden places
// is a layer with what remains.
//
// Each copy of a card has a group (redeal.go) and must get a layer. For one card, the layers of its copies are
// known as a whole, and every way to hand them out to the copies is equally likely, on the condition that
// in the end every layer of every group has as many cards as places. So the draw hands out the layers of
// each card at random and begins anew when some layer of a group overflows. Most cards leave no choice: they
// have one copy, or copies in one group, or in one layer. Should it fail too often, a search finds a way.

const (
	maxLayers = 4 // three looks and the rest
	rest      = maxLayers - 1
	tries     = 256
)

// layers are the knowledge of the seat that digs.
type layers struct {
	layered bool
	layerAt [maxPlaces]uint8           // of each place
	room    [maxGroups][maxLayers]int8 // places by group and layer
	wanted  [maxLayers][ageCards]uint8 // cards by layer
}

// layer finds the layers of the places and their cards.
func (h *hidden) layer(s *State) {
	looks := s.look[:s.looks]
	for g := range h.groups {
		for i := h.from[g]; i < h.to[g]; i++ {
			at := h.places[i]
			l := rest
			if s.fateOf(h.age, at.packet(), at.index()) == discarded {
				if seen := layerOf(looks, h.age, at.turn()); seen < len(looks) {
					l = seen
					h.layered = true
				}
			}
			h.layerAt[i] = uint8(l)
			h.room[g][l]++
			if l == rest {
				continue
			}
			h.wanted[l][h.cards[i]-firstOf[h.age]]++
			if c := h.cards[i]; c >= firstGuild && !h.seen.has(c) {
				h.certain.add(c)
			}
		}
	}
}

// matching hands out layers to cards.
type matching struct {
	*hidden
	room [maxGroups][maxLayers]int8
	// Of the cards with a choice, one after the other by card: where it stands, its group, its layer.
	at, group, label [maxPlaces]uint8
	// The copies of one card begin at starts[k].
	starts       [ageCards + 1]uint8
	kinds, count int
	labels       [maxPlaces]uint8 // of all cards, in the order of hidden.cards
}

// drawLayers gives every card a layer and a place in it.
func (h *hidden) drawLayers(r *game.Rand) {
	m := matching{hidden: h, room: h.room}
	m.collect()
	if !m.draw(r) {
		m.search(0, r)
	}
	for i := range m.count {
		m.labels[m.at[i]] = m.label[i]
	}
	m.spread(r)
}

// collect labels the cards that leave no choice and gathers the others.
func (m *matching) collect() {
	for c := range ageCards {
		card := firstOf[m.age] + Card(c)
		begin := m.count
		oneGroup := true
		for g := range m.groups {
			for i := m.from[g]; i < m.to[g]; i++ {
				if m.cards[i] == card {
					m.at[m.count], m.group[m.count] = i, uint8(g)
					oneGroup = oneGroup && m.group[begin] == uint8(g)
					m.count++
				}
			}
		}
		i := begin
		for l := range rest {
			for range m.wanted[l][c] {
				m.label[i] = uint8(l)
				i++
			}
		}
		for ; i < m.count; i++ {
			m.label[i] = rest
		}
		if m.count == begin {
			continue
		}
		if oneGroup || m.label[begin] == m.label[m.count-1] {
			for ; m.count > begin; m.count-- {
				i := m.count - 1
				m.labels[m.at[i]] = m.label[i]
				m.room[m.group[i]][m.label[i]]--
			}
			continue
		}
		m.starts[m.kinds] = uint8(begin)
		m.kinds++
	}
	m.starts[m.kinds] = uint8(m.count)
}

// draw hands out at random until nothing overflows.
func (m *matching) draw(r *game.Rand) bool {
	for range tries {
		room := m.room
		if m.drawOnce(&room, r) {
			return true
		}
	}
	return false
}

func (m *matching) drawOnce(room *[maxGroups][maxLayers]int8, r *game.Rand) bool {
	for k := range m.kinds {
		labels := m.label[m.starts[k]:m.starts[k+1]]
		game.Shuffle(r, labels)
		for i, l := range labels {
			at := &room[m.group[int(m.starts[k])+i]][l]
			if *at == 0 {
				return false
			}
			*at--
		}
	}
	return true
}

// search tries all ways from card i on. There is one: the truth.
func (m *matching) search(i int, r *game.Rand) bool {
	if i == m.count {
		return true
	}
	end := m.count
	for k := m.kinds - 1; int(m.starts[k]) > i; k-- {
		end = int(m.starts[k])
	}
	n := end - i
	first := r.IntN(n)
	for off := range n {
		j := i + (first+off)%n
		m.label[i], m.label[j] = m.label[j], m.label[i]
		room := &m.room[m.group[i]][m.label[i]]
		if *room > 0 {
			*room--
			if m.search(i+1, r) {
				return true
			}
			*room++
		}
		m.label[i], m.label[j] = m.label[j], m.label[i]
	}
	return false
}

// spread puts the cards of each group into places of their layers, in random order.
func (m *matching) spread(r *game.Rand) {
	drawn := m.cards
	for g := range m.groups {
		first, n := int(m.from[g]), int(m.to[g]-m.from[g])
		for i := n - 1; i > 0; i-- {
			j := first + r.IntN(i+1)
			drawn[first+i], drawn[j] = drawn[j], drawn[first+i]
			m.labels[first+i], m.labels[j] = m.labels[j], m.labels[first+i]
		}
		var next [maxLayers]int
		for l := range next {
			next[l] = first
		}
		for i := first; i < first+n; i++ {
			l := m.layerAt[i]
			for m.labels[next[l]] != l {
				next[l]++
			}
			m.cards[i] = drawn[next[l]]
			next[l]++
		}
	}
}
