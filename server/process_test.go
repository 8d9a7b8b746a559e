package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store/sqlite"
)

// The tests that kill a server, or take its disk away, run it as a process of its own: this test binary, started
// with the variables below.
const (
	envData     = "MIRABILIA_TEST_DATA"
	envMaxBytes = "MIRABILIA_TEST_MAX_BYTES"
)

// runAsServer makes this process a server if it was started as one.
func runAsServer() bool {
	folder := os.Getenv(envData)
	if folder == "" {
		return false
	}
	if err := serveFolder(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func serveFolder(folder string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	bound, _ := strconv.ParseInt(os.Getenv(envMaxBytes), 10, 64)
	db, err := sqlite.Open(ctx, folder, sqlite.Options{MaxBytes: bound})
	if err != nil {
		return err
	}
	cfg := testConfig(db)
	cfg.Grace = time.Second
	cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	srv, err := server.New(cfg)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	return errors.Join(srv.Serve(ctx, l), db.Close())
}

// process is a server as a process.
type process struct {
	cmd  *exec.Cmd
	base string
	// said is what it wrote to its log.
	said *strings.Builder
}

// launch starts a server on a folder and waits until it listens.
func launch(folder string, env ...string) (*process, error) {
	p := &process{cmd: exec.Command(os.Args[0]), said: &strings.Builder{}}
	p.cmd.Env = append(append(os.Environ(), envData+"="+folder), env...)
	p.cmd.Stderr = p.said
	return p, p.start()
}

func (p *process) start() error {
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	tooLong := time.AfterFunc(waitAtMost, func() { p.cmd.Process.Kill() })
	defer tooLong.Stop()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.cmd.Wait()
		return fmt.Errorf("the server did not start: %s", p.said)
	}
	p.base = "http://" + strings.TrimSpace(line)
	return nil
}

// kill ends it as a power cut would, as far as the process can tell.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// stop asks it to end.
func (p *process) stop(t *testing.T) {
	t.Helper()
	tooLong := time.AfterFunc(waitAtMost, func() { p.cmd.Process.Kill() })
	defer tooLong.Stop()
	p.cmd.Process.Signal(syscall.SIGTERM)
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v: %s", err, p.said)
	}
}

// patient makes a request again and again until the server answers it: a lost answer is asked for again, as the page does it.
func patient(ctx context.Context, request func() error) error {
	ctx, cancel := context.WithTimeout(ctx, waitAtMost)
	defer cancel()
	for {
		err := request()
		var refused *client.Refused
		if err == nil || errors.As(err, &refused) && refused.Status != 503 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}
