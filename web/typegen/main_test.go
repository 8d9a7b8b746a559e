package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGeneratedTypesAreFresh(t *testing.T) {
	written, err := os.ReadFile("../../" + target)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written, Generate()) {
		t.Errorf("%s is stale: run \"make gen\"", target)
	}
}
