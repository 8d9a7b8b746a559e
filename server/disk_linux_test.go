package server_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// smallDisk mounts a disk of so many megabytes, for which one must be root.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dm", megabytes)); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v; TestFullFile bounds the data file instead", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fill takes the space that is left but for so many bytes, and gives a function that frees it.
func fill(t *testing.T, folder string, left int64) (free func()) {
	t.Helper()
	ballast := filepath.Join(folder, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for chunk := 64 << 10; chunk > 0; {
		n, err := f.Write(make([]byte, chunk))
		if size += int64(n); err != nil {
			chunk /= 2
		}
	}
	if err := errors.Join(f.Truncate(size-left), f.Close()); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(ballast); err != nil {
			t.Error(err)
		}
	}
}

// A first start on a full disk says that there is no space, however little of it is left, and leaves nothing that keeps the next
// start from working.
func TestFirstStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 4)
	full := 0
	for left := int64(0); left <= 512<<10; left += 16 << 10 {
		free := fill(t, disk, left)
		folder := filepath.Join(disk, "data")
		db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
		switch {
		case err == nil:
			_ = db.Close()
		case errors.Is(err, store.ErrFull):
			full++
		default:
			t.Errorf("with %d KB left: %v", left>>10, err)
		}
		free()
		if db, err = sqlite.Open(t.Context(), folder, sqlite.Options{}); err != nil {
			t.Fatalf("with space again, after %d KB: %v", left>>10, err)
		}
		if err := errors.Join(db.Close(), os.RemoveAll(folder)); err != nil {
			t.Fatal(err)
		}
	}
	if full < 3 {
		t.Errorf("only %d starts found no space", full)
	}
	t.Logf("%d starts found no space", full)
}

// When the disk is full, commands are refused with a clear code and nothing that was acknowledged is lost; when there is
// space again, all goes on without a restart. A server that fills the disk itself keeps what games and sign-in need.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	folder := smallDisk(t, 8)
	p, err := launch(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { p.kill() }()
	gs := p.guests(t)
	id := table(t, "duel", gs...)
	playOn(t, id, 10, gs...)
	free := fill(t, folder, 0)
	playUntilFull(t, id, gs)
	nothingCanBeSaved(t, id, gs)
	free()
	acked := openUntilFull(t, gs)
	onlyTheReserve(t, id, gs)
	// The log has taken space that it uses again, so the game goes on to its end whatever others put on the disk.
	fill(t, folder, 0)
	everythingIsThere(t, id, gs, acked)
	p.endWhole(t, folder)
}

// A server that is killed while its disk is full starts again, each time: it shows what is there, saves nothing, and goes on by itself when there is space.
func TestStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	folder := smallDisk(t, 8)
	p, err := launch(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { p.kill() }()
	gs := p.guests(t)
	id := table(t, "duel", gs...)
	playOn(t, id, 6, gs...)
	free := fill(t, folder, 0)
	playUntilFull(t, id, gs)
	p.kill()
	for n := range 3 {
		if p, err = launch(folder); err != nil {
			t.Fatalf("start %d on a full disk: %v", n+1, err)
		}
		for _, g := range gs {
			g.Base = p.base
		}
		nothingCanBeSaved(t, id, gs)
		if n < 2 {
			p.kill()
		}
	}
	free()
	everythingIsThere(t, id, gs, nil)
	if err := patient(t.Context(), func() error { return gs[0].Do(t.Context(), "GET", "/readyz", nil, nil) }); err != nil {
		t.Error(err)
	}
	p.endWhole(t, folder)
}

// The same where the data file has reached its bound, which a restart can raise.
func TestFullFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p, err := launch(folder, envMaxBytes+"=600000")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { p.kill() }()
	gs := p.guests(t)
	id := table(t, "duel", gs...)
	playOn(t, id, 10, gs...)
	acked := openUntilFull(t, gs)
	onlyTheReserve(t, id, gs)
	p.stop(t)
	if p, err = launch(folder); err != nil {
		t.Fatal(err)
	}
	for _, g := range gs {
		g.Base = p.base
	}
	everythingIsThere(t, id, gs, acked)
	p.endWhole(t, folder)
}

// guests returns two people at the server.
func (p *process) guests(t *testing.T) (gs []*guest) {
	t.Helper()
	for _, name := range []string{"Anna", "Béla"} {
		c, err := client.Enter(t.Context(), p.base, &http.Client{Timeout: waitAtMost}, name)
		if err != nil {
			t.Fatal(err)
		}
		gs = append(gs, &guest{t: t, Client: c})
	}
	return gs
}

// endWhole stops the server and reads its database through.
func (p *process) endWhole(t *testing.T, folder string) {
	t.Helper()
	p.stop(t)
	if err := sqlite.Check(t.Context(), filepath.Join(folder, sqlite.File)); err != nil {
		t.Error(err)
	}
}

// openUntilFull lets ever new people open tables until the space is used up, and gives those that were acknowledged.
func openUntilFull(t *testing.T, gs []*guest) (acked []string) {
	t.Helper()
	var refused *client.Refused
	host := gs[0].Client
	for n := 0; ; n++ {
		var err error
		if n%20 == 19 { // nobody may have too many
			host, err = client.Enter(t.Context(), gs[0].Base, &http.Client{Timeout: waitAtMost}, fmt.Sprint("Host ", n))
		}
		var snap *api.Snapshot
		if err == nil {
			snap, err = host.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Seat: 0})
		}
		if errors.As(err, &refused) {
			// What is smaller than a table may still fit.
			if host, err = client.Enter(t.Context(), gs[0].Base, &http.Client{Timeout: waitAtMost}, fmt.Sprint("Last ", n)); errors.As(err, &refused) {
				break
			}
			continue
		}
		if err != nil || n > 18000 {
			t.Fatalf("%d tables and no end: %v", n, err)
		}
		acked = append(acked, snap.Table.ID)
	}
	if refused.Status != 503 || refused.Why.Code != api.CodeUnavailable || refused.Why.Reason != "storage_full" {
		t.Fatalf("without space: %v", refused)
	}
	gs[0].must("GET", "/healthz", nil, nil)
	t.Logf("%d tables were acknowledged before it was full", len(acked))
	return acked
}

