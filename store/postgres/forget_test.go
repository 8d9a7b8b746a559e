package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"mirabilia/store/storetest"
)

// A person who was forgotten is in no table of the database.
func TestForgottenWithoutTrace(t *testing.T) {
	const word = "xenophanes"
	url := place(t)
	db := open(t, url)
	person := storetest.LeaveTraces(t, db, word)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 12 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	// Bytes are searched as text, too: their hexadecimal form is decoded.
	traces := func(word string) (found []string) {
		hex := fmt.Sprintf("%x", word)
		for _, table := range tables {
			var n int
			query := fmt.Sprintf("SELECT count(*) FROM %s r WHERE lower(r::text) LIKE $1 OR r::text LIKE $2", table)
			if err := conn.QueryRow(t.Context(), query, "%"+word+"%", "%"+hex+"%").Scan(&n); err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				found = append(found, table)
			}
		}
		return found
	}
	if before := traces(word); len(before) < 4 {
		t.Fatalf("the word was only in %v", before)
	}
	if err := db.Forget(t.Context(), person, 1000); err != nil {
		t.Fatal(err)
	}
	if found := traces(word); len(found) > 0 {
		t.Errorf("the word is still in %s", strings.Join(found, ", "))
	}
	if len(traces("other150")) == 0 {
		t.Error("others are gone, too")
	}
}
