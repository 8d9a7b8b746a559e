package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/server"
)

// deviceGame plays a game as a device does: its own secret, a nonce of the person at seat 0, bots elsewhere.
func deviceGame(t testing.TB, gameID string, seats int, id string) *record.Record {
	t.Helper()
	g, err := games.ByID(gameID)
	if err != nil {
		t.Fatal(err)
	}
	names, nonces := make([]string, seats), make([]string, seats)
	for i := range names {
		names[i], nonces[i] = "level1", "-"
	}
	names[0], nonces[0] = "Anna", strings.Repeat("ab", 32)
	secret := []byte("a secret of thirty-two bytes, ok")
	rec := record.New(g, names, nil, record.FairSeed(secret, nonces, id))
	rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: id, Secret: fmt.Sprintf("%x", secret), Nonces: nonces}
	b, err := rec.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	p := bot.NewRandom(game.NumberSeed(3))
	for owing := b.Owing(); owing != 0; owing = b.Owing() {
		m := p.Choose(b, owing.First())
		rec.Add(owing.First(), b.Text(m))
		b.Apply(owing.First(), m, nil)
	}
	rec.Finish(b)
	return rec
}

func written(t testing.TB, rec *record.Record) string {
	t.Helper()
	var b strings.Builder
	if err := rec.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// everyGame lets a server know all games and bots.
func everyGame(cfg *server.Config) { cfg.Games, cfg.Bots, cfg.NewBot = games.All, bot.Names, bot.New }

const sentID = "here-0123456789ab"

// A game of a device gets a link under the id it had there. It is verified, shown to anyone who has the link, and in no list.
func TestGameOfADeviceIsKept(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Info().ID, func(t *testing.T) {
			s := start(t, everyGame)
			anna, bela := s.guest("Anna"), s.guest("Béla")
			rec := deviceGame(t, g.Info().ID, g.Info().MinSeats, sentID)
			var sent api.SentGame
			anna.must("POST", "/api/records", api.SendGame{Record: written(t, rec)}, &sent)
			if sent.Table != sentID || sent.Path != "/r/"+sentID {
				t.Errorf("%+v", sent)
			}
			var replay api.Replay
			bela.must("GET", "/api/tables/"+sentID+"/replay", nil, &replay)
			if len(replay.Frames) != len(rec.Steps)+1 || replay.Table.Places[0].Name != "Anna" || replay.Table.Rated || replay.Table.Public {
				t.Errorf("%d frames of %d steps, %+v", len(replay.Frames), len(rec.Steps), replay.Table)
			}
			if want := fmt.Sprint(rec.Scores); fmt.Sprint(replay.Result.Scores) != want {
				t.Errorf("scores %v, want %v", replay.Result.Scores, want)
			}
			for _, g := range []*guest{anna, bela} {
				for _, path := range []string{"/api/me/tables", "/api/tables?status=finished", "/api/tables"} {
					var list api.TableList
					g.must("GET", path, nil, &list)
					if len(list.Tables) != 0 {
						t.Errorf("%s lists %+v", path, list.Tables)
					}
				}
			}
			anna.refused("POST", "/api/records", api.SendGame{Record: written(t, rec)}, 409, "already_sent")
			bela.refused("POST", "/api/records", api.SendGame{Record: written(t, rec)}, 409, "already_sent")
		})
	}
}

// The day of a game is known or left out; a device may be ahead by a few hours.
func TestDatesOfGamesOfADevice(t *testing.T) {
	s := start(t, everyGame)
	anna := s.guest("Anna")
	for i, date := range []string{"", "2026-11-15", "2024-02-29", time.Now().UTC().Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)} {
		rec := deviceGame(t, "duel", 2, fmt.Sprintf("here-%012d", i))
		rec.Date = date
		anna.must("POST", "/api/records", api.SendGame{Record: written(t, rec)}, &api.SentGame{})
	}
}

// A game that was sent has no rematch on the server.
func TestSentGamesHaveNoRematch(t *testing.T) {
	s := start(t, everyGame)
	anna := s.guest("Anna")
	anna.must("POST", "/api/records", api.SendGame{Record: written(t, deviceGame(t, "duel", 2, sentID))}, &api.SentGame{})
	anna.refused("POST", "/api/tables/"+sentID+"/commands", anna.command(api.CommandRematch, api.CommandData{}), 409, "sent_game")
	var list api.TableList
	if anna.must("GET", "/api/me/tables", nil, &list); len(list.Tables) != 0 {
		t.Errorf("it opened %+v", list.Tables)
	}
}

