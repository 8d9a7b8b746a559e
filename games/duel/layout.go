package duel

import (
	"fmt"
	"math/bits"
)

const (
	numAges  = 3
	numSlots = 20
)

// layoutRows are the columns of the cards of each row, far row first, in half card widths. A card lies on its
// half-neighbours of the row before. Every second row, beginning with the second, is face down. Source:
// RULES.md 2 and board.json.
var layoutRows = [numAges][][]int{
	{{4, 6}, {3, 5, 7}, {2, 4, 6, 8}, {1, 3, 5, 7, 9}, {0, 2, 4, 6, 8, 10}},
	{{0, 2, 4, 6, 8, 10}, {1, 3, 5, 7, 9}, {2, 4, 6, 8}, {3, 5, 7}, {4, 6}},
	{{2, 4}, {1, 3, 5}, {0, 2, 4, 6}, {1, 5}, {0, 2, 4, 6}, {1, 3, 5}, {2, 4}},
}

// slots is a set of the twenty places of a layout.
type slots uint32

const allSlots slots = 1<<numSlots - 1

func (set slots) len() int   { return bits.OnesCount32(uint32(set)) }
func (set slots) first() int { return bits.TrailingZeros32(uint32(set)) }

// nth is the slot of a set that has i lower ones.
func (set slots) nth(i int) int {
	for ; i > 0; i-- {
		set &= set - 1
	}
	return set.first()
}

// layout is one age's structure in the form the game works with.
type layout struct {
	row, col [numSlots]uint8
	cover    [numSlots]slots // what lies on each slot
	under    [numSlots]slots // what each slot lies on
	faceUp   slots           // dealt face up
	open     slots           // accessible at the start
}

var layouts = makeLayouts()

func makeLayouts() (list [numAges]layout) {
	for age, rows := range layoutRows {
		l := &list[age]
		slot := 0
		for row, cols := range rows {
			for _, col := range cols {
				l.row[slot], l.col[slot] = uint8(row+1), uint8(col)
				if row%2 == 0 {
					l.faceUp |= 1 << slot
				}
				slot++
			}
		}
		for s := range numSlots {
			for t := range numSlots {
				if l.row[t] == l.row[s]+1 && (l.col[t] == l.col[s]+1 || l.col[t]+1 == l.col[s]) {
					l.cover[s] |= 1 << t
					l.under[t] |= 1 << s
				}
			}
			if l.cover[s] == 0 {
				l.open |= 1 << s
			}
		}
	}
	return list
}

// placeID names a slot in moves and views: "row-4-col-1", counted as board.json does.
func placeID(age, slot int) string {
	l := &layouts[age-1]
	return fmt.Sprintf("row-%d-col-%d", l.row[slot], l.col[slot])
}
