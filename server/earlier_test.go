package server_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mirabilia/analysis"
	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/people/peopletest"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
	"mirabilia/store/sqlite"
)

// testdata/earlier was written by an earlier program, of commit f3fcf85; its README.md says how. Whatever the program becomes, it reads that.
const earlierFolder = "testdata/earlier"

// earlierPerson is somebody in the earlier data, with everything that lets them in.
type earlierPerson struct {
	Name, Person, Cookie, Token string
	Kept                        bool
	Codes                       []string
	Device                      *peopletest.Device
}

// earlierTable is a table in the earlier data. Who has the names by seat.
type earlierTable struct {
	ID, Kind string
	Who      []string
}

// earlierAnswer is what the earlier program answered somebody; to a refusal, Text is its reason.
type earlierAnswer struct {
	Who, Path, Text string
	Status          int
	Answer          json.RawMessage
}

// earlier is what is known of the earlier data, written at the time At.
type earlier struct {
	At          int64
	People      []*earlierPerson
	Tables      []*earlierTable
	Tournaments map[string]string
	Answers     []*earlierAnswer
}

func unzipped(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(earlierFolder, path))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		data, err = io.ReadAll(z)
	}
	if err != nil {
		t.Fatal(path, err)
	}
	return data
}

// earlierData unpacks the earlier data folder, as it lay there while the server was running.
func earlierData(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, end := range []string{"", "-wal"} {
		if err := os.WriteFile(filepath.Join(folder, sqlite.File+end), unzipped(t, "sqlite/"+sqlite.File+end+".gz"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// emptyTables returns the tables of a database that have no row.
func emptyTables(t *testing.T, db *sql.DB, names string) (empty []string, n int) {
	t.Helper()
	rows, err := db.Query(names)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		list = append(list, name)
	}
	for _, name := range list {
		var some bool
		if err := db.QueryRow("SELECT EXISTS (SELECT 1 FROM " + name + ")").Scan(&some); err != nil {
			t.Fatal(err)
		}
		if !some {
			empty = append(empty, name)
		}
	}
	return empty, len(list)
}

// TestEarlierDataHasEveryKindOfRow: a table of the earlier schema without a row would be one that no test reads.
func TestEarlierDataHasEveryKindOfRow(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(earlierData(t), sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var version int
	if err := db.QueryRow("SELECT count(*) FROM migration").Scan(&version); err != nil || version != 16 {
		t.Errorf("migration %d, %v", version, err)
	}
	const names = "SELECT name FROM sqlite_master WHERE type = 'table'"
	if empty, n := emptyTables(t, db, names); len(empty) > 0 || n < 34 {
		t.Errorf("%d tables, without a row: %v", n, empty)
	}
	if _, err := db.Exec("DELETE FROM pending"); err != nil {
		t.Fatal(err)
	}
	if empty, _ := emptyTables(t, db, names); !slices.Equal(empty, []string{"pending"}) {
		t.Errorf("a table was emptied, and these are found to be: %v", empty)
	}
	// Of the dump, each table has rows.
	dump := string(unzipped(t, "postgres/dump.sql.gz"))
	tables := 0
	for line := range strings.Lines(dump) {
		name, is := strings.CutPrefix(line, "CREATE TABLE public.")
		if !is {
			continue
		}
		tables++
		if name, _, _ = strings.Cut(name, " "); !strings.Contains(dump, "INSERT INTO public."+name+" ") {
			t.Errorf("the dump has no row of %s", name)
		}
	}
	if tables < 34 {
		t.Errorf("%d tables in the dump", tables)
	}
}

// TestEarlierFolder: a data folder of an earlier program is read and gone on with.
func TestEarlierFolder(t *testing.T) {
	t.Parallel()
	db := openStore(t, earlierData(t))
	t.Cleanup(func() { db.Close() })
	readEarlier(t, db, "sqlite")
}

// TestEarlierDatabase: so is a database that a cluster of an earlier program filled.
func TestEarlierDatabase(t *testing.T) {
	t.Parallel()
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pg.Stop() })
	name, err := pg.NewDatabase(t.Context())
	if err == nil {
		err = pg.Exec(t.Context(), name, loadable(unzipped(t, "postgres/dump.sql.gz")))
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), pg.URL(name), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	readEarlier(t, db, "postgres")
}

// loadable returns a dump without the lines that are meant for psql.
func loadable(dump []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(dump)) {
		if !strings.HasPrefix(line, `\`) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// earlierSite is a server on earlier data, at the moment when that was written.
type earlierSite struct {
	*site
	*earlier
	byName map[string]*earlierPerson
	came   int
}

func startEarlier(t *testing.T, db store.Store, folder string) *earlierSite {
	t.Helper()
	e := &earlierSite{earlier: &earlier{}, byName: map[string]*earlierPerson{}}
	if err := json.Unmarshal(unzipped(t, folder+"/expect.json.gz"), e.earlier); err != nil {
		t.Fatal(err)
	}
	for _, p := range e.People {
		e.byName[p.Name] = p
	}
	// The server that wrote it lived until then.
	if _, err := db.Heartbeat(t.Context(), e.At); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	e.site = start(t, func(c *server.Config) {
		c.Store, c.Games, c.Matches = db, games.All, games.Matches
		c.Bots, c.Offered, c.DefaultBot, c.BotPlays, c.NewBot = bot.Names, bot.Levels, bot.DefaultLevel, bot.Plays, bot.New
		c.CodeMemory = 0
		c.Clock = func() (int64, time.Duration) {
			since := time.Since(begun)
			return e.At + since.Milliseconds(), since
		}
	})
	e.db = db
	e.Client().Timeout = waitAtMost
	return e
}

// as is somebody with the session that they had.
func (e *earlierSite) as(name string) *guest {
	// What somebody did under an id then is not done again.
	e.came++
	g := &guest{t: e.t, Client: &client.Client{Base: e.local(), HTTP: e.Client()}, n: e.came * 10000}
	if p := e.byName[name]; p != nil {
		g.Cookie, g.Token, g.Session = p.Cookie, p.Token, api.Session{Person: p.Person, Name: p.Name}
	}
	return g
}

// passing are fields that tell of the moment or of this program.
var passing = map[string]bool{"now": true, "left": true, "here": true, "online": true, "spectators": true, "api": true, "gone": true, "pools": true}

// lacks returns the first place in which an answer does not say what another one said, but for the fields to skip.
func lacks(was, is any, at string, skip map[string]bool) string {
	switch was := was.(type) {
	case map[string]any:
		is, ok := is.(map[string]any)
		if !ok {
			return at
		}
		for key, value := range was {
			if _, moment := value.(float64); skip[key] || key == "next" && moment { // when an arena draws next
				continue
			}
			if place := lacks(value, is[key], at+"."+key, skip); place != "" {
				return place
			}
		}
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) != len(was) {
			return at
		}
		for i, value := range was {
			if place := lacks(value, is[i], fmt.Sprintf("%s[%d]", at, i), skip); place != "" {
				return place
			}
		}
	default:
		if !reflect.DeepEqual(was, is) {
			return fmt.Sprintf("%s: was %v, is %v", at, was, is)
		}
	}
	return ""
}

// answersAs demands the answers of the earlier program: what it said, with more beside it at most.
func (e *earlierSite) answersAs() {
	e.t.Helper()
	told := 0
	for _, p := range e.People {
		e.as(p.Name).session() // who is here is told to others
	}
	for _, a := range e.Answers {
		var text string
		err := e.as(a.Who).Do(e.t.Context(), "GET", a.Path, nil, &text)
		var refused *client.Refused
		switch {
		case errors.As(err, &refused):
			if a.Status != refused.Status || a.Text != refused.Why.Reason {
				e.t.Errorf("%s as %q: %v, was %d %s", a.Path, a.Who, err, a.Status, a.Text)
			}
			continue
		case err != nil:
			e.t.Fatal(err)
		}
		told++
		if a.Status != 200 {
			e.t.Errorf("%s as %q is answered, was %d %s", a.Path, a.Who, a.Status, a.Text)
			continue
		}
		if a.Answer == nil {
			if text != a.Text {
				e.t.Errorf("%s as %q: %q, was %q", a.Path, a.Who, text, a.Text)
			}
			continue
		}
		var was, is any
		if err := errors.Join(json.Unmarshal(a.Answer, &was), json.Unmarshal([]byte(text), &is)); err != nil {
			e.t.Fatal(a.Path, err)
		}
		if place := lacks(was, is, "", passing); place != "" {
			e.t.Errorf("%s as %q: %s", a.Path, a.Who, place)
		}
	}
	if told < 500 {
		e.t.Errorf("%d answers", told)
	}
}

func readEarlier(t *testing.T, db store.Store, folder string) {
	e := startEarlier(t, db, folder)
	e.answersAs()
	if t.Failed() {
		return
	}
	e.stillIn()
	e.playedOn()
	e.tournamentsGoOn()
	e.recovered()
}

// stillIn demands that everybody can come in: with a session, a passkey or a token.
func (e *earlierSite) stillIn() {
	t := e.t
	keys := 0
	for _, p := range e.People {
		if who := e.as(p.Name).session(); who.Person != p.Person || who.Kept != p.Kept {
			t.Errorf("%s: %+v", p.Name, who)
		}
	}
	for _, p := range e.People {
		if p.Device != nil {
			g, _ := e.visitor()
			p.Device.Origin = e.local()
			if in := g.logIn(p.Device); in.Person != p.Person {
				t.Errorf("the passkey of %s is one of %+v", p.Name, in)
			}
			keys++
		}
	}
	if keys < 7 {
		t.Errorf("%d passkeys", keys)
	}
}

// recovered demands that codes let their people in, and that nothing else does then but a session of somebody without a code.
func (e *earlierSite) recovered() {
	t := e.t
	codes := 0
	for _, p := range e.People {
		if len(p.Codes) > 0 {
			g, _ := e.visitor()
			g.must("POST", "/api/recover", api.RecoverRequest{Name: p.Name, Code: p.Codes[0]}, &g.Session)
			if g.Session.Person != p.Person {
				t.Errorf("the code of %s is one of %+v", p.Name, g.Session)
			}
			e.as(p.Name).refused("GET", "/api/session", nil, 401, "ended_recovered")
			codes++
		}
	}
	if codes < 6 {
		t.Errorf("%d codes", codes)
	}
	e.as("Robot").refused("GET", "/api/session", nil, 401, "ended_recovered")
	e.as("Gizi").session()
}

// playedOn demands that running games go on: the first of each game to its end, with a record that replays, and the others for a few moves.
func (e *earlierSite) playedOn() {
	t := e.t
	ended, running := map[string]bool{}, 0
	for _, tab := range e.Tables {
		var gs []*guest
		for _, name := range tab.Who {
			gs = append(gs, e.as(name))
		}
		snap := gs[0].look(tab.ID)
		if snap.Table.Status != api.StatusPlaying {
			continue
		}
		running++
		for seat, place := range snap.Table.Places {
			if place.Away != "" {
				gs[seat].do(tab.ID, api.CommandBack, api.CommandData{})
			}
		}
		if tab.Kind == "tournament" || ended[snap.Table.Game] {
			playOn(t, tab.ID, 3, gs...)
			continue
		}
		ended[snap.Table.Game] = true
		playOn(t, tab.ID, 10000, gs...)
		var text string
		gs[0].must("GET", "/api/tables/"+tab.ID+"/record", nil, &text)
		verifyRecord(t, text)
	}
	if len(ended) != 4 || running < 20 {
		t.Errorf("%d games were running; played to the end: %v", running, ended)
	}
}

// tournamentsGoOn demands that the arena draws again, the second round of the Swiss tournament is its last, and the round of the matches ends.
func (e *earlierSite) tournamentsGoOn() {
	t := e.t
	end := func(kind string) {
		ended := 0
		for _, tab := range e.Tables {
			if tab.Kind != "tournament" {
				continue
			}
			g := e.as(tab.Who[1])
			if table := g.look(tab.ID).Table; table.Status == api.StatusPlaying && table.Tournament.ID == e.Tournaments[kind] {
				g.do(tab.ID, api.CommandResign, api.CommandData{})
				ended++
			}
		}
		if ended == 0 {
			t.Errorf("no game of the %s tournament is running", kind)
		}
	}
	anna := e.as("Anna")
	end("swiss")
	await(t, "the end of the Swiss tournament", func() bool { return anna.tournament(e.Tournaments["swiss"]).State == api.TournamentFinished })
	before := map[string]bool{}
	for _, one := range anna.tournament(e.Tournaments["arena"]).Tables {
		before[one.Table] = true
	}
	end("arena")
	await(t, "a new game in the arena", func() bool {
		list := anna.tournament(e.Tournaments["arena"]).Tables
		return slices.ContainsFunc(list, func(one api.TournamentTable) bool { return !before[one.Table] })
	})
	end("duplicate")
	await(t, "the second round of matches", func() bool { return anna.tournament(e.Tournaments["duplicate"]).Round == 2 })
	e.as("Cili").wants(e.Tournaments["announced"], api.WantPlay)
}

func verifyRecord(t testing.TB, text string) *record.Record {
	t.Helper()
	rec, err := record.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.KnownByID(rec.Game)
	if err == nil {
		_, err = rec.Replay(g, nil)
	}
	if err == nil && rec.Deal != nil {
		err = rec.VerifyDeal()
	}
	if err != nil {
		t.Errorf("%s of %s: %v", rec.Game, text[:60], err)
	}
	return rec
}

// TestEarlierFiles: records and analyses that were saved as files are read.
func TestEarlierFiles(t *testing.T) {
	list, err := filepath.Glob(filepath.Join(earlierFolder, "files", "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	seen, studies := map[string]int{}, 0
	for _, path := range list {
		name := "files/" + filepath.Base(path)
		if strings.HasSuffix(name, ".mgr.gz") {
			seen[verifyRecord(t, string(unzipped(t, name))).Game]++
			continue
		}
		rec := verifyRecord(t, string(unzipped(t, strings.Replace(name, ".mga", ".mgr", 1))))
		g, err := games.KnownByID(rec.Game)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := analysis.Read(unzipped(t, name), g, rec); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		studies++
	}
	if len(seen) < 4 || studies == 0 {
		t.Errorf("records of %v, %d analyses", seen, studies)
	}
}

// TestEarlierFolderYearsLater: by the clock of today too, tables open, nobody has run out of time and everybody is still signed in.
func TestEarlierFolderYearsLater(t *testing.T) {
	t.Parallel()
	db := openStore(t, earlierData(t))
	t.Cleanup(func() { db.Close() })
	e := startEarlier(t, db, "sqlite")
	e.srv.Close()
	later := start(t, everyGame, func(c *server.Config) {
		c.Store, c.Matches = db, games.Matches
		now := time.UnixMilli(e.At).Add(3 * 365 * 24 * time.Hour)
		begun := time.Now()
		c.Clock = func() (int64, time.Duration) {
			since := time.Since(begun)
			return now.UnixMilli() + since.Milliseconds(), since
		}
	})
	e.site = later
	e.site.Client().Timeout = waitAtMost
	for _, p := range e.People {
		if who := e.as(p.Name).session(); who.Person != p.Person {
			t.Errorf("%s: %+v", p.Name, who)
		}
	}
	for _, a := range e.Answers {
		tab, is := strings.CutPrefix(a.Path, "/api/tables/")
		if !is || a.Status != 200 || strings.ContainsAny(tab, "/?") {
			continue
		}
		var was api.Snapshot
		if err := json.Unmarshal(a.Answer, &was); err != nil {
			t.Fatal(err)
		}
		if was.Table.Status == api.StatusLobby || was.Table.Status == api.StatusClosed {
			continue // these are not kept for years
		}
		if is := e.as(a.Who).look(tab); is.Table.Status != was.Table.Status || was.Game != nil && was.Table.Tournament == nil && !slices.Equal(is.Game.Moves, was.Game.Moves) {
			t.Errorf("%s as %q: %s, was %s", tab, a.Who, is.Table.Status, was.Table.Status)
		}
	}
}
