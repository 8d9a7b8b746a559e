package server_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server"
)

func (g *guest) tournament(id string) *api.Tournament {
	g.t.Helper()
	var t api.Tournament
	g.must("GET", "/api/tournaments/"+id, nil, &t)
	return &t
}

func (g *guest) announce(p api.TournamentPlan) string {
	g.t.Helper()
	var t api.Tournament
	g.must("POST", "/api/tournaments", p, &t)
	return t.ID
}

func (g *guest) wants(id, want string) *api.Tournament {
	g.t.Helper()
	var t api.Tournament
	g.must("PUT", "/api/tournaments/"+id+"/me", api.TournamentWish{Want: want}, &t)
	return &t
}

func (g *guest) doTo(id string, d api.TournamentDeed) *api.Tournament {
	g.t.Helper()
	var t api.Tournament
	g.must("POST", "/api/tournaments/"+id+"/deeds", d, &t)
	return &t
}

func (g *guest) tournaments(which string) (names []string) {
	g.t.Helper()
	var list api.TournamentList
	g.must("GET", "/api/tournaments?which="+which, nil, &list)
	for _, t := range list.Tournaments {
		names = append(names, t.Name)
	}
	return names
}

var (
	smallArena = api.TournamentPlan{Kind: api.TournamentArena, Name: "Sunday arena", Game: "duel", Clock: api.Clock{Kind: api.ClockLive, Base: 300, Increment: 3}, Rated: true}
	smallSwiss = api.TournamentPlan{Kind: api.TournamentSwiss, Name: "Swiss", Game: "duel", Clock: api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}}
)

// playTournament plays the games at the tables at which these people sit: whoever comes later among them resigns after a few moves.
func playTournament(t *testing.T, id string, gs ...*guest) {
	t.Helper()
	byTable := map[string][]*guest{}
	await(t, "the tables", func() bool {
		// Everybody who plays can go to a table.
		for _, row := range gs[0].tournament(id).Standings {
			if row.State == api.PlayerPlays && row.Table == "" {
				return false
			}
		}
		return true
	})
	for _, g := range gs {
		if table := g.tournament(id).You.Table; table != "" {
			byTable[table] = append(byTable[table], g)
		}
	}
	for table, at := range byTable {
		for _, g := range at {
			// Without these the deal waits a while for them. It may have gone on already.
			_, _ = g.Command(t.Context(), table, g.command(api.CommandNonce, api.CommandData{Nonce: "0a"}))
		}
		await(t, "the start", func() bool { return at[0].look(table).Table.Status == api.StatusPlaying })
		playOn(t, table, 4, at...)
		at[len(at)-1].do(table, api.CommandResign, api.CommandData{})
	}
}

