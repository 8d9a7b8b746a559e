package server_test

import (
	"io"
	"net/http"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/games/wonders"
	"mirabilia/server"
)

// finishedGame plays a game of bots alone to its end.
func finishedGame(t testing.TB, s *site, gameID string, seats int) string {
	t.Helper()
	g := s.guest("Anna")
	bots := make([]string, seats)
	for i := range bots {
		bots[i] = "random"
	}
	snap, err := g.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: gameID, Seats: seats, Public: true}, Seat: game.NoSeat, Bots: bots})
	if err != nil {
		t.Fatal(err)
	}
	g.do(snap.Table.ID, api.CommandStart, api.CommandData{})
	await(t, "the end of the game", func() bool { return g.look(snap.Table.ID).Table.Status == api.StatusFinished })
	return snap.Table.ID
}

func fetch(t testing.TB, s *site, path string, header map[string]string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, data
}

// A replay is the same whether it is sent compressed or not, and is not sent again to a client that has it.
func TestReplayIsCached(t *testing.T) {
	s := start(t)
	path := "/api/tables/" + finishedGame(t, s, "dice", 2) + "/replay"
	first, plain := fetch(t, s, path, map[string]string{"Accept-Encoding": "identity"})
	tag := first.Header.Get("ETag")
	if first.StatusCode != 200 || tag == "" || len(plain) < 1000 || plain[0] != '{' {
		t.Fatalf("%d %q %d bytes", first.StatusCode, tag, len(plain))
	}
	_, again := fetch(t, s, path, nil) // the client asks for gzip and unpacks it
	if string(again) != string(plain) {
		t.Error("compressed it is another")
	}
	known, none := fetch(t, s, path, map[string]string{"If-None-Match": tag})
	if known.StatusCode != http.StatusNotModified || len(none) > 0 {
		t.Errorf("%d with %d bytes", known.StatusCode, len(none))
	}
	other, _ := fetch(t, s, path+"?eye=0", map[string]string{"If-None-Match": tag})
	if other.StatusCode != 200 {
		t.Error("another viewer was answered with what this one has")
	}
}

// A replay tells the names that people have now.
func TestReplayAfterRename(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	a.do(id, api.CommandResign, api.CommandData{})
	name := func() string {
		var r api.Replay
		b.must("GET", "/api/tables/"+id+"/replay", nil, &r)
		return r.Table.Places[0].Name
	}
	if got := name(); got != "Anna" {
		t.Fatalf("the replay names %q", got)
	}
	a.must("PATCH", "/api/session", api.NameRequest{Name: "Panna"}, nil)
	if got := name(); got != "Panna" {
		t.Errorf("the replay names %q still", got)
	}
}

// BenchmarkReplay is what a replay of seven seats costs from the second request on.
func BenchmarkReplay(b *testing.B) {
	s := start(b, func(c *server.Config) { c.Games = append(c.Games, wonders.Game) })
	path := "/api/tables/" + finishedGame(b, s, "wonders", 7) + "/replay"
	header := map[string]string{"Accept-Encoding": "gzip"}
	_, data := fetch(b, s, path, header)
	b.ReportMetric(float64(len(data)), "bytes")
	for b.Loop() {
		fetch(b, s, path, header)
	}
}
