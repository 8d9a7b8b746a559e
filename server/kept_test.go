package server_test

import (
	"strings"
	"testing"
)

// What is kept and what was removed can be counted.
func TestKeptDataIsCounted(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	table(t, "duel", a, b)
	var metrics string
	a.must("GET", "/metrics", nil, &metrics)
	for _, want := range []string{"mirabilia_data_bytes ", `mirabilia_data_kept{what="people"}`, "mirabilia_data_full 0", "mirabilia_games_archived_total 0", `mirabilia_data_removed_total{what="expired"} 0`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%q is missing", want)
		}
	}
}
