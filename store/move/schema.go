package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mirabilia/store"
)

// Left are the tables that are not copied, each with the reason.
var Left = map[string]string{
	"migration":       "belongs to the schema",
	"migration_guard": "belongs to the schema",
	"moved":           "is the mark of moves",
	"ping":            "says that a node could write",
	"clock":           "belongs to the clock of the database",
	"pending":         "is empty: all that was pending has been written where it belongs before",
	"last_result":     "follows from the results, and is set after them",
}

// shared are the tables that only several nodes need: they go from PostgreSQL to PostgreSQL, and nowhere else.
var shared = map[string]bool{"outage": true, "shared_key": true}

// kind is what differs between the databases.
type kind struct {
	name string
	// schema lists all columns: table, name, type, whether it may be empty, its place in the key or 0.
	schema string
	// sorted is how text is put into the order of its bytes.
	sorted string
	// placeholder stands for the value with a number from 1.
	placeholder func(n int) string
	// derived are columns that this kind does not have, or has in another form, computed by this kind for the other.
	derived map[string]string
	// after brings the rest up to date when all is there.
	after []string
	// now is the database's clock, if several nodes may share the database.
	now string
}

var kinds = []*kind{{
	name: "SQLite",
	schema: `SELECT m.name, c.name, c.type, c."notnull" = 0 AND c.pk = 0, c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
	placeholder: func(int) string { return "?" },
	derived: map[string]string{
		"person.owner":       "coalesce(owner, '')",
		"game_table.writer":  "'moved'",
		"game_table.tip":     "''",
		"game_table.entries": `(SELECT count(*) FROM entry e WHERE e.table_id = game_table.id)`,
		"game_table.bytes": `length(CAST(data AS BLOB)) + coalesce((SELECT sum(length(CAST(e.data AS BLOB))) FROM entry e WHERE e.table_id = game_table.id), 0)
			+ coalesce((SELECT length(s.data) FROM snapshot s WHERE s.table_id = game_table.id), 0)`,
		"involved.turn":  "instr((SELECT t.turns FROM game_table t WHERE t.id = involved.table_id), ' ' || person || ' ') > 0",
		"analysis.bytes": "length(data)",
		"rating.counted": "games",
	},
}, {
	name: "PostgreSQL",
	schema: `SELECT c.table_name, c.column_name, c.data_type, c.is_nullable = 'YES', coalesce(k.ordinal_position, 0)
		FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
		LEFT JOIN (information_schema.key_column_usage k JOIN information_schema.table_constraints p
			ON p.constraint_schema = k.constraint_schema AND p.constraint_name = k.constraint_name AND p.table_name = k.table_name AND p.constraint_type = 'PRIMARY KEY')
			ON k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name
		WHERE c.table_schema = current_schema() ORDER BY c.table_name, c.ordinal_position`,
	sorted:      ` COLLATE "C"`,
	placeholder: func(n int) string { return fmt.Sprintf("$%d", n) },
	derived: map[string]string{
		"person.owner":     "nullif(owner, '')",
		"game_table.turns": "coalesce((SELECT ' ' || string_agg(i.person, ' ' ORDER BY i.person) || ' ' FROM involved i WHERE i.table_id = game_table.id AND i.turn), '')",
	},
	after: []string{"UPDATE last_result SET seq = (SELECT coalesce(max(seq), 0) FROM result)"},
	now:   "SELECT floor(extract(epoch FROM now()) * 1000)::bigint",
}}

// Side is one of the two stores.
type Side struct {
	// Name is how hosts know it, without a password.
	Name string
	// DB reaches all of its tables.
	DB *sql.DB
	// Shared says that it is a PostgreSQL database.
	Shared bool
	// atMost is how many rows are written at once, but for tests.
	atMost int
	tables []table
}

func (s *Side) kind() *kind {
	if s.Shared {
		return kinds[1]
	}
	return kinds[0]
}

func (s *Side) atOnce() int {
	if s.atMost > 0 {
		return s.atMost
	}
	return atOnce
}

// places stand for the values of so many rows.
func (s *Side) places(rows, columns int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString(s.kind().placeholder(i + 1))
	}
	return b.String() + ")"
}

// table is a table of one side: its columns, and which of them are its key, in the key's order.
type table struct {
	name    string
	columns []column
	keys    []int
}

// column is a column of the target.
type column struct {
	name, form string
	key, empty bool
}

func (t *table) names() string {
	var list []string
	for _, c := range t.columns {
		list = append(list, fmt.Sprintf("%q", c.name))
	}
	return strings.Join(list, ", ")
}

// read fetches the tables.
func (s *Side) read(ctx context.Context) error {
	rows, err := s.DB.QueryContext(ctx, s.kind().schema)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.tables = nil
	places := map[string]map[int]int{}
	for rows.Next() {
		var name string
		var c column
		var place int
		if err := rows.Scan(&name, &c.name, &c.form, &c.empty, &place); err != nil {
			return err
		}
		if n := len(s.tables); n == 0 || s.tables[n-1].name != name {
			s.tables = append(s.tables, table{name: name})
			places[name] = map[int]int{}
		}
		t := &s.tables[len(s.tables)-1]
		if c.key = place > 0; c.key {
			places[name][place] = len(t.columns)
		}
		c.form = strings.ToUpper(c.form)
		t.columns = append(t.columns, c)
	}
	for i := range s.tables {
		t := &s.tables[i]
		for n := 1; n <= len(places[t.name]); n++ {
			t.keys = append(t.keys, places[t.name][n])
		}
	}
	return rows.Err()
}

func (s *Side) table(name string) *table {
	for i := range s.tables {
		if s.tables[i].name == name {
			return &s.tables[i]
		}
	}
	return nil
}

// pairs returns what is copied, and refuses a schema of which something would be left behind.
func pairs(from, to *Side) (list []*pair, err error) {
	for _, s := range []*Side{from, to} {
		if err := s.read(context.Background()); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	for _, t := range from.tables {
		if Left[t.name] == "" && !(shared[t.name] && !to.Shared) && to.table(t.name) == nil {
			return nil, fmt.Errorf("%s has no table %s", to.kind().name, t.name)
		}
	}
	for i := range to.tables {
		t := &to.tables[i]
		if Left[t.name] != "" || shared[t.name] && !from.Shared {
			continue
		}
		source := from.table(t.name)
		if source == nil || len(t.keys) == 0 {
			return nil, fmt.Errorf("%s has no table %s, or it has no key", from.kind().name, t.name)
		}
		p := &pair{table: *t, from: from, to: to}
		var selected []string
		for _, c := range t.columns {
			text := fmt.Sprintf("%q", c.name)
			has := slices.ContainsFunc(source.columns, func(s column) bool { return s.name == c.name })
			if derived := from.kind().derived[t.name+"."+c.name]; derived != "" && from.Shared != to.Shared {
				text = derived
			} else if !has {
				return nil, fmt.Errorf("%s has no column %s of the table %s", from.kind().name, c.name, t.name)
			}
			selected = append(selected, text)
		}
		for _, c := range source.columns {
			has := slices.ContainsFunc(t.columns, func(s column) bool { return s.name == c.name })
			if !has && to.kind().derived[t.name+"."+c.name] == "" {
				return nil, fmt.Errorf("%s has no column %s of the table %s", to.kind().name, c.name, t.name)
			}
		}
		p.read = fmt.Sprintf("SELECT %s FROM %q ORDER BY %s", strings.Join(selected, ", "), t.name, t.ordered(from))
		p.readBack = fmt.Sprintf("SELECT %s FROM %q ORDER BY %s", t.names(), t.name, t.ordered(to))
		list = append(list, p)
	}
	return list, nil
}

// ordered is the order of the keys on a side: that of their bytes or numbers.
func (t *table) ordered(on *Side) string {
	var list []string
	own := on.table(t.name)
	for _, i := range own.keys {
		c := own.columns[i]
		text := fmt.Sprintf("%q", c.name)
		if c.form == "TEXT" {
			text += on.kind().sorted
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func (c column) binary() bool { return c.form == "BLOB" || c.form == "BYTEA" }

// read brings a value into a form that is the same for both databases: a number, a text, or nothing.
func (c column) read(v any) any {
	switch v := v.(type) {
	case []byte:
		return string(v)
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case nil:
		if c.binary() && !c.empty {
			return "" // an empty one is read as none
		}
	}
	return v
}

// written brings such a value into the form of the column.
func (c column) written(v any) any {
	switch {
	case v == nil:
		return nil
	case c.binary():
		return []byte(v.(string))
	case c.form == "BOOLEAN":
		return v != int64(0)
	}
	return v
}

// moved returns the mark of the last move into a store; nothing if there was none.
func (s *Side) moved(ctx context.Context) (m store.Moved, err error) {
	err = s.DB.QueryRowContext(ctx, "SELECT source, began, complete, served FROM moved").Scan(&m.Source, &m.Began, &m.Complete, &m.Served)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// mark says that a move has begun; complete that it has ended.
func (s *Side) mark(ctx context.Context, m store.Moved) error {
	place := s.kind().placeholder
	_, err := s.DB.ExecContext(ctx, fmt.Sprintf(`INSERT INTO moved (id, source, began, complete, served) VALUES (1, %s, %s, 0, 0)
		ON CONFLICT (id) DO UPDATE SET source = excluded.source, began = excluded.began, complete = 0, served = 0`, place(1), place(2)), m.Source, m.Began)
	return err
}

func (s *Side) complete(ctx context.Context) error {
	_, err := s.DB.ExecContext(ctx, "UPDATE moved SET complete = "+s.kind().placeholder(1), time.Now().UnixMilli())
	return err
}

// unused refuses a database whose last sign of life of a server is fresh. A data folder has a lock instead.
func (s *Side) unused(ctx context.Context) error {
	if !s.Shared {
		return nil
	}
	var now, at int64
	err := s.DB.QueryRowContext(ctx, s.kind().now).Scan(&now)
	if err == nil {
		err = s.DB.QueryRowContext(ctx, "SELECT coalesce(max(at), 0) FROM heartbeat").Scan(&at)
	}
	if err == nil && at > 0 && now-at < quiet.Milliseconds() {
		err = fmt.Errorf("a server used %s less than %v ago; stop it and wait a little", s.Name, quiet)
	}
	return err
}
