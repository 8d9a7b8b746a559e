package wonders

import "fmt"

// board is the number of a wonder board.
type board uint8

const (
	alexandria board = iota
	babylon
	ephesos
	gizah
	halikarnassos
	olympia
	rhodes
	numBoards
)

// boards have an id and the letter of the resource they start with (docs/rules/wonders.md 9).
var boards = [numBoards]struct{ id, start string }{
	{"alexandria", "G"},
	{"babylon", "W"},
	{"ephesos", "P"},
	{"gizah", "S"},
	{"halikarnassos", "T"},
	{"olympia", "C"},
	{"rhodes", "O"},
}

type side uint8

const (
	day side = iota
	night
	unchosen
	numSides
)

var sides = [numSides]string{"day", "night", ""}

const maxStages = 4

// The stages of all boards by testdata/boards.json, from left to right.
var stageTable = [...]struct {
	board  board
	side   side
	cost   string
	effect effect
}{
	{alexandria, day, "SS", effect{vp: 3}},
	{alexandria, day, "OO", effect{produce: "W/S/O/C", kept: true}},
	{alexandria, day, "TP", effect{vp: 7}},
	{alexandria, night, "CC", effect{produce: "W/S/O/C", kept: true}},
	{alexandria, night, "OOO", effect{produce: "G/P/T", kept: true}},
	{alexandria, night, "WWWW", effect{vp: 7}},
	{babylon, day, "CC", effect{vp: 3}},
	{babylon, day, "OOT", effect{science: anySymbol}},
	{babylon, day, "WWWW", effect{vp: 7}},
	{babylon, night, "SS", effect{power: lastCard}},
	{babylon, night, "CCCG", effect{science: anySymbol}},
	{ephesos, day, "CC", effect{vp: 3}},
	{ephesos, day, "WW", effect{coins: 9}},
	{ephesos, day, "OOG", effect{vp: 7}},
	{ephesos, night, "SS", effect{vp: 2, coins: 4}},
	{ephesos, night, "WW", effect{vp: 3, coins: 4}},
	{ephesos, night, "OOT", effect{vp: 5, coins: 4}},
	{gizah, day, "WW", effect{vp: 3}},
	{gizah, day, "CCT", effect{vp: 5}},
	{gizah, day, "SSSS", effect{vp: 7}},
	{gizah, night, "WW", effect{vp: 3}},
	{gizah, night, "SSS", effect{vp: 5}},
	{gizah, night, "CCC", effect{vp: 5}},
	{gizah, night, "SSSSP", effect{vp: 7}},
	{halikarnassos, day, "OO", effect{vp: 3}},
	{halikarnassos, day, "GP", effect{power: digs}},
	{halikarnassos, day, "SSS", effect{vp: 7}},
	{halikarnassos, night, "CC", effect{vp: 2, power: digs}},
	{halikarnassos, night, "GP", effect{vp: 1, power: digs}},
	{halikarnassos, night, "WWW", effect{power: digs}},
	{olympia, day, "SS", effect{vp: 3}},
	{olympia, day, "WW", effect{power: freeColour}},
	{olympia, day, "CCC", effect{vp: 7}},
	{olympia, night, "OO", effect{vp: 2, power: freeFirst}},
	{olympia, night, "CCC", effect{vp: 3, power: freeLast}},
	{olympia, night, "GTP", effect{vp: 5}},
	{rhodes, day, "WW", effect{vp: 3}},
	{rhodes, day, "CCC", effect{shields: 2}},
	{rhodes, day, "OOOO", effect{vp: 7}},
	{rhodes, night, "SSS", effect{vp: 3, coins: 3, shields: 1}},
	{rhodes, night, "OOOO", effect{vp: 4, coins: 4, shields: 1}},
}

// What the rules ask of boards, worked out of the tables once.
var (
	boardNumbers = map[string]board{}
	boardSupply  [numBoards]supply
	numStages    [numBoards][numSides]uint8
	stageIDs     [numBoards][numSides][maxStages]string
	stageEffect  [numBoards][numSides][maxStages]*effect
	stageNeed    [numBoards][numSides][maxStages]need
	stageOwn     [numBoards][numSides][maxStages]supply
	// What the first k stages give together.
	stageSums [numBoards][numSides][maxStages + 1]struct {
		vp, shields, choices uint8
		powers               power
	}
)

// stageID names a stage in events, views and texts, counted from 0: "gizah-day-1" is the first.
func stageID(b board, sd side, k uint8) string { return stageIDs[b][sd][k] }

func init() {
	for b, row := range boards {
		boardNumbers[row.id] = board(b)
		boardSupply[b] = supplyOf(row.start)
	}
	for i := range stageTable {
		row := &stageTable[i]
		n := &numStages[row.board][row.side]
		sums := &stageSums[row.board][row.side]
		stageIDs[row.board][row.side][*n] = fmt.Sprintf("%s-%s-%d", boards[row.board].id, sides[row.side], *n+1)
		stageEffect[row.board][row.side][*n] = &row.effect
		stageNeed[row.board][row.side][*n] = needOf(row.cost)
		stageOwn[row.board][row.side][*n] = supplyOf(row.effect.produce)
		sum := sums[*n]
		sum.vp += row.effect.vp
		sum.shields += row.effect.shields
		sum.powers |= row.effect.power
		if row.effect.science == anySymbol {
			sum.choices++
		}
		*n++
		sums[*n] = sum
	}
}
