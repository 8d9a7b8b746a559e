package postgres_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"mirabilia/store/postgres"
)

// lookedAt finds a plan that reads thousands of rows.
var lookedAt = regexp.MustCompile(`rows=\d{4}|Rows Removed by Filter: \d{4}`)

// TestFewRowsAreLookedAt: who somebody is and whom they do not want to meet is found without a look at all people of the site, all whom they shun or all that hosts did, which may be very many.
func TestFewRowsAreLookedAt(t *testing.T) {
	url := place(t)
	db := open(t, url)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, statement := range []string{
		"INSERT INTO person (id, name, owner, created) SELECT 'p' || n, '', CASE WHEN n % 5 = 0 THEN 'p' || (n - 1) ELSE '' END, n FROM generate_series(1, 20000) n",
		"INSERT INTO shunned (person, other, blocked, since) SELECT 'p' || n, 'p' || (n + 7), true, 1 FROM generate_series(1, 4000) n",
		"INSERT INTO deed (n, at, host, kind, person, until, reason, report) SELECT n, 1, 'x', 'warn', CASE WHEN n % 2 = 0 THEN 'p' || n ELSE '' END, 0, '', '' FROM generate_series(1, 9000) n",
		"INSERT INTO token (hash, person, seen) SELECT convert_to('p' || n, 'UTF8'), 'p' || n, 1 FROM generate_series(1, 9000) n",
		"ANALYZE",
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for what, query := range postgres.OftenAsked {
		rows, err := conn.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) "+strings.ReplaceAll(query, "$1", "'p77'"))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); lookedAt.MatchString(text) {
			t.Errorf("%s:\n%s", what, text)
		}
	}
	// p84 is whom p77 blocks, with the program p85; p70 blocks p77.
	apart, err := db.Apart(t.Context(), "p77")
	if got := fmt.Sprint(apart); err != nil || got != "map[p70:false p84:true p85:true]" {
		t.Errorf("apart: %s, %v", got, err)
	}
	unread, err := db.Unread(t.Context(), "p77")
	if got := fmt.Sprint(unread); err != nil || got != "[p84 p85]" {
		t.Errorf("unread: %s, %v", got, err)
	}
	for id, measured := range map[string]bool{"p77": false, "p78": true, "p79": false, "p85": true} { // p85 is a program of p84
		if p, _, err := db.PersonByToken(t.Context(), []byte(id)); err != nil || p.Measured != measured {
			t.Errorf("%s: %+v, %v", id, p, err)
		}
	}
}
