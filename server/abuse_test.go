package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/server"
	"mirabilia/server/client"
)

// from returns an HTTP client that calls from another address of this machine.
func from(address string) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 64}, Timeout: waitAtMost}
}

// codes of all refusals that may be told.
var codes = map[string]bool{"invalid": true, "illegal_move": true, "not_your_turn": true, "not_found": true, "conflict": true, "forbidden": true, "too_many": true}

// nextAnswer waits for the answer to a command, other messages left out.
func nextAnswer(t testing.TB, sock *client.Socket) *api.Envelope {
	t.Helper()
	ctx := soon(t)
	for {
		e, err := sock.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == api.MessageAck || e.Type == api.MessageRefusal {
			return e
		}
	}
}

// Whatever a client sends is answered with an ack or a refusal that has its code, and the game can be played on.
func TestNonsense(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	sock, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	bodies := []string{
		"", "null", "[]", "{}", `"x"`, "{", `{"id":1}`, `{"id":"1"}`, `{"id":"","type":"move"}`, `{"id":"2","type":"move"}`, `{"id":"3","type":"move","data":{"move":5}}`,
		`{"id":"4","type":"move","data":{"move":""}}`, `{"id":"5","type":"fly","data":{}}`, `{"id":"6","type":"move","data":{"move":"x"},"more":1}`,
		`{"id":"7","type":"join","data":{"seat":-1}}`, `{"id":"8","type":"sit","data":{"seat":99999999999}}`, `{"id":"9","type":"configure","data":{"settings":{"game":"duel","seats":2}}}`,
		`{"id":"10","type":"chat","data":{"text":"` + strings.Repeat("x", 600) + `"}}`, `{"id":"` + strings.Repeat("y", 65) + `","type":"resign"}`,
		`{"id":"11","type":"move","data":{"move":"\u0000"}} {}`, "\xff\xfe", `{"id":"12","type":"answer","data":{"accept":true}}`,
	}
	for _, body := range bodies {
		if err := sock.Write(ctx, []byte(body)); err != nil {
			t.Fatal(err)
		}
		e := nextAnswer(t, sock)
		var refusal api.Refusal
		if json.Unmarshal(e.Data, &refusal); e.Type != api.MessageRefusal || !codes[refusal.Error.Code] || refusal.Error.Reason == "" || refusal.Error.Message == "" {
			t.Errorf("%.60q: %s %s", body, e.Type, e.Data)
		}
		var refused *client.Refused
		err := post(t, a, "/api/tables/"+id+"/commands", body)
		if !errors.As(err, &refused) || !codes[refused.Why.Code] || refused.Why.Reason == "" {
			t.Errorf("POST %.60q: %v", body, err)
		}
	}
	a.refused("POST", "/api/tables/"+id+"/commands", json.RawMessage(`"`+strings.Repeat("x", 20000)+`"`), 413, "too_big")
	r, _ := http.NewRequest("POST", s.URL+"/api/tables/"+id+"/commands", strings.NewReader("id=1"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", a.Cookie)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 400 {
		t.Errorf("a form: %d", answer.StatusCode)
	}
	playOn(t, id, 5, a, b)
}

func post(t testing.TB, g *guest, path, body string) error {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", g.Base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", g.Cookie)
	answer, err := g.HTTP.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	data, _ := io.ReadAll(answer.Body)
	if answer.StatusCode < 400 {
		return nil
	}
	var a api.ErrorAnswer
	json.Unmarshal(data, &a)
	return &client.Refused{Status: answer.StatusCode, Why: a.Error}
}

