package server

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/table"
)

// Where bots stand among people. Their distances are measured (docs/bots.md); how strong they all are is found out from friendly games of people whose strength is known well.

const (
	// placedFrom is how old the games may be that place bots, and mostPlacing how many of a person's latest games are looked at.
	placedFrom  = 31 * 24 * time.Hour
	mostPlacing = 200
	// placeEvery is how often the server checks whether a month has begun, and kindPlacing marks that a node does that day's work.
	placeEvery  = time.Hour
	kindPlacing = "placing"
	// placesLife is after how long places are read anew.
	placesLife = time.Minute
)

// botPlaces are the places of bots as they were a moment ago.
type botPlaces struct {
	mu   sync.Mutex
	read time.Time
	of   map[string]rating.Placing
}

// placing returns where the bots of a game stand.
func (s *Server) placing(ctx context.Context, name string) (rating.Placing, error) {
	b := &s.botPlaces
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == nil || time.Since(b.read) >= placesLife {
		list, err := s.cfg.Store.BotPlaces(ctx)
		if err != nil {
			return rating.Placing{}, unavailable(err)
		}
		b.of, b.read = map[string]rating.Placing{}, time.Now()
		for _, p := range list {
			b.of[p.Game] = p.Placing // the last month comes last
		}
	}
	return b.of[name], nil
}

// placeBots places bots once a month, if people have played them often enough, until the context ends. Of several nodes one does it.
func (s *Server) placeBots(ctx context.Context) {
	tick := time.NewTicker(placeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		now := s.hub.Now()
		lease := store.Waiting{Kind: kindPlacing, Key: time.UnixMilli(now).UTC().Format(time.DateOnly), Data: []byte("true"), Deadline: now + 2*dayLength}
		if err := s.cfg.Store.Wait(ctx, lease, now); errors.Is(err, store.ErrTaken) {
			continue // it was done today
		} else if err != nil {
			s.cfg.Log.Warn("bots could not be placed", "error", err)
			continue
		}
		placed, err := PlaceBots(ctx, s.cfg.Store, s.cfg.Games, now)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("bots could not be placed", "error", err)
		}
		for _, p := range placed {
			s.cfg.Log.Info("bots were placed among people", "game", p.Game, "month", p.Month, "points", p.Points, "games", p.Games)
		}
	}
}

// PlaceBots places the bots of the games that have no place of this month yet and of which there are enough games, and returns where they stand now.
func PlaceBots(ctx context.Context, db store.Store, games []game.Game, now int64) (placed []store.BotPlace, err error) {
	list, err := db.BotPlaces(ctx)
	if err != nil {
		return nil, err
	}
	last := map[string]store.BotPlace{}
	for _, p := range list {
		last[p.Game] = p
	}
	month := time.UnixMilli(now).UTC().Format("2006-01")
	for name, model := range rating.Models {
		if last[name].Month >= month {
			continue
		}
		people, err := db.Standing(ctx, name, now-listedFor.Milliseconds())
		if err != nil {
			return placed, err
		}
		var against []rating.Against
		for _, one := range people {
			if r := rating.At(model, one.Rating, now); r.Places() {
				own, err := againstBots(ctx, db, games, one.Person, name, r, now-placedFrom.Milliseconds())
				if err != nil {
					return placed, err
				}
				against = append(against, own...)
			}
		}
		to, enough := rating.Place(last[name].Placing, against)
		if !enough {
			continue
		}
		p := store.BotPlace{Game: name, Month: month, Placing: to, At: now}
		if err := db.PlaceBots(ctx, p); errors.Is(err, store.ErrTaken) {
			continue
		} else if err != nil {
			return placed, err
		}
		placed = append(placed, p)
	}
	slices.SortFunc(placed, func(a, b store.BotPlace) int { return strings.Compare(a.Game, b.Game) })
	return placed, nil
}

// againstBots returns how a person did against bots in friendly games without other people since a time. Whoever left the game or let a bot play is not the one who played it.
func againstBots(ctx context.Context, db store.Store, games []game.Game, person, name string, r rating.Rating, since int64) (list []rating.Against, err error) {
	rows, err := db.OfPerson(ctx, person, api.StatusFinished, mostPlacing)
	if err != nil {
		return nil, err
	}
	ladder := rating.Bots(name)
	for _, row := range rows {
		t, err := table.ReadSummary(row.Data)
		if err != nil || t.Rated || t.Trial || t.Updated < since || strings.HasPrefix(t.ID, api.DevicePrefix) || len(t.Standings) != len(t.Places) {
			continue // what cannot be read is reported where people see it
		}
		at := slices.IndexFunc(games, func(g game.Game) bool { return g.Info().ID == t.Game })
		if at < 0 || table.RatedAs(games[at], t.Options) != name {
			continue
		}
		own := slices.IndexFunc(t.Places, func(p api.Seat) bool { return p.Person == person })
		others := slices.ContainsFunc(t.Places, func(p api.Seat) bool { return p.Kind != api.KindBot && p.Person != person })
		if own < 0 || others || t.Places[own].Away != "" {
			continue
		}
		for seat, p := range t.Places {
			level, known := levelOf(p.Bot)
			if seat == own || !known || level > len(ladder) {
				continue
			}
			one := rating.Against{Person: r, Bot: ladder[level-1].Points, Share: 0.5}
			switch {
			case t.Standings[own] < t.Standings[seat]:
				one.Share = 1
			case t.Standings[own] > t.Standings[seat]:
				one.Share = 0
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// levelOf returns the level of a bot by its name.
func levelOf(bot string) (level int, ok bool) {
	text, ok := strings.CutPrefix(bot, "level")
	level, err := strconv.Atoi(text)
	return level, ok && err == nil && level >= 1
}
