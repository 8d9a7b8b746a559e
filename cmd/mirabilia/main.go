// Command mirabilia plays, serves and studies the games of the 7 Wonders family.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"mirabilia/game"
)

// version is set by the build.
var version = "dev"

// commands of the program. Each is a struct whose fields are its flags and whose Run does the work.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the games to browsers and programs."`
	Load    loadCommand    `cmd:"" help:"Measure a server with many scripted people at once."`
	Echo    echoCommand    `cmd:"" hidden:""`
	Backup  backupCommand  `cmd:"" help:"Copy the data of a server, running or not, to a file."`
	Restore restoreCommand `cmd:"" help:"Put a copy made by backup in the place of the data of a stopped server."`
	Match   matchCommand   `cmd:"" help:"Let bots play against each other and report who wins how often."`
	Arena   arenaCommand   `cmd:"" help:"Tournaments of bots: rated, saved, resumed."`
	Train   trainCommand   `cmd:"" help:"Train the network by which bots evaluate a game, by letting it play itself."`
	Bench   benchCommand   `cmd:"" help:"Measure how fast a game plays random games on one core."`
	Engine  engineCommand  `cmd:"" help:"Drive any game by lines of JSON on standard input and output."`
	Replay  replayCommand  `cmd:"" help:"Tell a recorded game in words."`
	Verify  verifyCommand  `cmd:"" help:"Play a recorded game again and check every move, the result and the deal."`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// console is where a command reads and writes, so that tests can listen.
type console struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr}))
}

// Exit codes: bad input is told apart from a failure of the program.
const (
	exitFailed   = 1
	exitBadInput = 2
)

func run(args []string, c console) int {
	var cli commands
	exited := -1
	parser := kong.Must(&cli, kong.Name("mirabilia"),
		kong.Description("The 7 Wonders family of games: play, host, let bots play, study. An unofficial fan project."),
		kong.Vars{"version": version}, kong.Writers(c.out, c.err), kong.Exit(func(code int) { exited = code }),
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
