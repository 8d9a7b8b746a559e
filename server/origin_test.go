package server_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"mirabilia/server"
)

// asks makes a request with headers of its own from an address of this machine; "Host" is the name that it is made to.
func (s *site) asks(address, method, path, body string, header map[string]string) *http.Response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		if r.Header.Set(k, v); k == "Host" {
			r.Host = v
		}
	}
	answer, err := from(address).Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	answer.Body.Close()
	return answer
}

// TestAddressesOfProxies: an address is read with a port and in brackets, too, and one that cannot be read is nobody's: it reads no metrics, and uses up nobody's limits.
func TestAddressesOfProxies(t *testing.T) {
	s := start(t, func(c *server.Config) {
		c.Limits = server.Limits{Rate: 1}
		c.Proxies = []netip.Prefix{prefix("127.0.0.1/32"), prefix("10.0.0.0/8")}
		c.MetricsFrom = []netip.Prefix{prefix("203.0.113.0/24")}
	})
	for forwarded, want := range map[string]int{
		"8.8.8.8:5555": 404, "[2001:db8::1]": 404, "[2001:db8::1]:443": 404, "2001:db8::1": 404, "unknown": 404, "_hidden": 404, "": 404, "127.0.0.1, unknown": 404, "unknown, 10.0.0.1": 404, "127.0.0.1, ": 404,
		"127.0.0.1": 200, "127.0.0.1:80": 200, "[::1]:80": 200, "203.0.113.7": 200, "203.0.113.7:99": 200, "1.2.3.4, [203.0.113.7]": 200, "203.0.113.7, 10.0.0.1:8": 200, "unknown, 127.0.0.1": 404,
	} {
		if got := s.asks("127.0.0.1", "GET", "/metrics", "", map[string]string{"X-Forwarded-For": forwarded}).StatusCode; got != want {
			t.Errorf("metrics for %q: %d, want %d", forwarded, got, want)
		}
	}
	for _, other := range []string{"X-Real-IP", "Forwarded", "Via"} {
		if got := s.asks("127.0.0.1", "GET", "/metrics", "", map[string]string{other: "8.8.8.8"}).StatusCode; got != 404 {
			t.Errorf("metrics through a proxy that adds only %s: %d", other, got)
		}
	}
	if got := s.asks("127.0.0.1", "GET", "/metrics", "", nil).StatusCode; got != 200 {
		t.Errorf("metrics for this machine: %d", got)
	}
	enter := func(forwarded string) int {
		return s.asks("127.0.0.1", "POST", "/api/session", `{"name":"x"}`, map[string]string{"X-Forwarded-For": forwarded}).StatusCode
	}
	for n := range 60 {
		enter(fmt.Sprintf("198.51.100.7:%d", 1000+n))
	}
	if got := enter("198.51.100.7"); got != 429 {
		t.Errorf("an address whose ports have used up its share: %d", got)
	}
	if got := enter("198.51.100.8:1000"); got != 201 {
		t.Errorf("another address with a port: %d", got)
	}
}

