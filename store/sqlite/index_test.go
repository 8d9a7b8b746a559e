package sqlite

import (
	"strings"
	"testing"
)

// A list of one game is read from an index, however rare the game is, and sorted by it.
func TestListOfOneGameUsesAnIndex(t *testing.T) {
	db, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.read.Query(`EXPLAIN QUERY PLAN SELECT t.id FROM game_table t
		WHERE t.public AND t.status = ? AND t.updated >= ? AND t.game = ? ORDER BY t.updated DESC, t.id LIMIT ?`, "lobby", 0, "dice", 50)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, detail)
	}
	if text := strings.Join(plan, "; "); !strings.Contains(text, "game_table_game") || strings.Contains(text, "TEMP B-TREE") {
		t.Errorf("the plan is: %s", text)
	}
}