// Random commands of everyone, at the right and the wrong table, over socket and POST: never a fault, always a code, and
// the journal can always be read again.
func TestRandomCommands(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := start(t, func(c *server.Config) { c.Log = debugLog(&log) })
	people := []*guest{s.guest("Anna"), s.guest("Béla"), s.guest("Csaba")}
	tables := []string{table(t, "duel", people[0], people[1]), table(t, "dice", people[2], people[0]), "000000000000"}
	snap, err := people[1].Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 3, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	tables = append(tables, snap.Table.ID)
	kinds := []string{"join", "sit", "nonce", "leave", "add_bot", "remove", "configure", "start", "move", "move", "move", "withdraw", "undo", "answer", "away", "back", "chat", "rematch", "", "x"}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	acks := 0
	for n := range 600 {
		g := people[r.IntN(len(people))]
		id := pick(tables)
		seat := r.IntN(5) - 1
		data := api.CommandData{Nonce: pick([]string{"", "ab", "zz"}), Bot: pick([]string{"", "random", "x"}), Text: pick([]string{"", "hi", "\u0007"}), Accept: r.IntN(2) == 0, Move: pick([]string{"", "x", "b:walls"})}
		if r.IntN(2) == 0 {
			data.Seat = &seat
		}
		if r.IntN(8) == 0 {
			data.Settings = &api.Settings{Game: pick([]string{"duel", "dice", "chess"}), Seats: r.IntN(9), Public: r.IntN(2) == 0, Clock: api.Clock{Kind: pick([]string{"", "live", "days", "x"}), Base: r.IntN(100), Days: r.IntN(9)}}
		}
		kind := pick(kinds)
		if snap, err := g.Look(t.Context(), id); err == nil && snap.Game != nil && snap.Seat != game.NoSeat {
			if snap.Table.Places[snap.Seat].Away != "" && r.IntN(2) == 0 {
				kind = api.CommandBack
			} else if len(snap.Game.Moves) > 0 && r.IntN(3) > 0 {
				kind, data.Move = api.CommandMove, pick(snap.Game.Moves)
			}
		}
		cmd := api.Command{ID: fmt.Sprint(n), Type: kind, Data: data}
		_, err := g.Command(t.Context(), id, cmd)
		var refused *client.Refused
		switch {
		case err == nil:
			acks++
		case !errors.As(err, &refused) || !codes[refused.Why.Code]:
			t.Fatalf("%+v: %v", cmd, err)
		}
	}
	if acks < 50 {
		t.Errorf("only %d commands were done", acks)
	}
	if strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("faults in the log:\n%.2000s", log.String())
	}
	for _, id := range []string{tables[0], tables[1], tables[3]} {
		if _, err := people[0].Look(t.Context(), id); err != nil {
			var refused *client.Refused
			if !errors.As(err, &refused) || refused.Why.Code != string(game.Forbidden) {
				t.Errorf("table %s: %v", id, err)
			}
		}
	}
}

// Commands at the wrong seat and the wrong table are refused with their codes, over POST and socket, and a command repeated under
// its id is done once: whatever way it comes again, it is answered as before.
func TestWrongPlacesAndRepeats(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b, c := s.guest("Anna"), s.guest("Béla"), s.guest("Csaba")
	id, other := table(t, "duel", a, b), table(t, "duel", c, s.guest("Dóra"))
	snap := a.look(id)
	move := api.CommandData{Move: snap.Game.Moves[0]}
	for _, try := range []struct {
		name   string
		who    *guest
		table  string
		status int
		code   game.Code
		reason string
	}{
		{"the seat that is not to move", b, id, 409, game.NotYourTurn, "not_your_turn"},
		{"somebody of another table", c, id, 403, game.Forbidden, "no_seat_held"},
		{"at a table where one does not sit", a, other, 403, game.Forbidden, "no_seat_held"},
		{"at a table that is not there", a, "000000000000", 404, game.NotFound, "no_table"},
		{"without a session", &guest{t: t, Client: &client.Client{Base: s.URL}}, id, 401, game.Forbidden, "no_session"},
	} {
		cmd := api.Command{ID: "same", Type: api.CommandMove, Data: move}
		for range 2 {
			var refused *client.Refused
			if _, err := try.who.Command(ctx, try.table, cmd); !errors.As(err, &refused) || refused.Status != try.status ||
				refused.Why.Code != string(try.code) || refused.Why.Reason != try.reason {
				t.Errorf("%s: %v", try.name, err)
			}
		}
		if try.status == 404 {
			continue
		}
		sock, err := try.who.Dial(ctx, try.table, -1)
		if err != nil {
			t.Fatal(err)
		}
		if err := sock.Send(ctx, cmd); err != nil {
			t.Fatal(err)
		}
		e := nextAnswer(t, sock)
		var r api.Refusal
		if json.Unmarshal(e.Data, &r); e.Type != api.MessageRefusal || r.ID != "same" || r.Error.Code != string(try.code) || r.Error.Reason != try.reason {
			t.Errorf("%s, by socket: %s %s", try.name, e.Type, e.Data)
		}
		sock.Close()
	}
	if now := a.look(id); now.Seq != snap.Seq {
		t.Fatalf("the table went from %d to %d", snap.Seq, now.Seq)
	}
	// The same id is another command when another person uses it.
	cmd := api.Command{ID: "same", Type: api.CommandMove, Data: move}
	first, err := a.Command(ctx, id, cmd)
	if err != nil || first.Seq != snap.Seq+1 {
		t.Fatal(first, err)
	}
	playOn(t, id, 6, a, b)
	now := a.look(id)
	sock, err := a.Dial(ctx, id, now.Seq)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	for range 3 {
		if again, err := a.Command(ctx, id, cmd); err != nil || *again != *first {
			t.Errorf("repeated: %+v, %v; first: %+v", again, err, first)
		}
		if err := sock.Send(ctx, cmd); err != nil {
			t.Fatal(err)
		}
		var ack api.Ack
		if e := nextAnswer(t, sock); json.Unmarshal(e.Data, &ack) != nil || ack != *first {
			t.Errorf("repeated by socket: %s %s", e.Type, e.Data)
		}
	}
	if seq := a.look(id).Seq; seq != now.Seq {
		t.Errorf("repeating brought the table from %d to %d", now.Seq, seq)
	}
}