// TestNamesOfThisMachine: passkeys are kept at localhost for browsers of this machine only, and the metrics are read under an address, a name without a dot or that of the site only.
func TestNamesOfThisMachine(t *testing.T) {
	var others []string
	list, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			others = append(others, n.IP.String())
		}
	}
	for _, trusted := range []bool{false, true} {
		t.Run(fmt.Sprintf("proxy named: %v", trusted), func(t *testing.T) {
			s := start(t, func(c *server.Config) {
				c.Site = "https://games.example"
				if trusted {
					c.Proxies = []netip.Prefix{prefix("127.0.0.1/32")}
				}
			})
			s.t = t
			g := s.guest("Anna")
			begin := func(header map[string]string) int {
				header["Host"], header["Cookie"] = "localhost:8080", g.Cookie
				return s.asks("127.0.0.1", "POST", "/api/passkeys/register/begin", `{"name":"Anna"}`, header).StatusCode
			}
			if got := begin(map[string]string{}); got != 200 {
				t.Errorf("a passkey at localhost from this machine: %d", got)
			}
			if got := begin(map[string]string{"X-Forwarded-For": "192.0.2.7"}); got != 403 {
				t.Errorf("a passkey at localhost from far away: %d", got)
			}
			for host, want := range map[string]int{"127.0.0.1": 200, "[::1]:9090": 200, "192.168.1.7:80": 200, "localhost": 200, "LOCALHOST:1": 200, "games.example": 200,
				"evil.example": 404, "evil.example:80": 404, "localhost.evil.example": 404, "127.0.0.1.evil.example": 404, "games.example.evil.example": 404, "node": 200, "mirabilia:8080": 200} {
				if got := s.asks("127.0.0.1", "GET", "/metrics", "", map[string]string{"Host": host}).StatusCode; got != want {
					t.Errorf("metrics at %s: %d, want %d", host, got, want)
				}
			}
		})
	}
	// The same over a connection that does come from another address.
	if len(others) == 0 {
		t.Skip("this machine has no address but its own")
	}
	s := start(t, func(c *server.Config) {})
	l, err := net.Listen("tcp", others[0]+":0")
	if err != nil {
		t.Skip(err)
	}
	h := &http.Server{Handler: s.srv}
	go h.Serve(l)
	t.Cleanup(func() { h.Close() })
	g := s.guest("Anna")
	r, _ := http.NewRequestWithContext(t.Context(), "POST", "http://"+l.Addr().String()+"/api/passkeys/register/begin", strings.NewReader(`{"name":"Anna"}`))
	r.Host = "localhost"
	r.Header = http.Header{"Content-Type": {"application/json"}, "Cookie": {g.Cookie}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 403 {
		t.Errorf("a passkey at localhost over %s: %d", l.Addr(), answer.StatusCode)
	}
}

// TestOriginsHaveASchemeToo: a page that came without TLS is another's than the same page over TLS, for commands and for both sockets.
func TestOriginsHaveASchemeToo(t *testing.T) {
	plain := start(t, func(c *server.Config) { c.Origins = []string{"https://friend.example"} })
	secure := start(t, func(c *server.Config) { c.Secure = true })
	named := start(t, func(c *server.Config) { c.Site = "https://games.example" })
	for _, c := range []struct {
		s            *site
		host, origin string
		fetched      string
		allowed      bool
	}{
		{plain, "host.example", "http://host.example", "", true},
		{plain, "host.example", "https://host.example", "", false},
		{plain, "host.example", "https://host.example", "same-origin", true}, // a proxy that tells nothing: the browser knows
		{plain, "host.example", "http://host.example", "cross-site", false},
		{plain, "host.example", "", "cross-site", false},
		{plain, "host.example", "", "", true},
		{plain, "host.example", "null", "", false},
		{plain, "host.example", "http://host.example.evil.example", "", false},
		{plain, "host.example", "https://friend.example", "cross-site", true},
		{plain, "host.example", "http://friend.example", "", false},
		{secure, "host.example", "https://host.example", "", true},
		{secure, "host.example", "http://host.example", "", false},
		{named, "games.example", "https://games.example", "", true},
		{named, "games.example", "http://games.example", "", false},
		{named, "localhost:8080", "http://localhost:8080", "", true},
	} {
		g := c.s.guest("Anna")
		id := table(t, "duel", g, c.s.guest("Béla"))
		header := map[string]string{"Host": c.host, "Cookie": g.Cookie}
		if c.origin != "" {
			header["Origin"] = c.origin
		}
		if c.fetched != "" {
			header["Sec-Fetch-Site"] = c.fetched
		}
		want := 400
		if !c.allowed {
			want = 403
		}
		if got := c.s.asks("127.0.0.1", "POST", "/api/tables/"+id+"/commands", "{", header).StatusCode; got != want {
			t.Errorf("%+v: a command %d", c, got)
		}
		for _, path := range []string{"/api/tables/" + id + "/socket", "/api/live"} {
			if got := c.s.dials(path, header); (got == 101) != c.allowed {
				t.Errorf("%+v: %s %d", c, path, got)
			}
		}
	}
	if _, err := server.New(func() server.Config {
		c := testConfig(plain.db)
		c.Origins = []string{"https://friend.example/path"}
		return c
	}()); err == nil {
		t.Error("an origin with a path was taken")
	}
}

// dials asks for a socket and returns the status of the answer.
func (s *site) dials(path string, header map[string]string) int {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	text := "GET " + path + " HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	for k, v := range header {
		text += k + ": " + v + "\r\n"
	}
	if _, err := conn.Write([]byte(text + "\r\n")); err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode
}