// TestArena: an arena from its announcement to the podium.
func TestArena(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Cili", "Dani")
	a := gs[0]
	id := a.announce(smallArena)
	if got := a.tournament(id); got.State != api.TournamentAnnounced || got.Minutes != 60 || got.Most != 200 || got.Organiser != "Anna" || !got.You.Organises || !got.You.MayJoin || got.You.Joined {
		t.Fatalf("%+v", got)
	}
	visitor, _ := s.visitor()
	if got := visitor.tournament(id); got.You != nil || len(got.Standings) != 0 {
		t.Errorf("%+v", got)
	}
	guest := s.guest("Guest")
	guest.refused("PUT", "/api/tournaments/"+id+"/me", api.TournamentWish{Want: api.WantPlay}, 403, "rated_name")
	if got := guest.tournament(id).You; got.MayJoin || got.CannotJoin != "rated_name" {
		t.Errorf("%+v", got)
	}
	for _, g := range gs {
		g.wants(id, api.WantPlay)
		g.wants(id, api.WantPlay) // again
	}
	gs[3].must("DELETE", "/api/tournaments/"+id+"/me", nil, &api.Tournament{})
	gs[3].refused("DELETE", "/api/tournaments/"+id+"/me", nil, 409, "not_in_tournament")
	if got := gs[3].tournament(id); got.Players != 3 || len(got.Standings) != 3 {
		t.Errorf("%+v", got)
	}
	gs[3].wants(id, api.WantPlay)
	if got := fmt.Sprint(gs[2].tournaments("mine"), gs[2].tournaments("now")); got != "[Sunday arena] []" {
		t.Error(got)
	}
	gs[1].refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoStart}, 403, "not_host")
	a.doTo(id, api.TournamentDeed{Do: api.DoStart})
	got := a.tournament(id)
	if got.State != api.TournamentRunning || len(got.Tables) != 2 || got.Ends-got.Begins != time.Hour.Milliseconds() || got.Next <= got.Now-1 || got.You.State != api.PlayerPlays {
		t.Fatalf("%+v", got)
	}
	// The tables are those of a tournament: whoever knows them watches, and nobody changes what was drawn.
	table := got.You.Table
	snap := visitor.look(table)
	if in := snap.Table.Tournament; in == nil || in.ID != id || in.Kind != api.TournamentArena || snap.Table.FirstMove != 30 || !snap.Table.Rated || snap.Table.Public {
		t.Errorf("%+v", snap.Table.Settings)
	}
	playTournament(t, id, gs...)
	if _, err := a.Command(t.Context(), table, a.command(api.CommandRematch, api.CommandData{})); err == nil {
		t.Error("a rematch in a tournament")
	}
	await(t, "the results", func() bool { return len(a.tournament(id).Tables) == 0 })
	got = a.tournament(id)
	for i, row := range got.Standings {
		if want := []int{2, 2, 0, 0}[i]; row.Points != want || len(row.Cells) != 1 || row.State != api.PlayerWaits || !row.Kept || row.Rating != 1500 {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	if r := a.tableRating(table); !r.Rated {
		t.Errorf("%+v", r)
	}
	if got := gs[2].wants(id, api.WantRest); got.You.State != api.PlayerRests {
		t.Errorf("%+v", got.You)
	}
	gs[2].refused("PUT", "/api/tournaments/"+id+"/me", api.TournamentWish{Want: api.WantSkip}, 400, "only_swiss")
	if got := a.doTo(id, api.TournamentDeed{Do: api.DoEnd}); got.State != api.TournamentFinished || len(got.Podium) != 3 || got.Podium[0].Points != 2 || got.Podium[0].Name == "" {
		t.Errorf("%+v", got.TournamentSummary)
	}
	a.refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoEnd}, 409, "tournament_over")
	a.refused("PUT", "/api/tournaments/"+id+"/me", api.TournamentWish{Want: api.WantPlay}, 409, "tournament_over")
	if got := fmt.Sprint(gs[2].tournaments("mine"), gs[2].tournaments("played")); got != "[] [Sunday arena]" {
		t.Error(got)
	}
	a.refused("GET", "/api/tournaments/nothing", nil, 404, "no_tournament")
	a.refused("GET", "/api/tournaments?which=x", nil, 400, "bad_list")
	visitor.refused("GET", "/api/tournaments?which=mine", nil, 401, "no_session")
}

// TestSwiss: three friends, guests among them, play a Swiss tournament with byes; the host sets a result.
func TestSwiss(t *testing.T) {
	s := start(t)
	a := s.named("Anna")[0]
	b, c := s.guest("Béla"), s.guest("Cili")
	gs := []*guest{a, b, c}
	id := a.announce(smallSwiss)
	a.refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoStart}, 409, "tournament_too_few")
	for _, g := range gs {
		g.wants(id, api.WantPlay)
	}
	a.refused("PUT", "/api/tournaments/"+id+"/me", api.TournamentWish{Want: api.WantRest}, 400, "only_arena")
	a.refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoEnd}, 409, "not_running_arena")
	got := a.doTo(id, api.TournamentDeed{Do: api.DoStart})
	if got.Round != 1 || got.Rounds != 3 || got.Ends-got.Now < 30*time.Minute.Milliseconds() {
		t.Fatalf("%+v", got)
	}
	byes := 0
	for round := 1; round <= 3; round++ {
		await(t, "the table", func() bool { return len(a.tournament(id).Tables) == 1 })
		got := a.tournament(id)
		for _, row := range got.Standings {
			if last := row.Cells[round-1]; last.Kind == api.CellBye && last.Points == 2 {
				byes++
			}
		}
		if round == 3 {
			// A host decides a game that cannot be finished.
			deed := api.TournamentDeed{Do: api.DoResult, Table: got.Tables[0].Table, Winner: got.Standings[got.Tables[0].Players[0]].Name, Why: "the other had to go"}
			a.refused("POST", "/api/tournaments/"+id+"/deeds", deed, 403, "not_host")
			s.host(a)
			bad := deed
			bad.Winner = "Nobody"
			a.refused("POST", "/api/tournaments/"+id+"/deeds", bad, 400, "not_at_table")
			bad = deed
			bad.Why = ""
			a.refused("POST", "/api/tournaments/"+id+"/deeds", bad, 400, "no_reason")
			bad = deed
			bad.Table = "x"
			a.refused("POST", "/api/tournaments/"+id+"/deeds", bad, 404, "no_tournament_game")
			a.doTo(id, deed)
			break
		}
		playTournament(t, id, gs...)
		await(t, "the next round", func() bool { return a.tournament(id).Round == round+1 })
	}
	await(t, "the end", func() bool { return a.tournament(id).State == api.TournamentFinished })
	end := a.tournament(id)
	total := 0
	for _, row := range end.Standings {
		total += row.Points
	}
	if byes != 3 || total != 12 || len(end.Podium) != 3 {
		t.Errorf("%d byes, %d half points: %+v", byes, total, end)
	}
}