// Connections that send their request byte by byte, or nothing, are cut off; others are answered meanwhile.
func TestSlowRequests(t *testing.T) {
	t.Parallel()
	s := start(t)
	h := s.srv.Front()
	if h.ReadHeaderTimeout <= 0 || h.ReadTimeout <= 0 || h.WriteTimeout <= 0 || h.IdleTimeout <= 0 || h.MaxHeaderBytes <= 0 {
		t.Fatalf("unbounded: %+v", h)
	}
	// Long enough for an honest request on a slow machine.
	h.ReadHeaderTimeout, h.ReadTimeout = 3*time.Second, 5*time.Second
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go h.Serve(l)
	defer h.Close()
	var slow []net.Conn
	for n := range 100 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(waitAtMost))
		fmt.Fprint(conn, []string{"", "POST /api/session HT", "POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"}[n%3])
		slow = append(slow, conn)
	}
	if _, err := client.Enter(soon(t), "http://"+l.Addr().String(), nil, "Anna"); err != nil {
		t.Error(err)
	}
	for n, conn := range slow {
		answer, err := io.ReadAll(conn)
		if err != nil {
			t.Fatalf("connection %d was not closed: %v", n, err)
		}
		if n%3 == 2 && !bytes.Contains(answer, []byte(`"reason":"bad_body"`)) {
			t.Errorf("a body that does not come: %s", answer)
		}
	}
}

// Frames that are too big or not text end the socket or are refused; other sockets of the table do not notice.
func TestBadFrames(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	good, err := b.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	big, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer big.Close()
	big.Write(ctx, bytes.Repeat([]byte("x"), 1<<20))
	for err == nil {
		_, err = big.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1009 {
		t.Errorf("a frame that is too big: closed with %d, %v", code, err)
	}
	raw := rawSocket(t, s, a, id)
	raw.Write([]byte{0x82, 0x81, 0, 0, 0, 0, 'x'}) // one masked binary frame
	if got := readRaw(raw, `"reason":"not_json"`); !got {
		t.Error("a binary frame was not refused")
	}
	raw.Write(bytes.Repeat([]byte{0xff}, 64)) // no frame at all
	io.Copy(io.Discard, raw)                  // until the server hangs up
	unmasked := rawSocket(t, s, a, id)
	unmasked.Write([]byte{0x81, 0x02, '{', '}'}) // clients must mask
	io.Copy(io.Discard, unmasked)
	playOn(t, id, 1, a)
	for {
		e, err := good.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == api.MessageUpdate {
			break
		}
	}
}

// rawSocket shakes hands and gives the connection.
func rawSocket(t *testing.T, s *site, g *guest, id string) net.Conn {
	t.Helper()
	d := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
	}}
	conn, err := d.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET /api/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s\r\n\r\n",
		id, strings.TrimPrefix(s.URL, "http://"), g.Cookie)
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	if !readRaw(conn, "101 Switching") {
		t.Fatal("no handshake")
	}
	return conn
}

func readRaw(conn net.Conn, want string) bool {
	var got bytes.Buffer
	buf := make([]byte, 4096)
	for !strings.Contains(got.String(), want) {
		n, err := conn.Read(buf)
		got.Write(buf[:n])
		if err != nil {
			return false
		}
	}
	return true
}

