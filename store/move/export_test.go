package move

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// WriteAtOnce bounds how many rows one statement writes.
func (s *Side) WriteAtOnce(n int) { s.atMost = n }

// Needless finds what schema.go says of tables and columns for which nothing needs to be said.
func Needless(ctx context.Context, folder, database *Side) error {
	for _, s := range []*Side{folder, database} {
		if err := s.read(ctx); err != nil {
			return err
		}
	}
	for name := range Left {
		if folder.table(name) == nil && database.table(name) == nil {
			return fmt.Errorf("there is no table %s", name)
		}
	}
	for name := range shared {
		if folder.table(name) != nil || database.table(name) == nil {
			return fmt.Errorf("the table %s is not one that only a database has", name)
		}
	}
	has := func(s *Side, table, name string) *column {
		t := s.table(table)
		if t == nil {
			return nil
		}
		if i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name }); i >= 0 {
			return &t.columns[i]
		}
		return nil
	}
	for _, way := range [][2]*Side{{folder, database}, {database, folder}} {
		for name := range way[0].kind().derived {
			table, column, _ := strings.Cut(name, ".")
			from, to := has(way[0], table, column), has(way[1], table, column)
			if to == nil || from != nil && from.empty == to.empty {
				return fmt.Errorf("%s need not follow from anything: %s", name, way[0].kind().name)
			}
		}
	}
	return nil
}
