package arena

import (
	"context"

	"mirabilia/game"
)

// Series is a number of games in which one bot is examined.
type Series struct {
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

// SeriesReport is what every report of a series says first.
type SeriesReport struct {
	Game    string       `json:"game"`
	Options game.Options `json:"options,omitempty"`
	Seats   int          `json:"seats"`
	Bot     string       `json:"bot"`
	Seed    uint64       `json:"seed"`
	Games   int          `json:"games"`
}

// run plays the games with bots by newBot, each on a board of its worker.
func (s *Series) run(ctx context.Context, newBot Maker, play func(b game.Board, g int)) (SeriesReport, error) {
	report := SeriesReport{s.Game.Info().ID, s.Options, s.Seats, s.Bot, s.Seed, s.Games}
	base, err := s.Game.New(s.Seats, s.Options)
	if err != nil {
		return report, err
	}
	if err := tryNames(s.Game, newBot, []string{s.Bot}); err != nil {
		return report, err
	}
	newWorker := func() func(int) {
		b := s.Game.Clone(base)
		return func(g int) { play(b, g) }
	}
	return report, Parallel(ctx, s.Workers, s.Games, newWorker, func(_, done int) error {
		if s.Progress != nil {
			s.Progress(done, s.Games)
		}
		return nil
	})
}
