package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
	"mirabilia/table"
)

// Everything that knows the WebSocket library is in this file.

const (
	// sendTimeout is how long a client may take to receive one message.
	sendTimeout = 10 * time.Second
	// pingEvery finds out that a client is gone, and keeps proxies from closing a quiet connection.
	pingEvery = 30 * time.Second
	// maxUnruly is how many commands over the limit, or that cannot be read, a socket survives in a row.
	maxUnruly = 50
	maxWait   = 30
)

// since reads the parameter; -1 if there is none.
func since(r *http.Request) (int64, error) {
	text := r.URL.Query().Get("since")
	if text == "" {
		return -1, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, game.Refuse(game.Invalid, "bad_since", "since must be the seq of the last message you have, not %q", text)
	}
	return n, nil
}

// wantsPatches reads the parameter by which a client asks for differences.
func wantsPatches(r *http.Request) (bool, error) {
	switch word := r.URL.Query().Get("views"); word {
	case "", "whole":
		return false, nil
	case "patch":
		return true, nil
	default:
		return false, game.Refuse(game.Invalid, "bad_views", "views is whole or patch, not %q", word)
	}
}

// follow subscribes a client to a table. The caller releases the subscription.
func (s *Server) follow(r *http.Request, patches bool, notify func(slow bool)) (sub *table.Subscription, p table.Person, release func(), err error) {
	from, err := since(r)
	if err != nil {
		return nil, p, nil, err
	}
	person, err := s.who(r)
	if err != nil {
		return nil, p, nil, err
	}
	p = s.atTable(r, person)
	visitor := p.Address
	if err := s.limits.take(quotaSockets, visitor); err != nil {
		return nil, p, nil, err
	}
	uncount, err := s.limits.socket(visitor)
	if err != nil {
		return nil, p, nil, err
	}
	if sub, err = s.hub.Subscribe(r.Context(), r.PathValue("id"), p, from, patches, notify); err != nil {
		uncount()
		return nil, p, nil, err
	}
	return sub, p, func() { sub.Close(); uncount() }, nil
}

// events answers with the updates, waiting for them if the client asks.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	wait := 0
	if text := r.URL.Query().Get("wait"); text != "" {
		var err error
		if wait, err = strconv.Atoi(text); err != nil || wait < 0 || wait > maxWait {
			return game.Refuse(game.Invalid, "bad_wait", "wait must be 0 to %d seconds, not %q", maxWait, text)
		}
	}
	sub, _, release, err := s.follow(r, false, nil)
	if err != nil {
		return err
	}
	defer release()
	send(w, http.StatusOK, api.Updates{Messages: collect(r.Context(), sub, time.Duration(wait)*time.Second)})
	return nil
}

// collect gives the first things that happened, waiting for one if there is none. Presence and chat are told on sockets
// only: they have no number to resume from.
func collect(ctx context.Context, sub *table.Subscription, wait time.Duration) []api.Envelope {
	list := []api.Envelope{}
	add := func(message []byte) {
		var e api.Envelope
		if json.Unmarshal(message, &e) == nil && (e.Type == api.MessageUpdate || e.Type == api.MessageSnapshot) {
			list = append(list, e)
		}
	}
	for _, m := range sub.First {
		add(m)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for len(list) == 0 {
		select {
		case m, ok := <-sub.C:
			if !ok {
				return list
			}
			add(m)
		case <-timer.C:
			return list
		case <-ctx.Done():
			return list
		}
	}
	return list
}

// socket opens the live channel of one client to one table. It lives on after the request is answered: an idle
// socket should hold no more than it needs.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) error {
	patches, err := wantsPatches(r)
	if err != nil {
		return err
	}
	c := &client{s: s, table: r.PathValue("id"), token: hashToken(presented(r))}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	// Nothing is written before the first messages are.
	c.writing.Store(true)
	sub, p, release, err := s.follow(r, patches, c.wake)
	if err != nil {
		c.cancel()
		return err
	}
	c.sub, c.person = sub, p
	if c.conn, err = websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.originHosts()}); err != nil {
		c.cancel()
		release()
		return nil // Accept has answered
	}
	c.conn.SetReadLimit(maxBody)
	s.clients.add(c)
	// Revoking a token removes it and then ends the sockets in the list. This one was not there yet if that
	// happened since the token was looked up.
	if now, err := s.who(r); err != nil || now.ID != p.ID {
		c.cutOff()
	}
	go c.live(func() { s.clients.remove(c); release() })
	return nil
}

// clients are the open sockets by person.
type clients struct {
	mu sync.Mutex
	of map[string]map[*client]struct{}
}

func (l *clients) add(c *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[c.person.ID] == nil {
		l.of[c.person.ID] = map[*client]struct{}{}
	}
	l.of[c.person.ID][c] = struct{}{}
}

func (l *clients) remove(c *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if delete(l.of[c.person.ID], c); len(l.of[c.person.ID]) == 0 {
		delete(l.of, c.person.ID)
	}
}

// cutOff ends the sockets of a person whose tokens are no longer worth anything.
func (l *clients) cutOff(person string) {
	l.cutOffIf(person, func([]byte) bool { return true })
}

// cutOffIf ends the sockets of a person that were opened with certain tokens.
func (l *clients) cutOffIf(person string, ended func(hash []byte) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.of[person] {
		if ended(c.token) {
			c.cutOff()
		}
	}
}

// cutOff ends a socket whose person may do nothing more here.
func (c *client) cutOff() {
	c.shut.Store(true)
	go c.conn.Close(websocket.StatusPolicyViolation, "the session has ended")
}

