package main

import "mirabilia/arena"

type matchCommand struct {
	gameFlags
	budgetFlags
	Players []string `help:"Bots, one per seat, such as greedy,random or level8:50ms,level5:1000." required:"" placeholder:"BOT,BOT"`
	Games   int      `help:"Games to play, rounded up so that each deal is played once for every rotation of the seats." default:"1000"`
	Seed    uint64   `help:"Seed of the deals; the same seed gives the same result, unless bots have a time budget." default:"1"`
	Workers int      `help:"Games played at once; 0 means one per core. It does not change the result." default:"0"`
	JSON    bool     `help:"Print the report as JSON." name:"json"`
}

func (m *matchCommand) Run(c console) error {
	g, options, err := m.choose()
	if err != nil {
		return err
	}
	for i := range m.Players {
		if m.Players[i], err = m.within(m.Players[i]); err != nil {
			return err
		}
	}
	match := arena.Match{Game: g, Options: options, Players: m.Players, Games: m.Games, Seed: m.Seed, Workers: m.Workers, Progress: progressBar(c)}
	report, err := match.Run()
	if err != nil {
		return err
	}
	return figures(c, m.JSON, report)
}
