package postgres

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"mirabilia/store"
	"mirabilia/store/writing"
)

// appended is a batch to be made durable.
type appended struct {
	batch *store.Batch
	// name is that of this append alone: a row that bears it was written by it.
	name string
}

type write = writing.Write[appended]

const (
	// group is the most appends that share a transaction, and writers how many transactions are under way at once: while one
	// waits for the disk and the standby, the next gathers.
	group   = 128
	writers = 4
)

// Append makes a batch durable.
func (db *DB) Append(ctx context.Context, b *store.Batch) error {
	return db.noteRoom(db.writes.Submit(ctx, appended{b, rand.Text()}))
}

// commit writes appends and answers them. When a transaction fails, each of its appends is tried in one of its own, so that an
// error in one does not lose the others.
func (db *DB) commit(list []*write) {
	// Two nodes that write to the same tables take their rows in the same order, so that neither waits for the other in a circle.
	slices.SortStableFunc(list, func(a, b *write) int { return cmp.Compare(a.What.batch.Row.ID, b.What.batch.Row.ID) })
	list = slices.DeleteFunc(list, func(w *write) bool {
		err := w.Ctx.Err()
		if err != nil {
			w.Answer(err) // nobody waits for it any more
		}
		return err != nil
	})
	for n := 0; len(list) > 0; n++ {
		err := db.transact(list)
		switch {
		case err == nil:
			return
		case tryAgain(err) && n < maxRetries:
			time.Sleep(time.Duration(n+1) * time.Millisecond)
		case uncertain(err):
			db.resolve(list, err)
			return
		case len(list) > 1:
			for _, w := range list {
				db.commit([]*write{w})
			}
			return
		default:
			list[0].Answer(explained(err))
			return
		}
	}
}

