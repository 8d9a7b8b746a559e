package gametest

import (
	"os"
	"strconv"
	"testing"
)

// times returns how many times the games and rounds of a test are played. It is one, so that the tests are quick, unless
// MIRABILIA_TIMES says more, as "make prove" does.
func times(t *testing.T) int {
	t.Helper()
	text := os.Getenv("MIRABILIA_TIMES")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("MIRABILIA_TIMES is %q, which is no number of times", text)
	}
	return n
}
