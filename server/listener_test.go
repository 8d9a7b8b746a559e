package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
)

// pipes is a listener of made-up connections.
type pipes struct{ conns chan net.Conn }

func (p *pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p *pipes) Close() error   { return nil }
func (p *pipes) Addr() net.Addr { return nil }

type pipe struct {
	net.Conn
	from   string
	mu     sync.Mutex
	closed bool
}

func (p *pipe) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(p.from), 1234))
}

func (p *pipe) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return nil
}

// No address holds more connections than its share, whatever they do; others come in, a proxy as often as it likes, and the
// log says so once.
func TestConnectionsPerAddress(t *testing.T) {
	const most = 10
	var log bytes.Buffer
	in := &pipes{make(chan net.Conn, 1000)}
	c := newCrowded(in, most, func() int { return 1 }, func(a netip.Addr) bool { return a.String() == "10.0.0.1" }, slog.New(slog.NewTextHandler(&log, nil)))
	count := map[string]int{}
	var first net.Conn
	accept := func(from string, n int) {
		for range n {
			in.conns <- &pipe{from: from}
		}
		in.conns <- &pipe{from: "10.0.0.1"} // always accepted
		for {
			conn, err := c.Accept()
			if err != nil {
				t.Fatal(err)
			}
			if conn.RemoteAddr().String() == "10.0.0.1:1234" {
				return
			}
			if first == nil {
				first = conn
			}
			count[from]++
		}
	}
	accept("192.0.2.1", 40)
	accept("192.0.2.2", 3)
	accept("10.0.0.1", 0)
	if count["192.0.2.1"] != most || count["192.0.2.2"] != 3 || c.refused.Load() != 30 {
		t.Errorf("%v, %d refused", count, c.refused.Load())
	}
	if n := strings.Count(log.String(), "too many connections"); n != 1 {
		t.Errorf("told %d times: %s", n, &log)
	}
	first.Close()
	first.Close() // twice is once
	accept("192.0.2.1", 5)
	if count["192.0.2.1"] != most+1 {
		t.Errorf("after one was closed %d came in", count["192.0.2.1"]-most)
	}
	// The networks of one IPv6 site together.
	for i := range 20 {
		accept(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 1, 0, byte(i), 15: 1}).String(), most)
	}
	all := 0
	for from, n := range count {
		if strings.Contains(from, ":") {
			all += n
		}
	}
	if all != 2*most {
		t.Errorf("%d connections of one site", all)
	}
	close(in.conns)
	if _, err := c.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
