package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"mirabilia/names"
)

// migrations are the steps by which the schema grew, in the order of their names. A step that was released is never changed;
// every change of the schema is a new one. Nodes of the version before go on beside it: a step adds, and later versions remove
// what no version in use needs. A step that old nodes cannot live with begins with the word in breaking.
//
//go:embed migrations/*.sql
var migrations embed.FS

const breaking = "-- breaking"

// migrate runs the steps that the database has not seen. Of several nodes that start at once one does it: the others wait for the
// row it holds.
func (db *DB) migrate(ctx context.Context) error {
	if err := db.prepare(ctx); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE migration_guard SET held = held + 1 WHERE id = 1"); err != nil {
			return err
		}
		done, err := migrated(ctx, tx)
		if err != nil {
			return err
		}
		steps, err := fs.ReadDir(migrations, "migrations")
		if err != nil {
			return err
		}
		for _, step := range steps {
			if _, known := done[step.Name()]; known {
				delete(done, step.Name())
				continue
			}
			if err := runStep(ctx, tx, step.Name()); err != nil {
				return fmt.Errorf("migration %s: %w", step.Name(), err)
			}
		}
		for name, breaks := range done {
			if breaks {
				return fmt.Errorf("the data was written by a newer program (it knows %s); use that one", name)
			}
		}
		return nil
	})
}

// prepare makes what the migrations themselves are kept in. Nodes that do it at the same moment may fail over each other: then it is
// there, or about to be.
func (db *DB) prepare(ctx context.Context) error {
	for _, query := range []string{
		"CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, breaks BOOLEAN NOT NULL)",
		"CREATE TABLE IF NOT EXISTS migration_guard (id INTEGER PRIMARY KEY, held BIGINT NOT NULL)",
		"INSERT INTO migration_guard (id, held) VALUES (1, 0) ON CONFLICT (id) DO NOTHING",
	} {
		_, err := db.pool.Exec(ctx, query)
		for n := 0; n < maxRetries && (code(err) == codeUnique || code(err) == codeTableExists || code(err) == codeTypeExists); n++ {
			time.Sleep(time.Duration(n+1) * time.Millisecond)
			_, err = db.pool.Exec(ctx, query)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// migrated returns the steps that the database has seen, and whether each breaks older programs.
func migrated(ctx context.Context, tx pgx.Tx) (map[string]bool, error) {
	rows, err := tx.Query(ctx, "SELECT name, breaks FROM migration")
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	var name string
	var breaks bool
	_, err = pgx.ForEachRow(rows, []any{&name, &breaks}, func() error {
		done[name] = breaks
		return nil
	})
	return done, err
}

func runStep(ctx context.Context, tx pgx.Tx, name string) error {
	text, err := migrations.ReadFile("migrations/" + name)
	if err != nil {
		return err
	}
	for _, statement := range statementsOf(string(text)) {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if name == fillAlike {
		if err := fillInAlike(ctx, tx); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "INSERT INTO migration (name, breaks) VALUES ($1, $2)", name, strings.HasPrefix(string(text), breaking))
	return err
}

// statementsOf splits a step. Semicolons occur at the end of statements only.
func statementsOf(text string) (list []string) {
	for _, statement := range strings.Split(text, ";") {
		if statement = strings.TrimSpace(statement); statement != "" {
			list = append(list, statement)
		}
	}
	return list
}

// fillAlike is the step after which accounts know what their names are taken for.
const fillAlike = "0015_alike.sql"

func fillInAlike(ctx context.Context, tx pgx.Tx) error {
	type named struct{ Person, Name string }
	rows, err := tx.Query(ctx, "SELECT a.person, p.name FROM account a JOIN person p ON p.id = a.person")
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[named])
	if err != nil {
		return err
	}
	statements := &pgx.Batch{}
	for _, n := range list {
		statements.Queue("UPDATE account SET alike = $2 WHERE person = $1", n.Person, names.Alike(n.Name))
	}
	return tx.SendBatch(ctx, statements).Close()
}
