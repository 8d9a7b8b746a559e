package store

import (
	"context"

	"mirabilia/rating"
)

// BotPlaces keeps where the bots of each game stand on the scale of people, month by month. It is only ever added to.
type BotPlaces interface {
	// BotPlaces returns all places, in the order of games and months.
	BotPlaces(ctx context.Context) ([]BotPlace, error)
	// PlaceBots adds the place of a month; it refuses with ErrTaken if there is one.
	PlaceBots(ctx context.Context, p BotPlace) error
}

// BotPlace is where the bots of a game stand since a month, such as 2026-11.
type BotPlace struct {
	Game, Month string
	rating.Placing
	At int64
}