// TestPublicTournaments: public ones are listed once the host agrees, and what is called off says why.
func TestPublicTournaments(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Hedda")
	a, h := gs[0], gs[1]
	s.host(h)
	plan := smallArena
	plan.Public, plan.Begins = true, time.Now().Add(time.Hour).UnixMilli()
	id := a.announce(plan)
	if got := a.tournament(id); !got.Asked || fmt.Sprint(a.tournaments("now")) != "[]" {
		t.Errorf("%+v", got)
	}
	a.refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoAllow}, 403, "not_host")
	a.refused("GET", "/api/tournaments?which=asked", nil, 403, "not_host")
	if got := h.tournaments("asked"); fmt.Sprint(got) != "[Sunday arena]" {
		t.Error(got)
	}
	h.doTo(id, api.TournamentDeed{Do: api.DoAllow})
	if got := fmt.Sprint(h.tournaments("asked"), s.guest("Guest").tournaments("now")); got != "[] [Sunday arena]" {
		t.Error(got)
	}
	a.refused("POST", "/api/tournaments/"+id+"/deeds", api.TournamentDeed{Do: api.DoCancel}, 400, "no_reason")
	if got := a.doTo(id, api.TournamentDeed{Do: api.DoCancel, Why: "Rain"}); got.State != api.TournamentCancelled || got.Why != "Rain" || got.You.CannotJoin != "tournament_over" {
		t.Errorf("%+v", got)
	}
	own := plan
	own.Public = false
	mine := a.announce(own)
	h.refused("POST", "/api/tournaments/"+mine+"/deeds", api.TournamentDeed{Do: api.DoAllow}, 409, "not_asked")
	h.announce(plan)
	if got := h.tournaments("now"); fmt.Sprint(got) != "[Sunday arena]" {
		t.Error(got)
	}
	a.refused("POST", "/api/tournaments/"+mine+"/deeds", api.TournamentDeed{Do: "x"}, 400, "bad_do")
	a.refused("PUT", "/api/tournaments/"+mine+"/me", api.TournamentWish{Want: "x"}, 400, "bad_want")
	s.guest("Other").refused("POST", "/api/tournaments", plan, 403, "no_account")
	for range 4 {
		a.announce(own)
	}
	a.refused("POST", "/api/tournaments", own, 429, "too_many_tournaments")
	open := start(t, func(c *server.Config) { c.PublicTournaments = true })
	o := open.named("Anna")[0]
	o.announce(plan)
	if got := o.tournaments("now"); fmt.Sprint(got) != "[Sunday arena]" {
		t.Error(got)
	}
}

// TestBadTournaments: what no tournament is like is refused with its reason.
func TestBadTournaments(t *testing.T) {
	s := start(t)
	a := s.named("Anna")[0]
	for reason, change := range map[string]func(*api.TournamentPlan){
		"bad_tournament_kind":   func(p *api.TournamentPlan) { p.Kind = "cup" },
		"bad_tournament_name":   func(p *api.TournamentPlan) { p.Name = " x " },
		"bad_tournament_game":   func(p *api.TournamentPlan) { p.Game = "chess" },
		"bad_tournament_clock":  func(p *api.TournamentPlan) { p.Clock.Base = 10 },
		"bad_tournament_time":   func(p *api.TournamentPlan) { p.Begins = 1 },
		"bad_tournament_length": func(p *api.TournamentPlan) { p.Minutes = 5 },
		"bad_tournament_rounds": func(p *api.TournamentPlan) { p.Kind, p.Rounds = api.TournamentSwiss, 16 },
		"bad_tournament_size":   func(p *api.TournamentPlan) { p.Most = 1 },
	} {
		p := smallArena
		change(&p)
		a.refused("POST", "/api/tournaments", p, 400, reason)
	}
	p := smallSwiss
	p.Game = "wonders"
	a.refused("POST", "/api/tournaments", p, 400, "bad_tournament_game")
	p = smallSwiss
	p.Clock = api.Clock{Kind: api.ClockDays, Days: 2}
	a.refused("POST", "/api/tournaments", p, 400, "bad_tournament_clock")
	// Nobody opens a table of a tournament by hand.
	a.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Tournament: &api.InTournament{ID: "x", Kind: api.TournamentArena}}}, 400, "not_of_tournament")
}

