package server

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// crowded is a listener that lets no address hold more than its share of connections, idle ones included: each takes one of the
// process's file descriptors, and when these run out nobody can come in. A proxy's connections are those of all.
type crowded struct {
	net.Listener
	most int
	// more returns how many times as many they may be just now.
	more    func() int
	exempt  func(netip.Addr) bool
	log     *slog.Logger
	refused atomic.Uint64

	mu   sync.Mutex
	open map[string]int
	told time.Time
}

// tellEvery is how often the log mentions connections that are refused or fail.
const tellEvery = 10 * time.Second

func newCrowded(l net.Listener, most int, more func() int, exempt func(netip.Addr) bool, log *slog.Logger) *crowded {
	return &crowded{Listener: l, most: most, more: more, exempt: exempt, log: log, open: map[string]int{}}
}

// Accept waits for a connection that may stay.
func (c *crowded) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			if !errors.Is(err, net.ErrClosed) {
				c.tell("connections cannot be accepted", "error", err)
			}
			return nil, err
		}
		addr, err := netip.ParseAddrPort(conn.RemoteAddr().String())
		if err != nil || c.most <= 0 || c.exempt(addr.Addr()) {
			return conn, nil
		}
		from := networkOf(addr.Addr())
		if c.enter(from) {
			return &countedConn{Conn: conn, leave: sync.OnceFunc(func() { c.leave(from) })}, nil
		}
		c.refused.Add(1)
		c.tell("an address holds too many connections; more are refused", "from", from, "most", c.most)
		conn.Close()
	}
}

func (c *crowded) enter(from string) bool {
	most := c.most * c.more()
	c.mu.Lock()
	defer c.mu.Unlock()
	site := siteOf(from)
	if c.open[from] >= most || site != "" && c.open[site] >= 2*most {
		return false
	}
	c.open[from]++
	if site != "" {
		c.open[site]++
	}
	return true
}

func (c *crowded) leave(from string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, who := range []string{from, siteOf(from)} {
		if c.open[who]--; c.open[who] <= 0 {
			delete(c.open, who)
		}
	}
}

// tell writes to the log, but at most once per tellEvery.
func (c *crowded) tell(what string, args ...any) {
	c.mu.Lock()
	again := time.Since(c.told) < tellEvery
	if !again {
		c.told = time.Now()
	}
	c.mu.Unlock()
	if !again {
		c.log.Warn(what, args...)
	}
}

// countedConn gives back its place when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

// SyscallConn lets sockets write without waiting.
func (c *countedConn) SyscallConn() (syscall.RawConn, error) {
	if raw, ok := c.Conn.(syscall.Conn); ok {
		return raw.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
