package server_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/rating"
)

func (g *guest) profile(name string) *api.Profile {
	g.t.Helper()
	var p api.Profile
	g.must("GET", "/api/people/"+url.PathEscape(name), nil, &p)
	return &p
}

func (g *guest) profileGame(name, game string) *api.ProfileGame {
	g.t.Helper()
	var p api.ProfileGame
	g.must("GET", "/api/people/"+url.PathEscape(name)+"/games/"+game, nil, &p)
	return &p
}

// results adds results of rated games, one an hour until now: the first of each pair has won each of n.
func (s *site) results(game string, n int, pairs ...[2]*guest) {
	s.t.Helper()
	at := time.Now().Add(-time.Duration(n*len(pairs)) * time.Hour)
	for i := range n {
		for k, p := range pairs {
			at = at.Add(time.Hour)
			r := rating.Result{Table: fmt.Sprintf("%s-%d-%d-%s", game, i, k, p[0].Session.Person), Game: game, At: at.UnixMilli(), Finishes: []rating.Finish{{Person: p[0].Session.Person, Place: 1}, {Person: p[1].Session.Person, Place: 2}}}
			if _, err := s.db.AddResult(s.t.Context(), r); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// TestProfile: what a name stands for, as others see it.
func TestProfile(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	a, b, c := gs[0], gs[1], gs[2]
	visitor := s.guest("Guest")
	if p := visitor.profile("anna"); p.Name != "Anna" || p.You || p.Since == 0 || p.Played != 0 || len(p.Scores) != 0 || len(p.Recent) != 0 {
		t.Errorf("a newcomer: %+v", p)
	}
	rated := ratedGame(t, a, b)
	change := a.tableRating(rated).Seats[0].After.Points - 1500
	// A friendly game without spectators is nobody else's business.
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	var invite api.Invite
	a.must("POST", "/api/tables/"+snap.Table.ID+"/invites", struct{}{}, &invite)
	c.must("POST", "/api/invites", api.InviteRequest{Token: invite.Token}, nil)
	c.do(snap.Table.ID, api.CommandJoin, api.CommandData{})
	a.do(snap.Table.ID, api.CommandStart, api.CommandData{})
	playOn(t, snap.Table.ID, 4, a, c)
	a.do(snap.Table.ID, api.CommandResign, api.CommandData{})

	for who, want := range map[*guest][]string{visitor: {rated}, b: {rated}, c: {snap.Table.ID, rated}, a: {snap.Table.ID, rated}} {
		p := who.profile("Anna")
		var ids []string
		for _, g := range p.Recent {
			ids = append(ids, g.Table.ID)
			if g.Seat != 0 || g.Rated != (g.Table.ID == rated) || g.Rated && g.Change != change || g.Table.Places[0].Name != "Anna" || !g.Table.Places[1].Kept {
				t.Errorf("%+v", g)
			}
		}
		if !slices.Equal(ids, want) || p.You != (who == a) {
			t.Errorf("games %v, want %v", ids, want)
		}
		if p.Played != 2 || p.Finished != 2 {
			t.Errorf("%d of %d games finished: resigning is finishing", p.Finished, p.Played)
		}
		if len(p.Scores) != 1 || p.Scores[0].Won != 1 || p.Scores[0].Points != 1500+change || p.Scores[0].Change != change || p.Scores[0].Place != 0 {
			t.Errorf("%+v", p.Scores)
		}
	}
	g := visitor.profileGame("ANNA", "duel")
	if g.Played != 2 || len(g.History) != 1 || g.History[0].Points != 1500+change || len(g.Bots) != 8 || g.Both != nil || len(g.Ways) != 1 || g.Ways[0] != (api.WayCount{WonBy: api.WonByResignation, Won: 1, Lost: 1}) {
		t.Errorf("%+v", g)
	}
	if both := b.profileGame("Anna", "duel").Both; both == nil || both.Won != 0 || both.Lost != 1 || !slices.Equal(both.Last, []string{api.EndLost}) || both.Chance >= 50 || both.Chance == 0 {
		t.Errorf("%+v", both)
	}
	if both := c.profileGame("Anna", "duel").Both; both == nil || both.Won != 1 || both.Chance != 0 {
		t.Errorf("without a rating: %+v", both)
	}
	if g := visitor.profileGame("Anna", "pantheon"); g.Played != 0 || len(g.History) != 0 || len(g.Places) != 0 {
		t.Errorf("%+v", g)
	}
	visitor.refused("GET", "/api/people/Anna/games/chess", nil, 404, "no_rated_game")
	visitor.refused("GET", "/api/people/Guest", nil, 404, "no_person")
	visitor.refused("GET", "/api/people/%20", nil, 404, "no_person")
	visitor.refused("GET", "/api/people/nobody/games/duel", nil, 404, "no_person")
	// Whoever has left is nobody, to others and in their games.
	b.must("DELETE", "/api/me", api.NameRequest{Name: "Béla"}, nil)
	visitor.refused("GET", "/api/people/B%C3%A9la", nil, 404, "no_person")
	if p := visitor.profile("Anna"); p.Recent[0].Table.Places[1].Name != "" || p.Recent[0].Table.Places[1].Kept {
		t.Errorf("%+v", p.Recent[0].Table.Places[1])
	}
}

// TestLeavingIsTold: whoever goes away has not finished.
func TestLeavingIsTold(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, gs...)
	gs[0].do(id, api.CommandStart, api.CommandData{})
	playOn(t, id, 3, gs...)
	gs[1].do(id, api.CommandLeave, api.CommandData{})
	playOn(t, id, 1<<20, gs[0], gs[2])
	for i, want := range []int{1, 0, 1} {
		name := []string{"Anna", "Béla", "Csaba"}[i]
		if p := gs[0].profile(name); p.Played != 1 || p.Finished != want {
			t.Errorf("%s: %d of %d", name, p.Finished, p.Played)
		}
		g := gs[0].profileGame(name, "dice")
		n := 0
		for _, k := range g.Places {
			n += k
		}
		if n != 1 || len(g.Ways) != 0 {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// shownTo is the privacy of somebody who shows the profile to some people only.
func shownTo(who string) api.Privacy {
	return api.Privacy{Profile: who, Presence: api.SeenByAll, Asked: api.SeenByAll}
}

// TestProfileIsShownToWhomItsOwnerLikes: and only those whom everybody may see have a place.
func TestProfileIsShownToWhomItsOwnerLikes(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba", "Dóra")
	s.results("duel", 30, [2]*guest{gs[0], gs[1]}, [2]*guest{gs[1], gs[2]}, [2]*guest{gs[2], gs[0]})
	visitor := s.guest("Guest")
	p := visitor.profile("Anna")
	if len(p.Scores) != 1 || p.Scores[0].Place == 0 || p.Scores[0].Of != 3 || p.Scores[0].Won != 30 || p.Scores[0].Games != 60 {
		t.Fatalf("%+v", p.Scores)
	}
	if m := gs[0].me(); m.Privacy == nil || *m.Privacy != shownTo(api.SeenByAll) {
		t.Errorf("at first %+v", m.Privacy)
	}
	var me api.Me
	gs[0].must("PATCH", "/api/me", shownTo(api.SeenByNamed), &me)
	if me.Privacy.Profile != api.SeenByNamed {
		t.Errorf("%+v", me)
	}
	visitor.refused("GET", "/api/people/Anna", nil, 403, "profile_named")
	visitor.refused("GET", "/api/people/Anna/games/duel", nil, 403, "profile_named")
	if p := gs[3].profile("Anna"); p.Scores[0].Place != 0 || p.Scores[0].Of != 2 {
		t.Errorf("%+v", p.Scores)
	}
	gs[0].refused("PATCH", "/api/me", shownTo("nobody"), 400, "bad_privacy")
	visitor.refused("PATCH", "/api/me", shownTo(api.SeenByAll), 403, "no_account")
	gs[0].must("PATCH", "/api/me", shownTo(api.SeenByAll), nil)
	if p := visitor.profile("Anna"); p.Scores[0].Of != 3 {
		t.Errorf("%+v", p.Scores)
	}
}

// TestNamesWithDots: the page of a person whose name looks like that of a file.
func TestNamesWithDots(t *testing.T) {
	s := start(t)
	for path, want := range map[string]int{"/p/St.Anna": http.StatusOK, "/p/x.js": http.StatusOK, "/x.js": http.StatusNotFound} {
		r, err := s.Client().Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
}

func (g *guest) ranks(path string) *api.Ranks {
	g.t.Helper()
	var r api.Ranks
	g.must("GET", "/api/ranks/"+path, nil, &r)
	return &r
}

// TestRanks: people stand in the order of their ratings, page by page, and see their own place on each.
func TestRanks(t *testing.T) {
	s := start(t)
	visitor := s.guest("Guest")
	if r := visitor.ranks("duel"); !r.Few || len(r.People) != 0 || r.Pages != 1 || r.Page != 1 || len(r.Bots) != 8 || r.You != nil {
		t.Errorf("at first: %+v", r)
	}
	gs := s.named("Anna", "Béla", "Csaba")
	var pairs [][2]*guest
	for _, p := range [][2]*guest{{gs[0], gs[1]}, {gs[1], gs[2]}, {gs[0], gs[2]}} {
		// The stronger wins two games of three.
		pairs = append(pairs, p, p, [2]*guest{p[1], p[0]})
	}
	s.results("duel", 20, pairs...)
	// Whoever has played too little is shown without a place while there are few.
	more := s.named("Dóra")
	more[0].tableRating(ratedGame(t, more[0], gs[2]))
	r := gs[1].ranks("duel")
	if !r.Few || r.Of != 3 || r.Others != 1 || len(r.People) != 4 || r.You == nil || r.You.Place != 2 || !r.People[1].You || r.People[0].You {
		t.Fatalf("%+v", r)
	}
	for i, want := range []string{"Anna", "Béla", "Csaba"} {
		p := r.People[i]
		if p.Name != want || p.Place != i+1 || p.Of != 3 || p.Margin > 150 || p.Provisional || p.Change != p.Points-1500 {
			t.Errorf("place %d: %+v", i+1, p)
		}
	}
	if r.People[0].Won != 80 || r.People[0].Games != 120 || r.People[3].Name != "Dóra" || r.People[3].Place != 0 || !r.People[3].Provisional {
		t.Errorf("%+v", r.People)
	}
	if r := visitor.ranks("duel"); r.You != nil || len(r.People) != 4 {
		t.Errorf("%+v", r)
	}
	if r := more[0].ranks("duel?page=2"); len(r.People) != 0 || r.Page != 2 || r.Pages != 1 || r.You != nil {
		t.Errorf("a page that is not there: %+v", r)
	}
	visitor.refused("GET", "/api/ranks/duel?page=0", nil, 400, "bad_page")
	visitor.refused("GET", "/api/ranks/duel?page=x", nil, 400, "bad_page")
	visitor.refused("GET", "/api/ranks/chess", nil, 404, "no_rated_game")
	// A deleted account is gone at once.
	gs[0].must("DELETE", "/api/me", api.NameRequest{Name: "Anna"}, nil)
	if r := visitor.ranks("duel"); r.Of != 2 || r.People[0].Name != "Béla" || r.People[0].Place != 1 {
		t.Errorf("%+v", r.People)
	}
}

// TestRanksHavePages: from ten on only those are listed who are certain, and 50 are a page.
func TestRanksHavePages(t *testing.T) {
	s := start(t)
	const people = 60
	at := time.Now().Add(-24 * time.Hour).UnixMilli()
	ids := make([]string, people)
	for i := range ids {
		ids[i] = fmt.Sprintf("p%02d", i)
		s.account(ids[i], fmt.Sprintf("Person %02d", i))
	}
	old := s.named("Olga")[0]
	const seed, rounds, seats = 7, 24, 6
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for n := range rounds {
		order := random.Perm(people)
		for k := 0; k < people; k += seats {
			// At each table the lower numbers tend to be before the higher ones.
			at6 := slices.Clone(order[k : k+seats])
			slices.SortFunc(at6, func(a, b int) int { return a - b + random.IntN(21) - 10 })
			r := rating.Result{Table: fmt.Sprintf("t%d-%d", n, k), Game: "dice", At: at + int64(n)}
			for place, i := range at6 {
				r.Finishes = append(r.Finishes, rating.Finish{Person: ids[i], Place: place + 1})
			}
			if _, err := s.db.AddResult(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Whoever has not played for long is not listed.
	long := time.Now().Add(-61 * 24 * time.Hour).UnixMilli()
	for n := range 20 {
		if _, err := s.db.AddResult(t.Context(), rating.Result{Table: fmt.Sprint("old", n), Game: "dice", At: long, Finishes: []rating.Finish{{Person: old.Session.Person, Place: 1}, {Person: ids[n], Place: 2}}}); err != nil {
			t.Fatal(err)
		}
	}
	visitor := s.guest("Guest")
	first, second := visitor.ranks("dice"), visitor.ranks("dice?page=2")
	if first.Few || first.Pages != 2 || len(first.People) != 50 || first.Of != 50+len(second.People) || first.Of+first.Others != people {
		t.Fatalf("%d and %d of %d listed, %d others, %d pages", len(first.People), len(second.People), first.Of, first.Others, first.Pages)
	}
	last := first.People[0]
	for i, p := range slices.Concat(first.People, second.People) {
		if p.Place != i+1 || p.Points > last.Points || p.Margin > 150 || p.Name == "Olga" {
			t.Fatalf("place %d: %+v after %+v", i+1, p, last)
		}
		last = p
	}
}

// TestProfileFigures: what finished games say of how somebody plays is added up: wonders, the pace, who begins, where points come from. Games that ended before such figures were kept say nothing.
func TestProfileFigures(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	id := lobbyOf(t, ratedDuel, gs...)
	gs[0].do(id, api.CommandStart, api.CommandData{})
	end := playOn(t, id, 1000, gs...)
	db := s.db
	pattern, err := db.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]any
	if err := json.Unmarshal(pattern.Row.Data, &kept); err != nil {
		t.Fatal(err)
	}
	// A game that was really played has figures.
	if figures, ok := kept["figures"].([]any); !ok || len(figures) != 2 || figures[0].(map[string]any)["moves"].(float64) < 10 {
		t.Fatalf("figures %v", kept["figures"])
	}
	seat := func(pace int, wonders []string, parts []int) map[string]any {
		return map[string]any{"moves": 30, "pace": pace, "wonders": wonders, "parts": parts}
	}
	for n := range 12 {
		whole := *pattern
		whole.Row.ID = fmt.Sprintf("figures%05d", n)
		kept["id"], kept["scores"], kept["standings"], kept["winners"], kept["won_by"] = whole.Row.ID, []int{61, 50}, []int{1, 2}, []int{0}, "points"
		if n >= 9 {
			kept["scores"], kept["standings"], kept["winners"] = []int{49, 50}, []int{2, 1}, []int{1}
		}
		kept["figures"] = []any{seat(1000*(n+1), []string{"the-pyramids", "piraeus"}, []int{5, 10}), seat(9000, []string{"the-sphinx"}, []int{0, 50})}
		if n == 0 {
			kept["figures"] = []any{seat(1000, []string{"the-pyramids"}, []int{5, 10}), seat(9000, nil, nil)}
		}
		if n == 11 {
			delete(kept, "figures")
		}
		if whole.Row.Data, err = json.Marshal(kept); err != nil {
			t.Fatal(err)
		}
		if err := putFinished(t.Context(), db, &whole, gs[0].Session.Person, gs[1].Session.Person); err != nil {
			t.Fatal(err)
		}
	}
	var told api.ProfileGame
	gs[1].must("GET", "/api/people/Anna/games/duel", nil, &told)
	won := 0
	if end.Game.Result.Winners[0] == 0 {
		won = 1
	}
	if told.Began != 13 || told.WonBegun != 9+won || told.Played != 13 {
		t.Errorf("began %d, won %d of %d", told.Began, told.WonBegun, told.Played)
	}
	i := slices.IndexFunc(told.Wonders, func(w api.WonderCount) bool { return w.Wonder == "the-pyramids" })
	k := slices.IndexFunc(told.Wonders, func(w api.WonderCount) bool { return w.Wonder == "piraeus" })
	if i < 0 || k < 0 || told.Wonders[i].Built < 11 || told.Wonders[i].Won < 9 || told.Wonders[k].Built < 10 || len(told.Wonders) > 4 {
		t.Errorf("%+v", told.Wonders)
	}
	if told.Score < 400 || told.Score > 700 || len(told.Parts) < 2 || told.Parts[0].Category != "military" || told.Parts[1].Category != "blue" {
		t.Errorf("%d points, %+v", told.Score, told.Parts)
	}
	// Eleven games of 1 to 11 seconds a move, and one that was played by a test, at once: the middle is 6 seconds.
	if p := gs[1].profile("Anna"); p.Pace < 5000 || p.Pace > 6000 || p.PaceDays {
		t.Errorf("pace %d, %v", p.Pace, p.PaceDays)
	}
	if p := gs[0].profile("Béla"); p.Pace != 9000 {
		t.Errorf("pace %d", p.Pace)
	}
}
