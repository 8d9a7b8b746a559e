package server_test

import (
	"net/http"
	"slices"
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

// TestNamesThatLookAlikeAreRefused: beside a name that somebody has kept, nobody has one that looks like it, neither guests nor programs nor accounts; nobody is called like a bot or like those
// who run the server.
func TestNamesThatLookAlikeAreRefused(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Bots = []string{"random", "level8"} })
	list := s.named("Adam", "Wilma", "Mia")
	g, _ := s.localGuest("Free")
	for _, name := range []string{"ꓮdam", "Ꭺdam", "ᎪᎠam", "ᎪᎠᎪᎷ", "Ⲁdam", "ᴀdam", "𐊠dam", "Adaᗰ", "Adaꮇ", "Adarn", "Acfam", "VVilma", "Rnia", "1evel8", "Ievel8", "lеvel8", "level８",
		"Host", "Admin", "Moderator", "Mirabilia", "[Host] Adam", "Adam (host)", "Házigazda", "Rendszergazda"} {
		for _, c := range []struct{ method, path string }{{"POST", "/api/session"}, {"PATCH", "/api/session"}, {"POST", "/api/tokens"}, {"POST", "/api/passkeys/register/begin"}} {
			err := g.Do(t.Context(), c.method, c.path, api.NameRequest{Name: name}, nil)
			if reason := reasonOf(err); !slices.Contains([]string{"name_taken", "mixed_scripts", "bot_name", "official_name"}, reason) {
				t.Errorf("%s %s %q: %v", c.method, c.path, name, err)
			}
		}
		if err := list[0].Do(t.Context(), "PATCH", "/api/session", api.NameRequest{Name: name}, nil); name != "Adarn" && name != "Acfam" && name != "ᎪᎠᎪᎷ" && name != "ᴀdam" && err == nil {
			t.Errorf("Adam is called %q", name)
		}
	}
	for _, name := range []string{"Ádáma", "Őze", "Иван", "Σωκράτης", "Fanni 98", "Ada", "Hostess"} {
		g.must("PATCH", "/api/session", api.NameRequest{Name: name}, nil)
	}
}

// TestNamesOfBeforeStay: who is called as nobody may be called any more keeps that name, but a guest cannot keep it for good.
func TestNamesOfBeforeStay(t *testing.T) {
	s := start(t)
	list := s.named("Anna", "Béla")
	g, _ := s.localGuest("Gerti")
	for name, p := range map[string]*guest{"Аdmin": list[0], "Hоst": g} { // both with a Cyrillic letter
		if err := s.db.Rename(t.Context(), p.Session.Person, name); err != nil {
			t.Fatal(err)
		}
		var who api.Session
		if p.must("PATCH", "/api/session", api.NameRequest{Name: name}, &who); who.Name != name {
			t.Errorf("%+v", who)
		}
	}
	g.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "Hоst"}, 400, "mixed_scripts")
	list[1].refused("PATCH", "/api/session", api.NameRequest{Name: "Admin"}, 400, "official_name")
}
