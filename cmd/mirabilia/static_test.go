package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program that make builds needs nothing of the system it runs on.
func TestProgramIsStatic(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("make", "-C", "../..", "--no-print-directory", "--eval", "probe: ; @echo cgo=$$CGO_ENABLED", "probe").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "cgo=0" {
		t.Fatalf("make does not switch cgo off: %v\n%s", err, out)
	}
	program := filepath.Join(t.TempDir(), "mirabilia")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libs, err := f.ImportedLibraries()
	if err != nil || len(libs) > 0 || f.Section(".interp") != nil {
		t.Errorf("the program needs %v: %v", libs, err)
	}
}
