//go:build unix

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mirabilia/store"
)

// service is the user of a server that root looks after.
const service = 65534

// ownersOf returns the files of a folder that do not belong to the service's user, or that others may read.
func ownersOf(t *testing.T, folder string) (wrong []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, e := range list {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if stat := info.Sys().(*syscall.Stat_t); stat.Uid != service || stat.Gid != service || info.Mode().Perm()&0o077 != 0 {
			wrong = append(wrong, e.Name())
		}
	}
	return wrong
}

// asService runs the named test of this program as the service's user, on a folder.
func asService(t *testing.T, test, folder string) ([]byte, error) {
	t.Helper()
	// The program itself lies where only root may go.
	program := filepath.Join(filepath.Dir(folder), "program")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run", "^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), "OWNER_TEST_FOLDER="+folder)
	cmd.Dir = folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: service, Gid: service}}
	return cmd.CombinedOutput()
}

// TestOpenForOther opens the folder that TestRootLeavesFilesToTheirOwner names, as its user.
func TestOpenForOther(t *testing.T) {
	folder := os.Getenv("OWNER_TEST_FOLDER")
	if folder == "" {
		t.Skip("it is started by TestRootLeavesFilesToTheirOwner")
	}
	db, err := Open(t.Context(), folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestRootLeavesFilesToTheirOwner: what root restores, moves and backs up belongs to the user of the server, who can open it.
func TestRootLeavesFilesToTheirOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to others")
	}
	top, err := os.MkdirTemp("/tmp", "owners")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	folder := func(name string) string {
		path := filepath.Join(top, name)
		if err := errors.Join(os.Mkdir(path, 0o700), os.Chown(path, service, service)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	starts := func(path string) {
		t.Helper()
		if wrong := ownersOf(t, path); len(wrong) > 0 {
			t.Errorf("%s: %v belong to others", path, wrong)
		}
		if out, err := asService(t, "TestOpenForOther", path); err != nil {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
	moved, backups := folder("moved"), folder("backups")
	// A move into an empty folder, as every other command does it.
	db, err := Open(t.Context(), moved, Options{Moving: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AddPerson(t.Context(), store.Person{ID: "a"}, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	starts(moved)
	copied := filepath.Join(backups, "copy.db")
	if err := Backup(t.Context(), moved, copied); err != nil {
		t.Fatal(err)
	}
	if wrong := ownersOf(t, backups); len(wrong) > 0 {
		t.Errorf("%v belong to others", wrong)
	}
	fresh := folder("fresh")
	for range 2 { // into an empty folder, and over what is there: also twice within a second
		for range 2 {
			if _, err := Restore(t.Context(), copied, fresh, time.Unix(1e9, 0)); err != nil {
				t.Fatal(err)
			}
		}
		starts(fresh)
	}
	// Without the right to give a file away nothing is changed.
	theirs := filepath.Join(fresh, File)
	if err := errors.Join(os.Chown(theirs, 1, 1), os.Chmod(copied, 0o644), os.Chmod(backups, 0o755)); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadDir(fresh)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OWNER_TEST_COPY", copied)
	out, err := asService(t, "TestRestoreForOther", fresh)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if after, err := os.ReadDir(fresh); err != nil || len(after) != len(before) {
		t.Errorf("%v, before %v, %v", after, before, err)
	}
	if out, err := asService(t, "TestOpenForOther", fresh); err == nil || !strings.Contains(string(out), theirs+" belongs to ") || !strings.Contains(string(out), "but this runs as ") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRestoreForOther is refused a file of another user.
func TestRestoreForOther(t *testing.T) {
	folder := os.Getenv("OWNER_TEST_FOLDER")
	if folder == "" {
		t.Skip("it is started by TestRootLeavesFilesToTheirOwner")
	}
	// A copy that only another user may read would be refused sooner.
	mine := filepath.Join(t.TempDir(), "copy.db")
	data, err := os.ReadFile(os.Getenv("OWNER_TEST_COPY"))
	if err == nil {
		err = os.WriteFile(mine, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), mine, folder, time.Now()); !errors.Is(err, store.ErrReadOnly) || !strings.Contains(err.Error(), filepath.Join(folder, File)+" belongs to ") || errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
}
