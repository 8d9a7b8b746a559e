package postgres

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// Drop forgets a table.
func (db *DB) Drop(ctx context.Context, table string, last int64) error {
	n, err := db.drop(ctx, "UPDATE game_table SET writer = $2 WHERE id = $1 AND seq = $3", table, last)
	if err == nil && n == 0 {
		err = store.ErrTaken
	}
	return err
}

// drop marks a table by a statement that takes its id, a mark and more, and forgets it if that found the table.
func (db *DB) drop(ctx context.Context, mark, table string, more ...any) (n int64, err error) {
	dropped := "dropped by " + db.node
	statements := &pgx.Batch{}
	statements.Queue(mark, append([]any{table, dropped}, more...)...)
	for _, query := range []string{
		"DELETE FROM entry WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)",
		"DELETE FROM snapshot WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)",
		"DELETE FROM chat WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)",
		"DELETE FROM analysis WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)",
		"DELETE FROM involved WHERE table_id = $1 AND EXISTS (SELECT 1 FROM game_table WHERE id = $1 AND writer = $2)",
		"DELETE FROM game_table WHERE id = $1 AND writer = $2",
	} {
		statements.Queue(query, table, dropped)
	}
	err = attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, begin, statements, func(i int, r pgx.BatchResults) error {
			k, err := changed(r)
			if i == 0 {
				n = k
			}
			return err
		})
	})
	return n, err
}

// Load reads what is kept of a table in one transaction, so that it is of one moment.
func (db *DB) Load(ctx context.Context, table string) (*store.Loaded, error) {
	l := &store.Loaded{}
	statements := &pgx.Batch{}
	statements.Queue("SELECT "+rowColumns+`, t.seq, t.tip, coalesce(s.seq, 0), s.data
		FROM game_table t LEFT JOIN snapshot s ON s.table_id = t.id WHERE t.id = $1`, table)
	statements.Queue(`SELECT data FROM entry WHERE table_id = $1 AND seq > coalesce((SELECT seq FROM snapshot WHERE table_id = $1), 0) ORDER BY seq`, table)
	err := attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, beginRead, statements, func(i int, r pgx.BatchResults) (err error) {
			if i == 0 {
				t := &l.Row
				return r.QueryRow().Scan(&t.ID, &t.Game, &t.Status, &t.Owner, &t.Public, &t.Open, &t.Updated, &t.Wake, &t.Data, &l.Last, &l.Tip, &l.SnapshotAt, &l.Snapshot)
			}
			rows, err := r.Query()
			if err != nil {
				return err
			}
			l.Entries, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

const entriesAfter = "SELECT data FROM entry WHERE table_id = $1 AND seq > $2 ORDER BY seq"

// Entries reads a journal.
func (db *DB) Entries(ctx context.Context, table string, after int64) ([][]byte, error) {
	return collect(ctx, db, pgx.RowTo[[]byte], entriesAfter, table, after)
}

const rowColumns = "t.id, t.game, t.status, t.owner, t.public, t.open, t.updated, t.wake, t.data"

func scanRow(row pgx.CollectableRow) (r store.Row, err error) {
	err = row.Scan(&r.ID, &r.Game, &r.Status, &r.Owner, &r.Public, &r.Open, &r.Updated, &r.Wake, &r.Data)
	return r, err
}

// List returns a page of public tables.
func (db *DB) List(ctx context.Context, q store.Query) ([]store.Row, error) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	where := "t.public AND t.status = " + arg(q.Status) + " AND t.updated >= " + arg(q.Since)
	if q.Game != "" {
		where += " AND t.game = " + arg(q.Game)
	}
	if q.Open {
		where += " AND t.open"
	}
	if q.Before != 0 {
		before := arg(q.Before)
		where += " AND (t.updated < " + before + " OR t.updated = " + before + " AND t.id > " + arg(q.BeforeID) + ")"
	}
	return collect(ctx, db, scanRow, "SELECT "+rowColumns+" FROM game_table t WHERE "+where+" ORDER BY t.updated DESC, t.id LIMIT "+arg(q.Limit), args...)
}

// Owned counts the tables of a person.
func (db *DB) Owned(ctx context.Context, person string, statuses []string, since int64) (n int, err error) {
	err = db.row(ctx, "SELECT count(*) FROM game_table WHERE owner = $1 AND status = ANY($2::text[]) AND updated >= $3", []any{person, statuses, since}, &n)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return n, err
}

// OfPerson returns the tables of a person. Of finished games, of which there can be thousands, only those are read that are asked for.
func (db *DB) OfPerson(ctx context.Context, person, status string, limit int) ([]store.Row, error) {
	return collect(ctx, db, scanRow, "SELECT "+rowColumns+` FROM (
			(SELECT table_id, turn FROM involved WHERE person = $1 AND ended > 0 AND $2 IN ('', 'finished') ORDER BY ended DESC, table_id LIMIT $3)
			UNION ALL (SELECT table_id, turn FROM involved WHERE person = $1 AND ended = 0)
		) i JOIN game_table t ON t.id = i.table_id
		WHERE $2 = '' OR t.status = $2 ORDER BY i.turn DESC, t.updated DESC, t.id LIMIT $3`, person, status, limit)
}

// TablesAfter lists tables.
func (db *DB) TablesAfter(ctx context.Context, after string, limit int) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT id FROM game_table WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
}

// Due returns the tables that are to be woken.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT id FROM game_table WHERE wake > 0 AND wake <= $1 ORDER BY wake LIMIT $2", now, limit)
}
