//go:build !js

package table

import (
	"context"

	"mirabilia/api"
	"mirabilia/game"
)

// Known returns a table and the latest lines of its log as people see them who have no seat there. It is for telling its players of it: whether somebody may see the table
// is for the caller to know.
func (h *Hub) Known(ctx context.Context, id string) (*api.Table, []api.LogEntry, error) {
	var lines []api.LogEntry
	facts, err := ask(ctx, h, id, func(t *table) (*api.Table, error) {
		if err := t.refresh(); err != nil {
			return nil, err
		}
		for range maxConflicts {
			if err := t.ready(); err != nil {
				return nil, err
			}
			if err := t.readLines(ctx); err != nil {
				return nil, err
			}
			if t.s == nil {
				continue
			}
			if err := t.findNames(ctx); err != nil {
				return nil, err
			}
			lines, _ = t.s.page(t.lines, t.older, game.Spectator, 0)
			return t.s.facts(), nil
		}
		return nil, tooFast()
	})
	return facts, lines, err
}
