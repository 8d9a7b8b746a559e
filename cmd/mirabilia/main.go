// Command mirabilia plays, serves and studies the games of the 7 Wonders family.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"mirabilia/game"
	"mirabilia/games"
)

// version is set by the linker.
var version = "dev"

// commands are the program's commands. Each is a struct whose fields are its flags and whose Run does the work.
type commands struct {
	Serve       serveCommand       `cmd:"" help:"Serve the games to browsers and programs."`
	Load        loadCommand        `cmd:"" help:"Measure a server with many scripted players at once."`
	Echo        echoCommand        `cmd:"" hidden:""`
	Backup      backupCommand      `cmd:"" help:"Copy a server's data to a file; the server may be running."`
	Restore     restoreCommand     `cmd:"" help:"Replace the data of a stopped server with a backup."`
	Migrate     migrateCommand     `cmd:"" help:"Move a stopped server's data between a folder and PostgreSQL."`
	People      peopleCommand      `cmd:"" help:"See people and reports, take measures, name hosts."`
	Tournaments tournamentsCommand `cmd:"" help:"See tournaments, allow them, call them off, set results."`
	Game        gameCommand        `cmd:"" help:"Take the result of a game out of the ratings."`
	Tables      tablesCommand      `cmd:"" help:"Find tables that cannot be read, and cut them back."`
	Keys        keysCommand        `cmd:"" help:"Make new keys after a backup has leaked."`
	Ratings     ratingsCommand     `cmd:"" help:"Check the ratings of a stopped server, and compute them anew."`
	Match       matchCommand       `cmd:"" help:"Let bots play each other and report how often each wins."`
	Arena       arenaCommand       `cmd:"" help:"Run rated tournaments of bots; they can be saved and resumed."`
	Train       trainCommand       `cmd:"" help:"Train a game's evaluation network by self-play."`
	Bench       benchCommand       `cmd:"" help:"Measure how fast a game plays random games on one core."`
	Engine      engineCommand      `cmd:"" help:"Drive any game with JSON lines on standard input and output."`
	Replay      replayCommand      `cmd:"" help:"Print a recorded game in words."`
	Analyse     analyseCommand     `cmd:"" help:"Say where a recorded game was lost, and how much was luck."`
	Puzzles     puzzlesCommand     `cmd:"" help:"Find positions with one clearly best move, and check them."`
	Verify      verifyCommand      `cmd:"" help:"Replay a recorded game and check every move, the result and the deal."`
	Boards      boardsCommand      `cmd:"" help:"Write the two boards of a match of Duplicate Duel as records of Duel."`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// console is where a command reads and writes, so that tests can replace it.
type console struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr}))
}

// Exit codes distinguish bad input from a failure of the program.
const (
	exitFailed   = 1
	exitBadInput = 2
)

func run(args []string, c console) int {
	var cli commands
	exited := -1
	parser := kong.Must(&cli, kong.Name("mirabilia"),
		kong.Description("The 7 Wonders family of games: play, host, let bots play, study. An unofficial fan project."),
		kong.Vars{"version": version, "games": strings.Join(games.IDs(games.All), ", ")}, kong.Writers(c.out, c.err), kong.Exit(func(code int) { exited = code }),
		kong.Bind(c), kong.UsageOnError())
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintf(c.err, "mirabilia: %v\n", err)
		return exitBadInput
	}
	if err := ctx.Run(); err != nil {
		fmt.Fprintf(c.err, "mirabilia: %v\n", err)
		var refusal *game.Error
		if errors.As(err, &refusal) {
			return exitBadInput
		}
		return exitFailed
	}
	return 0
}
