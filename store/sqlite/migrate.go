package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"mirabilia/names"
)

// migrations are the steps by which the schema grew, in the order of their names. A step that was released is
// never changed; every change of the schema is a new one.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks the file as ours: "MIRA".
const applicationID = 0x4D495241

// migrate runs the steps that the file has not seen, each in a transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	if err := claim(ctx, db); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) STRICT"); err != nil {
		return err
	}
	done, err := migrated(ctx, db)
	if err != nil {
		return err
	}
	steps, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return err
	}
	bounded := true
	for _, step := range steps {
		if done[step.Name()] {
			delete(done, step.Name())
			continue
		}
		if bounded {
			// A step that writes a table anew needs room for it twice, which the bound that the host has set need not leave.
			again, err := unbounded(ctx, db)
			if err != nil {
				return err
			}
			defer again()
			bounded = false
		}
		if err := runStep(ctx, db, step.Name()); err != nil {
			return fmt.Errorf("migration %s: %w", step.Name(), err)
		}
	}
	for name := range done {
		return fmt.Errorf("the data was written by a newer program (it knows %s); use that one", name)
	}
	return nil
}

// unbounded lets the file grow beyond its bound until again is called. What is free in it then is used again.
func unbounded(ctx context.Context, db *sql.DB) (again func(), err error) {
	const endless = 1<<32 - 2
	var most int64
	if err := db.QueryRowContext(ctx, "PRAGMA max_page_count").Scan(&most); err != nil {
		return nil, err
	}
	set := func(pages int64) error {
		_, err := db.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		return err
	}
	return func() { _ = set(most) }, set(endless)
}

// claim refuses a file that belongs to another program, and marks a new one as ours. It writes nothing to a file that has the mark: a full disk has no room for it.
func claim(ctx context.Context, db *sql.DB) error {
	var id, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if id == applicationID {
		return nil
	}
	if id != 0 || tables > 0 {
		return fmt.Errorf("the file belongs to another program (its application id is %#x)", id)
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	return err
}

func migrated(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM migration")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	done := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		done[name] = true
	}
	return done, rows.Err()
}

func runStep(ctx context.Context, db *sql.DB, name string) error {
	text, err := migrations.ReadFile("migrations/" + name)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	if name == fillAlike {
		if err := fillInAlike(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO migration (name) VALUES (?)", name); err != nil {
		return err
	}
	return tx.Commit()
}

// fillAlike is the step after which accounts know what their names are taken for.
const fillAlike = "0019_alike.sql"

func fillInAlike(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT a.person, p.name FROM account a JOIN person p ON p.id = a.person")
	if err != nil {
		return err
	}
	defer rows.Close()
	alike := map[string]string{}
	for rows.Next() {
		var person, name string
		if err := rows.Scan(&person, &name); err != nil {
			return err
		}
		alike[person] = names.Alike(name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for person, as := range alike {
		if _, err := tx.ExecContext(ctx, "UPDATE account SET alike = ? WHERE person = ?", as, person); err != nil {
			return err
		}
	}
	return nil
}
