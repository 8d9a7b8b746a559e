package architects

import "strings"

// Wonder is one of the seven wonders. Its number is also that of its deck.
type Wonder uint8

// The wonders in the order of docs/rules/architects.md 1.3.
const (
	Alexandria Wonder = iota
	Babylon
	Ephesos
	Gizah
	Halicarnassus
	Olympia
	Rhodes
	// Wonders is how many there are.
	NumWonders        = 7
	noWonder   Wonder = 255
)

// NumStages is how many stages a wonder has. They are numbered from 0 in the order of their costs, which
// are the same for all wonders; texts and positions count from 1.
const NumStages = 5

// allStages is the set of stages of a complete wonder.
const allStages = 1<<NumStages - 1

type cost struct {
	count     int
	identical bool
}

var costs = [NumStages]cost{
	{2, false},
	{2, true},
	{3, false},
	{3, true},
	{4, false},
}

type wonderRow struct {
	id string
	// points of the stages.
	points [NumStages]int
	// starred stages carry the wonder's ability, a bit for each stage.
	starred uint8
	// rows of stages from the bottom up, a bit for each stage: a stage needs all stages of the row below.
	rows [NumStages]uint8
}

// Bits of the stages, by their costs.
const (
	s1 = 1 << iota
	s2
	s3
	s4
	s5
)

var wonders = [NumWonders]wonderRow{
	Alexandria:    {"alexandria", [NumStages]int{4, 3, 6, 5, 7}, s2 | s4, [NumStages]uint8{s1, s2, s3, s4, s5}},
	Babylon:       {"babylon", [NumStages]int{3, 0, 5, 5, 7}, s2 | s4, [NumStages]uint8{s1, s2, s3, s4 | s5}},
	Ephesos:       {"ephesos", [NumStages]int{3, 3, 4, 5, 7}, s2 | s3 | s4, [NumStages]uint8{s1, s2 | s3 | s4, s5}},
	Gizah:         {"gizah", [NumStages]int{4, 5, 6, 7, 8}, 0, [NumStages]uint8{s1, s2, s3, s4, s5}},
	Halicarnassus: {"halicarnassus", [NumStages]int{3, 3, 6, 5, 7}, s2 | s4, [NumStages]uint8{s1, s2, s3 | s4, s5}},
	Olympia:       {"olympia", [NumStages]int{3, 2, 5, 5, 7}, s2 | s4, [NumStages]uint8{s1, s2 | s3, s4, s5}},
	Rhodes:        {"rhodes", [NumStages]int{4, 4, 5, 6, 7}, s2 | s4, [NumStages]uint8{s1 | s2, s3, s4, s5}},
}

// String returns the id of the wonder.
func (w Wonder) String() string { return wonders[w].id }

func wonderByID(id string) (Wonder, bool) {
	for w := range wonders {
		if wonders[w].id == id {
			return Wonder(w), true
		}
	}
	return noWonder, false
}

// stageInfo holds, for each wonder and each set of built stages, what follows from it.
type stageInfo struct {
	// possible sets can be reached by building.
	possible bool
	// open stages may be built next.
	open uint8
	// points of the built stages.
	points uint8
}

var stages = stageTable()

func stageTable() (table [NumWonders][1 << NumStages]stageInfo) {
	for w, row := range wonders {
		for built := range 1 << NumStages {
			info := &table[w][built]
			info.possible = true
			below := 0
			for _, level := range row.rows {
				if built&below == below {
					info.open |= level &^ uint8(built)
				} else if uint8(built)&level != 0 {
					info.possible = false
				}
				below |= int(level)
			}
			for st, p := range row.points {
				if built>>st&1 != 0 {
					info.points += uint8(p)
				}
			}
		}
	}
	return table
}

// wonderIDs returns the ids of all wonders, for messages.
func wonderIDs() string {
	ids := make([]string, NumWonders)
	for w := range wonders {
		ids[w] = wonders[w].id
	}
	return strings.Join(ids, ", ")
}