// TestTournamentsOfTheForgotten: tournaments are among a person's data. Whoever is forgotten keeps their place without a name, loses what still runs, and what they
// organise and has not begun is called off.
func TestTournamentsOfTheForgotten(t *testing.T) {
	t.Parallel()
	const name = "Xenophanész"
	s := start(t)
	gs := s.named(name, "Béla")
	a, b := gs[0], gs[1]
	short := smallSwiss
	short.Rounds = 1
	over, running, announced, left := a.announce(short), b.announce(short), a.announce(smallArena), b.announce(smallArena)
	for _, g := range gs {
		g.wants(over, api.WantPlay)
		g.wants(announced, api.WantPlay)
		g.wants(left, api.WantPlay)
	}
	a.doTo(over, api.TournamentDeed{Do: api.DoStart})
	playTournament(t, over, a, b) // the second resigns
	await(t, "the end", func() bool { return b.tournament(over).State == api.TournamentFinished })
	b.doTo(left, api.TournamentDeed{Do: api.DoStart})
	playTournament(t, left, b, a)
	await(t, "the result", func() bool { return len(b.tournament(left).Tables) == 0 })
	a.must("DELETE", "/api/tournaments/"+left+"/me", nil, &api.Tournament{})
	for _, g := range gs {
		g.wants(running, api.WantPlay)
	}
	b.doTo(running, api.TournamentDeed{Do: api.DoStart})
	await(t, "the table", func() bool { return len(b.tournament(running).Tables) == 1 })

	var text string
	a.must("GET", "/api/me/export", nil, &text)
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("tournaments.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept []struct {
		ID, State     string
		Organised     bool
		Place, Points int
		Games         []struct{ Table, State string }
	}
	if err := json.NewDecoder(f).Decode(&kept); err != nil || len(kept) != 4 {
		t.Fatalf("%+v, %v", kept, err)
	}
	for _, one := range kept {
		got := fmt.Sprint(one.State, one.Organised, one.Place, one.Points, len(one.Games))
		if want := map[string]string{over: "finishedtrue 1 2 1", running: "runningfalse 1 0 1", announced: "announcedtrue 1 0 0", left: "runningfalse 2 0 1"}[one.ID]; got != want {
			t.Errorf("%q, not %q: %+v", got, want, one)
		}
	}

	a.must("DELETE", "/api/me", api.NameRequest{Name: name}, nil)
	await(t, "the result", func() bool { return b.tournament(running).State == api.TournamentFinished })
	visitor, _ := s.visitor()
	for id, want := range map[string]string{over: "finished 1: 2 Béla: 0", running: "finished Béla: 2 2: 0", announced: "cancelled", left: "running Béla: 2 2: 0"} {
		for _, g := range []*guest{b, visitor} {
			got := g.tournament(id)
			words := got.State
			for _, row := range got.Standings {
				who := row.Name
				if who == "" {
					who = fmt.Sprint(row.Place)
				}
				if words += fmt.Sprintf(" %s: %d", who, row.Points); row.Name == "" && (row.Kept || row.State != api.PlayerWaits && row.State != api.PlayerLeft) {
					t.Errorf("%+v", row)
				}
			}
			if !strings.HasPrefix(words, want) {
				t.Errorf("%q, not %q", words, want)
			}
			if data, err := json.Marshal(got); err != nil || strings.Contains(string(data), name) {
				t.Errorf("the name is still told: %s, %v", data, err)
			}
		}
	}
	if got := b.tournament(over).Podium; len(got) != 2 || got[0].Name != "" || got[0].Points != 2 {
		t.Errorf("%+v", got)
	}
}
