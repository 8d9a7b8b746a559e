package main

import (
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// budgetFlags are what bots may spend on a move.
type budgetFlags struct {
	Milliseconds int `help:"Milliseconds a move for bots that search and are not given a budget of their own (as in level8:50ms)." name:"ms" placeholder:"N"`
	Simulations  int `help:"Simulations a move, in the same way; with both, whichever is reached first." placeholder:"N"`
}

// within is a bot with the flags' budget where it has none of its own.
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
