package deploy_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// TestWayFromDynamicUser follows docs/hosting.md in a folder that stands for the machine's: data that systemd has kept for a user of the moment goes to the fixed user, who can open it. The lines can be stopped after any of them and run again. Only
// useradd and systemctl do nothing here.
func TestWayFromDynamicUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to others")
	}
	block := regexp.MustCompile("(?s)```sh from-dynamic-user\n(.*?)\n```").FindStringSubmatch(read(t, "../docs/hosting.md"))
	if block == nil {
		t.Fatal("docs/hosting.md does not show the way")
	}
	const fixed = "nobody" // in the place of mirabilia
	lines := strings.Split(block[1], "\n")
	for stopped := range len(lines) + 1 {
		root, err := os.MkdirTemp("", "units")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(root)
		old := filepath.Join(root, "var/lib/private/mirabilia")
		data := filepath.Join(root, "var/lib/mirabilia")
		stubs := filepath.Join(root, "stubs")
		for _, folder := range []string{old, stubs, filepath.Join(root, "etc/systemd/system"), filepath.Join(root, "etc/default")} {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"systemctl", "useradd"} {
			if err := os.WriteFile(filepath.Join(stubs, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		db, err := sqlite.Open(t.Context(), old, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.AddPerson(t.Context(), store.Person{ID: "a"}, []byte("x")), db.Close(), os.Chmod(root, 0o755), os.Chmod(old, 0o700), os.Symlink("private/mirabilia", data),
			os.Chmod(filepath.Dir(old), 0o700), exec.Command("chown", "-R", "61234:61234", old).Run()); err != nil {
			t.Fatal(err)
		}
		here := strings.NewReplacer("/var/lib/", root+"/var/lib/", "/etc/", root+"/etc/", "chown -R mirabilia:mirabilia", "chown -R "+fixed+":")
		run := func(lines []string) {
			t.Helper()
			cmd := exec.Command("bash", "-ec", here.Replace(strings.Join(lines, "\n")))
			cmd.Dir, cmd.Env = "..", append(os.Environ(), "PATH="+stubs+":"+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("stopped after %d lines: %v\n%s", stopped, err, out)
			}
		}
		run(lines[:stopped])
		run(lines)
		// The program's own user is root here; the files say who may open them.
		info, err := os.Lstat(data)
		if err != nil || !info.IsDir() {
			t.Fatalf("stopped after %d lines: %v, %v", stopped, info, err)
		}
		err = filepath.WalkDir(data, func(name string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Sys().(*syscall.Stat_t).Uid != 65534 {
				t.Errorf("stopped after %d lines: %s belongs to %d", stopped, name, info.Sys().(*syscall.Stat_t).Uid)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		out, err := exec.Command("setpriv", "--reuid", fixed, "--clear-groups", "cat", filepath.Join(data, sqlite.File)).Output()
		if err != nil || !strings.HasPrefix(string(out), "SQLite format 3") {
			t.Errorf("stopped after %d lines: %v", stopped, err)
		}
		if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("stopped after %d lines: the old folder is still there: %v", stopped, err)
		}
		if unit := filepath.Join(root, "etc/systemd/system/mirabilia.service"); read(t, unit) != read(t, "mirabilia.service") {
			t.Error("the unit is another one")
		}
	}
}
