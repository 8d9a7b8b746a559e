package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/game"
)

type arenaCommand struct {
	RoundRobin roundRobinCommand `cmd:"" help:"Play every bot against every other and rate them."`
	Gauntlet   gauntletCommand   `cmd:"" help:"Play one bot against each of the others and rate them."`
	Ladder     ladderCommand     `cmd:"" help:"Play each bot against the previous one and rate them; by default all levels."`
	SPRT       sprtCommand       `cmd:"" name:"sprt" help:"Test whether one bot is stronger than another, with as few games as the answer needs (a sequential test)."`
	Honesty    honestyCommand    `cmd:"" help:"Compare a bot's moves on boards that its seat cannot tell apart, in whole games."`
	Calibrate  calibrateCommand  `cmd:"" help:"Compare the chances that a bot claims with how its games end."`
	Show       showCommand       `cmd:"" help:"Print saved tournaments as tables or as a chart."`
}

// tournamentFlags are the flags that all arena commands share.
type tournamentFlags struct {
	gameFlags
	budgetFlags
	Seats   int    `help:"Number of seats, taken alternately by the two bots of a pairing; 0 means the game's minimum." default:"0"`
	Games   int    `help:"Games per pairing, rounded up so that each deal is played once for every rotation of the seats." default:"400"`
	Seed    uint64 `help:"Seed of the deals." default:"1"`
	Workers int    `help:"Games played at once; 0 means one per core." default:"0"`
	File    string `help:"Save the games to this file, and resume from it." placeholder:"FILE.json"`
	Machine string `help:"A note for the report, such as the machine and its load." placeholder:"TEXT"`
	JSON    bool   `help:"Print the tournament as JSON." name:"json"`
}

// prepare returns the tournament of the pairings, with the games that the file already has.
func (f *tournamentFlags) prepare(c console, pairings []*arena.Pairing) (*arena.Runner, *arena.Tournament, error) {
	g, options, err := f.choose()
	if err != nil {
		return nil, nil, err
	}
	seats := f.Seats
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	if f.Games < 1 {
		return nil, nil, game.Refuse(game.Invalid, "bad_games", "a pairing needs at least 1 game, not %d", f.Games)
	}
	for _, p := range pairings {
		if p.A, err = f.within(p.A); err != nil {
			return nil, nil, err
		}
		if p.B, err = f.within(p.B); err != nil {
			return nil, nil, err
		}
	}
	t := &arena.Tournament{
		Game: g.Info().ID, Options: options, Seats: seats, Seed: f.Seed, Deals: (f.Games + seats - 1) / seats,
		Machine: f.Machine, Pairings: pairings,
	}
	runner := &arena.Runner{Game: g, Workers: f.Workers, Progress: progressBar(c)}
	if f.File == "" {
		return runner, t, nil
	}
	runner.Save = func(t *arena.Tournament) error { return t.Save(f.File) }
	old, err := arena.Load(f.File)
	if errors.Is(err, fs.ErrNotExist) {
		return runner, t, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return runner, t, t.Resume(old)
}

// play plays the pairings and prints the ratings. If it is interrupted, it saves and prints the games played so far.
func (f *tournamentFlags) play(c console, pairings []*arena.Pairing) error {
	runner, t, err := f.prepare(c, pairings)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := runner.Play(ctx, t); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return figures(c, f.JSON, t)
}

type roundRobinCommand struct {
	tournamentFlags
	Players []string `help:"Bots to pair, such as random,level3,level8:50ms." required:"" placeholder:"BOT,BOT,..."`
}

func (r *roundRobinCommand) Run(c console) error { return r.play(c, arena.RoundRobin(r.Players)) }

type gauntletCommand struct {
	tournamentFlags
	Player  string   `help:"The bot that plays all others." required:"" placeholder:"BOT"`
	Against []string `help:"The others." required:"" placeholder:"BOT,BOT,..."`
}

func (g *gauntletCommand) Run(c console) error {
	return g.play(c, arena.Gauntlet(g.Player, g.Against))
}

type ladderCommand struct {
	tournamentFlags
	Players []string `help:"Bots from the weakest to the strongest." placeholder:"BOT,BOT,..."`
}

func (l *ladderCommand) Run(c console) error {
	players := l.Players
	if len(players) == 0 {
		players = bot.Levels
	}
	return l.play(c, arena.Ladder(players))
}

type sprtCommand struct {
	tournamentFlags
	A     string  `help:"The bot to test." name:"a" required:"" placeholder:"BOT"`
	B     string  `help:"The bot to compare it with." name:"b" required:"" placeholder:"BOT"`
	Elo0  float64 `help:"The null hypothesis: A is at most this many Elo points stronger." name:"elo0" default:"0"`
	Elo1  float64 `help:"The alternative: A is at least this many Elo points stronger." name:"elo1" default:"30"`
	Alpha float64 `help:"Probability of an error of either kind." default:"0.05"`
}

// Run plays in batches until the test is decided or the games are used up.
func (s *sprtCommand) Run(c console) error {
	runner, t, err := s.prepare(c, []*arena.Pairing{{A: s.A, B: s.B}})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	test := arena.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: s.Alpha, Beta: s.Alpha}
	deals, pairing := t.Deals, t.Pairings[0]
	const batch = 16
	for t.Deals = min(batch, deals); ; t.Deals = min(t.Deals+batch, deals) {
		if err := runner.Play(ctx, t); err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if test.Verdict(pairing) != arena.Undecided || t.Deals == deals || ctx.Err() != nil {
			break
		}
	}
	lower, upper := test.Bounds()
	mean, ci, played := pairing.Share()
	report := sprtReport{pairing.A, pairing.B, s.Elo0, s.Elo1, test.Verdict(pairing), test.Ratio(pairing), [2]float64{lower, upper}, played * t.Seats, mean, ci}
	return figures(c, s.JSON, &report)
}

