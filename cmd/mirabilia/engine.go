package main

import "mirabilia/engine"

type engineCommand struct{}

// Help is shown by --help below the flags.
func (engineCommand) Help() string {
	return `Each input line is an object with a command, such as {"id":1,"cmd":"new","game":"duel","seed":7} or {"cmd":"moves"}; each gets one line in reply. {"cmd":"hello"} lists commands, games and bots. docs/engine.md describes them all.`
}

func (engineCommand) Run(c console) error {
	s := engine.Session{Version: version}
	return s.Serve(c.in, c.out)
}
