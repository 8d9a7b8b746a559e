// Command prove makes the long runs that docs/prove/steps lists, one after the other. A step that has finished leaves a
// file with its command, the program's version and all that it printed; it is skipped as long as that file names the same command,
// so a run that was interrupted goes on where it stopped. Run it by "make prove"; "make prove STEPS='crashes fuzz-table'"
// makes the named steps anew.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// folder of the steps and their results, from the top of the repository.
const folder = "docs/prove"

type step struct{ name, command string }

func main() {
	text, err := os.ReadFile(filepath.Join(folder, "steps"))
	if err != nil {
		exit(err)
	}
	steps, err := parse(string(text))
	if err != nil {
		exit(err)
	}
	failed, err := prove(folder, steps, os.Args[1:], os.Stdout)
	if err != nil {
		exit(err)
	}
	if len(failed) > 0 {
		exit(fmt.Errorf("failed: %s", strings.Join(failed, ", ")))
	}
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, "prove:", err)
	os.Exit(1)
}

var line = regexp.MustCompile(`^([a-z0-9-]+)\s+(\S.*)$`)

// parse reads the list of steps.
func parse(text string) (steps []step, err error) {
	for i, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		m := line.FindStringSubmatch(l)
		if m == nil {
			return nil, fmt.Errorf("line %d is no step: a name of small letters, digits and hyphens, then a command", i+1)
		}
		if slices.ContainsFunc(steps, func(s step) bool { return s.name == m[1] }) {
			return nil, fmt.Errorf("line %d: there are two steps %s", i+1, m[1])
		}
		steps = append(steps, step{m[1], m[2]})
	}
	return steps, nil
}

// prove makes the named steps, or all that have no result yet, and returns those that failed. A failed step leaves what it
// printed in <name>.failed and is tried again next time.
func prove(folder string, steps []step, named []string, out io.Writer) (failed []string, err error) {
	for _, name := range named {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.name == name }) {
			return nil, fmt.Errorf("there is no step %s", name)
		}
	}
	for _, s := range steps {
		file := filepath.Join(folder, s.name+".txt")
		if len(named) > 0 && !slices.Contains(named, s.name) {
			continue
		}
		if len(named) == 0 && done(file, s) {
			fmt.Fprintf(out, "%s: done\n", s.name)
			continue
		}
		fmt.Fprintf(out, "%s: %s\n", s.name, s.command)
		start := time.Now()
		cmd := exec.Command("bash", "-c", s.command)
		said, runErr := cmd.CombinedOutput()
		took := time.Since(start).Round(time.Second)
		if runErr == nil && bytes.Contains(said, []byte("no tests to run")) {
			runErr = errors.New("it names tests that do not exist")
		}
		if runErr != nil {
			failed = append(failed, s.name)
			fmt.Fprintf(out, "%s: failed after %s: %v\n", s.name, took, runErr)
			file = filepath.Join(folder, s.name+".failed")
		}
		if err := os.WriteFile(file, fmt.Appendf(nil, "$ %s\n# version %s, %s\n\n%s", s.command, version(), took, said), 0o644); err != nil {
			return failed, err
		}
		if runErr == nil {
			_ = os.Remove(filepath.Join(folder, s.name+".failed")) // of an earlier run, if there was one
			fmt.Fprintf(out, "%s: done in %s\n", s.name, took)
		}
	}
	return failed, nil
}

// done reports whether a file holds the result of this very command.
func done(file string, s step) bool {
	data, err := os.ReadFile(file)
	return err == nil && bytes.HasPrefix(data, []byte("$ "+s.command+"\n"))
}

// version is the commit that was run.
func version() string {
	out, err := exec.Command("git", "describe", "--tags", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
