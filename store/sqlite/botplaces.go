package sqlite

import (
	"context"
	"database/sql"

	"mirabilia/store"
)

// PlaceBots keeps where bots stand since a month.
func (db *DB) PlaceBots(ctx context.Context, p store.BotPlace) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		return s.must(store.ErrTaken, "INSERT INTO bot_offset (game, month, points, games, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", p.Game, p.Month, p.Points, p.Games, p.At)
	})
}

// BotPlaces returns where bots stand.
func (db *DB) BotPlaces(ctx context.Context) ([]store.BotPlace, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (p store.BotPlace, err error) {
		err = rows.Scan(&p.Game, &p.Month, &p.Points, &p.Games, &p.At)
		return p, err
	}, "SELECT game, month, points, games, at FROM bot_offset ORDER BY game, month")
}
