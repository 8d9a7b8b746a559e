package server_test

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duplicate"
	"mirabilia/server"
	"mirabilia/server/client"
)

var smallDuplicate = api.TournamentPlan{Kind: api.TournamentDuplicate, Name: "Twins", Game: "duel", Clock: api.Clock{Kind: api.ClockLive, Base: 1500, Increment: 10}, Rounds: 2}

// secretsOf returns the secrets of a tournament's deals, as its journal has them.
func (s *site) secretsOf(id string) (list []string) {
	s.t.Helper()
	entries, err := s.db.TournamentEntries(s.t.Context(), id, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, data := range entries {
		var e struct{ Secrets []string }
		if err := json.Unmarshal(data, &e); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, e.Secrets...)
	}
	return list
}

// leaks asks for everything that there is about tables of a round by everybody, and returns what told more than it may while the round is played: boards to somebody who
// does not play there, records, replays and analyses to anybody, and the secret or the seed of the deal.
func leaks(t *testing.T, tournament string, tables map[string][]*guest, everybody map[string]*guest, secret, seed string) (list []string) {
	t.Helper()
	ctx := soon(t)
	found := func(who, what string) { list = append(list, who+": "+what) }
	for table, players := range tables {
		for who, g := range everybody {
			plays := slices.Contains(players, g)
			for _, path := range []string{"", "/log?before=1000000", "/events", "/record", "/record?format=json", "/record?board=1", "/record?board=2", "/replay?eye=open", "/replay?eye=spectator", "/replay?eye=0", "/replay?eye=1", "/analysis", "/rating"} {
				live := path == "" || strings.HasPrefix(path, "/log") || path == "/events"
				var text string
				err := g.Do(ctx, "GET", "/api/tables/"+table+path, nil, &text)
				var refused *client.Refused
				if err != nil && !errors.As(err, &refused) {
					t.Fatal(err)
				}
				switch {
				case strings.Contains(text, secret) || strings.Contains(text, seed):
					found(who, path+" has the deal")
				case err == nil && path != "/rating" && !(live && plays):
					found(who, path+" is open")
				}
			}
			if sock, err := g.Dial(ctx, table, -1); err == nil {
				if !plays {
					found(who, "the socket is open")
				}
				sock.Close()
			}
		}
	}
	for who, g := range everybody {
		for _, path := range []string{"/api/tables", "/api/me/tables", "/api/tournaments/" + tournament, "/api/tournaments?which=mine", "/api/people/Anna", "/api/people/Anna/games/duel"} {
			var text string
			_ = g.Do(ctx, "GET", path, nil, &text)
			if strings.Contains(text, secret) || strings.Contains(text, seed) {
				found(who, path+" has the deal")
			}
		}
		var text string
		if g.Do(ctx, "GET", "/api/me/export", nil, &text) != nil {
			continue // nobody's own data
		}
		z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			for table := range tables {
				if strings.Contains(f.Name, table) || strings.Contains(string(data), secret) || strings.Contains(string(data), seed) {
					found(who, "the export has "+f.Name)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// TestDuplicateTournament: all tables of a round are dealt alike from a secret that was committed to before. Until the round is over nobody sees a board of others, nor
// anybody a record; then everything is open, and the records prove that the deals were equal.
func TestDuplicateTournament(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *server.Config) { c.Matches = []game.Game{duplicate.Game}; c.PublicTournaments = true })
	gs := s.named("Anna", "Béla", "Cili", "Dani")
	a := gs[0]
	bad := smallDuplicate
	bad.Game = "dice"
	a.refused("POST", "/api/tournaments", bad, 400, "bad_tournament_game")
	plan := smallDuplicate
	plan.Public = true
	id := a.announce(plan)
	for _, g := range gs {
		g.wants(id, api.WantPlay)
	}
	if got := a.tournament(id); len(got.Deals) != 0 {
		t.Errorf("deals before the beginning: %+v", got.Deals)
	}
	a.doTo(id, api.TournamentDeed{Do: api.DoStart})
	secrets := s.secretsOf(id)
	visitor, _ := s.visitor()
	everybody := map[string]*guest{"a visitor": visitor, "a guest": s.guest("Guest"), "a host": s.named("Hedda")[0]}
	s.host(everybody["a host"])
	for _, g := range gs {
		everybody[g.Session.Name] = g
	}
	deals := a.tournament(id).Deals
	if len(deals) != 2 || deals[0].Commit == deals[1].Commit || deals[0].Secret+deals[1].Secret != "" {
		t.Fatalf("%+v", deals)
	}

	// round returns the tables of the round that is played with those who sit there.
	round := func() map[string][]*guest {
		t.Helper()
		tables := map[string][]*guest{}
		await(t, "the tables", func() bool { return len(a.tournament(id).Tables) == 2 })
		for _, g := range gs {
			if table := g.tournament(id).You.Table; table != "" {
				tables[table] = append(tables[table], g)
			}
		}
		for table, at := range tables {
			await(t, "the start", func() bool { return at[0].look(table).Table.Status == api.StatusPlaying })
		}
		return tables
	}
	seat := func(g *guest, table string) int { return int(g.look(table).Seat) }
	for n := 1; n <= 2; n++ {
		tables := round()
		if len(tables) != 2 {
			t.Fatalf("%d tables", len(tables))
		}
		// Everybody in the same seat sees the same, before anybody moves.
		views := map[int]string{}
		for table, at := range tables {
			for _, g := range at {
				snap := g.look(table)
				if in := snap.Table.Tournament; in == nil || in.Round != n || in.Kind != api.TournamentDuplicate || snap.Table.Game != "duplicate" || snap.Table.Deal.Commit != deals[n-1].Commit {
					t.Fatalf("%+v, %+v", snap.Table.Settings, snap.Table.Deal)
				}
				text := string(snap.Game.View)
				if before := views[int(snap.Seat)]; before != "" && before != text {
					t.Errorf("round %d: seat %d is dealt otherwise at two tables", n, snap.Seat)
				}
				views[int(snap.Seat)] = text
			}
		}
		seed := record.RoundSeed(bytesOf(t, secrets[n-1]), 2, record.RoundName(id, n)).String()
		first := ""
		for table, at := range tables {
			playOn(t, table, 6, at...)
			if first == "" {
				first = table
				slices.SortFunc(at, func(x, y *guest) int { return seat(x, table) - seat(y, table) })
				at[1].do(table, api.CommandResign, api.CommandData{})
			}
		}
		await(t, "the first result", func() bool {
			return slices.ContainsFunc(a.tournament(id).Tables, func(one api.TournamentTable) bool { return one.Over })
		})
		for _, one := range a.tournament(id).Tables {
			if !one.Sealed {
				t.Errorf("not sealed: %+v", one)
			}
		}
		if got := leaks(t, id, tables, everybody, secrets[n-1], seed); len(got) > 0 {
			t.Errorf("round %d:\n%s", n, strings.Join(got, "\n"))
		}
		if n == 2 {
			// The check notices what it is for: without the seal nearly everything is open.
			seal := s.srv.Unseal()
			got := leaks(t, id, tables, everybody, secrets[n-1], seed)
			seal()
			for _, want := range []string{"a visitor: /record has the deal", "a visitor:  is open", "Anna: the export has games/duplicate-" + first, "a host: the socket is open", "a guest: /replay?eye=open is open", "a visitor: /log?before=1000000 is open"} {
				if !slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, want) }) && !(strings.HasPrefix(want, "Anna") && !slices.Contains(tables[first], a)) {
					t.Errorf("a leak was planted and not found: %s\n%s", want, strings.Join(got, "\n"))
				}
			}
		}
		for table, at := range tables {
			if table != first {
				at[1].do(table, api.CommandResign, api.CommandData{})
			}
		}
		await(t, "the end of the round", func() bool { got := a.tournament(id); return got.Round > n || got.State == api.TournamentFinished })
		// The round is over: everything of it is open, and of the next nothing.
		deals = visitor.tournament(id).Deals
		sum := sha256.Sum256(bytesOf(t, deals[n-1].Secret))
		if deals[n-1].Secret != secrets[n-1] || hex.EncodeToString(sum[:]) != deals[n-1].Commit || n == 1 && deals[1].Secret != "" {
			t.Errorf("%+v", deals)
		}
		var recs []*record.Record
		for table := range tables {
			var text string
			visitor.must("GET", "/api/tables/"+table+"/record", nil, &text)
			rec, err := record.Read(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := rec.VerifyDeal(); err != nil || rec.Deal.Round != record.RoundName(id, n) || rec.Seed != seed {
				t.Errorf("%+v, %v", rec.Deal, err)
			}
			visitor.must("GET", "/api/tables/"+table+"/replay?eye=open", nil, &text)
			visitor.look(table)
			recs = append(recs, rec)
		}
		if err := record.SameDeal(recs[0], recs[1]); err != nil {
			t.Error(err)
		}
	}
	end := a.tournament(id)
	if end.State != api.TournamentFinished {
		t.Fatalf("%+v", end)
	}
	// Standings by points, then by the sum of the differences, which is nothing in all.
	sum := 0
	for i, row := range end.Standings {
		sum += row.Difference
		if i == 0 {
			continue
		}
		if before := end.Standings[i-1]; before.Points < row.Points || before.Points == row.Points && before.Difference < row.Difference {
			t.Errorf("%+v stands above %+v", before, row)
		}
	}
	if sum != 0 || end.Standings[0].Points != 4 || end.Standings[0].Difference <= 0 {
		t.Errorf("%d: %+v", sum, end.Standings)
	}
}

func bytesOf(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil || len(data) != 32 {
		t.Fatalf("%q: %v", text, err)
	}
	return data
}
