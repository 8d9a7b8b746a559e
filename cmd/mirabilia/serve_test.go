package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mirabilia/load"
	"mirabilia/server/api"
	"mirabilia/server/client"
	"mirabilia/store/sqlite"
)

// serving runs the command serve with flags and gives the address it names.
func serving(t *testing.T, flags serveCommand) (base string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := flags.serve(ctx, console{strings.NewReader(""), w, io.Discard})
		w.CloseWithError(io.EOF)
		ended <- err
	}()
	tooLong := time.AfterFunc(time.Minute, func() { w.CloseWithError(errors.New("it said nothing for a minute")) })
	out := bufio.NewReader(r)
	line, err := out.ReadString('\n')
	if tooLong.Stop(); err != nil {
		cancel()
		t.Fatal(err, <-ended)
	}
	go io.Copy(io.Discard, out)
	for word := range strings.FieldsSeq(line) {
		if strings.HasPrefix(word, "http://") {
			base = word
		}
	}
	if base == "" {
		t.Fatalf("it does not say where to open it: %s", line)
	}
	return base, func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("it does not end")
		}
	}
}

// On an empty folder the server is ready within seconds and serves the page; it can be backed up while people play, and
// what it held is there after a restart.
func TestServe(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "data")
	flags := serveCommand{Addr: "127.0.0.1:0", Data: folder, RateLimit: 1, SocketsPerAddress: 10, Log: "error", LogFormat: "json"}
	begin := time.Now()
	base, stop := serving(t, flags)
	c, err := client.Enter(t.Context(), base, nil, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v until someone could enter", took)
	}
	answer, err := http.Get(base + "/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		t.Errorf("the page: %d %s", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	// The bots of the program play every game to its end, asked through the API.
	var games api.Catalogue
	if err := c.Do(t.Context(), "GET", "/api/games", nil, &games); err != nil {
		t.Fatal(err)
	}
	snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", games.DefaultBot}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Command(t.Context(), snap.Table.ID, api.Command{ID: "1", Type: api.CommandStart}); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), sqlite.File)
	var out bytes.Buffer
	if code := run([]string{"backup", "--data", folder, copied}, console{strings.NewReader(""), &out, &out}); code != 0 {
		t.Fatalf("backup: %s", out.String())
	}
	stop()
	for _, data := range []string{folder, filepath.Dir(copied)} {
		flags.Data = data
		base, stop := serving(t, flags)
		c.Base = base
		if s, err := c.Look(t.Context(), snap.Table.ID); err != nil || s.Table.Status != api.StatusPlaying {
			t.Errorf("after a restart on %s: %v", data, err)
		}
		stop()
	}
}

func TestServeRefusesBadFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--log", "loud"}, {"--log-format", "xml"}, {"--proxy", "proxy.example"}, {"--origin", "not a url"}, {"--addr", "nowhere:99999"},
	} {
		var out bytes.Buffer
		args = append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, args...)
		if code := run(args, console{strings.NewReader(""), &out, &out}); code == 0 {
			t.Errorf("%v was accepted", args)
		} else if !strings.Contains(out.String(), "mirabilia: ") {
			t.Errorf("%v: %s", args, out.String())
		}
	}
}

// The whole command, with the processes it starts.
func TestLoadCommand(t *testing.T) {
	program := filepath.Join(t.TempDir(), "mirabilia")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(program, "load", "--tables", "3", "--seconds", "1", "--pace", "0.05", "--bot-tables", "2", "--bot", "random", "--json")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var r load.Report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if r.Errors > 0 || r.Moves == 0 || r.Echo.Count == 0 || r.Ack.P99 == 0 || r.MemoryPerIdle == 0 {
		t.Errorf("%s", out)
	}
}
