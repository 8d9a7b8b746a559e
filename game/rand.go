package game

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// How chance is drawn. A game's deal takes all it needs from a Rand seeded with the game's 256-bit seed:
// Go's ChaCha8 (the published generator "chacha8rand"). A number below n is drawn from the upper 32 bits x of
// one 64-bit output as the upper half of x*n, and drawn again in the few cases that would favour some
// numbers (Lemire's method). Shuffle is Fisher and Yates from the end: for i from the last down to 1,
// swap i with IntN(i+1). Randomness needed later in the game (a dice roll, a reshuffle) comes from a Stream inside the state, seeded by the deal with two outputs of the Rand.

// Seed decides everything that chance decides in one game.
type Seed [32]byte

// String returns the seed as 64 hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// ParseSeed reads 64 hex digits.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(s) {
		return s, Refuse(Invalid, "bad_seed", "a seed is %d hex digits, not %q", 2*len(s), text)
	}
	copy(s[:], b)
	return s, nil
}

// NumberSeed returns the seed that a small number stands for: the number in the first eight bytes, lowest
// first, the rest zero. Command lines and tests use it.
func NumberSeed(n uint64) Seed {
	var s Seed
	binary.LittleEndian.PutUint64(s[:], n)
	return s
}

// Source is anything that draws evenly: a Rand, or the Stream in a state.
type Source interface {
	// IntN returns a number from 0 to n-1, each as likely; n is at least 1.
	IntN(n int) int
}

// Rand is the generator of deals, redeals and random choices.
type Rand struct {
	c rand.ChaCha8
	// A quick generator draws from p instead, and two small numbers from each output: left is the second one, if there is one.
	quick, half bool
	left        uint32
	p           rand.PCG
}

// NewRand returns a generator at the beginning of a seed's sequence.
func NewRand(seed Seed) *Rand {
	r := new(Rand)
	r.Reset(seed)
	return r
}

// NewQuick returns a generator that is faster and less random, with a sequence of its own. It serves searches, which draw millions of
// redeals that nobody has to verify, and the question whether a decision may be taken back.
func NewQuick(seed Seed) *Rand {
	r := &Rand{quick: true}
	r.p.Seed(binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:]))
	return r
}

// Reset makes the generator what NewRand returns for the seed.
func (r *Rand) Reset(seed Seed) {
	r.quick, r.half = false, false
	r.c.Seed(seed)
}

// Uint64 returns the next 64 bits.
func (r *Rand) Uint64() uint64 {
	if r.quick {
		return r.p.Uint64()
	}
	return r.c.Uint64()
}

// IntN draws a number from 0 to n-1.
func (r *Rand) IntN(n int) int {
	for {
		if v, fair := Scale(r.uint32(), uint32(n)); fair {
			return v
		}
	}
}

// uint32 returns 32 bits.
func (r *Rand) uint32() uint32 {
	switch {
	case !r.quick:
		return uint32(r.c.Uint64() >> 32)
	case r.half:
		r.half = false
		return r.left
	}
	x := r.p.Uint64()
	r.half, r.left = true, uint32(x)
	return uint32(x >> 32)
}

// Seed draws a seed for another game or generator.
func (r *Rand) Seed() Seed {
	var s Seed
	for i := 0; i < len(s); i += 8 {
		binary.LittleEndian.PutUint64(s[i:], r.Uint64())
	}
	return s
}

// Stream is the source of chance inside a state: flat, 16 bytes, Go's PCG generator. A seat can never know
// it, so every Redeal seeds it anew.
type Stream struct{ c rand.PCG }

// Reseed starts a new stream from two outputs of r.
func (s *Stream) Reseed(r *Rand) { s.c.Seed(r.Uint64(), r.Uint64()) }

// IntN draws a number from 0 to n-1.
func (s *Stream) IntN(n int) int {
	for {
		if v, fair := Scale(uint32(s.c.Uint64()>>32), uint32(n)); fair {
			return v
		}
	}
}

// MarshalText writes the stream for positions, as 32 hex digits.
func (s Stream) MarshalText() ([]byte, error) {
	b, err := s.c.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return []byte(hex.EncodeToString(b[len(b)-16:])), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *Stream) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != 16 {
		return fmt.Errorf("a stream is 32 hex digits, not %q", text)
	}
	s.c.Seed(binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]))
	return nil
}

// Scale maps 32 random bits to a number below n; not fair means: draw again. It serves games that take several small
// numbers from one output.
func Scale(x, n uint32) (v int, fair bool) {
	p := uint64(x) * uint64(n)
	low := uint32(p)
	return int(p >> 32), low >= n || low >= -n%n
}

// Shuffle puts the items in random order.
func Shuffle[T any](r Source, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}
