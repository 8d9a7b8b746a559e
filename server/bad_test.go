package server_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/docs"
	"mirabilia/server"
	"mirabilia/server/client"
)

// envRequests is how many bad requests are made.
const envRequests = "MIRABILIA_REQUESTS"

// pathParameter is a part of a route's path that has any value.
var pathParameter = regexp.MustCompile(`\{[a-z]+\}`)

// bad makes requests that nobody means.
type bad struct {
	r *rand.Rand
	// patterns are the routes, words the names of all that the API knows, and known what exists: ids, names, digits.
	patterns, words, known []string
	cookies                []string
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

var oddTexts = []string{"", " ", "0", "-1", "null", "true", "99999999999999999999999999", "1e999", "../../etc/passwd", "%00", "%2e%2e%2f", "a/b", "a b", "ﷺ", "\u202eabc", "é\u0301", "<script>", "' OR 1=1 --",
	"{{.}}", "\xff\xfe", "\x00", "%zz", "?", "#", ";", strings.Repeat("x", 300), strings.Repeat("ű", 5000), "__proto__", "undefined", "NaN", "[]", "{}", "here-1", "p-", "."}

func (b *bad) text() string {
	switch b.r.IntN(4) {
	case 0:
		return pick(b.r, b.words...)
	case 1:
		return pick(b.r, b.known...)
	case 2:
		return strconv.FormatInt(b.r.Int64()>>b.r.IntN(63), 36)
	}
	return pick(b.r, oddTexts...)
}

// value writes JSON of any kind, mostly well formed.
func (b *bad) value(depth int) string {
	switch kind := b.r.IntN(12); {
	case kind < 4:
		return strconv.Quote(strings.ToValidUTF8(b.text(), "�"))
	case kind == 4:
		return pick(b.r, "0", "1", "-1", "2", "1e400", "-0", "9223372036854775808", "0.5", "1e-400", "00", "+1", strings.Repeat("9", 400))
	case kind == 5:
		return pick(b.r, "true", "false", "null", "nul", "")
	case kind == 6:
		list := make([]string, b.r.IntN(4))
		for i := range list {
			list[i] = b.value(depth + 1)
		}
		return "[" + strings.Join(list, ",") + "]"
	case kind == 7 && depth == 0:
		n := b.r.IntN(3000)
		return strings.Repeat(pick(b.r, "[", `{"a":`), n) + strings.Repeat("]", n)
	case depth > 3:
		return `"deep"`
	}
	return b.object(depth)
}

func (b *bad) object(depth int) string {
	fields := make([]string, b.r.IntN(6))
	for i := range fields {
		fields[i] = strconv.Quote(pick(b.r, b.words...)) + ":" + b.value(depth+1)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// body is what is sent: often an object whose fields the API knows, sometimes anything.
func (b *bad) body() string {
	switch b.r.IntN(8) {
	case 0:
		return b.text()
	case 1:
		return b.value(0)
	case 2:
		return strings.Repeat(b.object(0), 1+b.r.IntN(3))
	case 3: // a command that is nearly right
		return fmt.Sprintf(`{"id":%q,"type":%q,"data":%s}`, strconv.Itoa(b.r.IntN(50)), pick(b.r, commandTypes...), b.object(1))
	case 4: // a table that is nearly right
		return fmt.Sprintf(`{"settings":{"game":%q,"seats":%d,"clock":%s,%q:%s},"seat":%d}`, pick(b.r, "duel", "dice", "chess", ""), b.r.IntN(9)-1, b.value(2), pick(b.r, b.words...), b.value(2), b.r.IntN(5)-2)
	}
	return b.object(0)
}

var commandTypes = []string{api.CommandJoin, api.CommandSit, api.CommandNonce, api.CommandLeave, api.CommandAddBot, api.CommandRemove, api.CommandConfigure, api.CommandStart, api.CommandMove, api.CommandWithdraw,
	api.CommandUndo, api.CommandAnswer, api.CommandResign, api.CommandAway, api.CommandBack, api.CommandChat, api.CommandRematch, api.CommandClaim, "", "fly"}

const handshake = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

// head writes the first lines of a request, as text: what a well-behaved client would not send must come through.
func (b *bad) head() string {
	method, path, _ := strings.Cut(pick(b.r, b.patterns...), " ")
	if b.r.IntN(12) == 0 {
		method = pick(b.r, "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get")
	}
	// Whoever signs out is known no longer, so the guests of this test do not.
	known := len(b.cookies) > 0 && b.r.IntN(5) > 0 && path != "/api/session"
	path = pathParameter.ReplaceAllStringFunc(path, func(string) string {
		if b.r.IntN(2) == 0 {
			return pick(b.r, b.known...)
		}
		return escaped(b.text())
	})
	if b.r.IntN(20) == 0 {
		path += pick(b.r, "/", "//", "/..", "/x", "%2f", "/%00")
	}
	if b.r.IntN(3) == 0 {
		path += "?" + pick(b.r, "since", "before", "wait", "views", "limit", "status", "game", "open", "name", "seat", "board", "private", "after", "q") + "=" + escaped(b.text())
	}
	lines := []string{method + " " + path + " HTTP/1.1", "Host: 127.0.0.1", "X-Forwarded-For: " + pick(b.r, fmt.Sprintf("10.1.%d.%d", b.r.IntN(256), b.r.IntN(256)), "unknown", "1.2.3.4:99, ::1", "[2001:db8::1]:4", "", ",,,")}
	if b.r.IntN(4) > 0 {
		lines = append(lines, "Content-Type: "+pick(b.r, "application/json", "application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded", ";", "application/json;;"))
	}
	if known {
		lines = append(lines, "Cookie: "+pick(b.r, pick(b.r, b.cookies...), pick(b.r, b.cookies...), pick(b.r, b.cookies...), pick(b.r, "mirabilia=", "mirabilia="+strings.Repeat("x", 3000), "=;=;", ";")))
	}
	if (strings.Contains(path, "/socket") || strings.Contains(path, "/live")) && b.r.IntN(2) == 0 {
		lines = append(lines, handshake)
	}
	odd := []string{"Accept-Encoding: gzip", "Authorization: Bearer " + strings.Repeat("x", 200), "Authorization: Basic eDp5", "Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Range: bytes=5-1,9-",
		"If-None-Match: \"x", handshake, "Connection: Upgrade\r\nUpgrade: websocket", "Accept-Language: " + strings.Repeat("hu,", 200),
		"Idempotency-Key: " + strings.Repeat("k", 100), "X-Forwarded-Proto: https", "Expect: 100-continue", "User-Agent: Firefox Windows\x01", "Last-Event-ID: 5"}
	for range b.r.IntN(3) {
		lines = append(lines, pick(b.r, odd...))
	}
	return strings.Join(lines, "\r\n") + "\r\n"
}

// escaped leaves most of a text as a client would send it, and some of it not.
func escaped(text string) string {
	var s strings.Builder
	for _, c := range []byte(text) {
		if c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&s, "%%%02x", c)
		} else {
			s.WriteByte(c)
		}
	}
	return s.String()
}

// send makes one request on a connection of its own and returns the status; 0 if the server hung up. After a handshake it sends frames.
func (b *bad) send(address string) (status int, answer, request string, err error) {
	conn, err := net.DialTimeout("tcp", address, 10*time.Second)
	if err != nil {
		return 0, "", "", err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	body := b.body()
	length := len(body)
	if b.r.IntN(40) == 0 {
		length += b.r.IntN(5) - 2
	}
	request = b.head() + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", max(0, length), body)
	if length > len(body) {
		_ = conn.SetDeadline(time.Now().Add(100 * time.Millisecond)) // the rest never comes
	}
	if _, err := io.WriteString(conn, request); err != nil {
		return 0, "", request, nil
	}
	buffer := make([]byte, 4096)
	n, _ := conn.Read(buffer)
	answer = string(buffer[:n])
	if _, err := fmt.Sscanf(answer, "HTTP/1.1 %d", &status); err != nil {
		return 0, answer, request, nil
	}
	if status == http.StatusSwitchingProtocols {
		for range b.r.IntN(6) {
			data := b.body()
			frame := []byte{pick(b.r, byte(0x81), 0x81, 0x81, 0x82, 0x01, 0x80, 0x89, 0x88, 0xf1, byte(b.r.IntN(256)))}
			switch n := len(data); {
			case n < 126:
				frame = append(frame, 0x80|byte(n))
			default:
				frame = append(frame, 0x80|126, byte(n>>8), byte(n))
			}
			frame = append(frame, 0, 0, 0, 0)
			if _, err := conn.Write(append(frame, data...)); err != nil {
				break
			}
		}
	}
	return status, answer, request, nil
}

// logged is a log that many write to, of which what is worse than usual is kept.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if strings.Contains(string(p), `"level":"ERROR"`) {
		l.text.Write(p)
	}
	return len(p), nil
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Ten thousand requests that nobody means, to every route: odd paths, headers, bodies and frames. None finds a fault of the server, and nothing is left of them in memory.
func TestBadRequests(t *testing.T) {
	most := 2500
	if n, err := strconv.Atoi(os.Getenv(envRequests)); err == nil {
		most = n
	}
	seed := seedOf(t)
	var log logged
	base, srv := bareSite(t, func(c *server.Config) { c.Limits.Rate, c.Log = 0, debugLog(&log) })
	words := []string{"id", "name"}
	for _, m := range regexp.MustCompile(`(?m)^\s+([a-z_]+):`).FindAllStringSubmatch(string(docs.OpenAPI), -1) {
		words = append(words, m[1])
	}
	slices.Sort(words)
	words = slices.Compact(words)
	var cookies []string
	known := []string{"Anna", "duel", "dice", "123456"}
	ctx := t.Context()
	for _, name := range []string{"Anna", "Béla"} {
		c, err := client.Enter(ctx, base, &http.Client{Timeout: waitAtMost}, name)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := c.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Bots: []string{"", "random"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Command(ctx, snap.Table.ID, api.Command{ID: "start", Type: api.CommandStart}); err != nil {
			t.Fatal(err)
		}
		cookies, known = append(cookies, c.Cookie), append(known, c.Session.Person, snap.Table.ID)
	}
	statuses := map[int]int{}
	var mu sync.Mutex
	attack := func(first, n int) {
		var next atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := int(next.Add(1)); i <= n && !t.Failed(); i = int(next.Add(1)) {
					b := &bad{r: rand.New(rand.NewPCG(seed, uint64(first+i))), patterns: srv.Patterns(), words: words, known: known, cookies: cookies}
					status, answer, request, err := b.send(strings.TrimPrefix(base, "http://"))
					mu.Lock()
					statuses[status]++
					mu.Unlock()
					if err != nil || status >= 500 && status != http.StatusNotImplemented {
						t.Errorf("request %d: %v, %d\n%.600q\nwas answered\n%s", first+i, err, status, request, answer)
					}
				}
			})
		}
		wg.Wait()
	}
	attack(0, most/5)
	before := inUse(t, base, srv)
	attack(most/5, most-most/5)
	after := inUse(t, base, srv)
	t.Logf("%d requests: %v; from %.2f to %.2f MB in use", most, statuses, float64(before)/1e6, float64(after)/1e6)
	if after-before > before/5+1<<20 {
		t.Errorf("memory grew from %d to %d bytes", before, after)
	}
	if statuses[200] == 0 || statuses[101] < most/500 || statuses[400] < most/10 || statuses[401] > most/2 {
		t.Errorf("the requests are not what they were meant to be: %v", statuses)
	}
	if text := log.String(); strings.Contains(text, "fault") {
		t.Errorf("the log tells of a fault:\n%.3000s", text)
	}
	if err := (&client.Client{Base: base}).Do(context.WithoutCancel(ctx), "GET", "/readyz", nil, nil); err != nil {
		t.Error(err)
	}
}
