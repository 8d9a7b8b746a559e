package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// PlaceBots keeps where bots stand since a month.
func (db *DB) PlaceBots(ctx context.Context, p store.BotPlace) error {
	return db.refusing(ctx, store.ErrTaken, "INSERT INTO bot_offset (game, month, points, games, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING", p.Game, p.Month, p.Points, p.Games, p.At)
}

// BotPlaces returns where bots stand.
func (db *DB) BotPlaces(ctx context.Context) ([]store.BotPlace, error) {
	return collect(ctx, db, func(row pgx.CollectableRow) (p store.BotPlace, err error) {
		err = row.Scan(&p.Game, &p.Month, &p.Points, &p.Games, &p.At)
		return p, err
	}, "SELECT game, month, points, games, at FROM bot_offset ORDER BY game, month")
}
