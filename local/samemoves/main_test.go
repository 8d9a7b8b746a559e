package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The bots of a device play exactly as those of the server: same seeds and simulations, same moves.
func TestSameMovesInWebAssembly(t *testing.T) {
	var here bytes.Buffer
	if err := play(&here); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "-trimpath", "-exec", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), ".")
	run.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	run.Stderr = os.Stderr
	there, err := run.Output()
	if err != nil {
		t.Fatalf("Node.js runs the module: %v", err)
	}
	a, b := strings.Split(here.String(), "\n"), strings.Split(string(there), "\n")
	if len(a) < 400 {
		t.Errorf("only %d moves were compared", len(a))
	}
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			t.Fatalf("move %d: natively %q, in WebAssembly %q", i+1, a[i], append(b, "nothing")[min(i, len(b))])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines natively, %d in WebAssembly", len(a), len(b))
	}
}
