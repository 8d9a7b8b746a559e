package gametest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// Golden compares a text with its file in testdata, or writes it there with -update.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(data), "\n")
	lines := strings.Split(got, "\n")
	for i, line := range lines {
		if i >= len(want) || line != want[i] {
			t.Errorf("%s differs from line %d on: %q", file, i+1, line)
			return
		}
	}
	if len(want) > len(lines) {
		t.Errorf("%s has %d lines more", file, len(want)-len(lines))
	}
}
