package server

import (
	"context"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/rating"
	"mirabilia/store"
)

const (
	// listedMargin is how uncertain a rating may be, and listedFor how long ago its last game may have been, to be in a leaderboard.
	listedMargin = 150
	listedFor    = 60 * 24 * time.Hour
	// standingLife is after how long an order is read anew. What this node hears of ends it at once; another node's results are seen a moment after it.
	standingLife = 10 * time.Second
	// pageOfRanks is how many people a page of a leaderboard has. Where fewer than fewListed are listed, it shows all who play.
	pageOfRanks = 50
	fewListed   = 10
)

// standing is the order of the people at a game. It never changes.
type standing struct {
	read time.Time
	// list has the strongest first, and places where each person is in it, from 1. others are those who play, but whose strength is not known well enough.
	list, others []store.Score
	places       map[string]int
}

// placeOf returns a person's place; 0: not listed.
func (o *standing) placeOf(person string) int { return o.places[person] }

// standings are the orders of all games as they were a moment ago: they are asked for with every profile.
type standings struct {
	mu sync.Mutex
	of map[string]*latestStanding
}

// latestStanding is the order that was read last. Its lock is held while the first is read, so that one reads and the others wait; when it is old, one reads it anew while the others
// still use it.
type latestStanding struct {
	mu sync.Mutex
	*standing
	renewing bool
}

// forget drops all orders. One that is being read is not used again.
func (s *standings) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of = nil
}

func (s *standings) get(name string) *latestStanding {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[string]*latestStanding{}
	}
	if s.of[name] == nil {
		s.of[name] = &latestStanding{}
	}
	return s.of[name]
}

// ranks answers with a page of a leaderboard.
func (s *Server) ranks(w http.ResponseWriter, r *http.Request) error {
	client, err := s.who(r)
	if err != nil {
		return err
	}
	answer := api.Ranks{Game: r.PathValue("game"), Page: 1, People: []api.Ranked{}}
	if rating.Models[answer.Game] == nil {
		return noRatedGame(answer.Game)
	}
	if answer.Bots, answer.BotsEstimated, err = s.botRatings(r.Context(), answer.Game); err != nil {
		return err
	}
	if text := r.URL.Query().Get("page"); text != "" {
		if answer.Page, err = strconv.Atoi(text); err != nil || answer.Page < 1 {
			return game.Refuse(game.Invalid, "bad_page", "page is a number from 1 on, not %q", text)
		}
	}
	order, err := s.standing(r.Context(), answer.Game)
	if err != nil {
		return err
	}
	answer.Of, answer.Others = len(order.list), len(order.others)
	rows := order.list
	if answer.Few = len(order.list) < fewListed; answer.Few {
		rows = slices.Concat(order.list, order.others)
	}
	if r.URL.Query().Get("of") == "friends" {
		if rows, err = s.friendsAmong(r, slices.Concat(order.list, order.others)); err != nil {
			return err
		}
		answer.Few = false
	}
	answer.Pages = max(1, (len(rows)+pageOfRanks-1)/pageOfRanks)
	from := min(len(rows), (answer.Page-1)*pageOfRanks)
	rows = rows[from:min(len(rows), from+pageOfRanks)]
	if answer.People, err = s.ranked(r.Context(), order, rows, client.ID); err != nil {
		return err
	}
	if i := order.placeOf(client.ID); i > 0 {
		own, err := s.ranked(r.Context(), order, order.list[i-1:i], client.ID)
		if err != nil {
			return err
		}
		if len(own) > 0 {
			answer.You = &own[0]
		}
	}
	send(w, http.StatusOK, answer)
	return nil
}

// friendsAmong returns those of the rows that are the client's friends, and the client.
func (s *Server) friendsAmong(r *http.Request, rows []store.Score) (own []store.Score, err error) {
	client, err := s.kept(r)
	if err != nil {
		return nil, err
	}
	friends, err := s.cfg.Store.FriendsOf(r.Context(), client.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, one := range rows {
		if one.Person == client.ID || slices.ContainsFunc(friends, func(f store.Friend) bool { return f.Person == one.Person && f.Both() }) {
			own = append(own, one)
		}
	}
	return own, nil
}

// botRatings returns the levels of bots on the scale of a game, and whether their place among people is estimated.
func (s *Server) botRatings(ctx context.Context, name string) (list []api.BotRating, estimated bool, err error) {
	place, err := s.placing(ctx, name)
	list = []api.BotRating{}
	for _, b := range rating.Bots(name) {
		list = append(list, api.BotRating{Level: b.Level, Points: int(math.Round(b.Points + place.Points))})
	}
	return list, place.Games == 0, err
}

// ranked returns rows of a leaderboard as people see them. It leaves out people who have left since the leaderboard was read.
func (s *Server) ranked(ctx context.Context, order *standing, rows []store.Score, client string) ([]api.Ranked, error) {
	list := []api.Ranked{}
	if len(rows) == 0 {
		return list, nil
	}
	people := make([]string, len(rows))
	for i := range rows {
		people[i] = rows[i].Person
	}
	names, err := s.cfg.Store.Names(ctx, people)
	if err != nil {
		return nil, unavailable(err)
	}
	now := s.hub.Now()
	before, err := s.cfg.Store.PointsAt(ctx, rows[0].Game, people, now-changeOver.Milliseconds())
	if err != nil {
		return nil, unavailable(err)
	}
	for i := range rows {
		one := &rows[i]
		if names[one.Person] == "" {
			continue
		}
		score := shownScore(one, now)
		score.Place, score.Of, score.Change = order.placeOf(one.Person), len(order.list), pointsSince(one, before)
		list = append(list, api.Ranked{Score: score, Name: names[one.Person], You: one.Person == client})
	}
	return list, nil
}

// standing returns the order of the people at a game: those whose strength is known well enough, who have played of late, and whose profile everybody may see.
func (s *Server) standing(ctx context.Context, name string) (*standing, error) {
	latest := s.standings.get(name)
	latest.mu.Lock()
	defer latest.mu.Unlock()
	if latest.standing == nil {
		order, err := s.readStanding(ctx, name)
		latest.standing = order
		return order, err
	}
	if time.Since(latest.read) >= standingLife && !latest.renewing && !s.closing.Load() {
		latest.renewing = true
		s.background.Go(func() {
			order, err := s.readStanding(context.Background(), name)
			latest.mu.Lock()
			defer latest.mu.Unlock()
			if latest.renewing = false; err == nil {
				latest.standing = order
			}
		})
	}
	return latest.standing, nil
}

// readStanding reads the order of the people at a game.
func (s *Server) readStanding(ctx context.Context, name string) (*standing, error) {
	now, order := s.hub.Now(), &standing{read: time.Now(), places: map[string]int{}}
	all, err := s.cfg.Store.Standing(ctx, name, now-listedFor.Milliseconds())
	if err != nil {
		return nil, unavailable(err)
	}
	for _, one := range all {
		if r := rating.At(rating.Models[name], one.Rating, now); r.Margin() > listedMargin || r.Provisional() {
			order.others = append(order.others, one)
			continue
		}
		order.list = append(order.list, one)
		order.places[one.Person] = len(order.list)
	}
	return order, nil
}
