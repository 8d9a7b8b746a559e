package postgres_test

import (
	"testing"

	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
	"mirabilia/store/storetest"
)

// server is the PostgreSQL of all tests of this package.
var server *pgtest.Server

func TestMain(m *testing.M) {
	storetest.MemoryDisk()
	pgtest.Main(m, &server)
}

// place makes an empty database and returns its URL.
func place(t testing.TB) string {
	t.Helper()
	name, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return server.URL(name)
}

func open(t testing.TB, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) string { return place(t) }, func(t *testing.T, url string) store.Store { return open(t, url) })
}
