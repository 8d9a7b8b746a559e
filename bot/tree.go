package bot

import "mirabilia/game"

// tree is the memory of a search: for every situation that a seat may be in, the moves it was offered
// there and how they turned out. Situations are found by a hash of how the game came there, so that no
// pointers are kept and moving the root down after a move costs nothing.
//
// All lives in three slices that grow while there is room and are used again for the next search.
type tree struct {
	spots []spot
	edges []edge
	// index finds a spot by its key: open addressing, 0 means empty, else the place in spots plus one.
	index []uint32
	// limit is how many bytes all of it may take.
	limit int
}

// spot is a situation in which one seat decides.
type spot struct {
	key    uint64
	first  uint32 // its edges stand from here
	count  uint16
	room   uint16 // edges that fit before the block must move
	visits uint32
}

// edge is a move offered in a spot.
type edge struct {
	move   game.Move
	visits uint32
	// hope is what the seat expects of the move before trying it, and weight the share of attention it gets
	// for that.
	hope, weight float32
	// total of what the move brought the seat, over all visits.
	total float64
}

const (
	spotBytes, edgeBytes, indexBytes = 24, 24, 4
	firstIndex                       = 1 << 10
)

// reset forgets everything but keeps the memory.
func (t *tree) reset() {
	t.spots, t.edges = t.spots[:0], t.edges[:0]
	if t.index == nil {
		t.index = make([]uint32, firstIndex)
		return
	}
	clear(t.index)
}

// find is the place of the spot with this key, or false.
func (t *tree) find(key uint64) (uint32, bool) {
	mask := uint64(len(t.index) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		at := t.index[i]
		if at == 0 {
			return 0, false
		}
		if t.spots[at-1].key == key {
			return at - 1, true
		}
	}
}

// add makes a spot without edges yet; false if there is no room for it.
func (t *tree) add(key uint64) (uint32, bool) {
	if 2*len(t.spots) >= len(t.index) {
		if t.bytes()+len(t.index)*indexBytes > t.limit {
			return 0, false
		}
		t.widen()
	}
	if len(t.spots) == cap(t.spots) && t.bytes()+cap(t.spots)*spotBytes > t.limit {
		return 0, false
	}
	at := uint32(len(t.spots))
	t.spots = append(t.spots, spot{key: key})
	t.enter(key, at)
	return at, true
}

func (t *tree) enter(key uint64, at uint32) {
	mask := uint64(len(t.index) - 1)
	i := key & mask
	for t.index[i] != 0 {
		i = (i + 1) & mask
	}
	t.index[i] = at + 1
}

func (t *tree) widen() {
	t.index = make([]uint32, 2*len(t.index))
	for at, s := range t.spots {
		t.enter(s.key, uint32(at))
	}
}

// offer gives a spot its edges, one for each move; false if there is no room.
func (t *tree) offer(at uint32, moves []game.Move) bool {
	first, ok := t.block(len(moves))
	if !ok {
		return false
	}
	for i, m := range moves {
		t.edges[first+uint32(i)] = edge{move: m}
	}
	s := &t.spots[at]
	s.first, s.count, s.room = first, uint16(len(moves)), uint16(len(moves))
	return true
}

// extend adds a move that was not offered in this spot before and returns its edge.
func (t *tree) extend(at uint32, m game.Move) (uint32, bool) {
	s := &t.spots[at]
	if s.count == s.room {
		first, ok := t.block(2 * int(s.room))
		if !ok {
			return 0, false
		}
		s = &t.spots[at]
		copy(t.edges[first:], t.edges[s.first:s.first+uint32(s.count)])
		s.first, s.room = first, 2*s.room
	}
	e := s.first + uint32(s.count)
	t.edges[e] = edge{move: m}
	s.count++
	return e, true
}

// block reserves room for n edges in a row.
func (t *tree) block(n int) (first uint32, ok bool) {
	end := len(t.edges) + n
	if end > cap(t.edges) {
		if t.bytes()+cap(t.edges)*edgeBytes > t.limit || end > 2*cap(t.edges) && cap(t.edges) > 0 {
			return 0, false
		}
		grown := make([]edge, len(t.edges), max(2*cap(t.edges), 4096, end))
		copy(grown, t.edges)
		t.edges = grown
	}
	first = uint32(len(t.edges))
	t.edges = t.edges[:end]
	return first, true
}

// bytes is the memory held.
func (t *tree) bytes() int {
	return cap(t.spots)*spotBytes + cap(t.edges)*edgeBytes + len(t.index)*indexBytes
}

// mix stirs a number into a key.
func mix(key, x uint64) uint64 {
	key ^= x * 0x9E3779B97F4A7C15
	key ^= key >> 32
	key *= 0xD6E8FEB86659FD93
	key ^= key >> 29
	return key
}