// What is forged gets its clear answer, and nothing is kept of it.
func TestForgedGamesOfADevice(t *testing.T) {
	s := start(t, everyGame)
	anna := s.guest("Anna")
	for name, c := range map[string]struct {
		forge  func(*record.Record, *api.SendGame)
		status int
		reason string
	}{
		"another seed":          {func(r *record.Record, _ *api.SendGame) { r.Seed = game.NumberSeed(9).String() }, 400, "bad_deal"},
		"another secret":        {func(r *record.Record, _ *api.SendGame) { r.Deal.Secret = strings.Repeat("00", 32) }, 400, "bad_deal"},
		"no proof":              {func(r *record.Record, _ *api.SendGame) { r.Deal = nil }, 400, "not_of_a_device"},
		"a table of the server": {func(r *record.Record, _ *api.SendGame) { r.Deal.Table = "0123456789ab" }, 400, "not_of_a_device"},
		"an odd table":          {func(r *record.Record, _ *api.SendGame) { r.Deal.Table = "here-../../../x" }, 400, "not_of_a_device"},
		"the name of another":   {func(r *record.Record, _ *api.SendGame) { r.Names[1] = "Béla" }, 400, "foreign_name"},
		"not the sender's seat": {func(_ *record.Record, q *api.SendGame) { q.Seat = 1 }, 400, "foreign_name"},
		"no such seat":          {func(_ *record.Record, q *api.SendGame) { q.Seat = 5 }, 400, "no_seat"},
		"other scores":          {func(r *record.Record, _ *api.SendGame) { r.Scores[0] += 50 }, 400, "bad_record"},
		"another winner":        {func(r *record.Record, _ *api.SendGame) { r.Result = "AB points" }, 400, "bad_record"},
		"an illegal move":       {func(r *record.Record, _ *api.SendGame) { r.Steps[9] = r.Steps[8] }, 400, "bad_record"},
		"an unfinished game": {func(r *record.Record, _ *api.SendGame) {
			r.Steps, r.Result, r.Scores = r.Steps[:20], record.Unfinished, nil
		}, 409, "not_finished"},
		"a date that is none":         {func(r *record.Record, _ *api.SendGame) { r.Date = "2026-13-99" }, 400, "bad_date"},
		"a day no month has":          {func(r *record.Record, _ *api.SendGame) { r.Date = "2026-02-30" }, 400, "bad_date"},
		"a word for a date":           {func(r *record.Record, _ *api.SendGame) { r.Date = "<b>x</b>" }, 400, "bad_date"},
		"a date with a time":          {func(r *record.Record, _ *api.SendGame) { r.Date = "2026-11-15 10:00" }, 400, "bad_date"},
		"a day that is far from come": {func(r *record.Record, _ *api.SendGame) { r.Date = "9999-12-31" }, 400, "bad_date"},
		"the day after tomorrow": {func(r *record.Record, _ *api.SendGame) {
			r.Date = time.Now().UTC().AddDate(0, 0, 2).Format(time.DateOnly)
		}, 400, "bad_date"},
		"another game":  {func(r *record.Record, _ *api.SendGame) { r.Game = "chess" }, 400, "no_game"},
		"not a record":  {func(_ *record.Record, q *api.SendGame) { q.Record = "hello" }, 400, "bad_record"},
		"far too large": {func(_ *record.Record, q *api.SendGame) { q.Record = strings.Repeat("x", 200<<10) }, 413, "too_big"},
	} {
		rec := deviceGame(t, "duel", 2, sentID)
		req := api.SendGame{}
		c.forge(rec, &req)
		if req.Record == "" {
			req.Record = written(t, rec)
		}
		t.Run(name, func(t *testing.T) {
			anna.refused("POST", "/api/records", req, c.status, c.reason)
			anna.refused("GET", "/api/tables/"+sentID+"/replay", nil, 404, "no_table")
		})
	}
	// People who shared the device are not named, and it is no obstacle.
	rec := deviceGame(t, "wonders", 3, sentID)
	rec.Names[1] = "?"
	anna.must("POST", "/api/records", api.SendGame{Record: written(t, rec)}, &api.SentGame{})
}
