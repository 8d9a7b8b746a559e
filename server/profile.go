package server

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/conduct"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/table"
)

const (
	// mostStudied is how many of the latest games of a person are looked at for figures.
	mostStudied = 200
	// mostRecent is how many games a profile lists, and lastBoth how many of those with the client.
	mostRecent = 8
	lastBoth   = 5
	// mostHistory is how many of the latest rated games a history shows.
	mostHistory = 300
	// changeOver is the time over which the change of a rating is told.
	changeOver = 30 * 24 * time.Hour
)

// someone returns the account of a name in a path, if the client may see its profile, and what it is to the client.
func (s *Server) someone(r *http.Request) (client store.Person, a store.Account, friend string, err error) {
	if client, err = s.who(r); err != nil {
		return client, a, "", err
	}
	a, err = s.cfg.Store.AccountByName(r.Context(), names.Fold(r.PathValue("name")))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return client, a, "", noPerson()
	case err != nil:
		return client, a, "", unavailable(err)
	case client.ID == a.Person:
		return client, a, "", nil
	}
	if client.Kept {
		if friend, err = s.friendship(r.Context(), client.ID, a.Person); err != nil {
			return client, a, "", err
		}
	}
	switch {
	case allowed(a.Profile, client.Kept, friend == api.FriendBoth):
		return client, a, friend, nil
	case a.Profile == api.SeenByNamed:
		return client, a, "", game.Refuse(game.Forbidden, "profile_named", "%s shows their profile to people who have kept their name", a.Name)
	}
	return client, a, "", game.Refuse(game.Forbidden, "profile_friends", "%s shows their profile to friends", a.Name)
}

// noPerson refuses a name that no person has kept. The name of somebody whose account is closed gets the same answer, so the answer does not reveal that the account existed.
func noPerson() error {
	return game.Refuse(game.NotFound, "no_person", "nobody has kept this name; guests have no profile, and neither have people who have left")
}

// played is a finished game as one of its people sees it.
type played struct {
	*table.Summary
	row  store.Row
	seat int
	// with says that other people sat there, and not only bots.
	with bool
}

// won reports whether the person has won, alone or with others.
func (p *played) won() bool { return slices.Contains(p.Winners, p.seat) }

// seatOf returns the seat of somebody; -1 if they have none.
func (p *played) seatOf(person string) int {
	return slices.IndexFunc(p.Places, func(s api.Seat) bool { return person != "" && s.Person == person })
}

// latestGames returns the latest finished games at which a person sat, the latest first. Games that were sent from a device or began in the middle of another one are
// not theirs to show.
func (s *Server) latestGames(ctx context.Context, person string, limit int) ([]played, error) {
	rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusFinished, limit)
	if err != nil {
		return nil, unavailable(err)
	}
	list := make([]played, 0, len(rows))
	for _, row := range rows {
		t, err := table.ReadPlayed(row.Data)
		if err != nil {
			s.reportDamaged(row.ID, err)
			continue
		}
		one := played{Summary: t, row: row}
		one.seat = one.seatOf(person)
		if one.seat < 0 || t.Trial || strings.HasPrefix(t.ID, api.DevicePrefix) {
			continue
		}
		one.with = slices.ContainsFunc(t.Places, func(p api.Seat) bool { return p.Kind == api.KindPerson && p.Person != person })
		list = append(list, one)
	}
	return list, nil
}

