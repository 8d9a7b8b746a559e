package eval

// Hash mixes numbers into one, for the keys of states.
type Hash uint64

// Add mixes in a number.
func (h *Hash) Add(x uint64) {
	k := (uint64(*h) ^ x) * 0x9E3779B97F4A7C15
	*h = Hash(k ^ k>>29)
}
