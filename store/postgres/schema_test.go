package postgres_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mirabilia/store"
	"mirabilia/store/postgres"
)

// TestNodesStartTogether: nodes that find an empty database at the same moment all start.
func TestNodesStartTogether(t *testing.T) {
	url := place(t)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			db, err := postgres.Open(t.Context(), url, postgres.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			db.Close()
		})
	}
	wg.Wait()
}

// TestNewerPrograms: a node goes on beside a newer one that only added to the schema, and not beside one that changed it.
func TestNewerPrograms(t *testing.T) {
	url := place(t)
	open(t, url)
	database := strings.TrimSuffix(url[strings.LastIndex(url, "/")+1:], "?sslmode=disable")
	if err := server.Exec(t.Context(), database, "INSERT INTO migration (name, breaks) VALUES ('9998_more.sql', false)"); err != nil {
		t.Fatal(err)
	}
	open(t, url)
	if err := server.Exec(t.Context(), database, "INSERT INTO migration (name, breaks) VALUES ('9999_future.sql', true)"); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), url, postgres.Options{}); err == nil || !strings.Contains(err.Error(), "newer program (it knows 9999_future.sql)") {
		t.Error(err)
	}
}

// TestOldProgramsWriteNothing: a program from before pasts had names is refused when it starts, and one that runs while the schema changes can append to nothing and drop nothing
// any more, nor say what time it is by its own clock, by the very statements that it sends.
func TestOldProgramsWriteNothing(t *testing.T) {
	url := place(t)
	db := open(t, url)
	if err := db.Append(t.Context(), batch("a", 0, "1")); err != nil {
		t.Fatal(err)
	}
	database := strings.TrimSuffix(url[strings.LastIndex(url, "/")+1:], "?sslmode=disable")
	for statement, column := range map[string]string{
		`INSERT INTO game_table (id, seq, append, game, status, owner, public, open, updated, wake, data, entries, bytes)
			VALUES ('b', 1, 'old', 'duel', 'lobby', '', true, true, 1, 0, '', 1, 1) ON CONFLICT (id) DO NOTHING`: "append",
		`UPDATE game_table SET seq = 2, append = 'old', game = 'duel', status = 'playing', owner = '', public = true, open = true, updated = 1, wake = 0, data = '', entries = entries + 1,
			bytes = bytes + 1 - octet_length(data) WHERE id = 'a' AND seq = 1`: "append",
		"UPDATE game_table SET append = 'dropped by old' WHERE id = 'a' AND seq = 1":                      "append",
		"INSERT INTO ping (node, at) VALUES ('old', 1) ON CONFLICT (node) DO UPDATE SET at = excluded.at": "at",
	} {
		if err := server.Exec(t.Context(), database, statement); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("column %q", column)) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if got := journal(t, db, "a"); got != "1" {
		t.Errorf("the journal is %q", got)
	}
	// What an old program asks when it starts: whether a step that it does not know breaks it.
	if err := server.Exec(t.Context(), database, "DO"+" $$ BEGIN IF NOT (SELECT breaks FROM migration WHERE name = '0017_tips.sql') THEN RAISE 'it would start'; END IF; END $$"); err != nil {
		t.Error(err)
	}
}

// TestAddressesAreRefused: an address that cannot be used is refused with a reason that does not tell the password.
func TestAddressesAreRefused(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://u:secret@127.0.0.1:1/x": "127.0.0.1:1",
		"postgres://u:secret@:x/":           "cannot parse",
		server.URL("nothing"):               `"nothing" does not exist`,
	} {
		_, err := postgres.Open(t.Context(), url, postgres.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestWhatIsNoText: names that cannot be stored are names of nothing, and the id of a command may be any bytes.
func TestWhatIsNoText(t *testing.T) {
	db := open(t, place(t))
	for _, id := range []string{"a\x00b", "\xff\xfe"} {
		if _, err := db.Load(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("load %q: %v", id, err)
		}
		if list, err := db.Entries(t.Context(), id, 0); err != nil || len(list) != 0 {
			t.Errorf("entries of %q: %v, %v", id, list, err)
		}
		if list, err := db.List(t.Context(), store.Query{Status: "lobby", Game: id, Limit: 1}); err != nil || len(list) != 0 {
			t.Errorf("list of %q: %v, %v", id, list, err)
		}
		if n, err := db.Say(t.Context(), store.Line{Table: "a", Person: "x", Command: id, Text: "hi"}, 9); err != nil || n == 0 {
			t.Errorf("said under %q: %d, %v", id, n, err)
		}
	}
	// What was refused leaves the connection usable.
	if err := db.Append(t.Context(), batch("a", 0, "0")); err != nil {
		t.Error(err)
	}
}

// foreign are words of SQL that not every engine with PostgreSQL's protocol understands.
var foreign = regexp.MustCompile(`(?i)\b(advisory|listen|notify|serial|bigserial|trigger|function|plpgsql|enum|jsonb?|ctid|xmin|lock table|on constraint|references|inherits|unlogged|tablespace|pg_\w+|clock_timestamp|returning .* into|do \$\$|copy|vacuum|set storage)\b`)

// TestPlainSQL reads every statement of the package: none uses what only PostgreSQL itself understands.
func TestPlainSQL(t *testing.T) {
	statements := map[string]string{}
	steps, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range steps {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		statements[file] = regexp.MustCompile(`(?m)^--.*$`).ReplaceAllString(string(text), "")
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE|CREATE|BEGIN|WHERE)\b`).MatchString(text) {
					statements[set.Position(l.Pos()).String()] = text
				}
			}
			return true
		})
	}
	if len(statements) < 40 {
		t.Errorf("only %d statements were read", len(statements))
	}
	for where, text := range statements {
		if word := foreign.FindString(text); word != "" {
			t.Errorf("%s uses %q", where, word)
		}
	}
}
