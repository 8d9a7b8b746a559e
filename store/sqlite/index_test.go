package sqlite

import (
	"database/sql"
	"strings"
	"testing"
)

// plan returns how a query is answered.
func plan(t *testing.T, query string, args ...any) string {
	t.Helper()
	db, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	steps, err := collect(db.read, t.Context(), func(rows *sql.Rows) (detail string, err error) {
		var id, parent, unused int
		err = rows.Scan(&id, &parent, &unused, &detail)
		return detail, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "; ")
}

// A list of one game is read from an index, however rare the game is, and sorted by it.
func TestListOfOneGameUsesAnIndex(t *testing.T) {
	text := plan(t, `SELECT t.id FROM game_table t
		WHERE t.public AND t.status = ? AND t.updated >= ? AND t.game = ? ORDER BY t.updated DESC, t.id LIMIT ?`, "lobby", 0, "dice", 50)
	if !strings.Contains(text, "game_table_game") || strings.Contains(text, "TEMP B-TREE") {
		t.Errorf("the plan is: %s", text)
	}
}

// The latest finished games of a person are found without a look at the others.
func TestLatestGamesUseAnIndex(t *testing.T) {
	text := plan(t, "SELECT table_id, person FROM involved WHERE person = ? AND ended > 0 AND ? IN ('', 'finished') ORDER BY ended DESC, table_id LIMIT ?", "p", "", 50)
	if !strings.Contains(text, "involved_ended") || strings.Contains(text, "TEMP B-TREE") {
		t.Errorf("the plan is: %s", text)
	}
}

// A leaderboard is read in its order.
func TestStandingUsesAnIndex(t *testing.T) {
	text := plan(t, scores+"JOIN account a ON a.person = r.person WHERE r.game = ? AND r.at >= ? AND a.profile = '' ORDER BY r.points DESC, r.person", "duel", 0)
	if !strings.Contains(text, "rating_rank") || strings.Contains(text, "TEMP B-TREE") {
		t.Errorf("the plan is: %s", text)
	}
}
