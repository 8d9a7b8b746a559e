package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"mirabilia/load"
	"mirabilia/store/sqlite"
)

type loadCommand struct {
	gameFlags
	Tables    int     `help:"Tables played at once." default:"500"`
	Seats     int     `help:"Seats per table; 0 means the game's minimum." default:"0"`
	Seconds   float64 `help:"How many seconds to play." default:"30"`
	Pace      float64 `help:"Seconds a person thinks before a move; 0 plays as fast as the server answers." default:"1"`
	BotTables int     `help:"Additional tables with only bots." default:"0"`
	Bot       string  `help:"The bot at those tables." default:"level4"`
	Whole     bool    `help:"Ask for whole views, as programs do, instead of differences, as the page does."`
	Abuse     bool    `help:"Instead of many tables, let ten people play a bot, first in peace and then while one address attacks the server."`
	Moves     int     `help:"With --abuse: moves per person, in peace and then under attack." default:"60"`
	Server    string  `help:"Address of a running server (started with --rate-limit 0 --sockets-per-address 0); by default the command starts its own." placeholder:"URL"`
	JSON      bool    `help:"Print the figures as JSON." name:"json"`
}

func (l *loadCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if l.Abuse {
		return l.abuse(ctx, c)
	}
	_, options, err := l.choose()
	if err != nil {
		return err
	}
	cfg := load.Config{Server: strings.TrimSuffix(l.Server, "/"), Tables: l.Tables, Game: l.Game, Options: options, Seats: l.Seats, Whole: l.Whole, BotTables: l.BotTables, Bot: l.Bot,
		Pace: seconds(l.Pace), Time: seconds(l.Seconds), Progress: func(what string) { fmt.Fprintln(c.err, what) }}
	if cfg.Server == "" {
		data, err := os.MkdirTemp("", "mirabilia-load")
		if err != nil {
			return err
		}
		defer os.RemoveAll(data)
		base, end, err := startSelf(c, "serve", "--addr", "127.0.0.1:0", "--data", data, "--rate-limit", "0", "--sockets-per-address", "0", "--log", "error")
		if err != nil {
			return err
		}
		defer end()
		cfg.Server = base
	}
	echo, end, err := startSelf(c, "echo")
	if err != nil {
		return err
	}
	defer end()
	cfg.Echo = echo
	report, err := load.Run(ctx, cfg)
	if err != nil {
		return err
	}
	return figures(c, l.JSON, report)
}

// abuse starts a server with its usual limits, which takes this process for a proxy, and attacks it.
func (l *loadCommand) abuse(ctx context.Context, c console) error {
	data, err := os.MkdirTemp("", "mirabilia-abuse")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	base, end, err := startSelf(c, "serve", "--addr", "127.0.0.1:0", "--data", data, "--proxy", "127.0.0.1", "--log", "error")
	if err != nil {
		return err
	}
	defer end()
	report, err := load.Abuse(ctx, load.AbuseConfig{Server: base, People: 10, Bot: "level3", Pace: seconds(l.Pace), Moves: l.Moves,
		Data: func(ctx context.Context) (int64, error) { return sizeOf(ctx, data) }, Progress: func(what string) { fmt.Fprintln(c.err, what) }})
	if err != nil {
		return err
	}
	if err := figures(c, l.JSON, report); err != nil {
		return err
	}
	if bad := append(report.Harm(), report.Delay()...); len(bad) > 0 {
		return fmt.Errorf("the attack did more than it may: %s", strings.Join(bad, "; "))
	}
	return nil
}

// sizeOf returns how many bytes a copy of a server's data has. The files themselves also hold what was written over.
func sizeOf(ctx context.Context, data string) (int64, error) {
	copied := filepath.Join(data, "copy.db")
	defer os.Remove(copied)
	if err := sqlite.Backup(ctx, data, copied); err != nil {
		return 0, err
	}
	info, err := os.Stat(copied)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// startSelf starts this program as a server in a separate process and returns its address: the word in its first line
// that begins with http.
func startSelf(c console, args ...string) (base string, end func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Stderr = c.err
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	for word := range strings.FieldsSeq(line) {
		if strings.HasPrefix(word, "http://") {
			return word, end, nil
		}
	}
	end()
	return "", nil, fmt.Errorf("%s did not start", args[0])
}

// echoCommand runs the plain echo server that load compares the server with.
type echoCommand struct{}

func (echoCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "http://%s\n", l.Addr())
	return load.ServeEcho(ctx, l)
}
