package rules

import "slices"

// matching pairs everybody of a set with someone they may meet, or finds that nobody can. It is Edmonds' blossom algorithm,
// which answers at once where a search with backtracking might not end.
type matching struct {
	may func(a, b int) bool
	// nodes are those still to be paired; mate has their partners, by number, or nobody.
	nodes []int
	mate  []int
	// Of the search for an augmenting path: the node before an odd one, the base of the blossom a node lies in, whether a node is
	// even, and which bases lie on the blossom that is being contracted.
	before, base  []int
	even, blossom []bool
	queue         []int
}

const nobody = -1

// match returns a perfect matching of some of the numbers below n; false if there is none.
func match(n int, nodes []int, may func(a, b int) bool) (*matching, bool) {
	m := &matching{may: may, nodes: slices.Clone(nodes), mate: make([]int, n), before: make([]int, n), base: make([]int, n), even: make([]bool, n), blossom: make([]bool, n)}
	for i := range m.mate {
		m.mate[i] = nobody
	}
	if len(nodes)%2 != 0 {
		return m, false
	}
	for _, v := range m.nodes {
		if m.mate[v] == nobody && !m.augment(v) {
			return m, false
		}
	}
	return m, true
}

// take pairs two nodes of a perfect matching for good if the others still have one; otherwise nothing changes.
func (m *matching) take(a, b int) bool {
	if !m.may(a, b) {
		return false
	}
	x, y := m.mate[a], m.mate[b]
	nodes := m.nodes
	m.nodes = slices.DeleteFunc(slices.Clone(nodes), func(v int) bool { return v == a || v == b })
	if x == b {
		return true
	}
	m.mate[a], m.mate[b], m.mate[x], m.mate[y] = nobody, nobody, nobody, nobody
	if m.augment(x) {
		return true
	}
	m.nodes = nodes
	m.mate[a], m.mate[b], m.mate[x], m.mate[y] = x, y, a, b
	return false
}

// mend makes a perfect matching perfect again after a node may meet fewer than before; if that cannot be, nothing changes.
func (m *matching) mend(a int) bool {
	b := m.mate[a]
	if m.may(a, b) {
		return true
	}
	m.mate[a], m.mate[b] = nobody, nobody
	if m.augment(a) {
		return true
	}
	m.mate[a], m.mate[b] = b, a
	return false
}

// augment finds a partner for a node without one, by changing those of others if need be.
func (m *matching) augment(root int) bool {
	for _, v := range m.nodes {
		m.before[v], m.base[v], m.even[v] = nobody, v, false
	}
	m.even[root] = true
	m.queue = append(m.queue[:0], root)
	for len(m.queue) > 0 {
		v := m.queue[0]
		m.queue = m.queue[1:]
		for _, w := range m.nodes {
			switch {
			case v == w || m.base[v] == m.base[w] || m.mate[v] == w || !m.may(v, w):
			case w == root || m.mate[w] != nobody && m.before[m.mate[w]] != nobody:
				m.contract(v, w)
			case m.before[w] == nobody:
				m.before[w] = v
				if m.mate[w] == nobody {
					m.flip(w)
					return true
				}
				m.even[m.mate[w]] = true
				m.queue = append(m.queue, m.mate[w])
			}
		}
	}
	return false
}

// flip changes partners along the path that ends at a node without one.
func (m *matching) flip(end int) {
	for end != nobody {
		v := m.before[end]
		next := m.mate[v]
		m.mate[end], m.mate[v] = v, end
		end = next
	}
}

// contract makes one node of the blossom that two even nodes close.
func (m *matching) contract(v, w int) {
	top := m.meeting(v, w)
	clear(m.blossom)
	m.mark(v, w, top)
	m.mark(w, v, top)
	for _, x := range m.nodes {
		if !m.blossom[m.base[x]] {
			continue
		}
		m.base[x] = top
		if !m.even[x] {
			m.even[x] = true
			m.queue = append(m.queue, x)
		}
	}
}

// meeting returns the base at which the ways of two even nodes to the root meet.
func (m *matching) meeting(v, w int) int {
	passed := make(map[int]bool)
	for {
		v = m.base[v]
		passed[v] = true
		if m.mate[v] == nobody {
			break
		}
		v = m.before[m.mate[v]]
	}
	for {
		w = m.base[w]
		if passed[w] {
			return w
		}
		w = m.before[m.mate[w]]
	}
}

// mark marks the way from an even node to the top of a blossom, which can now be gone in both directions.
func (m *matching) mark(v, from, top int) {
	for m.base[v] != top {
		m.blossom[m.base[v]], m.blossom[m.base[m.mate[v]]] = true, true
		m.before[v] = from
		from = m.mate[v]
		v = m.before[from]
	}
}
