package main

import (
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// budgetFlags are the search budget of bots for a move.
type budgetFlags struct {
	Milliseconds int `help:"Milliseconds per move for searching bots without their own budget (such as level8:50ms)." name:"ms" placeholder:"N"`
	Simulations  int `help:"Simulations per move, likewise; if both are set, the first limit reached ends the search." placeholder:"N"`
}

// within returns the bot with the flags' budget if it has none of its own.
func (f *budgetFlags) within(text string) (string, error) {
	if f.Milliseconds < 0 || f.Simulations < 0 {
		return "", game.Refuse(game.Invalid, "bad_budget", "a budget must be at least 1 millisecond or 1 simulation")
	}
	spec, err := bot.ParseSpec(text)
	if err != nil {
		return "", err
	}
	return spec.Within(bot.Budget{Time: time.Duration(f.Milliseconds) * time.Millisecond, Simulations: f.Simulations}).String(), nil
}