func (s *Server) profile(w http.ResponseWriter, r *http.Request) error {
	client, a, friend, err := s.someone(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	answer := api.Profile{Person: a.Person, Name: a.Name, Since: a.Kept, You: a.Person == client.ID, Friend: friend}
	apart, _, err := s.apart(ctx, client.ID, a.Person)
	if err != nil {
		return err
	}
	answer.MayAsk = !answer.You && client.Kept && !apart && allowed(a.Asked, true, friend == api.FriendBoth)
	if !apart { // others seem not to be here
		if answer.Here, answer.Table, answer.Playing, err = s.whereabouts(ctx, a.Person, client.Kept, answer.You || friend == api.FriendBoth); err != nil {
			return err
		}
	}
	if answer.Scores, err = s.scores(ctx, a.Person); err != nil {
		return err
	}
	games, err := s.latestGames(ctx, a.Person, mostConduct)
	if err != nil {
		return err
	}
	answer.Finished, answer.Played = conduct.Finishes(conducts(games))
	answer.Pace, answer.PaceDays = pace(games)
	if answer.Recent, err = s.recent(ctx, a.Person, client.ID, games); err != nil {
		return err
	}
	send(w, http.StatusOK, answer)
	return nil
}

// fewPaces is from how many games on it is told how long somebody usually takes for a move.
const fewPaces = 5

// pace returns how long somebody usually takes for a move with people: in games at days per move if there are enough of them.
func pace(games []played) (ms int64, days bool) {
	var of [2][]int64
	for i := range games {
		g := &games[i]
		if !g.with || g.seat >= len(g.Figures) || g.Figures[g.seat].Pace == 0 {
			continue
		}
		switch g.Clock.Kind {
		case api.ClockDays:
			of[1] = append(of[1], g.Figures[g.seat].Pace)
		case api.ClockLive:
			of[0] = append(of[0], g.Figures[g.seat].Pace)
		}
	}
	for kind, list := range slices.Backward(of[:]) {
		if len(list) >= fewPaces {
			slices.Sort(list)
			return list[len(list)/2], kind == 1
		}
	}
	return 0, false
}

// scores returns a person's ratings with what they rest on.
func (s *Server) scores(ctx context.Context, person string) ([]api.Score, error) {
	all, err := s.cfg.Store.Scores(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	now := s.hub.Now()
	list := make([]api.Score, 0, len(all))
	for _, one := range all {
		order, err := s.standing(ctx, one.Game)
		if err != nil {
			return nil, err
		}
		score := shownScore(&one, now)
		score.Place, score.Of = order.placeOf(person), len(order.list)
		if score.Change, err = s.changeOf(ctx, &one, now); err != nil {
			return nil, err
		}
		list = append(list, score)
	}
	return list, nil
}

// shownScore returns a rating with what it rests on as people see it.
func shownScore(one *store.Score, now int64) api.Score {
	return api.Score{Rating: shownRating(one.Game, rating.At(rating.Models[one.Game], one.Rating, now)), Won: one.Won}
}

// changeOf returns by how many points a rating has changed of late. Whoever had none began at the start.
func (s *Server) changeOf(ctx context.Context, one *store.Score, now int64) (int, error) {
	before, err := s.cfg.Store.PointsAt(ctx, one.Game, []string{one.Person}, now-changeOver.Milliseconds())
	if err != nil {
		return 0, unavailable(err)
	}
	return pointsSince(one, before), nil
}

// pointsSince returns by how many points a rating differs from what it was.
func pointsSince(one *store.Score, before map[string]float64) int {
	was, ok := before[one.Person]
	if !ok {
		was = rating.Start
	}
	return int(math.Round(one.Points)) - int(math.Round(was))
}

// recent returns the games of a person that the client may know of: those that everybody could watch, those that counted, and those at which the client sat, too.
func (s *Server) recent(ctx context.Context, person, client string, games []played) ([]api.RecentGame, error) {
	var rows []store.Row
	list := []api.RecentGame{}
	for _, g := range games {
		if len(list) < mostRecent && g.with && (g.Public || g.Rated || g.seatOf(client) >= 0) {
			rows, list = append(rows, g.row), append(list, api.RecentGame{Seat: g.seat})
		}
	}
	tables, err := s.summaries(ctx, rows, client)
	if err != nil {
		return nil, err
	}
	for i := range list {
		one := &list[i]
		if one.Table = tables.Tables[i]; !one.Table.Rated {
			continue
		}
		kept, err := s.cfg.Store.Result(ctx, one.Table.ID)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, unavailable(err)
		}
		for _, c := range kept.Changes {
			if c.Person == person {
				one.Rated, one.Change = true, int(math.Round(c.After.Points))-int(math.Round(c.Before.Points))
			}
		}
	}
	return list, nil
}

func (s *Server) profileGame(w http.ResponseWriter, r *http.Request) error {
	client, a, _, err := s.someone(r)
	if err != nil {
		return err
	}
	answer := api.ProfileGame{Game: r.PathValue("game"), History: []api.RatingPoint{}}
	if rating.Models[answer.Game] == nil {
		return noRatedGame(answer.Game)
	}
	if answer.Bots, _, err = s.botRatings(r.Context(), answer.Game); err != nil {
		return err
	}
	changes, err := s.cfg.Store.Changes(r.Context(), a.Person, answer.Game, mostHistory)
	if err != nil {
		return unavailable(err)
	}
	for _, c := range slices.Backward(changes) {
		p := shownRating(c.Game, c.After)
		answer.History = append(answer.History, api.RatingPoint{At: c.After.At, Points: p.Points, Margin: p.Margin})
	}
	games, err := s.latestGames(r.Context(), a.Person, mostStudied)
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, func(g played) bool { return s.ratedAs(&g) != answer.Game })
	s.study(&answer, games)
	if client.Kept && client.ID != a.Person {
		if answer.Both, err = s.both(r.Context(), client.ID, a.Person, answer.Game, games); err != nil {
			return err
		}
	}
	send(w, http.StatusOK, answer)
	return nil
}

