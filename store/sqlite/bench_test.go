package sqlite_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// BenchmarkAppend is one move made durable, of many tables that move in turn; a few appends at a time share a transaction.
func BenchmarkAppend(b *testing.B) {
	const tables, writers = 2000, 8
	db, err := sqlite.Open(b.Context(), b.TempDir(), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	entry := []byte(`{"v":2,"seq":1,"at":1700000000000,"kind":"move","seat":1,"by":"p1","command":"c1","move":"b:walls"}`)
	data := []byte(`{"id":"` + strings.Repeat("x", 600) + `"}`)
	appendTo := func(table int, last int64) {
		batch := &store.Batch{Last: last, Entries: [][]byte{entry}, Row: store.Row{ID: fmt.Sprintf("%d-table", table*7919%tables), Game: "duel", Status: "playing",
			Owner: fmt.Sprint("p", table), Public: true, Updated: last - last%30, Data: data},
			People: []store.Involved{{Person: fmt.Sprint("p", table), Turn: last%2 == 0}, {Person: fmt.Sprint("q", table), Turn: last%2 == 1}}}
		if err := db.Append(b.Context(), batch); err != nil {
			b.Error(err)
		}
	}
	for table := range tables {
		appendTo(table, 0)
	}
	b.ResetTimer()
	var wg sync.WaitGroup
	for writer := range writers {
		wg.Go(func() {
			for n := writer; n < b.N; n += writers {
				appendTo(n%tables, int64(1+n/tables))
			}
		})
	}
	wg.Wait()
}

// BenchmarkPersonByToken is what every request needs first.
func BenchmarkPersonByToken(b *testing.B) {
	db, err := sqlite.Open(b.Context(), b.TempDir(), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	hash := []byte("hash")
	if err := db.AddPerson(b.Context(), store.Person{ID: "p1", Name: "Anna", Created: 1}, hash); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := db.PersonByToken(b.Context(), hash); err != nil {
			b.Fatal(err)
		}
	}
}
