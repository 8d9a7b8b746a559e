package search

import (
	"bytes"

	"mirabilia/game"
)

// tree holds the statistics of a search. Nodes are found by a hash of the history that led to them, so there are
// no pointers, and moving the root down after a move costs nothing.
//
// Everything is in three slices that grow up to a limit and are used again for the next search.
type tree struct {
	// nodes lie where their keys say, or in the next free place behind (open addressing).
	nodes []node
	count int
	edges []edge
	// tags are those of the edges' moves. They lie apart, because a search looks through many of them to find a few edges.
	tags []byte
	// limit in bytes; shared, if set, is a further one for many trees, of which this one has taken held bytes.
	limit  int
	shared *SharedMemory
	held   int
}

// node is a decision node of one seat.
type node struct {
	key   uint64 // with the bit taken; 0 means a free place
	first uint32 // position of its first edge
	count uint16
	room  uint16 // edges that fit before the block must move
	// best is the highest prior value of all edges, at least 0.
	best float32
}

// edge is what a search knows of a move at a node.
type edge struct {
	visits uint32
	// priorValue is the one-ply value of the move; prior is its softmax weight (P in PUCT, not normalised).
	priorValue, prior float32
	move              game.Move
	// total is the sum of the values backed up, for the seat of the node.
	total float64
}

const (
	// The bytes of an edge include its tag.
	nodeBytes, edgeBytes = 24, 25
	firstNodes           = 1 << 10
	// taken is a bit of the key of every node.
	taken = 1 << 63
)

// reset removes all nodes and keeps the memory.
func (t *tree) reset() {
	t.count, t.edges, t.tags = 0, t.edges[:0], t.tags[:0]
	if t.nodes == nil {
		t.mayGrow(firstNodes * nodeBytes) // needed in any case
		t.nodes = make([]node, firstNodes)
		return
	}
	clear(t.nodes)
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
	t.nodes, t.count, t.edges, t.tags, t.held = nil, 0, nil, nil, 0
	return held
}

// find returns the position of the node with this key; if there is none, that of the place for it.
func (t *tree) find(key uint64) (at uint32, known bool) {
	key |= taken
	mask := uint64(len(t.nodes) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		switch t.nodes[i].key {
		case key:
			return uint32(i), true
		case 0:
			return uint32(i), false
		}
	}
}

// add creates a node without edges; false if there is no room for it.
func (t *tree) add(key uint64) (uint32, bool) {
	if 2*t.count >= len(t.nodes) {
		if !t.mayGrow(len(t.nodes) * nodeBytes) {
			return 0, false
		}
		t.growNodes()
	}
	at, _ := t.find(key)
	t.nodes[at].key = key | taken
	t.count++
	return at, true
}

// growNodes doubles the places for nodes.
func (t *tree) growNodes() {
	old := t.nodes
	t.nodes = make([]node, 2*len(old))
	for _, n := range old {
		if n.key != 0 {
			at, _ := t.find(n.key)
			t.nodes[at] = n
		}
	}
}

// addEdges adds a node's edges, one per move. It reports false if there is no room.
func (t *tree) addEdges(at uint32, moves []game.Move) bool {
	first, ok := t.block(len(moves))
	if !ok {
		return false
	}
	edges, tags := t.edges[first:], t.tags[first:]
	for i, m := range moves {
		edges[i], tags[i] = edge{move: m}, tag(m)
	}
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
		copy(t.edges[first:], t.edgesOf(*n))
		copy(t.tags[first:], t.tags[n.first:n.first+uint32(n.count)])
		n.first, n.room = first, 2*n.room
	}
	e := n.first + uint32(n.count)
	t.edges[e], t.tags[e] = edge{move: m}, tag(m)
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
		t.tags = append(make([]byte, 0, size), t.tags...)
	}
	first = uint32(len(t.edges))
	t.edges, t.tags = t.edges[:end], t.tags[:end]
	return first, true
}

// edgesOf returns the edges of a node.
func (t *tree) edgesOf(n node) []edge { return t.edges[n.first : n.first+uint32(n.count)] }

// edgeOf returns the edge of a move at a node, nil if there is none.
func (t *tree) edgeOf(at uint32, m game.Move) *edge {
	n := t.nodes[at]
	e, ok := t.findEdge(n, m, n.first)
	if !ok {
		return nil
	}
	return &t.edges[e]
}

// findEdge returns the edge of a move at a node. It looks at the given place first, then behind it, then before it.
func (t *tree) findEdge(n node, m game.Move, from uint32) (e uint32, ok bool) {
	end := n.first + uint32(n.count)
	if from < end && t.edges[from].move == m {
		return from, true
	}
	if e, ok = t.findTagged(m, from, end); !ok {
		e, ok = t.findTagged(m, n.first, from)
	}
	return e, ok
}

// findTagged looks for a move among some edges.
func (t *tree) findTagged(m game.Move, from, end uint32) (e uint32, ok bool) {
	for want := tag(m); from < end; from++ {
		i := bytes.IndexByte(t.tags[from:end], want)
		if i < 0 {
			break
		}
		if from += uint32(i); t.edges[from].move == m {
			return from, true
		}
	}
	return 0, false
}

// tag returns a byte of a move, by which it is found among others.
func tag(m game.Move) byte { return byte(m * 0x9E3779B1 >> 24) }

// bytes returns the memory held.
func (t *tree) bytes() int {
	return len(t.nodes)*nodeBytes + cap(t.edges)*edgeBytes
}

// mix hashes x into a key.
func mix(key, x uint64) uint64 {
	key ^= x * 0x9E3779B97F4A7C15
	key ^= key >> 32
	key *= 0xD6E8FEB86659FD93
	key ^= key >> 29
	return key
}