// A client that does not read is cut off; those who do are not held up.
func TestSlowClient(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	rawSocket(t, s, a, id) // and then reads nothing more
	good, err := b.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	var updates atomic.Int64
	go func() {
		for {
			e, err := good.Next(ctx)
			if err != nil {
				return
			}
			if e.Type == api.MessageChat {
				updates.Add(1)
			}
		}
	}()
	// Enough to fill the buffers of the system, which the harness keeps small, and the queue of the table.
	said := 0
	var metrics string
	for start := time.Now(); ; said++ {
		b.do(id, api.CommandChat, api.CommandData{Text: strings.Repeat("ű", 500)})
		if said%50 == 49 {
			if b.must("GET", "/metrics", nil, &metrics); strings.Contains(metrics, "mirabilia_sockets 1\n") {
				break
			}
			if time.Since(start) > 60*time.Second {
				t.Fatal("the slow client was not cut off")
			}
		}
	}
	await(t, "what was said at the good client", func() bool { return updates.Load() > int64(said) })
}

// A thousand idle sockets do not keep others from playing.
func TestThousandIdleSockets(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	watched, played := table(t, "duel", s.guest("x"), s.guest("y")), table(t, "duel", a, b)
	h := &http.Client{Transport: &http.Transport{}}
	var wg sync.WaitGroup
	socks := make(chan *client.Socket, 1000)
	for range 8 {
		wg.Go(func() {
			for range 125 {
				sock, err := (&client.Client{Base: s.URL, HTTP: h}).Dial(ctx, watched, -1)
				if err != nil {
					t.Error(err)
					return
				}
				socks <- sock
			}
		})
	}
	wg.Wait()
	close(socks)
	if snap := playOn(t, played, 20, a, b); snap.Game.Decision < 20 {
		t.Errorf("%d decisions were taken beside the idle sockets", snap.Game.Decision)
	}
	if n := a.look(watched).Spectators; n != 1000 {
		t.Errorf("%d spectators", n)
	}
	for sock := range socks {
		sock.Close()
	}
}

// A flood from one address is refused with too_many, while people at another play on.
func TestFlood(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.Limits{Rate: 1, SocketsPerAddress: 10, Sockets: 100} })
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	ctx := soon(t)
	flood, stop := context.WithCancel(ctx)
	defer stop()
	var refused, other atomic.Int64
	var wg sync.WaitGroup
	flooder := from("127.0.0.66")
	for range 8 {
		wg.Go(func() {
			for flood.Err() == nil {
				err := (&client.Client{Base: s.URL, HTTP: flooder}).Do(flood, "POST", "/api/session", api.NameRequest{Name: "Flood"}, nil)
				var r *client.Refused
				if errors.As(err, &r) && r.Status == 429 && r.Why.Code == string(game.TooMany) {
					refused.Add(1)
				} else if err != nil && flood.Err() == nil {
					other.Add(1)
				}
			}
		})
	}
	await(t, "refusals of the flood", func() bool { return refused.Load() >= 100 })
	playOn(t, id, 20, a, b)
	// Sockets are bounded as well.
	var open int
	for {
		_, err := (&client.Client{Base: s.URL, HTTP: from("127.0.0.67")}).Dial(ctx, id, -1)
		if err != nil {
			var r *client.Refused
			if !errors.As(err, &r) || r.Status != 429 {
				t.Errorf("socket %d: %v", open, err)
			}
			break
		}
		if open++; open > 20 {
			t.Fatal("no bound")
		}
	}
	if open != 10 {
		t.Errorf("%d sockets were open to one address", open)
	}
	playOn(t, id, 10, a, b)
	stop()
	wg.Wait()
	if other.Load() > 0 {
		t.Errorf("%d requests of the flood failed otherwise", other.Load())
	}
	// A person who floods over a socket is refused, then cut off.
	sock, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for n := 0; sock.Send(ctx, api.Command{ID: fmt.Sprint("flood", n), Type: api.CommandUndo}) == nil; n++ {
			// until it is closed
		}
	}()
	tooMany := 0
	for {
		e, err := sock.Next(ctx)
		if err != nil {
			if code := client.CloseCode(err); code != 1008 && code != -1 {
				t.Errorf("closed with %d: %v", code, err)
			}
			break
		}
		if e.Type == api.MessageRefusal && strings.Contains(string(e.Data), "too_many_commands") {
			tooMany++
		}
	}
	if tooMany < 40 {
		t.Errorf("only %d refusals before the end", tooMany)
	}
}

