package deploy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mirabilia/store"
	"mirabilia/store/move"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
)

// documented returns the line of docs/hosting.md that begins with a word, with some of its words replaced.
func documented(t *testing.T, begins string, replaced ...string) string {
	t.Helper()
	line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(begins) + `.*$`).FindString(read(t, "../docs/hosting.md"))
	if line == "" {
		t.Fatalf("docs/hosting.md has no line %q", begins)
	}
	for i := 0; i < len(replaced); i += 2 {
		if !strings.Contains(line, replaced[i]) {
			t.Fatalf("%q does not say %q", line, replaced[i])
		}
	}
	return strings.NewReplacer(replaced...).Replace(line)
}

// shell runs a line as a host does.
func shell(t *testing.T, folder, line string) (string, error) {
	t.Helper()
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func mustShell(t *testing.T, folder, line string) {
	t.Helper()
	if out, err := shell(t, folder, line); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

// play puts tables with entries, people and chat into a database, as a node does.
func play(t *testing.T, url string, first, last int) {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, postgres.Options{Node: "n"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n := first; n < last; n++ {
		person, table := fmt.Sprint("p", n), fmt.Sprint("t", n)
		err := errors.Join(db.AddPerson(t.Context(), store.Person{ID: person, Name: "Név"}, []byte(person)),
			db.Append(t.Context(), &store.Batch{Entries: [][]byte{{0, 255}, []byte("ő")}, People: []store.Involved{{Person: person, Turn: true}}, Row: store.Row{ID: table, Status: "playing", Data: []byte("{}")}}))
		if err == nil {
			_, err = db.Say(t.Context(), store.Line{Table: table, Person: person, Command: "\x00c", At: 1, Text: "hé"}, 9)
		}
		if err == nil {
			_, err = db.SharedKey(t.Context(), "k", []byte("key"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// opened opens a database so that it can be compared or copied.
func opened(t *testing.T, url string) (side *move.Side, closing func()) {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, postgres.Options{Moving: true})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := db.Raw(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &move.Side{Name: url, Shared: true, DB: raw}, func() {
		if err := errors.Join(raw.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}

func moveAll(t *testing.T, from, to string) (move.Report, error) {
	t.Helper()
	source, closeSource := opened(t, from)
	defer closeSource()
	target, closeTarget := opened(t, to)
	defer closeTarget()
	return move.All(t.Context(), source, target, nil)
}

// equal reports whether all rows of two databases are the same: a move then has nothing to do, and refuses whatever differs.
func equal(t *testing.T, from, to string) error {
	t.Helper()
	r, err := moveAll(t, from, to)
	if err == nil && (r.Copied != 0 || r.Rows < 10) {
		err = fmt.Errorf("%d of %d rows were missing", r.Copied, r.Rows)
	}
	return err
}

// TestDumpIsRestored follows docs/hosting.md: a dump, an empty database, the dump restored into it. All is there; a second time the lines change nothing.
func TestDumpIsRestored(t *testing.T) {
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Stop()
	name, err := pg.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder, url, restored := t.TempDir(), pg.URL(name), pg.URL("mirabilia_restored")
	play(t, url, 0, 20)
	mustShell(t, folder, documented(t, "pg_dump ", "postgres://mirabilia@db-1/mirabilia", url))
	files, err := filepath.Glob(filepath.Join(folder, "mirabilia-*.dump"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	create := documented(t, "createdb ", "postgres://postgres@db-1/postgres", pg.URL("postgres"), "--owner=mirabilia ", "")
	restore := documented(t, "pg_restore ", "postgres://mirabilia@db-1/mirabilia_restored", restored, "mirabilia-2026-11-15T030000.dump", files[0])
	mustShell(t, folder, create)
	mustShell(t, folder, restore)
	// What comes after the dump is not in it, and the comparison sees it.
	if err := equal(t, url, restored); err != nil {
		t.Error(err)
	}
	for _, line := range []string{create, restore} {
		if out, err := shell(t, folder, line); err == nil || !strings.Contains(out, "already exists") {
			t.Errorf("again: %v\n%s", err, out)
		}
	}
	play(t, restored, 20, 21)
	if err := equal(t, url, restored); err == nil {
		t.Error("what was played since is taken for equal")
	}
	mustShell(t, folder, strings.ReplaceAll(create, "mirabilia_restored", "mirabilia_again"))
	mustShell(t, folder, strings.ReplaceAll(restore, "mirabilia_restored", "mirabilia_again"))
	if err := equal(t, url, pg.URL("mirabilia_again")); err != nil {
		t.Error(err)
	}
}

// TestPointInTime follows docs/hosting.md: a base backup, the archived log, and back to a moment between two games.
func TestPointInTime(t *testing.T) {
	// The archive belongs to the database's user, who is another than the tests' own where they run as root.
	archive, err := os.MkdirTemp("", "archive")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(archive)
	if err := os.Chmod(archive, 0o777); err != nil {
		t.Fatal(err)
	}
	pg, err := pgtest.Start(documented(t, "wal_level ="), documented(t, "archive_mode ="), documented(t, "archive_command =", "/archive", archive))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Stop()
	name, err := pg.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	url, base := pg.URL(name), filepath.Join(t.TempDir(), "base")
	// What there was at the moment is kept by another server.
	keeps, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer keeps.Stop()
	kept, err := keeps.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := keeps.URL(kept)
	play(t, url, 0, 10)
	mustShell(t, ".", documented(t, "pg_basebackup ", "/backups/base-$(date +%F)", base, "postgres://postgres@db-1", pg.URL("postgres")))
	play(t, url, 10, 20)
	if _, err := moveAll(t, url, before); err != nil {
		t.Fatal(err)
	}
	moment := time.Now().UTC()
	time.Sleep(1100 * time.Millisecond)
	play(t, url, 20, 30)
	if err := pg.Exec(t.Context(), name, "SELECT pg_switch_wal()"); err != nil {
		t.Fatal(err)
	}
	last := ""
	if err := eventually(t.Context(), func() bool {
		db, closing := opened(t, url)
		defer closing()
		var waiting int
		err := db.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'").Scan(&waiting)
		last = fmt.Sprint(waiting, err)
		return err == nil && waiting == 0
	}); err != nil {
		t.Fatal(err, last)
	}
	if err := pg.Stop(); err != nil {
		t.Fatal(err)
	}
	back, err := pgtest.Recover(base, documented(t, "restore_command =", "/archive", archive), documented(t, "recovery_target_time =", "2026-11-15 14:30:00+00", moment.Format("2006-01-02 15:04:05.000000+00")),
		documented(t, "recovery_target_action ="))
	if err != nil {
		t.Fatal(err)
	}
	defer back.Stop()
	if err := eventually(t.Context(), func() bool {
		return back.Exec(t.Context(), name, "CREATE TABLE IF NOT EXISTS taken_again (id INTEGER)") == nil
	}); err != nil {
		t.Fatal(err, back.Log())
	}
	if err := back.Exec(t.Context(), name, "DROP TABLE taken_again"); err != nil {
		t.Fatal(err)
	}
	if err := equal(t, before, back.URL(name)); err != nil {
		t.Errorf("%v\n%s", err, back.Log())
	}
	// Nodes go on with it.
	play(t, back.URL(name), 20, 21)
}

func eventually(ctx context.Context, so func() bool) error {
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if so() {
			return nil
		}
	}
	return errors.Join(ctx.Err(), errors.New("it takes too long"))
}
