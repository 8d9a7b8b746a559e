package people

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// Work is what a visitor does to be heard again: for each part, from 0, a number such that the SHA-256 of three things, the SHA-256 of the task, the part and the number,
// begins with so many zero bits. Part and number are four bytes each, the greatest first. Many parts make it take about as long each time, and show how far it is.
type Work struct {
	Task        string
	Bits, Parts int
}

// sum returns the block that is hashed for an answer.
func (w Work) block() (block [sha256.Size + 8]byte) {
	sum := sha256.Sum256([]byte(w.Task))
	copy(block[:], sum[:])
	return block
}

// fits reports whether a number is an answer for a part.
func (w Work) fits(block *[sha256.Size + 8]byte, part int, answer uint32) bool {
	binary.BigEndian.PutUint32(block[sha256.Size:], uint32(part))
	binary.BigEndian.PutUint32(block[sha256.Size+4:], answer)
	sum := sha256.Sum256(block[:])
	return bits.LeadingZeros32(binary.BigEndian.Uint32(sum[:])) >= w.Bits
}

// Done reports whether these are answers for all parts.
func (w Work) Done(answers []uint32) bool {
	block := w.block()
	for part, answer := range answers {
		if !w.fits(&block, part, answer) {
			return false
		}
	}
	return len(answers) == w.Parts
}

// Do does the work, as a program would.
func (w Work) Do() []uint32 {
	block := w.block()
	answers := make([]uint32, w.Parts)
	for part := range answers {
		for !w.fits(&block, part, answers[part]) {
			answers[part]++
		}
	}
	return answers
}
