package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A finished step is not made again until its command changes or it is named; a failed one is.
func TestProveGoesOn(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	steps, err := parse("# comment\n\none  echo 1 >> " + log + "; echo seen\ntwo\techo 2 >> " + log + "; test -e " + dir + "/ready\n")
	if err != nil || len(steps) != 2 {
		t.Fatal(steps, err)
	}
	run := func(want string, failures int, named ...string) {
		t.Helper()
		failed, err := prove(dir, steps, named, new(strings.Builder))
		if err != nil || len(failed) != failures {
			t.Errorf("failed %v, %v", failed, err)
		}
		if data, _ := os.ReadFile(log); strings.Join(strings.Fields(string(data)), "") != want {
			t.Errorf("%q was run, want %s", data, want)
		}
	}
	run("12", 1)
	if _, err := os.Stat(filepath.Join(dir, "two.txt")); err == nil {
		t.Error("a failed step counts as done")
	}
	run("122", 1)
	if err := os.WriteFile(filepath.Join(dir, "ready"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	run("1222", 0)
	run("1222", 0)
	run("12221", 0, "one")
	steps[1].command += " # changed"
	run("122212", 0)
	if data, _ := os.ReadFile(filepath.Join(dir, "one.txt")); !strings.HasPrefix(string(data), "$ echo 1") || !strings.Contains(string(data), "\nseen\n") {
		t.Errorf("the result is %q", data)
	}
	if _, err := prove(dir, steps, []string{"three"}, new(strings.Builder)); err == nil {
		t.Error("an unknown step was run")
	}
}

// Go passes a run whose pattern matches no test; it proves nothing.
func TestStepsThatRunNothingFail(t *testing.T) {
	steps, err := parse("nothing  go test -run '^TestNone$' .")
	if err != nil {
		t.Fatal(err)
	}
	if failed, err := prove(t.TempDir(), steps, nil, new(strings.Builder)); err != nil || len(failed) != 1 {
		t.Errorf("failed %v, %v", failed, err)
	}
}

// The list in the repository can be read, and every step whose outcome depends on chance names its seed.
func TestSteps(t *testing.T) {
	text, err := os.ReadFile("steps")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := parse(string(text))
	if err != nil || len(steps) < 10 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	for _, s := range steps {
		if strings.Contains(s.command, " match ") && !strings.Contains(s.command, "--seed") {
			t.Errorf("%s names no seed", s.name)
		}
	}
	for _, bad := range []string{"Upper case", "alone", "a true\na true"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