// transact writes appends in one transaction and answers them when it is committed.
func (db *DB) transact(list []*write) error {
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	statements := &pgx.Batch{}
	// ofRow are the statements whose count of rows says who won.
	ofRow := map[int]int{}
	for i, w := range list {
		ofRow[statements.Len()] = i
		w.What.queue(statements)
	}
	outcomes := make([]error, len(list))
	err := db.single(ctx, begin, statements, func(i int, r pgx.BatchResults) error {
		n, err := changed(r)
		if k, ok := ofRow[i]; ok && n == 0 {
			outcomes[k] = store.ErrTaken
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, w := range list {
		w.Answer(outcomes[i])
	}
	return nil
}

// queue adds the statements of an append. The first writes the table's row if its past is the one that the append names. The
// others do something only where that row bears the name of this append, so that one that was refused changes nothing and undoes none
// of its neighbours.
func (w appended) queue(to *pgx.Batch) {
	b, r := w.batch, &w.batch.Row
	size := int64(len(r.Data))
	for _, e := range b.Entries {
		size += int64(len(e))
	}
	args := []any{r.ID, b.End(), w.name, r.Game, r.Status, r.Owner, r.Public, r.Open, r.Updated, r.Wake, notNil(r.Data), len(b.Entries), size + int64(len(b.Snapshot)), b.Tip}
	switch {
	case b.Last == 0:
		to.Queue(`INSERT INTO game_table (id, seq, writer, game, status, owner, public, open, updated, wake, data, entries, bytes, tip)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (id) DO NOTHING`, args...)
	case b.Rewrite:
		to.Queue(setRow+`entries = $12, bytes = $13 WHERE `+onSame, append(args, b.Last, b.After, b.NotBefore)...)
		to.Queue("DELETE FROM entry WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)", r.ID, w.name)
		to.Queue("DELETE FROM snapshot WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)", r.ID, w.name)
	default:
		replaced := ""
		if b.Snapshot != nil {
			replaced = " - coalesce((SELECT octet_length(data) FROM snapshot WHERE table_id = $1), 0)"
		}
		to.Queue(setRow+`entries = entries + $12, bytes = bytes + $13 - octet_length(data)`+replaced+` WHERE `+onSame, append(args, b.Last, b.After, b.NotBefore)...)
	}
	if len(b.Entries) > 0 {
		numbers := make([]int64, len(b.Entries))
		for i := range numbers {
			numbers[i] = b.End() - int64(len(b.Entries)) + 1 + int64(i)
		}
		to.Queue(`INSERT INTO entry (table_id, seq, data) SELECT t.id, e.seq, e.data
			FROM game_table t, unnest($3::bigint[], $4::bytea[]) AS e (seq, data) WHERE t.id = $1 AND t.writer = $2`, r.ID, w.name, numbers, b.Entries)
	}
	if b.Snapshot != nil {
		to.Queue(`INSERT INTO snapshot (table_id, seq, data) SELECT id, $3, $4 FROM game_table WHERE id = $1 AND writer = $2
			ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, data = excluded.data`, r.ID, w.name, b.End(), b.Snapshot)
	}
	people, turns := make([]string, len(b.People)), make([]bool, len(b.People))
	for i, p := range b.People {
		people[i], turns[i] = p.Person, p.Turn
	}
	if b.Last != 0 {
		to.Queue(`DELETE FROM involved WHERE table_id = $1 AND NOT (person = ANY($3::text[]))
			AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)`, r.ID, w.name, people)
	}
	if len(people) > 0 {
		to.Queue(`INSERT INTO involved (table_id, person, turn, ended) SELECT t.id, p.person, p.turn, CASE WHEN t.status = 'finished' THEN t.updated ELSE 0 END
			FROM game_table t, unnest($3::text[], $4::boolean[]) AS p (person, turn) WHERE t.id = $1 AND t.writer = $2
			ON CONFLICT (table_id, person) DO UPDATE SET turn = excluded.turn, ended = excluded.ended
			WHERE involved.turn <> excluded.turn OR involved.ended <> excluded.ended`, r.ID, w.name, people, turns)
	}
}

const setRow = `UPDATE game_table SET seq = $2, writer = $3, tip = $14, game = $4, status = $5, owner = $6, public = $7, open = $8, updated = $9, wake = $10, data = $11, `

// onSame takes a batch only on the past that it follows: neither the number of the last entry nor its name may be another. A batch that comes too early by the
// database's clock is refused like one that comes too late.
const onSame = "id = $1 AND seq = $15 AND tip = $16 AND $17 <= " + siteTime

func notNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// uncertain reports whether an error leaves open if the transaction was committed: the connection was lost, or the server ended it.
func uncertain(err error) bool {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return true
	}
	switch {
	case e.Code[:2] == "08", e.Code[:2] == "57", e.Code == "40003", e.Severity == "FATAL", e.Severity == "PANIC":
		return true
	}
	return false
}

// resolve finds out what became of appends whose transaction was lost sight of, and does those that were not done. It answers only
// from what is durable: it writes to the row it reads, so that a primary that has lost its standby cannot answer it.
//
// An append that is not there may still be under way on the old connection. Done again under the same condition, one of the two is
// refused.
func (db *DB) resolve(list []*write, cause error) {
	end, stop := time.Now().Add(resolveTime), db.writes.Stopping()
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		left, err := db.missing(list)
		if err == nil {
			left, err = db.again(left)
		}
		if list = left; len(list) == 0 {
			return
		}
		if time.Now().Add(wait).After(end) {
			for _, w := range list {
				w.Answer(fmt.Errorf("the outcome is not known: %w", explained(errors.Join(cause, err))))
			}
			return
		}
		select {
		case <-time.After(wait):
		case <-stop: // Close waits for this, but not for long
			end, stop = time.Now().Add(attemptTime), nil
		}
	}
}

// missing answers the appends that are in the database and returns the others.
func (db *DB) missing(list []*write) (left []*write, err error) {
	for i, w := range list {
		there, err := db.wrote(w)
		if err != nil {
			return append(left, list[i:]...), err
		}
		if there {
			w.Answer(nil)
		} else {
			left = append(left, w)
		}
	}
	return left, nil
}

// again does appends that were not found, and returns those of which it is not certain because it failed.
func (db *DB) again(list []*write) (left []*write, err error) {
	for len(list) > 0 {
		err := db.transact(list[:1])
		if tryAgain(err) {
			return list, err
		}
		// A number that is taken although the row bears this append's name: the lost transaction was committed just now.
		if err != nil && !uncertain(err) && code(err) != codeUnique {
			list[0].Answer(explained(err))
			err = nil
		}
		if err != nil {
			return list, err
		}
		list = list[1:]
	}
	return nil, nil
}

// wrote reports whether an append is in the database. It waits for a transaction that holds the row.
func (db *DB) wrote(w *write) (there bool, err error) {
	b := w.What.batch
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	var seq int64
	var name string
	err = db.pool.QueryRow(ctx, "UPDATE game_table SET writer = writer WHERE id = $1 RETURNING seq, writer", b.Row.ID).Scan(&seq, &name)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case name == w.What.name:
		return true, nil
	case seq < b.End() || len(b.Entries) == 0:
		return false, nil
	}
	// Another has appended since. The entries of that number are this append's or the other's.
	after := b.End() - int64(len(b.Entries))
	kept, err := collect(ctx, db, pgx.RowTo[[]byte], entriesAfter+" LIMIT $3", b.Row.ID, after, len(b.Entries))
	return slices.EqualFunc(kept, b.Entries, bytes.Equal), err
}
