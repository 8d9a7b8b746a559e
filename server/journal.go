package server

import (
	"context"
	"errors"
	"time"

	"mirabilia/game"
	"mirabilia/jsondiff"
	"mirabilia/store"
	"mirabilia/table"
)

// journal lets tables be kept in a store.
type journal struct {
	store   store.Store
	metrics *metrics
}

var _ table.Journal = (*journal)(nil)

func (j *journal) Append(ctx context.Context, id string, last int64, entries [][]byte, s *table.Summary) error {
	data := jsondiff.Append(nil, s.TableSummary)
	b := &store.Batch{Last: last, Entries: entries, Row: store.Row{ID: id, Game: s.Game, Status: s.Status, Public: s.Public, Updated: s.Updated, Wake: s.Wake, Data: data}}
	for _, p := range s.People {
		b.People = append(b.People, store.Involved(p))
	}
	start := time.Now()
	err := j.store.Append(ctx, b)
	j.metrics.commit.Observe(time.Since(start).Seconds())
	if errors.Is(err, store.ErrTaken) {
		return game.Refuse(game.Conflict, table.ReasonSeqTaken, "table %s has gone on after entry %d", id, last)
	}
	return err
}

func (j *journal) Read(ctx context.Context, id string, after int64) ([][]byte, error) {
	return j.store.Entries(ctx, id, after)
}