// everythingIsThere demands that all that was acknowledged is there, and that the game goes on to its end.
func everythingIsThere(t *testing.T, id string, gs []*guest, acked []string) {
	t.Helper()
	for _, opened := range acked {
		gs[0].look(opened)
	}
	if end := playOn(t, id, 1000, gs...); end.Table.Status != api.StatusFinished {
		t.Error("the game did not end")
	}
}

// onlyTheReserve demands that what can wait is refused, while the game goes on and people can leave.
func onlyTheReserve(t *testing.T, id string, gs []*guest) {
	t.Helper()
	gs[0].refused("POST", "/api/session", api.NameRequest{Name: "Late"}, 503, "storage_full")
	gs[0].refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Seat: 0}, 503, "storage_full")
	gs[0].refused("POST", "/api/tables/"+id+"/commands", gs[0].command(api.CommandChat, api.CommandData{Text: "Hello?"}), 503, "storage_full")
	gs[0].refused("POST", "/api/tokens", api.NameRequest{Name: "Program"}, 503, "storage_full")
	playOn(t, id, 8, gs...)
}

// playUntilFull plays on a disk on which nothing is left until the log does not fit any more.
func playUntilFull(t *testing.T, id string, gs []*guest) {
	t.Helper()
	for n := 0; ; n++ {
		played := false
		for _, g := range gs {
			snap := g.look(id)
			if snap.Table.Status != api.StatusPlaying || n > 200 {
				t.Fatal("the game went to its end on a full disk")
			}
			if moves := snap.Game.Moves; len(moves) > 0 {
				played = g.Do(t.Context(), "POST", "/api/tables/"+id+"/commands", g.command(api.CommandMove, api.CommandData{Move: moves[0]}), nil) == nil || played
			}
		}
		if !played {
			return
		}
	}
}

// nothingCanBeSaved demands that everything that would change is refused, and that reading goes on.
func nothingCanBeSaved(t *testing.T, id string, gs []*guest) {
	t.Helper()
	snap := gs[0].look(id)
	gs[0].refused("POST", "/api/session", api.NameRequest{Name: "Late"}, 503, "storage_full")
	for range 5 {
		for _, g := range gs {
			if moves := g.look(id).Game.Moves; len(moves) > 0 {
				g.refused("POST", "/api/tables/"+id+"/commands", g.command(api.CommandMove, api.CommandData{Move: moves[0]}), 503, "storage_full")
			}
		}
		if s := gs[0].look(id); s.Seq != snap.Seq {
			t.Fatalf("the table went from %d to %d without saving", snap.Seq, s.Seq)
		}
	}
}

// On a folder that cannot be written the server does not start, and says why; when it can be, everything is there.
func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	p, err := launch(folder)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Enter(t.Context(), p.base, &http.Client{}, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	p.kill()
	restore := readOnly(t, folder)
	start := time.Now()
	if p, err = launchAs(folder); err == nil {
		p.kill()
		t.Fatal("a server started on a folder it cannot write")
	}
	if text := err.Error(); !strings.Contains(text, folder) || !strings.Contains(text, "data cannot be written") {
		t.Errorf("the reason is not clear: %v", err)
	}
	t.Logf("after %v: %v", time.Since(start).Round(time.Millisecond), err)
	restore()
	if p, err = launch(folder); err != nil {
		t.Fatal(err)
	}
	defer p.stop(t)
	c.Base = p.base
	if _, err := c.Look(t.Context(), snap.Table.ID); err != nil {
		t.Error(err)
	}
}

// nobody is who a server is run as when this process is root, whom no folder refuses.
const nobody = 65534

// readOnly takes the right to write away.
func readOnly(t *testing.T, folder string) (restore func()) {
	t.Helper()
	own := os.Getuid()
	change := func(uid int, dir, file os.FileMode) {
		t.Helper()
		list, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range append(list, folder) {
			mode := file
			if f == folder {
				mode = dir
			}
			if own == 0 {
				err = errors.Join(err, os.Chown(f, uid, -1))
			}
			err = errors.Join(err, os.Chmod(f, mode))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	other := own
	if own == 0 {
		other = nobody
		// The folders above must let nobody pass.
		for dir := filepath.Dir(folder); strings.HasPrefix(dir, os.TempDir()) && dir != os.TempDir(); dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	change(other, 0o555, 0o444)
	return func() { change(own, 0o755, 0o644) }
}

// launchAs starts a server that is not root.
func launchAs(folder string) (*process, error) {
	program := os.Args[0]
	p := &process{said: &strings.Builder{}}
	if os.Getuid() == 0 {
		// The test binary may lie where nobody cannot go.
		copied := filepath.Join(os.TempDir(), fmt.Sprintf("mirabilia-test-%d", os.Getpid()))
		if out, err := exec.Command("cp", program, copied).CombinedOutput(); err != nil {
			return p, fmt.Errorf("%v: %s", err, out)
		}
		defer os.Remove(copied)
		if err := os.Chmod(copied, 0o755); err != nil {
			return p, err
		}
		program = copied
	}
	p.cmd = exec.Command(program)
	p.cmd.Env = append(os.Environ(), envData+"="+folder)
	p.cmd.Stderr = p.said
	p.cmd.Dir = "/"
	if os.Getuid() == 0 {
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return p, p.start()
}
