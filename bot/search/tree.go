package search

import "mirabilia/game"

// tree holds the statistics of a search. Nodes are found by a hash of the history that led to them, so there are
// no pointers, and moving the root down after a move costs nothing.
//
// Everything is in four slices that grow up to a limit and are used again for the next search.
type tree struct {
	nodes []node
	edges []edge
	// moves are those of the edges. They lie apart, because a search looks through many of them to find a few edges.
	moves []game.Move
	// index finds a node by its key: open addressing, 0 means empty, otherwise the position in nodes plus one.
	index []uint32
	// limit in bytes; shared, if set, is a further one for many trees, of which this one has taken held bytes.
	limit  int
	shared *SharedMemory
	held   int
}

// node is a decision node of one seat.
type node struct {
	key   uint64
	first uint32 // position of its first edge
	count uint16
	room  uint16 // edges that fit before the block must move
}

// edge is what a search knows of a move at a node.
type edge struct {
	visits uint32
	// priorValue is the one-ply value of the move; prior is its softmax weight (P in PUCT, not normalised).
	priorValue, prior float32
	// total is the sum of the values backed up, for the seat of the node.
	total float64
}

const (
	// The bytes of an edge include its move.
	nodeBytes, edgeBytes, indexBytes = 16, 28, 4
	firstIndex                       = 1 << 10
)

// reset removes all nodes and keeps the memory.
func (t *tree) reset() {
	t.nodes, t.edges, t.moves = t.nodes[:0], t.edges[:0], t.moves[:0]
	if t.index == nil {
		t.mayGrow(firstIndex * indexBytes) // needed in any case
		t.index = make([]uint32, firstIndex)
		return
	}
	clear(t.index)
}

// mayGrow reports whether the tree may hold n more bytes.
func (t *tree) mayGrow(n int) bool {
	if t.bytes()+n > t.limit {
		return false
	}
	if t.shared != nil {
		if !t.shared.take(n) {
			return false
		}
		t.held += n
	}
	return true
}

// free lets go of everything and returns how many bytes it held of those shared.
func (t *tree) free() int {
	held := t.held
	t.nodes, t.edges, t.moves, t.index, t.held = nil, nil, nil, nil, 0
	return held
}

// find returns the position of the node with this key.
func (t *tree) find(key uint64) (uint32, bool) {
	mask := uint64(len(t.index) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		at := t.index[i]
		if at == 0 {
			return 0, false
		}
		if t.nodes[at-1].key == key {
			return at - 1, true
		}
	}
}

// add creates a node without edges; false if there is no room for it.
func (t *tree) add(key uint64) (uint32, bool) {
	if 2*len(t.nodes) >= len(t.index) {
		if !t.mayGrow(len(t.index) * indexBytes) {
			return 0, false
		}
		t.growIndex()
	}
	if len(t.nodes) == cap(t.nodes) {
		n := max(cap(t.nodes), 512)
		if !t.mayGrow(n * nodeBytes) {
			return 0, false
		}
		t.nodes = append(make([]node, 0, cap(t.nodes)+n), t.nodes...)
	}
	at := uint32(len(t.nodes))
	t.nodes = append(t.nodes, node{key: key})
	t.insert(key, at)
	return at, true
}

func (t *tree) insert(key uint64, at uint32) {
	mask := uint64(len(t.index) - 1)
	i := key & mask
	for t.index[i] != 0 {
		i = (i + 1) & mask
	}
	t.index[i] = at + 1
}

// growIndex doubles the index.
func (t *tree) growIndex() {
	t.index = make([]uint32, 2*len(t.index))
	for at, n := range t.nodes {
		t.insert(n.key, uint32(at))
	}
}

// addEdges adds a node's edges, one per move. It reports false if there is no room.
func (t *tree) addEdges(at uint32, moves []game.Move) bool {
	first, ok := t.block(len(moves))
	if !ok {
		return false
	}
	clear(t.edges[first:])
	copy(t.moves[first:], moves)
	n := &t.nodes[at]
	n.first, n.count, n.room = first, uint16(len(moves)), uint16(len(moves))
	return true
}

// addEdge adds a move that was not possible at this node before and returns its edge.
func (t *tree) addEdge(at uint32, m game.Move) (uint32, bool) {
	n := &t.nodes[at]
	if n.count == n.room {
		first, ok := t.block(2 * int(n.room))
		if !ok {
			return 0, false
		}
		n = &t.nodes[at]
		copy(t.edges[first:], t.edges[n.first:n.first+uint32(n.count)])
		copy(t.moves[first:], t.movesOf(*n))
		n.first, n.room = first, 2*n.room
	}
	e := n.first + uint32(n.count)
	t.edges[e], t.moves[e] = edge{}, m
	n.count++
	return e, true
}

// block reserves n edges in a row.
func (t *tree) block(n int) (first uint32, ok bool) {
	end := len(t.edges) + n
	if end > cap(t.edges) {
		size := max(2*cap(t.edges), 4096, end)
		if !t.mayGrow((size - cap(t.edges)) * edgeBytes) {
			return 0, false
		}
		t.edges = append(make([]edge, 0, size), t.edges...)
		t.moves = append(make([]game.Move, 0, size), t.moves...)
	}
	first = uint32(len(t.edges))
	t.edges, t.moves = t.edges[:end], t.moves[:end]
	return first, true
}

// movesOf returns the moves of a node, in the order of its edges.
func (t *tree) movesOf(n node) []game.Move { return t.moves[n.first : n.first+uint32(n.count)] }

// bytes returns the memory held.
func (t *tree) bytes() int {
	return cap(t.nodes)*nodeBytes + cap(t.edges)*edgeBytes + len(t.index)*indexBytes
}

// mix hashes x into a key.
func mix(key, x uint64) uint64 {
	key ^= x * 0x9E3779B97F4A7C15
	key ^= key >> 32
	key *= 0xD6E8FEB86659FD93
	key ^= key >> 29
	return key
}
