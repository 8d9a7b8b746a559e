package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game/record"
	"mirabilia/load"
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

// Every flag of serve can be set by the environment, and stands in the guide with its default.
func TestFlagsAreDocumented(t *testing.T) {
	guide, err := os.ReadFile("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile("[A-Z][a-z]+")
	first := func(list string) string { name, _, _ := strings.Cut(list, ","); return name } // older names follow
	for f := range reflect.TypeFor[serveCommand]().Fields() {
		if _, hidden := f.Tag.Lookup("hidden"); hidden {
			continue
		}
		name := strings.ToLower(strings.Join(words.FindAllString(f.Name, -1), "-"))
		if want := "MIRABILIA_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")); first(f.Tag.Get("env")) != want {
			t.Errorf("--%s is set by %q, not %s", name, f.Tag.Get("env"), want)
		}
		row := regexp.MustCompile("(?m)^\\|.*`--" + name + "`.*\\|.*$").FindString(string(guide))
		if row == "" {
			t.Errorf("docs/hosting.md has no row for --%s", name)
		}
		if d := f.Tag.Get("default"); d != "" && d != "0" && !strings.Contains(row, d) {
			t.Errorf("docs/hosting.md does not say that --%s is %s: %s", name, d, row)
		}
	}
}

func TestServeRefusesBadFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--log", "loud"}, {"--log-format", "xml"}, {"--proxy", "proxy.example"}, {"--bot-memory=-5"}, {"--origin", "not a url"}, {"--addr", "nowhere:99999"}, {"--test-seed", "1", "--secure"},
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

// program returns this program as a process of its own, which TestMain has put into the path.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "mirabilia", args...)
	cmd.Stderr = os.Stderr
	return cmd
}

// The program from its start on an empty folder to Ctrl+C, configured by the environment: it is open within seconds and says
// where; two people play a game, each with a share in the deal, while backups are taken; the record of the game is proven by
// verify, and one that was tampered with is not.
func TestServeProcess(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	cmd := program(t, "serve")
	cmd.Env = append(os.Environ(), "MIRABILIA_ADDR=127.0.0.1:0", "MIRABILIA_DATA="+folder, "MIRABILIA_RATE_LIMIT=0", "MIRABILIA_LOG=warn")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	line, err := said.ReadString('\n')
	if err != nil {
		t.Fatal(err, cmd.Wait())
	}
	_, rest, _ := strings.Cut(line, "Mirabilia is open at ")
	base, _, _ := strings.Cut(rest, " ")
	if took := time.Since(begin); !strings.HasPrefix(base, "http://localhost:") || took > 5*time.Second {
		t.Errorf("after %v: %s", took, line)
	}
	table, nonces := playThrough(t, base, func(n int) {
		if n%20 == 0 {
			takeBackup(t, folder)
		}
	})
	verifyRecord(t, base, table, nonces)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	last, _ := io.ReadAll(said)
	if err := cmd.Wait(); err != nil || !strings.Contains(string(last), "everything that was played is saved") {
		t.Errorf("stopped: %v: %s", err, last)
	}
	files, err := filepath.Glob(filepath.Join(folder, sqlite.File+"*"))
	if err != nil || len(files) != 1 {
		t.Errorf("a stopped server leaves %v, %v", files, err)
	}
}

// playThrough lets two people play a game with all options to its end, and gives the table and what they added to the deal.
func playThrough(t *testing.T, base string, each func(n int)) (table string, nonces []string) {
	t.Helper()
	nonces = []string{"00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"}
	var people []*client.Client
	for _, name := range []string{"Anna", "Béla"} {
		c, err := client.Enter(t.Context(), base, nil, name)
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, c)
	}
	snap, err := people[0].Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true, Options: map[string]string{"pantheon": "true"}}})
	if err != nil {
		t.Fatal(err)
	}
	table = snap.Table.ID
	do := func(seat int, id, kind string, data api.CommandData) {
		if _, err := people[seat].Command(t.Context(), table, api.Command{ID: id, Type: kind, Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	do(1, "join", api.CommandJoin, api.CommandData{Commitment: record.CommitTo([]byte(nonces[1]))})
	do(0, "commit", api.CommandNonce, api.CommandData{Commitment: record.CommitTo([]byte(nonces[0]))})
	do(0, "start", api.CommandStart, api.CommandData{})
	for seat, nonce := range nonces {
		do(seat, "reveal", api.CommandNonce, api.CommandData{Nonce: nonce})
	}
	for n := range 1000 {
		seat := n % 2
		now, err := people[seat].Look(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		if now.Table.Status == api.StatusFinished {
			if now.Table.Deal.Commit != snap.Table.Deal.Commit {
				t.Errorf("the server committed itself to %s and then to %s", snap.Table.Deal.Commit, now.Table.Deal.Commit)
			}
			return table, nonces
		}
		if moves := now.Game.Moves; len(moves) > 0 {
			do(seat, fmt.Sprint(n), api.CommandMove, api.CommandData{Move: moves[n%len(moves)]})
		}
		each(n)
	}
	t.Fatal("the game does not end")
	return "", nil
}

// takeBackup takes a backup of a folder in use and reads it through.
func takeBackup(t *testing.T, folder string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), sqlite.File)
	if out, err := program(t, "backup", "--data", folder, file).Output(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := sqlite.Check(t.Context(), file); err != nil {
		t.Error(err)
	}
	db, err := sqlite.Open(t.Context(), filepath.Dir(file), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// verifyRecord gives the record of a game, as it is and tampered with in every way that matters, to verify.
func verifyRecord(t *testing.T, base, table string, nonces []string) {
	t.Helper()
	var text string
	if err := (&client.Client{Base: base}).Do(t.Context(), "GET", "/api/tables/"+table+"/record", nil, &text); err != nil {
		t.Fatal(err)
	}
	verify := func(text string) (string, error) {
		file := filepath.Join(t.TempDir(), "game.mgr")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := program(t, "verify", file).Output()
		return string(out), err
	}
	if out, err := verify(text); err != nil || !strings.Contains(out, "the deal is the one the server committed to") || !strings.Contains(out, "before any was revealed: A, B\n") {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	for _, key := range []string{"Commit", "Secret", "Seed", "Table", "Nonces", "Commitments"} {
		tag := regexp.MustCompile(`(?m)^\[` + key + ` ".*(.)"\]$`)
		at := tag.FindStringSubmatchIndex(text)
		if at == nil {
			t.Fatalf("the record has no %s:\n%s", key, text)
		}
		other := "0"
		if text[at[2]:at[3]] == other {
			other = "1"
		}
		if out, err := verify(text[:at[2]] + other + text[at[3]:]); err == nil {
			t.Errorf("with another %s: %s", key, out)
		}
	}
	for _, nonce := range nonces {
		if !strings.Contains(text, nonce) {
			t.Errorf("the share %s is not in the record", nonce)
		}
	}
}

// The whole command, with the processes it starts.
func TestLoadCommand(t *testing.T) {
	t.Parallel()
	out, err := program(t, "load", "--tables", "3", "--seconds", "1", "--pace", "0.05", "--bot-tables", "2", "--bot", "random", "--json").Output()
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
