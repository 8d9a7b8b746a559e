package postgres_test

import (
	"slices"
	"testing"

	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
)

// TestUnsafeSettings: what makes PostgreSQL acknowledge before it has synced is named, whether it is set for all or for a database; usual settings are not.
func TestUnsafeSettings(t *testing.T) {
	t.Parallel()
	usual, err := pgtest.Start("fsync = on")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { usual.Stop() })
	for _, c := range []struct {
		server *pgtest.Server
		set    string
		want   []string
	}{
		{usual, "", nil},
		{usual, "synchronous_commit TO remote_apply", nil},
		{usual, "synchronous_commit TO off", []string{"synchronous_commit = off"}},
		{usual, "synchronous_commit TO local", []string{"synchronous_commit = local"}},
		{server, "", []string{"fsync = off"}}, // tests need no disk
	} {
		name, err := c.server.NewDatabase(t.Context())
		if err == nil && c.set != "" {
			err = c.server.Exec(t.Context(), name, "ALTER DATABASE "+name+" SET "+c.set)
		}
		if err != nil {
			t.Fatal(err)
		}
		db, err := postgres.Open(t.Context(), c.server.URL(name), postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := db.Unsafe(t.Context()); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v", c.set, got, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