// noRatedGame refuses a game that nobody has a rating at.
func noRatedGame(name string) error {
	games := make([]string, 0, len(rating.Models))
	for g := range rating.Models {
		games = append(games, g)
	}
	slices.Sort(games)
	return game.Refuse(game.NotFound, "no_rated_game", "nothing is rated as %q; there are: %s", name, strings.Join(games, ", "))
}

// ratedAs returns the game under which a finished game is counted, rated or not: options other than the usual ones do not matter here.
func (s *Server) ratedAs(g *played) string {
	if as := s.hub.RatedAs(g.Game, g.Options); as != "" {
		return as
	}
	return g.Game
}

// oftenBuilt is from how many times on it is told how somebody does with a wonder, and favourites of how many wonders.
const oftenBuilt, favourites = 10, 4

// means adds up points.
type means struct {
	games, score int
	parts        []int
}

func (m *means) add(score int, parts []int) {
	m.games++
	m.score += score
	for len(m.parts) < len(parts) {
		m.parts = append(m.parts, 0)
	}
	for i, n := range parts {
		m.parts[i] += n
	}
}

// tenths returns the mean of a sum in tenths.
func (m *means) tenths(sum int) int { return int(math.Round(10 * float64(sum) / float64(m.games))) }

// study counts how games ended, and with what.
func (s *Server) study(answer *api.ProfileGame, games []played) {
	answer.Ways, answer.Places, answer.Wonders = []api.WayCount{}, []int{}, []api.WonderCount{}
	var points means
	for _, g := range games {
		if !g.with {
			if answer.AgainstBots++; g.won() {
				answer.WonAgainstBots++
			}
			continue
		}
		answer.Played++
		if g.seat < len(g.Figures) {
			f := &g.Figures[g.seat]
			for _, w := range f.Wonders {
				answer.Wonders = countWonder(answer.Wonders, w, g.won())
			}
			if len(f.Parts) > 0 && g.seat < len(g.Scores) {
				points.add(g.Scores[g.seat], f.Parts)
			}
		}
		if len(g.Places) == 2 && g.seat == 0 {
			if answer.Began++; g.won() {
				answer.WonBegun++
			}
		}
		switch {
		case len(g.Places) == 2 && len(g.Winners) == 1:
			i := slices.IndexFunc(answer.Ways, func(w api.WayCount) bool { return w.WonBy == g.WonBy })
			if i < 0 {
				i = len(answer.Ways)
				answer.Ways = append(answer.Ways, api.WayCount{WonBy: g.WonBy})
			}
			if g.won() {
				answer.Ways[i].Won++
			} else {
				answer.Ways[i].Lost++
			}
		case len(g.Places) > 2 && g.seat < len(g.Standings):
			place := g.Standings[g.seat]
			for len(answer.Places) < place {
				answer.Places = append(answer.Places, 0)
			}
			answer.Places[place-1]++
		}
	}
	slices.SortStableFunc(answer.Ways, func(a, b api.WayCount) int { return cmp.Compare(b.Won+b.Lost, a.Won+a.Lost) })
	answer.Wonders = slices.DeleteFunc(answer.Wonders, func(w api.WonderCount) bool { return w.Built < oftenBuilt })
	slices.SortFunc(answer.Wonders, func(a, b api.WonderCount) int {
		return cmp.Or(cmp.Compare(b.Built, a.Built), cmp.Compare(b.Won, a.Won), strings.Compare(a.Wonder, b.Wonder))
	})
	answer.Wonders = answer.Wonders[:min(favourites, len(answer.Wonders))]
	s.tellMeans(answer, &points)
}