type sprtReport struct {
	A       string        `json:"a"`
	B       string        `json:"b"`
	Elo0    float64       `json:"elo0"`
	Elo1    float64       `json:"elo1"`
	Verdict arena.Verdict `json:"verdict"`
	Ratio   float64       `json:"log_likelihood_ratio"`
	Bounds  [2]float64    `json:"bounds"`
	Games   int           `json:"games"`
	Share   float64       `json:"share"`
	CI95    [2]float64    `json:"ci95"`
}

func (r *sprtReport) String() string {
	return fmt.Sprintf("%s against %s: %s after %d games; ratio %.2f in [%.2f, %.2f]; %.1f%% of the points (%.1f to %.1f)\n",
		r.A, r.B, r.Verdict, r.Games, r.Ratio, r.Bounds[0], r.Bounds[1], 100*r.Share, 100*r.CI95[0], 100*r.CI95[1])
}

// seriesFlags choose the games in which a bot is examined.
type seriesFlags struct {
	gameFlags
	Seats   int    `help:"Number of seats; 0 means the game's minimum." default:"0"`
	Seed    uint64 `help:"Seed of the games." default:"1"`
	Workers int    `help:"Games played at once; 0 means one per core." default:"0"`
	JSON    bool   `help:"Print the report as JSON." name:"json"`
}

func (f *seriesFlags) series(c console, bot string, games int) (arena.Series, error) {
	g, options, err := f.choose()
	if err != nil {
		return arena.Series{}, err
	}
	if games < 1 {
		return arena.Series{}, game.Refuse(game.Invalid, "bad_games", "at least 1 game must be played, not %d", games)
	}
	seats := f.Seats
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	return arena.Series{Game: g, Options: options, Seats: seats, Bot: bot, Games: games, Seed: f.Seed, Workers: f.Workers, Progress: progressBar(c)}, nil
}

type honestyCommand struct {
	seriesFlags
	Bot   string `help:"The bot, with a budget in simulations." default:"level8:200" placeholder:"BOT"`
	Games int    `help:"Games to play." default:"100"`
}

// Run fails if the bot ever answered differently.
func (h *honestyCommand) Run(c console) error {
	series, err := h.series(c, h.Bot, h.Games)
	if err != nil {
		return err
	}
	spec, err := bot.ParseSpec(h.Bot)
	if err != nil {
		return err
	}
	if spec.Budget.Time > 0 {
		return game.Refuse(game.Invalid, "bad_budget", "honesty takes a bot with a budget in simulations, such as level8:200")
	}
	test := arena.Honesty{Series: series}
	report, err := test.Run()
	if err != nil {
		return err
	}
	if err := figures(c, h.JSON, report); err != nil {
		return err
	}
	if report.Different > 0 {
		return fmt.Errorf("%d of %d moves depend on what the seat cannot know", report.Different, report.Decisions)
	}
	return nil
}

type calibrateCommand struct {
	seriesFlags
	Bot   string `help:"The bot at all seats; it must search." default:"level8:400" placeholder:"BOT"`
	Games int    `help:"Games to play." default:"400"`
}

func (k *calibrateCommand) Run(c console) error {
	series, err := k.series(c, k.Bot, k.Games)
	if err != nil {
		return err
	}
	calibration := arena.Calibration{Series: series}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := calibration.Run(ctx)
	if err != nil {
		return err
	}
	return figures(c, k.JSON, report)
}

type showCommand struct {
	Files []string `arg:"" help:"Tournaments saved with --file." type:"existingfile"`
	As    string   `help:"Output format: markdown, json (the ratings) or svg (one file)." default:"markdown" placeholder:"markdown|json|svg"`
	Title string   `help:"Title of the chart; by default the game's name." placeholder:"TEXT"`
}

func (s *showCommand) Run(c console) error {
	for _, path := range s.Files {
		t, err := arena.Load(path)
		if err != nil {
			return err
		}
		switch s.As {
		case "markdown":
			fmt.Fprintln(c.out, t.Markdown())
		case "json":
			if err := figures(c, true, ratings(t.Ratings())); err != nil {
				return err
			}
		case "svg":
			title := s.Title
			if title == "" {
				title = strings.ToUpper(t.Game[:1]) + t.Game[1:]
			}
			if err := arena.Plot(c.out, title, t.Ratings()); err != nil {
				return err
			}
		default:
			return game.Refuse(game.Invalid, "bad_form", "a tournament can be shown as markdown, json or svg, not %q", s.As)
		}
	}
	return nil
}

// ratings are printed as JSON.
type ratings []arena.Rating

func (r ratings) String() string { return fmt.Sprint([]arena.Rating(r)) }
