// Package nats carries messages between nodes over NATS. What is published to nobody is lost, and so is what comes too fast: the journal
// has it.
package nats

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"mirabilia/relay"
)

// Options are the host's choices.
type Options struct {
	// Servers are addresses such as nats://host:4222 or tls://host:4222, separated by commas.
	Servers string
	// Cluster is what every subject begins with, so that several clusters can share one NATS.
	Cluster string
	Node    string
	// SharedKey is what the nodes of a database share, see relay.Seal.
	SharedKey []byte
	// User and Password are for servers whose addresses name none.
	User, Password string
	// Credentials is a file with the user's credentials; CA, Cert and Key are files for TLS. Empty: none.
	Credentials, CA, Cert, Key string
	Log                        *slog.Logger
}

const (
	reconnectWait = 500 * time.Millisecond
	// pingEvery and pingsLost bound how long a connection that was cut is taken for a live one.
	pingEvery = time.Second
	pingsLost = 2
	// flushTime is how long Follow waits for the server to know of it.
	flushTime = time.Second
	// pendingBytes bounds what is kept for sending while there is no connection: old news are not worth it.
	pendingBytes = 1 << 20
)

// Relay is a node's connection to NATS.
type Relay struct {
	conn    *nats.Conn
	cluster string
	node    string
	seal    *relay.Seal
	log     *slog.Logger
	// warned is when it was last logged that others speak, in Unix seconds.
	warned atomic.Int64

	mu      sync.Mutex
	handle  func(*relay.Message)
	follows map[string]*following

	sent, sentBytes, received, receivedBytes, lost, refused atomic.Uint64
}

type following struct {
	sub *nats.Subscription
	n   int
}

var _ relay.Relay = (*Relay)(nil)

// Connect returns a Relay, at once. If no server can be reached, it goes on trying: a node without news reads the journals.
func Connect(o Options) (*Relay, error) {
	for what, name := range map[string]string{"the cluster": o.Cluster, "a node": o.Node} {
		if !relay.Named(name) {
			return nil, fmt.Errorf("the name of %s has letters, digits, - and _, at most 64 of them, and is not %q", what, name)
		}
	}
	if len(o.SharedKey) != relay.KeyBytes {
		return nil, fmt.Errorf("the key that the nodes share has %d bytes, and must have %d", len(o.SharedKey), relay.KeyBytes)
	}
	r := &Relay{cluster: o.Cluster, node: o.Node, seal: relay.NewSeal(o.Node, o.SharedKey), log: o.Log, follows: map[string]*following{}}
	options := []nats.Option{
		nats.Name("mirabilia " + o.Node), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait/5, reconnectWait/5),
		nats.RetryOnFailedConnect(true), nats.NoEcho(), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsLost), nats.ReconnectBufSize(pendingBytes),
		nats.Timeout(2 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { o.Log.Warn("NATS is away; journals are read instead", "error", err) }),
		nats.ReconnectHandler(func(c *nats.Conn) { o.Log.Info("NATS is back", "server", c.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			r.lost.Add(1)
			o.Log.Warn("NATS lost messages", "error", err)
		}),
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.User != "" {
		options = append(options, nats.UserInfo(o.User, o.Password))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	if o.Cert != "" || o.Key != "" {
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	var err error
	if r.conn, err = nats.Connect(o.Servers, options...); err != nil {
		return nil, fmt.Errorf("NATS: %w", err)
	}
	return r, nil
}

// Node returns the name of this node.
func (r *Relay) Node() string { return r.node }

// on returns a subject as NATS knows it: <cluster>.all, <cluster>.node.<node> or <cluster>.table.<table>.
func (r *Relay) on(subject string) string { return r.cluster + "." + subject }

// Renew takes another key.
func (r *Relay) Renew(key []byte) {
	if r.seal.Renew(key) {
		r.Publish(&relay.Message{Kind: relay.Hello})
	}
}

// Handle sets what is called with every message.
func (r *Relay) Handle(f func(*relay.Message)) {
	r.mu.Lock()
	r.handle = f
	r.mu.Unlock()
	for _, subject := range []string{relay.All, relay.OfNode(r.node)} {
		if _, err := r.conn.Subscribe(r.on(subject), r.receive); err != nil {
			r.log.Error("NATS", "subject", subject, "error", err)
		}
	}
	_ = r.conn.FlushTimeout(flushTime)
	r.Publish(&relay.Message{Kind: relay.Hello})
}

// warnEvery is how often it is logged at most that others speak.
const warnEvery = 60

// warns reports whether it is time to log again that others speak, and takes it as done.
func (r *Relay) warns(now int64) bool {
	last := r.warned.Load()
	return now-last >= warnEvery && r.warned.CompareAndSwap(last, now)
}

func (r *Relay) receive(msg *nats.Msg) {
	r.received.Add(1)
	r.receivedBytes.Add(uint64(len(msg.Data)))
	m, answer, err := r.seal.Open(strings.TrimPrefix(msg.Subject, r.cluster+"."), msg.Data)
	if err != nil {
		r.refused.Add(1)
		if r.warns(time.Now().Unix()) {
			r.log.Warn("NATS: somebody else speaks here, or again what a node has said; nodes of other versions, of another database or with an older key are not heard", "subject", msg.Subject, "error", err)
		}
		return
	}
	if m != nil {
		r.mu.Lock()
		f := r.handle
		r.mu.Unlock()
		f(m)
	}
	if answer != nil {
		r.Send(answer.To, answer)
	}
}

// Publish tells the nodes that follow the message's table, or all.
func (r *Relay) Publish(m *relay.Message) { r.send(m.Subject(), m) }

// Send tells one node.
func (r *Relay) Send(node string, m *relay.Message) { r.send(relay.OfNode(node), m) }

func (r *Relay) send(subject string, m *relay.Message) {
	if !r.Connected() {
		r.lost.Add(1)
		return
	}
	data, err := r.seal.Close(subject, m)
	if err == nil {
		err = r.conn.Publish(r.on(subject), data)
	}
	if err != nil {
		r.lost.Add(1)
		return
	}
	r.sent.Add(1)
	r.sentBytes.Add(uint64(len(data)))
}

// Follow asks for the messages of a table.
func (r *Relay) Follow(table string) (unfollow func()) {
	if !relay.Named(table) {
		return func() {}
	}
	r.mu.Lock()
	f := r.follows[table]
	if f == nil {
		f = &following{}
		r.follows[table] = f
	}
	f.n++
	if f.sub == nil {
		sub, err := r.conn.Subscribe(r.on(relay.OfTable(table)), r.receive)
		if err != nil {
			r.log.Error("NATS", "error", err)
		}
		f.sub = sub
	}
	r.mu.Unlock()
	if r.Connected() {
		_ = r.conn.FlushTimeout(flushTime)
	}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if f.n--; f.n == 0 {
			delete(r.follows, table)
			if f.sub != nil {
				_ = f.sub.Unsubscribe()
			}
		}
	}
}

// Connected reports whether there is a connection.
func (r *Relay) Connected() bool { return r.conn.IsConnected() }

// Stats returns what went through.
func (r *Relay) Stats() relay.Stats {
	return relay.Stats{Sent: r.sent.Load(), SentBytes: r.sentBytes.Load(), Received: r.received.Load(), ReceivedBytes: r.receivedBytes.Load(), Lost: r.lost.Load(), Refused: r.refused.Load()}
}

// Close sends what is left and ends the connection.
func (r *Relay) Close() error {
	_ = r.conn.FlushTimeout(flushTime)
	r.conn.Close()
	return nil
}
