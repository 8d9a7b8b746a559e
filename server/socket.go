package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// What knows the WebSocket library is in this file and in live.go.

const (
	// sendTimeout is how long a client may take to receive one message.
	sendTimeout = 10 * time.Second
	// pingEvery is how long a socket may be silent before it is pinged. A ping finds out that a client is gone, and keeps proxies from closing a
	// quiet connection.
	pingEvery = 30 * time.Second
	// maxUnruly is how many commands over the limit, or that cannot be read, a socket survives in a row.
	maxUnruly = 50
	// maxUnread is how many answers may wait to be written before the next command is read, and drainEvery how often that is looked at.
	maxUnread  = 64
	drainEvery = 5 * time.Millisecond
	maxWait    = 30
)

// since reads the parameters; a negative number if there are none.
func since(r *http.Request) (last table.Heard, err error) {
	last.Seq = -1
	query := r.URL.Query()
	for _, p := range []struct {
		name, of string
		into     *int64
	}{{"since", "seq", &last.Seq}, {"at", "time", &last.At}} {
		text := query.Get(p.name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return last, game.Refuse(game.Invalid, "bad_since", "%s must be the %s of the last line you have, not %q", p.name, p.of, text)
		}
		*p.into = n
	}
	return last, nil
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
func (s *Server) follow(r *http.Request, patches bool, reader table.Reader) (sub *table.Subscription, p table.Person, release func(), err error) {
	from, err := since(r)
	if err != nil {
		return nil, p, nil, err
	}
	person, err := s.who(r)
	if err != nil {
		return nil, p, nil, err
	}
	if err := s.mayPlay(r.Context(), person); err != nil {
		return nil, p, nil, err
	}
	if p, err = s.reader(r, person); err != nil {
		return nil, p, nil, err
	}
	visitor := p.Address
	if err := s.limits.takeOrReturn(quotaSockets, visitor, func() string { return p.ID }); err != nil {
		return nil, p, nil, err
	}
	uncount, err := s.limits.socket(visitor)
	if err != nil {
		return nil, p, nil, err
	}
	if sub, err = s.hub.Resume(r.Context(), r.PathValue("id"), p, from, patches, reader); err != nil {
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
// only: they have no number to resume from. A move without a frame is told together with others, of which the last has the frame.
func collect(ctx context.Context, sub *table.Subscription, wait time.Duration) []api.Envelope {
	list := []api.Envelope{}
	whole := false
	add := func(message []byte) {
		var e api.Envelope
		if json.Unmarshal(message, &e) == nil && (e.Type == api.MessageUpdate || e.Type == api.MessageSnapshot) {
			list = append(list, e)
			var u api.Update
			whole = e.Type == api.MessageSnapshot || json.Unmarshal(e.Data, &u) == nil && (u.Game != nil || u.Log.What != api.WhatMove)
		}
	}
	for _, m := range sub.First {
		add(m)
	}
	whole = len(list) > 0
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for !whole {
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
	sub, p, release, err := s.follow(r, patches, c)
	if err != nil {
		c.cancel()
		return err
	}
	c.sub, c.person = sub, p
	wired := &hijacker{ResponseWriter: w}
	// ownPages has looked at the origin.
	if c.conn, err = websocket.Accept(wired, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err != nil {
		c.cancel()
		release()
		return nil // Accept has answered
	}
	c.wire = wired.wire
	c.conn.SetReadLimit(maxBody)
	s.clients.add(c)
	// Revoking a token removes it and then ends the sockets in the list. This one was not there yet if that
	// happened since the token was looked up.
	if now, err := s.who(r); err != nil {
		c.comeBack() // the store cannot be asked
	} else if now.ID != p.ID {
		c.cutOff()
	}
	if word := s.saving.Load(); word != nil && *word != api.SavingFine {
		sub.First = append(sub.First, savingMessage(*word))
	}
	go c.live(func() { s.clients.remove(c); release() })
	return nil
}

// clients are the open sockets by person.
type clients struct {
	mu sync.Mutex
	of map[string]map[opened]struct{}
}

// opened is an open socket.
type opened interface {
	// owner is the person's id; empty if it is nobody with a session.
	owner() string
	// openedWith is the hash of the token that it was opened with.
	openedWith() []byte
	// cutOff ends it because the person may do nothing more here.
	cutOff()
	// comeBack ends it with the request to come back, which leads to another node.
	comeBack()
}

func (l *clients) add(c opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	person := c.owner()
	if l.of[person] == nil {
		l.of[person] = map[opened]struct{}{}
	}
	l.of[person][c] = struct{}{}
}

func (l *clients) remove(c opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	person := c.owner()
	if delete(l.of[person], c); len(l.of[person]) == 0 {
		delete(l.of, person)
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
		if ended(c.openedWith()) {
			c.cutOff()
		}
	}
}

// comeBackIf lets the sockets of a person that were opened with a token come back, with whatever token their pages have then.
func (l *clients) comeBackIf(person string, token []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.of[person] {
		if bytes.Equal(c.openedWith(), token) {
			c.comeBack()
		}
	}
}

// all returns the open sockets.
func (l *clients) all() (list []opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, sockets := range l.of {
		for c := range sockets {
			list = append(list, c)
		}
	}
	return list
}

// tell tells every socket of a table something that is not of the table.
func (l *clients) tell(message []byte) {
	for _, o := range l.all() {
		if c, ok := o.(*client); ok {
			c.say(message)
		}
	}
}

func (c *client) owner() string      { return c.person.ID }
func (c *client) openedWith() []byte { return c.token }

// cutOff ends a socket whose person may do nothing more here.
func (c *client) cutOff() {
	c.shut.Store(true)
	go c.conn.Close(websocket.StatusPolicyViolation, "the session has ended")
}

// comeAgain is the request to come back to whatever node answers then.
const comeAgain = "the server is stopping; come back"

// comeBack does not wait for the table, which may wait for the store.
func (c *client) comeBack() {
	go c.conn.Close(websocket.StatusGoingAway, comeAgain)
}

// say lets a message wait to be written like an answer.
func (c *client) say(message []byte) {
	c.mu.Lock()
	c.answers = append(c.answers, message)
	c.mu.Unlock()
	c.flush()
}

// client is one socket. Its own goroutine reads. What it is told is written by the table, and by another goroutine only
// while the connection takes no more.
type client struct {
	s      *Server
	table  string
	person table.Person
	// token is the hash of the token that it was opened with.
	token  []byte
	conn   *websocket.Conn
	wire   *wire
	sub    *table.Subscription
	ctx    context.Context
	cancel context.CancelFunc
	// writing reports whether someone writes, and wakes counts how often there was something to write.
	writing atomic.Bool
	wakes   atomic.Uint32
	// shut reports whether the person may do nothing more here.
	shut atomic.Bool
	// unruly counts commands in a row that were nonsense or too much.
	unruly atomic.Int32
	pinger atomic.Pointer[time.Timer]

	mu sync.Mutex
	// answers wait to be written, before what the table tells.
	answers [][]byte
}

// live serves the socket until it ends.
func (c *client) live(release func()) {
	defer release()
	defer c.conn.CloseNow()
	defer c.cancel()
	c.mu.Lock()
	c.answers, c.sub.First = append(c.sub.First, c.answers...), nil
	c.mu.Unlock()
	c.writing.Store(false)
	c.flush()
	c.pinger.Store(time.AfterFunc(pingEvery, c.ping))
	// Once for all messages: to watch the context while reading, the library would do this for each.
	context.AfterFunc(c.ctx, func() { c.conn.CloseNow() })
	c.read()
	c.pinger.Load().Stop()
}

// Take writes a message at once, after the answers that wait, unless somebody else is writing.
func (c *client) Take(message []byte) bool {
	if !c.writing.CompareAndSwap(false, true) {
		return false
	}
	seen := c.wakes.Load()
	if !c.writeNow(message) {
		return true // a goroutine writes on
	}
	c.writing.Store(false)
	if c.wakes.Load() != seen {
		c.flush()
	}
	return true
}

// Wake is called by the table when there is something to write. A client that is too slow is cut off in the middle of the
// message that it does not take.
func (c *client) Wake(slow bool) {
	if !c.flush() && slow {
		c.cancel()
	}
}

// flush writes what waits, as far as the connection takes it at once; a goroutine writes the rest. If someone is writing, that one also
// writes what came meanwhile, and flush returns false.
func (c *client) flush() (wrote bool) {
	c.wakes.Add(1)
	for c.writing.CompareAndSwap(false, true) {
		wrote = true
		seen := c.wakes.Load()
		if !c.writeNow(nil) {
			return true
		}
		c.writing.Store(false)
		if c.wakes.Load() == seen {
			break
		}
	}
	return wrote
}

// frameBuffers are where frames are put together.
var frameBuffers = sync.Pool{New: func() any { return new([]byte) }}

// writeNow writes what waits without waiting, and then one more message unless that is nil. It reports whether that was all; otherwise a
// goroutine goes on.
func (c *client) writeNow(message []byte) bool {
	buf := frameBuffers.Get().(*[]byte)
	defer frameBuffers.Put(buf)
	frames, ended := c.gather((*buf)[:0])
	if message != nil {
		frames = appendFrame(frames, message)
	}
	*buf = frames
	rest, held := c.wire.begin(frames)
	if len(rest) == 0 && !ended {
		return true
	}
	go c.writeOn(slices.Clone(rest), held, ended)
	return false
}

// writeOn writes what the connection did not take at once, and what comes meanwhile.
func (c *client) writeOn(rest []byte, held, ended bool) {
	for {
		if len(rest) > 0 && c.wire.finish(rest, held) != nil {
			c.cancel()
			return
		}
		if ended {
			c.farewell()
			return
		}
		seen := c.wakes.Load()
		if rest, ended = c.gather(rest[:0]); len(rest) > 0 || ended {
			held = false
			continue
		}
		c.writing.Store(false)
		if c.wakes.Load() == seen || !c.writing.CompareAndSwap(false, true) {
			return
		}
	}
}

// gather appends what waits, each message as a frame. It has ended if nothing comes any more.
func (c *client) gather(buf []byte) (frames []byte, ended bool) {
	c.mu.Lock()
	for i, m := range c.answers {
		buf = appendFrame(buf, m)
		c.answers[i] = nil
	}
	c.answers = c.answers[:0]
	c.mu.Unlock()
	for {
		select {
		case m, ok := <-c.sub.C:
			if !ok {
				return buf, true
			}
			buf = appendFrame(buf, m)
		default:
			return buf, false
		}
	}
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
		c.conn.Close(websocket.StatusGoingAway, comeAgain)
	default:
		c.conn.Close(websocket.StatusPolicyViolation, "this table is private now")
	}
}

// read does what the client asks, one command after the other, until the connection ends.
func (c *client) read() {
	for {
		kind, r, err := c.conn.Reader(context.Background())
		if err != nil || !c.hear(kind, r) {
			return
		}
		if c.unruly.Load() > maxUnruly {
			c.drain(0)
			c.conn.Close(websocket.StatusPolicyViolation, "too many commands that cannot be done")
			return
		}
		c.drain(maxUnread)
	}
}

// commandBuffers are where commands are read into. Nobody keeps anything of them.
var commandBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// hear reads one message and does what it says, unless the connection ends or the person may do nothing more.
func (c *client) hear(kind websocket.MessageType, r io.Reader) bool {
	buf := commandBuffers.Get().(*bytes.Buffer)
	defer commandBuffers.Put(buf)
	buf.Reset()
	if _, err := buf.ReadFrom(r); err != nil || c.shut.Load() {
		return false
	}
	c.pinger.Load().Reset(pingEvery)
	c.obey(kind, buf.Bytes())
	return true
}

// drain waits until at most so many answers wait to be written, or the socket has ended. It rarely has to.
func (c *client) drain(most int) {
	for {
		c.mu.Lock()
		n := len(c.answers)
		c.mu.Unlock()
		if n <= most {
			return
		}
		select {
		case <-c.ctx.Done():
			return
		case <-time.After(drainEvery):
		}
	}
}

// obey does one command.
func (c *client) obey(kind websocket.MessageType, data []byte) {
	start := time.Now()
	var command api.Command
	err := error(nil)
	switch {
	case kind != websocket.MessageText:
		err = game.Refuse(game.Invalid, "not_json", "a command must be a text message with JSON in it")
	case c.person.ID == "":
		err = game.Refuse(game.Forbidden, reasonNoSession, "choose a name first: POST /api/session")
		_ = json.Unmarshal(data, &command) // for its id
	default:
		person := c.person
		if err = readCommand(data, &command); err == nil {
			err = c.s.admit(c.ctx, &person, &command)
		}
		if err != nil {
			break
		}
		done := func(ack *api.Ack, err error) {
			c.s.done(start, person, &command, err)
			c.s.afterCommand(c.table, person.ID, &command, err)
			c.answer(&command, ack, err)
		}
		// The answer goes out with what the person is told of the command, or after it if that is nothing.
		if err := c.s.hub.Post(c.ctx, c.table, person, &command, done, func() { c.flush() }); err != nil {
			done(nil, err)
			c.flush()
		}
		return
	}
	c.answer(&command, nil, err)
	c.flush()
}

// answer lets the answer to a command wait to be written.
func (c *client) answer(command *api.Command, ack *api.Ack, err error) {
	var message []byte
	ok := true
	if err == nil {
		message = table.Encode(ack.Seq, api.MessageAck, ack)
	} else {
		e := c.s.told(err)
		c.s.metrics.refusals.WithLabelValues(e.Code).Inc()
		if (e.Code == api.CodeUnavailable || e.Code == api.CodeInternal) && c.ctx.Err() == nil {
			c.s.cfg.Log.Error("command failed", "table", c.table, "type", command.Type, "error", err)
		}
		refusal := &api.Refusal{Error: *e}
		if len(command.ID) <= maxIDEcho {
			refusal.ID = command.ID
		}
		message = table.Encode(0, api.MessageRefusal, refusal)
		ok = e.Code != string(game.Invalid) && e.Code != string(game.TooMany)
	}
	c.mu.Lock()
	c.answers = append(c.answers, message)
	c.mu.Unlock()
	if ok {
		c.unruly.Store(0)
	} else {
		c.unruly.Add(1)
	}
}

// maxIDEcho bounds the ids that a refusal repeats.
const maxIDEcho = 64
