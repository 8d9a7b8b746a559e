package server_test

import (
	"net/http"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server"
)

// Names can be read, and belong to no bot; chat cannot turn the text around it.
func TestNamesAndChat(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Bots = []string{"random", "level8"} })
	nobody := &guest{t: t, Client: s.guest("Anna").Client}
	for name, reason := range map[string]string{
		"\u3164\u3164": "bad_name", "\u2800": "bad_name", "A\u3164": "bad_name", "a\u202eb": "bad_name", "a\u200bb": "bad_name", "\u0301\u0301": "bad_name",
		"Z\u0300\u0301\u0302\u0303\u0304": "bad_name", "level8": "bot_name", "Level 8": "bot_name", "LEVEL-8": "bot_name", "random": "bot_name",
	} {
		nobody.refused("POST", "/api/session", api.NameRequest{Name: name}, 400, reason)
	}
	for _, name := range []string{"Árvíztűrő", "é", "दीपक", "Ольга", "山田太郎", "R2-D2", "🙂", "level 9"} {
		nobody.must("POST", "/api/session", api.NameRequest{Name: name}, nil)
	}
	a := s.guest("Anna")
	id := lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, a)
	a.do(id, api.CommandChat, api.CommandData{Text: "a\u202eb\u2066c\u200bd👨\u200d👩"})
	if _, snap := fetch(t, s, "/api/tables/"+id, map[string]string{"Cookie": a.Cookie}); !strings.Contains(string(snap), "abcd👨\u200d👩") {
		t.Errorf("something else was said: %s", snap)
	}
}

// A visit renews the guest's cookie.
func TestCookieIsRenewed(t *testing.T) {
	s := start(t)
	a := s.guest("Anna")
	resp, _ := fetch(t, s, "/api/session", map[string]string{"Cookie": a.Cookie})
	cookies := resp.Cookies()
	if len(cookies) != 2 || cookies[1].MaxAge != cookies[0].MaxAge || !strings.HasSuffix(a.Cookie, cookies[0].Value) || cookies[0].MaxAge < 300*24*3600 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode {
		t.Errorf("%+v", cookies)
	}
}

// What is kept, what bots wait for and what they hold can be watched.
func TestMetricsOfWhatIsKept(t *testing.T) {
	s := start(t, func(c *server.Config) { c.BotMemory = func() (bytes, limit int) { return 7, 8 } })
	s.guest("Anna")
	want := []string{"mirabilia_data_bytes ", "mirabilia_data_limit_bytes 0", "mirabilia_data_full 0", `mirabilia_data_kept{what="people"}`, "mirabilia_bots_queued 0", "mirabilia_bot_wait_seconds_count",
		"mirabilia_bots_memory_bytes 7", "mirabilia_bots_memory_limit_bytes 8", "mirabilia_bot_failures_total 0", "mirabilia_replays_bytes 0"}
	_, text := fetch(t, s, "/metrics", nil)
	for _, figure := range want {
		if !strings.Contains(string(text), figure) {
			t.Errorf("/metrics has no %s", figure)
		}
	}
}

// The metrics are for this machine and whom the host allows.
func TestMetricsAreNotOpen(t *testing.T) {
	s := start(t)
	for header, want := range map[string]int{"": 200, "X-Forwarded-For": 404, "Via": 404} {
		h := map[string]string{}
		if header != "" {
			h[header] = "192.0.2.7"
		}
		if resp, _ := fetch(t, s, "/metrics", h); resp.StatusCode != want {
			t.Errorf("with %q: %d", header, resp.StatusCode)
		}
	}
}
