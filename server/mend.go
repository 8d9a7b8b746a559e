package server

import (
	"context"
	"slices"

	"mirabilia/table"
)

// CheckTable says what would have to be cut from a table so that it can be read; nil if it can be. CutTable cuts it. Both are for commands, without a server.
func CheckTable(ctx context.Context, cfg Config, id string) (*table.Cut, error) {
	return withHub(cfg, func(h *table.Hub) (*table.Cut, error) { return h.Check(ctx, id) })
}

// CutTable cuts a table back to the last entry that fits.
func CutTable(ctx context.Context, cfg Config, id string) (*table.Cut, error) {
	return withHub(cfg, func(h *table.Hub) (*table.Cut, error) { return h.CutBack(ctx, id) })
}

func withHub(cfg Config, f func(h *table.Hub) (*table.Cut, error)) (*table.Cut, error) {
	s := &Server{cfg: cfg, metrics: newMetrics("")}
	h := table.New(table.Config{Games: slices.Concat(cfg.Games, cfg.Matches), Store: &keeping{cfg.Store, s}, Log: cfg.Log})
	defer h.Close()
	return f(h)
}
