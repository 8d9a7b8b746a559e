package web

import (
	"io/fs"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	page, built := Files()
	index, err := fs.ReadFile(page, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	if says := strings.Contains(string(index), "make build"); says == built {
		t.Errorf("built is %v, but whether the page tells how to build it is %v", built, says)
	}
}

func TestMissingPageIsAlwaysCarried(t *testing.T) {
	page, ok := within("dist-missing")
	if !ok {
		t.Fatal("no dist-missing/index.html")
	}
	index, err := fs.ReadFile(page, "index.html")
	if err != nil || !strings.Contains(string(index), "make build") {
		t.Errorf("the page does not say how to build: %v", err)
	}
}
