package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// TestOldAccountsThatLookAlike: the step that refuses names which look like another's loses no account of before: each is found by its name and may keep it, and a third is refused.
func TestOldAccountsThatLookAlike(t *testing.T) {
	folder := t.TempDir()
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	people := map[string]string{"p1": "Adam", "p2": "Adarn", "p3": "Zoë"}
	for id, name := range people {
		if err := db.AddPerson(t.Context(), store.Person{ID: id, Name: name}, []byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"DROP INDEX account_alike", "ALTER TABLE account DROP COLUMN alike", "DELETE FROM migration WHERE name = '0019_alike.sql'",
		"INSERT INTO account (person, folded, kept, renamed) VALUES ('p1', 'adam', 1, 0), ('p2', 'adarn', 1, 0), ('p3', 'zoe', 1, 0)",
	} {
		if _, err := raw.Exec(query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = sqlite.Open(t.Context(), folder, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for folded, id := range map[string]string{"adam": "p1", "adarn": "p2", "zoe": "p3"} {
		if a, err := db.AccountByName(t.Context(), folded); err != nil || a.Person != id || a.Name != people[id] {
			t.Errorf("%s: %+v, %v", folded, a, err)
		}
	}
	for _, c := range []struct {
		name, person string
		free         bool
	}{{"Adam", "p1", true}, {"Adarn", "p2", true}, {"ADARN", "p2", true}, {"Adam", "p2", false}, {"Acfam", "new", false}, {"ᎪᎠᎪᎷ", "", false}, {"Zoë", "p2", false}, {"Zora", "p2", true}} {
		if free, err := db.NameFree(t.Context(), c.name, c.person, 1); err != nil || free != c.free {
			t.Errorf("%s for %s: %v, %v", c.name, c.person, free, err)
		}
	}
	// Their name stays theirs in another spelling, too.
	if err := db.RenameAccount(t.Context(), store.Account{Person: "p2", Name: "ADARN", Folded: "adarn", Renamed: 2}, 9); err != nil {
		t.Error(err)
	}
}