// originHosts returns the hosts of the further origins.
func (s *Server) originHosts() []string {
	hosts := make([]string, 0, len(s.cfg.Origins))
	for _, o := range s.cfg.Origins {
		if u, err := url.Parse(o); err == nil {
			hosts = append(hosts, u.Host)
		}
	}
	return hosts
}

// client is one socket. Its own goroutine reads; one that writes is there only while there is something to write.
type client struct {
	s      *Server
	table  string
	person table.Person
	// token is the hash of the token that it was opened with.
	token  []byte
	conn   *websocket.Conn
	sub    *table.Subscription
	ctx    context.Context
	cancel context.CancelFunc
	// writing reports whether a goroutine writes.
	writing atomic.Bool
	// shut reports whether the person may do nothing more here.
	shut   atomic.Bool
	pinger atomic.Pointer[time.Timer]
	// answering and telling are the sides that send, each within a time of its own.
	answering, telling limit
}

// limit ends a socket whose client does not take a message in time. It is a timer that is used for every message: a context with
// a deadline for each costs more than the message.
type limit struct{ timer *time.Timer }

func (c *client) limit() limit {
	l := limit{time.AfterFunc(sendTimeout, c.cancel)}
	l.timer.Stop()
	return l
}

// live serves the socket until it ends.
func (c *client) live(release func()) {
	defer release()
	defer c.conn.CloseNow()
	defer c.cancel()
	c.answering, c.telling = c.limit(), c.limit()
	go func() {
		for _, m := range c.sub.First {
			if c.send(c.telling, m) != nil {
				c.cancel()
				return
			}
		}
		c.sub.First = nil
		c.write()
	}()
	c.pinger.Store(time.AfterFunc(pingEvery, c.ping))
	c.read()
	c.pinger.Load().Stop()
}

// wake is called by the table when there is something to write. A client that is too slow is cut off in the middle of the
// message that it does not take.
func (c *client) wake(slow bool) {
	if c.writing.CompareAndSwap(false, true) {
		go c.write()
	} else if slow {
		c.cancel()
	}
}

// write sends what waits, then ends.
func (c *client) write() {
	for {
		select {
		case m, ok := <-c.sub.C:
			if !ok {
				c.farewell()
				return
			}
			if c.send(c.telling, m) != nil {
				c.cancel()
				return
			}
			continue
		default:
		}
		c.writing.Store(false)
		// What came between looking and saying so has found this goroutine still writing.
		if len(c.sub.C) == 0 || !c.writing.CompareAndSwap(false, true) {
			return
		}
	}
}

// send writes a message. Only one goroutine at a time may use a limit.
func (c *client) send(l limit, message []byte) error {
	l.timer.Reset(sendTimeout)
	defer l.timer.Stop()
	return c.conn.Write(c.ctx, websocket.MessageText, message)
}

// ping waits for the answer; a client that gives none is gone.
func (c *client) ping() {
	ctx, cancel := context.WithTimeout(c.ctx, sendTimeout)
	defer cancel()
	if c.conn.Ping(ctx) != nil {
		c.cancel()
		return
	}
	c.pinger.Load().Reset(pingEvery)
}

// farewell says why the subscription ended.
func (c *client) farewell() {
	switch {
	case c.sub.Slow():
		c.conn.Close(websocket.StatusTryAgainLater, "too slow; resume")
	case c.sub.Stopping():
		c.conn.Close(websocket.StatusGoingAway, "the server is stopping; come back")
	default:
		c.conn.Close(websocket.StatusPolicyViolation, "this table is private now")
	}
}

// read does what the client asks, one command after the other, until the connection ends.
func (c *client) read() {
	unruly := 0
	for {
		kind, data, err := c.conn.Read(c.ctx)
		if err != nil || c.shut.Load() {
			return
		}
		answer, ok := c.answer(kind, data)
		if ok {
			unruly = 0
		} else if unruly++; unruly > maxUnruly {
			c.conn.Close(websocket.StatusPolicyViolation, "too many commands that cannot be done")
			return
		}
		if c.send(c.answering, answer) != nil {
			return
		}
	}
}

// answer does one command. It is not ok if it was nonsense or too much.
func (c *client) answer(kind websocket.MessageType, data []byte) (message []byte, ok bool) {
	var command api.Command
	var ack *api.Ack
	err := error(nil)
	switch {
	case kind != websocket.MessageText:
		err = game.Refuse(game.Invalid, "not_json", "a command must be a text message with JSON in it")
	case c.person.ID == "":
		err = game.Refuse(game.Forbidden, reasonNoSession, "choose a name first: POST /api/session")
		_ = json.Unmarshal(data, &command) // for its id
	default:
		if err = decode(data, &command); err == nil {
			ack, err = c.s.do(c.ctx, c.table, c.person, &command)
		}
	}
	if err == nil {
		return envelope(ack.Seq, api.MessageAck, ack), true
	}
	e := c.s.told(err)
	c.s.metrics.refusals.WithLabelValues(e.Code).Inc()
	if (e.Code == api.CodeUnavailable || e.Code == api.CodeInternal) && c.ctx.Err() == nil {
		c.s.cfg.Log.Error("command failed", "table", c.table, "type", command.Type, "error", err)
	}
	if len(command.ID) > maxIDEcho {
		command.ID = ""
	}
	return envelope(0, api.MessageRefusal, api.Refusal{ID: command.ID, Error: *e}), e.Code != string(game.Invalid) && e.Code != string(game.TooMany)
}

// maxIDEcho bounds the ids that a refusal repeats.
const maxIDEcho = 64

// envelope writes an answer to a command.
func envelope(seq int64, kind string, v any) []byte {
	return jsondiff.Append(nil, struct {
		Seq  int64  `json:"seq"`
		Type string `json:"type"`
		Data any    `json:"data"`
	}{seq, kind, v})
}
