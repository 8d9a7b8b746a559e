package arena

import (
	"context"

	"mirabilia/game"
)

// Trial is a number of games in which one bot is examined.
type Trial struct {
	Game    game.Game
	Options game.Options
	Seats   int
	// Bot is the name of the bot, see New.
	Bot   string
	Games int
	Seed  uint64
	// Workers is how many games are played at once; 0 means one per core.
	Workers int
	// Progress, if set, is called as games end, never twice at once.
	Progress func(done, total int)
}

// TrialReport is what every report of a trial says first.
type TrialReport struct {
	Game    string       `json:"game"`
	Options game.Options `json:"options,omitempty"`
	Seats   int          `json:"seats"`
	Bot     string       `json:"bot"`
	Seed    uint64       `json:"seed"`
	Games   int          `json:"games"`
}

// run plays the games with bots by newBot, each on a board of its worker.
func (t *Trial) run(ctx context.Context, newBot Maker, play func(b game.Board, g int)) (TrialReport, error) {
	report := TrialReport{t.Game.Info().ID, t.Options, t.Seats, t.Bot, t.Seed, t.Games}
	base, err := t.Game.New(t.Seats, t.Options)
	if err != nil {
		return report, err
	}
	if err := tryNames(t.Game, newBot, []string{t.Bot}); err != nil {
		return report, err
	}
	newWorker := func() func(int) {
		b := t.Game.Clone(base)
		return func(g int) { play(b, g) }
	}
	return report, Parallel(ctx, t.Workers, t.Games, newWorker, func(_, done int) error {
		if t.Progress != nil {
			t.Progress(done, t.Games)
		}
		return nil
	})
}
