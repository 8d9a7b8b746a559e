package main

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

type unsafeStore []string

func (u unsafeStore) Unsafe(context.Context) ([]string, error) { return u, nil }

// TestServeWarnsOfUnsafeSettings: each is named in the log, and without any the log is silent.
func TestServeWarnsOfUnsafeSettings(t *testing.T) {
	for _, settings := range [][]string{nil, {"fsync = off"}, {"fsync = off", "synchronous_commit = local"}} {
		var out bytes.Buffer
		warnUnsafe(t.Context(), unsafeStore(settings), slog.New(slog.NewTextHandler(&out, nil)))
		if n := strings.Count(out.String(), "level=WARN"); n != len(settings) {
			t.Errorf("%v: %s", settings, out.String())
		}
		for _, setting := range settings {
			if !strings.Contains(out.String(), setting) {
				t.Errorf("%s is not named: %s", setting, out.String())
			}
		}
	}
}
