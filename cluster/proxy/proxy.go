// Package proxy stands between two programs on TCP, and can be told to fail them: tests cut connections with it.
package proxy

import (
	"errors"
	"net"
	"sync"
)

// Mode is what a Proxy does with what it is sent.
type Mode int

const (
	// Pass forwards everything.
	Pass Mode = iota
	// Cut closes all connections and refuses new ones.
	Cut
	// Hold keeps connections open and forwards nothing, like a network that loses every packet.
	Hold
	// LoseAnswers forwards what clients send, and cuts a connection instead of passing on an answer.
	LoseAnswers
	// LoseQuestions cuts a connection instead of forwarding what its client sends.
	LoseQuestions
)

// Proxy forwards connections to targets.
type Proxy struct {
	listener net.Listener

	mu sync.Mutex
	// targets take new connections in turn.
	targets []string
	next    int
	mode    Mode
	// changed is closed when the mode changes.
	changed chan struct{}
	open    map[net.Conn]struct{}
	closed  bool
	wg      sync.WaitGroup
}

// New starts a proxy on a free port of 127.0.0.1.
func New(targets ...string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, targets: targets, changed: make(chan struct{}), open: map[net.Conn]struct{}{}}
	p.wg.Go(p.accept)
	return p, nil
}

// Addr is where the proxy listens.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Port is the port of Addr.
func (p *Proxy) Port() int { return p.listener.Addr().(*net.TCPAddr).Port }

// Set changes the mode. Open connections follow it.
func (p *Proxy) Set(m Mode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mode = m
	close(p.changed)
	p.changed = make(chan struct{})
	if m == Cut {
		p.cutAll()
	}
}

// Aim gives new connections to these targets.
func (p *Proxy) Aim(targets ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.targets, p.next = targets, 0
}

func (p *Proxy) cutAll() {
	for c := range p.open {
		_ = c.Close()
	}
}

// Close ends the proxy and its connections.
func (p *Proxy) Close() error {
	p.mu.Lock()
	p.closed = true
	close(p.changed)
	p.changed = make(chan struct{})
	p.cutAll()
	p.mu.Unlock()
	err := p.listener.Close()
	p.wg.Wait()
	return err
}

func (p *Proxy) state() (Mode, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return Cut, p.changed
	}
	return p.mode, p.changed
}

// keep notes an open connection. It is closed at once if connections are cut.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.mode == Cut {
		_ = c.Close()
		return false
	}
	p.open[c] = struct{}{}
	return true
}

func (p *Proxy) drop(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	delete(p.open, c)
	p.mu.Unlock()
}

// dial connects to the target whose turn it is. Targets that refuse it are passed over.
func (p *Proxy) dial() (net.Conn, error) {
	p.mu.Lock()
	targets := append(append([]string(nil), p.targets[p.next:]...), p.targets[:p.next]...)
	p.next = (p.next + 1) % len(p.targets)
	p.mu.Unlock()
	var errs error
	for _, t := range targets {
		c, err := net.Dial("tcp", t)
		if err == nil {
			return c, nil
		}
		errs = errors.Join(errs, err)
	}
	return nil, errs
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		if !p.keep(client) {
			continue
		}
		p.wg.Go(func() {
			defer p.drop(client)
			server, err := p.dial()
			if err != nil || !p.keep(server) {
				return
			}
			defer p.drop(server)
			p.wg.Go(func() { p.forward(server, client, LoseQuestions) })
			p.forward(client, server, LoseAnswers)
		})
	}
}

// forward passes on what comes from one end until a connection ends, or the mode is to lose it.
func (p *Proxy) forward(to, from net.Conn, lost Mode) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 && !p.mayPass(lost) {
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// mayPass waits while everything is held, and reports whether something is to be forwarded.
func (p *Proxy) mayPass(lost Mode) bool {
	for {
		switch mode, changed := p.state(); mode {
		case Hold:
			<-changed
		case Pass:
			return true
		default:
			return mode != Cut && mode != lost
		}
	}
}
