package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"mirabilia/api"
	"mirabilia/relay"
	"mirabilia/table"
)

const (
	// liveRest is how long a socket of a person rests after news: what changes meanwhile is told as one.
	liveRest = 500 * time.Millisecond
	// maxLiveMessage is how long a message of the page may be.
	maxLiveMessage = 1 << 10
)

// live is the socket of a page, by which a person learns that something has changed which the page shows. It says that it has, and never how: the page asks for it
// over HTTP, where everybody is told what they may know.
type live struct {
	s      *Server
	person string
	// address is whose limits count, and token the hash of the token that it was opened with.
	address string
	token   []byte
	conn    *websocket.Conn
	ctx     context.Context
	cancel  context.CancelFunc
	// news says that there is something to tell.
	news chan struct{}

	mu sync.Mutex
	// tournament is the one that the page shows, and changed says that it has changed.
	tournament string
	changed    bool
}

// lives are the open sockets of pages by the tournament that they show.
type lives struct {
	mu sync.Mutex
	of map[string]map[*live]struct{}
}

// watch notes which tournament a page shows from now on; empty: none.
func (l *lives) watch(c *live, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tournament != "" {
		if delete(l.of[c.tournament], c); len(l.of[c.tournament]) == 0 {
			delete(l.of, c.tournament)
		}
	}
	c.tournament, c.changed = id, false
	if id == "" {
		return
	}
	if l.of == nil {
		l.of = map[string]map[*live]struct{}{}
	}
	if l.of[id] == nil {
		l.of[id] = map[*live]struct{}{}
	}
	l.of[id][c] = struct{}{}
}

// tell tells the pages that show a tournament that it has changed. It waits for nobody.
func (l *lives) tell(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.of[id] {
		c.tell()
	}
}

// tournamentChanged tells everybody who looks at a tournament, here and at other nodes, that it has changed.
func (s *Server) tournamentChanged(id string) {
	s.heardOfTournament(id)
	s.tell(&relay.Message{Kind: relay.Tournament, Tournament: id})
}

// heardOfTournament is told that a tournament has changed, here or at another node.
func (s *Server) heardOfTournament(id string) {
	s.tournamentViews.forget(id)
	s.lives.tell(id)
}

// liveSocket opens the socket of a page.
func (s *Server) liveSocket(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	if err := s.mayPlay(r.Context(), p); err != nil {
		return err
	}
	c := &live{s: s, person: p.ID, address: s.visitor(r), token: hashToken(presented(r)), news: make(chan struct{}, 1)}
	if err := s.limits.takeOrReturn(quotaSockets, c.address, c.owner); err != nil {
		return err
	}
	release, err := s.limits.socket(c.address)
	if err != nil {
		return err
	}
	wired := &hijacker{ResponseWriter: w}
	// ownPages has looked at the origin.
	if c.conn, err = websocket.Accept(wired, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err != nil {
		release()
		return nil // Accept has answered
	}
	c.conn.SetReadLimit(maxLiveMessage)
	c.ctx, c.cancel = context.WithCancel(s.running)
	s.clients.add(c)
	// The token may have been revoked since it was looked up, before the socket was in the list.
	if now, err := s.who(r.WithContext(c.ctx)); err != nil {
		c.comeBack() // the store cannot be asked
	} else if now.ID != p.ID {
		c.cutOff()
	}
	go c.serve(func() { s.clients.remove(c); release() })
	return nil
}

func (c *live) owner() string      { return c.person }
func (c *live) openedWith() []byte { return c.token }

// cutOff ends a socket whose person may know nothing more.
func (c *live) cutOff() {
	go func() {
		c.conn.Close(websocket.StatusPolicyViolation, "the session has ended")
		c.cancel()
	}()
}

func (c *live) comeBack() {
	go func() {
		c.conn.Close(websocket.StatusGoingAway, comeAgain)
		c.cancel()
	}()
}

// serve serves the socket until it ends.
func (c *live) serve(release func()) {
	defer release()
	defer c.s.lives.watch(c, "")
	var writing sync.WaitGroup
	writing.Go(c.write)
	c.read()
	c.cancel()
	writing.Wait()
}

// read takes what the page says until the connection ends.
func (c *live) read() {
	for {
		_, data, err := c.conn.Read(context.Background()) // write ends it
		if err != nil {
			return
		}
		var w api.LiveWatch
		if err := c.s.limits.take(quotaRequests, c.address); err != nil || decode(data, &w) != nil {
			c.conn.Close(websocket.StatusPolicyViolation, "a message here names what the page shows, and there are not many of them")
			return
		}
		c.s.lives.watch(c, w.Tournament)
		// What changed before it was watched would be missed.
		c.tell()
	}
}

// tell notes that what the page shows has changed.
func (c *live) tell() {
	c.mu.Lock()
	c.changed = true
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// write tells news until the socket ends.
func (c *live) write() {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	defer c.conn.CloseNow()
	for {
		select {
		case <-c.ctx.Done():
			if c.s.closing.Load() {
				c.conn.Close(websocket.StatusGoingAway, comeAgain)
			}
			return
		case <-ping.C:
			if c.within(c.conn.Ping) != nil {
				return
			}
			continue
		case <-c.news:
		}
		c.mu.Lock()
		id, changed := c.tournament, c.changed
		c.changed = false
		c.mu.Unlock()
		if id == "" || !changed {
			continue
		}
		message := table.Encode(0, api.MessageTournament, api.LiveTournament{ID: id})
		if c.within(func(ctx context.Context) error { return c.conn.Write(ctx, websocket.MessageText, message) }) != nil {
			return
		}
		select {
		case <-c.ctx.Done():
		case <-time.After(liveRest):
		}
	}
}

// within does something for which the page has its time.
func (c *live) within(do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(c.ctx, sendTimeout)
	defer cancel()
	return do(ctx)
}