func countWonder(list []api.WonderCount, id string, won bool) []api.WonderCount {
	i := slices.IndexFunc(list, func(w api.WonderCount) bool { return w.Wonder == id })
	if i < 0 {
		i, list = len(list), append(list, api.WonderCount{Wonder: id})
	}
	if list[i].Built++; won {
		list[i].Won++
	}
	return list
}

// tellMeans tells the means of points by the categories of the game.
func (s *Server) tellMeans(answer *api.ProfileGame, points *means) {
	if points.games == 0 {
		return
	}
	id := answer.Game
	if id == "pantheon" {
		id = "duel"
	}
	at := slices.IndexFunc(s.cfg.Games, func(g game.Game) bool { return g.Info().ID == id })
	if at < 0 {
		return
	}
	answer.Score = points.tenths(points.score)
	for i, category := range s.cfg.Games[at].Info().Categories {
		// A category that never gave anything is one of an option that was not played.
		if i < len(points.parts) && points.parts[i] != 0 {
			answer.Parts = append(answer.Parts, api.PartOfMean{Category: category, Mean: points.tenths(points.parts[i])})
		}
	}
}

// both returns how two people have played against each other.
func (s *Server) both(ctx context.Context, client, person, name string, games []played) (*api.Both, error) {
	b := &api.Both{Last: []string{}}
	for _, g := range games {
		own := g.seatOf(client)
		if own < 0 {
			continue
		}
		end := api.EndShared
		switch place := placeAt(&g, own) - placeAt(&g, g.seat); {
		case place < 0:
			b.Won++
			end = api.EndWon
		case place > 0:
			b.Lost++
			end = api.EndLost
		default:
			b.Shared++
		}
		if len(b.Last) < lastBoth {
			b.Last = append(b.Last, end)
		}
	}
	slices.Reverse(b.Last)
	now := s.hub.Now()
	var ratings [2]rating.Rating
	for i, p := range []string{client, person} {
		r, err := s.ratingAt(ctx, name, p, now)
		if err != nil {
			return nil, err
		}
		if r.Games == 0 {
			return b, nil
		}
		ratings[i] = r
	}
	b.Chance = int(math.Round(100 * rating.Chance(ratings[0], ratings[1])))
	return b, nil
}

// placeAt returns the place of a seat. Where places were not counted there are winners and others.
func placeAt(g *played, seat int) int {
	switch {
	case seat < len(g.Standings):
		return g.Standings[seat]
	case slices.Contains(g.Winners, seat):
		return 1
	}
	return 2
}

// shownPrivacy returns what a person has decided as it is told, and storedPrivacy as it is kept: an empty word means everybody.
func shownPrivacy(p store.Privacy) *api.Privacy {
	return &api.Privacy{Profile: cmp.Or(p.Profile, api.SeenByAll), Presence: cmp.Or(p.Presence, api.SeenByAll), Asked: cmp.Or(p.Asked, api.SeenByAll)}
}

func storedPrivacy(p api.Privacy) (stored store.Privacy, err error) {
	for _, one := range []struct {
		what, word string
		words      []string
		into       *string
	}{
		{"profile", p.Profile, []string{api.SeenByAll, api.SeenByNamed, api.SeenByFriends}, &stored.Profile},
		{"presence", p.Presence, []string{api.SeenByAll, api.SeenByFriends, api.SeenByNobody}, &stored.Presence},
		{"asked", p.Asked, []string{api.SeenByAll, api.SeenByFriends}, &stored.Asked},
	} {
		switch {
		case !slices.Contains(one.words, one.word):
			return stored, game.Refuse(game.Invalid, "bad_privacy", "%s must be one of %s, not %q", one.what, strings.Join(one.words, ", "), one.word)
		case one.word != api.SeenByAll:
			*one.into = one.word
		}
	}
	return stored, nil
}

func (s *Server) setPrivacy(w http.ResponseWriter, r *http.Request) error {
	p, err := s.kept(r)
	if err != nil {
		return err
	}
	var req api.Privacy
	if err := read(w, r, &req); err != nil {
		return err
	}
	stored, err := storedPrivacy(req)
	if err != nil {
		return err
	}
	if err := s.cfg.Store.SetPrivacy(r.Context(), p.ID, stored); err != nil {
		return theirs(err)
	}
	s.standings.forget()
	return s.me(w, r)
}
