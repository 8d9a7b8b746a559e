package bot

import (
	"math/bits"

	"mirabilia/game"
)

// Sight lists what a network sees in a state from a seat: the numbers of the features that are there, each
// once, at most netMost of them. It is asked on redealt states.
type Sight[S any] func(s *S, seat game.Seat, buf []uint16) []uint16

// seeSet adds the features of the members of a set, numbered from a first one.
func seeSet(buf []uint16, first int, set uint64) []uint16 {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, uint16(first+bits.TrailingZeros64(set)))
	}
	return buf
}

// steps turns a number into the place of the highest step it reaches, counted from 1; 0 below the first.
type steps [256]uint8

func newSteps(at ...int) *steps {
	s := new(steps)
	for i := range s {
		for j, from := range at {
			if i >= from {
				s[i] = uint8(j + 1)
			}
		}
	}
	return s
}

func (s *steps) of(n int) int { return int(s[max(0, min(255, n))]) }
