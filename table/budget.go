package table

import "mirabilia/game"

// budget is an account that entries are counted against, for each person at each table. What does not advance the game
// has one, so that nobody can fill a table: moves, resignation and time are never refused for a table's length.
type budget uint8

const (
	budgetNone budget = iota
	budgetSeats
	budgetChoices
	budgetUndo
	budgetAway
	budgets
)

// spending is what one person has used up at a table, by budget.
type spending [budgets]int

var allowance = [budgets]struct {
	most int
	// what the budget is for, in the refusal.
	what string
}{
	budgetSeats:   {100, "changes of seats and settings"},
	budgetChoices: {400, "withdrawn choices"},
	budgetUndo:    {100, "requests to take back"},
	budgetAway:    {50, "times away"},
}

// maxSaid is how many lines of chat a person may say at one table.
const maxSaid = 300

func (s *state) spendingOf(person string) *spending {
	if s.spent[person] == nil {
		s.spent[person] = &spending{}
	}
	return s.spent[person]
}

// afford refuses an entry that is beyond the person's budget.
func (s *state) afford(person string, k kind) error {
	b := kinds[k].budget
	if b == budgetNone || s.spent[person] == nil || s.spent[person][b] < allowance[b].most {
		return nil
	}
	return game.Refuse(game.TooMany, "table_budget", "one person has at most %d %s at a table", allowance[b].most, allowance[b].what)
}
