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
// docs/rules/duel.md 2 and board.json.
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

// nth returns the slot of a set that has i lower ones.
func (set slots) nth(i int) int {
	for ; i > 0; i-- {
		set &= set - 1
	}
	return set.first()
}

// layout is one age's structure in the form the game works with.
type layout struct {
	row, col [numSlots]uint8
	cover    [numSlots]slots   // what lies on each slot
	under    [numSlots]slots   // what each slot lies on
	below    [numSlots][2]slot // what each slot lies on, in a form without branches
	faceUp   slots             // dealt face up
	open     slots             // accessible at the start
}

// slot is a place under another: its bit and what lies on it. The zero value is none.
type slot struct{ bit, cover slots }

var layouts = makeLayouts()

func makeLayouts() (list [numAges]layout) {
	for age, rows := range layoutRows {
		l := &list[age]
		n := 0
		for row, cols := range rows {
			for _, col := range cols {
				l.row[n], l.col[n] = uint8(row+1), uint8(col)
				if row%2 == 0 {
					l.faceUp |= 1 << n
				}
				n++
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
		for s := range numSlots {
			for i, set := 0, l.under[s]; set != 0; set &= set - 1 {
				l.below[s][i] = slot{1 << set.first(), l.cover[set.first()]}
				i++
			}
		}
	}
	return list
}

// placeIDs name the slots in moves and views: "row-4-col-1", counted as board.json does.
var placeIDs = func() (ids [numAges][numSlots]string) {
	for age := range ids {
		for i := range ids[age] {
			ids[age][i] = fmt.Sprintf("row-%d-col-%d", layouts[age].row[i], layouts[age].col[i])
		}
	}
	return ids
}()

func placeID(age, slot int) string { return placeIDs[age-1][slot] }

// coverIDs are what may still lie on each slot, in views: of the at most two cards that did, none, the first, the second, or both. All views
// share them, and nobody may change them: so a slot of which nothing changes is the same in memory from view to view, and jsondiff need not look into it.
var coverIDs = func() (ids [numAges][numSlots][4][]string) {
	for age := range ids {
		for i := range ids[age] {
			for which := range ids[age][i] {
				ids[age][i][which] = []string{}
			}
			for n, set := 0, layouts[age].cover[i]; set != 0; n, set = n+1, set&(set-1) {
				for which := range ids[age][i] {
					if which>>n&1 != 0 {
						ids[age][i][which] = append(ids[age][i][which], placeIDs[age][set.first()])
					}
				}
			}
		}
	}
	return ids
}()

// coveredBy returns the places that still lie on a slot.
func coveredBy(age, slot int, present slots) []string {
	cover, which := layouts[age-1].cover[slot], 0
	first := cover & -cover
	if present&first != 0 {
		which = 1
	}
	if present&(cover^first) != 0 {
		which |= 2
	}
	return coverIDs[age-1][slot][which]
}