// Who stands behind a proxy that is believed is counted by his own address.
func TestProxiesAndLimits(t *testing.T) {
	s := start(t, func(c *server.Config) {
		c.Limits = server.Limits{Rate: 1}
		c.Proxies = append(c.Proxies, prefix("127.0.0.1/32"), prefix("10.0.0.0/8"))
	})
	ask := func(forwarded string) int {
		r, _ := http.NewRequest("POST", s.URL+"/api/session", strings.NewReader(`{"name":"x"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", forwarded)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for range 60 {
		ask("203.0.113.9, 10.1.2.3")
	}
	if got := ask("198.51.100.7, 203.0.113.9, 10.1.2.3"); got != 429 {
		t.Errorf("an address that was made up in front of the real one: %d", got)
	}
	if got := ask("203.0.113.10"); got != 201 {
		t.Errorf("another visitor: %d", got)
	}
	for range 60 {
		ask("2001:db8::1")
	}
	if got := ask("2001:db8::ffff"); got != 429 {
		t.Errorf("another address of the same IPv6 network: %d", got)
	}
}

func FuzzCommand(f *testing.F) {
	s := start(f)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(f, "duel", a, b)
	f.Add(`{"id":"1","type":"move","data":{"move":"x"}}`)
	f.Add(`{"id":"2","type":"chat","data":{"text":"hello"}}`)
	f.Add(`{"id":"3","type":"configure","data":{"settings":{"game":"duel","seats":2,"clock":{"kind":"live"}}}}`)
	f.Fuzz(func(t *testing.T, body string) {
		err := post(t, a, "/api/tables/"+id+"/commands", body)
		var refused *client.Refused
		if err != nil && (!errors.As(err, &refused) || !codes[refused.Why.Code] || refused.Why.Reason == "") {
			t.Fatalf("%q: %v", body, err)
		}
		if _, err := b.Look(t.Context(), id); err != nil {
			t.Fatalf("after %q: %v", body, err)
		}
	})
}

// ponderer thinks for a while, and its thoughts are counted.
type ponderer struct {
	r        bot.Player
	thoughts *atomic.Int64
}

func (p ponderer) Choose(b game.Board, seat game.Seat) game.Move {
	p.thoughts.Add(1)
	time.Sleep(20 * time.Millisecond)
	return p.r.Choose(b, seat)
}

// A hundred tables of bots that think all the time do not keep a person's opponent waiting: tables with people go first.
func TestBotTablesDoNotStarvePeople(t *testing.T) {
	var thoughts atomic.Int64
	s := start(t, func(c *server.Config) {
		c.NewBot = func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) {
			return ponderer{bot.NewRandom(seed), &thoughts}, nil
		}
	})
	a := s.guest("Anna")
	const botTables = 100
	for n := range botTables {
		if n%40 == 39 { // nobody may have more
			a = s.guest("Anna")
		}
		snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Seat: game.NoSeat, Bots: []string{"random", "random"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Command(t.Context(), snap.Table.ID, api.Command{ID: fmt.Sprint(n), Type: api.CommandStart}); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	a.do(id, api.CommandStart, api.CommandData{})
	before := thoughts.Load()
	const decisions = 15
	playOn(t, id, decisions, a)
	others := thoughts.Load() - before - decisions
	t.Logf("%d thoughts at %d tables of bots beside %d decisions, each answered by a bot", others, botTables, decisions)
	// First come, first served would let each answer wait for a hundred others.
	if inTurn := int64(decisions * botTables); others > inTurn/2 {
		t.Errorf("%d decisions were answered after %d thoughts of others; in turn it would be %d", decisions, others, inTurn)
	}
}

// Whoever has filled the journals can begin no further game, but plays on where a game has begun.
func TestFullJournalsOpenNoGame(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	a, b := s.guest("Anna"), s.guest("Béla")
	begun, over, waiting := table(t, "duel", a, b), table(t, "duel", a, b), lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, b)
	a.do(over, api.CommandResign, api.CommandData{})
	s.srv.Fill(a.Session.Person)
	a.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}}, 429, "too_many_entries")
	for id, kind := range map[string]string{waiting: api.CommandJoin, over: api.CommandRematch} {
		a.refused("POST", "/api/tables/"+id+"/commands", a.command(kind, api.CommandData{}), 429, "too_many_entries")
	}
	a.do(begun, api.CommandMove, api.CommandData{Move: a.look(begun).Game.Moves[0]})
	b.do(over, api.CommandRematch, api.CommandData{})
}
