package analysis

import (
	"slices"
	"strconv"
	"strings"

	"mirabilia/game"
)

// Budget says how much is spent on a game. The work has three passes: every position once (a sketch of the curve); every
// decision on some redeals; and some decisions on more.
type Budget struct {
	// Sketch is the simulations of the first pass for each position.
	Sketch int `json:"sketch"`
	// Redeals and Simulations on each of the second pass; 0 and 0 leave it out. Redeals are even, because one half chooses the
	// best move and the other values it.
	Redeals     int `json:"redeals"`
	Simulations int `json:"simulations"`
	// Fine says which decisions the third pass takes.
	Fine            Fine `json:"fine"`
	FineRedeals     int  `json:"fine_redeals"`
	FineSimulations int  `json:"fine_simulations"`
}

// Fine says which decisions are looked at closely, from fewer to more.
type Fine string

const (
	FineNone    Fine = "none"
	FineTurning Fine = "turning_points"
	FineLosses  Fine = "losses"
	FineAll     Fine = "all"
)

var fines = []Fine{FineNone, FineTurning, FineLosses, FineAll}

// budgets by name, in order of what they cost.
var budgets = []struct {
	name string
	Budget
}{
	{"sketch", Budget{400, 0, 0, FineNone, 0, 0}},
	{"verdicts", Budget{400, 8, 150, FineNone, 0, 0}},
	{"phone", Budget{400, 6, 120, FineTurning, 24, 800}},
	{"fine", Budget{400, 8, 150, FineLosses, 24, 800}},
	{"deep", Budget{400, 8, 150, FineAll, 24, 800}},
}

// BudgetNames lists the names that ParseBudget knows.
func BudgetNames() []string {
	names := make([]string, len(budgets))
	for i, b := range budgets {
		names[i] = b.name
	}
	return names
}

// ParseBudget reads a budget: one of BudgetNames, or redeals and simulations such as 8x150 for two passes only.
func ParseBudget(text string) (Budget, error) {
	for _, b := range budgets {
		if b.name == text {
			return b.Budget, nil
		}
	}
	b := Budget{Fine: FineNone}
	redeals, simulations, _ := strings.Cut(text, "x")
	b.Redeals, _ = strconv.Atoi(redeals)
	b.Simulations, _ = strconv.Atoi(simulations)
	if strconv.Itoa(b.Redeals)+"x"+strconv.Itoa(b.Simulations) != text {
		return b, game.Refuse(game.Invalid, "bad_budget", "a budget is one of %s, or redeals and simulations such as 8x150, not %q", strings.Join(BudgetNames(), ", "), text)
	}
	b.Sketch = b.Simulations
	return b, b.check()
}

const (
	maxRedeals     = 1000
	maxSimulations = 1_000_000
)

func (b Budget) check() error {
	pair := func(redeals, simulations int) bool {
		return redeals >= 2 && redeals <= maxRedeals && redeals%2 == 0 && simulations >= 1 && simulations <= maxSimulations
	}
	switch {
	case b.Sketch < 1 || b.Sketch > maxSimulations,
		!pair(b.Redeals, b.Simulations) && (b.Redeals != 0 || b.Simulations != 0 || b.Fine != FineNone),
		!pair(b.FineRedeals, b.FineSimulations) && (b.FineRedeals != 0 || b.FineSimulations != 0 || b.Fine != FineNone),
		!slices.Contains(fines, b.Fine):
		return game.Refuse(game.Invalid, "bad_budget", "a budget has 1 to %d simulations and an even number of redeals from 2 to %d, not %+v", maxSimulations, maxRedeals, b)
	}
	return nil
}

// Offered reports whether a budget has a name: only such are comparable from device to device, and only with such an analysis is given to others.
func (b Budget) Offered() bool {
	for _, named := range budgets {
		if named.Budget == b {
			return true
		}
	}
	return false
}

// extends reports whether work by budget o can go on by b: b differs, if at all, by a larger third pass.
func (b Budget) extends(o Budget) bool {
	more := slices.Index(fines, b.Fine) >= slices.Index(fines, o.Fine)
	if o.Fine == FineNone {
		o.FineRedeals, o.FineSimulations = b.FineRedeals, b.FineSimulations
	}
	o.Fine = b.Fine
	return more && b == o
}

// of returns redeals and simulations of a pass from the second on.
func (b Budget) of(pass int) (redeals, simulations int) {
	if pass == 3 {
		return b.FineRedeals, b.FineSimulations
	}
	return b.Redeals, b.Simulations
}
