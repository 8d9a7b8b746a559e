package server

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"mirabilia/api"
	"mirabilia/game"
)

// Limits keep one visitor from using up what everyone needs. They are far above normal use.
type Limits struct {
	// Rate multiplies all rates below; 0 switches them off.
	Rate float64
	// SocketsPerAddress and Sockets bound the open sockets; 0: no bound.
	SocketsPerAddress, Sockets int
	// ConnectionsPerAddress bounds the connections of an address, sockets included; 0: no bound.
	ConnectionsPerAddress int
}

// Default limits.
var DefaultLimits = Limits{Rate: 1, SocketsPerAddress: 200, Sockets: 20000, ConnectionsPerAddress: 300}

// quota is how often something may be done: so many a second, and so many at once.
type quota struct {
	name  string
	per   float64
	burst int
}

var (
	quotaRequests = quota{"requests", 50, 300}         // by address: anything
	quotaPeople   = quota{"people", 0.5, 40}           // by address: new guests and tokens
	quotaTables   = quota{"tables", 0.5, 40}           // by address: new tables and invitations
	quotaCommands = quota{"commands", 20, 60}          // by person: commands
	quotaChat     = quota{"chat", 0.5, 10}             // by person: messages
	quotaSockets  = quota{"sockets", 10, 100}          // by address: sockets opened
	quotaInvites  = quota{"guesses", 0.2, 20}          // by address: invitations tried
	quotaAnalyses = quota{"analyses", 0.1, 20}         // by person: analyses sent
	quotaAccounts = quota{"accounts", 3.0 / 86400, 3}  // by address: names kept
	quotaPasskeys = quota{"ceremonies", 0.5, 30}       // by address: challenges for passkeys, each of which is stored
	quotaRecovery = quota{"recoveries", 5.0 / 3600, 5} // by address: recovery codes tried freely, see effort.go
	quotaLinks    = quota{"links", 1.0 / 60, 5}        // by address: digits tried, and offers made
	quotaExports  = quota{"exports", 1.0 / 600, 3}     // by person: all their data
	quotaShuns    = quota{"shuns", 1, 60}              // by person: people muted and blocked
	quotaReports  = quota{"reports", 1.0 / 600, 5}     // by person, and by address as for several: reports to the host
	quotaPush     = quota{"notices", 0.5, 60}          // by person: what they want to be told, and where
	quotaEntries  = quota{"entries", 1, 20000}         // by person, and by address as for several: entries in journals, see mayOpen
)

// What costs the server much is limited by cost: by address, so many bytes of views and logs built a second. A replay of seven
// seats that is not kept has about two million, the snapshot of a game in its middle fifty thousand. It takes a core about
// 30 ms to build a million.
const (
	workPerSecond = 5 << 20
	workAtOnce    = 100 << 20
	// leastWork is what such work counts for at least, also when it fails: a journal was read for it.
	leastWork = 32 << 10
	// bytesPerStep is what a step of a record counts for: it is played, but no view of it is built.
	bytesPerStep = 1 << 10
	// bytesPerDecision is what a decision of an analysis counts for: it is compared with the record, which takes redeals.
	bytesPerDecision = 32 << 10
)

var quotaWork = quota{"work", workPerSecond, workAtOnce} // by address: see above

// limits counts what was done. Its lock is held for moments only.
type limits struct {
	cfg Limits

	mu      sync.Mutex
	buckets map[bucketKey]*rate.Limiter
	swept   time.Time
	// expected is until when people come back all at once, see expect.
	expected time.Time
	sockets  map[string]int
	total    int
}

type bucketKey struct{ quota, who string }

const maxBuckets = 200000

func newLimits(cfg Limits) *limits {
	return &limits{cfg: cfg, buckets: map[bucketKey]*rate.Limiter{}, sockets: map[string]int{}}
}

// take uses one of a quota, or refuses.
func (l *limits) take(q quota, who string) error {
	if l.cfg.Rate == 0 {
		return nil
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.bucket(q, who, now); !b.AllowN(now, 1) {
		return tooMany(q, untilOne(b, now))
	}
	if site := siteOf(who); site != "" {
		if b := l.bucket(q.times(networksPerSite), site, now); !b.AllowN(now, 1) {
			return tooMany(q, untilOne(b, now))
		}
	}
	return nil
}

// untilOne is how long it takes until there is one of a quota.
func untilOne(b *rate.Limiter, now time.Time) time.Duration {
	return time.Duration((1 - b.TokensAt(now)) / float64(b.Limit()) * float64(time.Second))
}

// An IPv6 customer is often given a site, a /48, with 65536 networks to choose from. All of it together may do as much as a few
// networks.
const networksPerSite = 8

// siteOf returns the site of an IPv6 network as visitor writes it; empty for all else.
func siteOf(visitor string) string {
	p, err := netip.ParsePrefix(visitor)
	if err != nil || p.Bits() != networkBits {
		return ""
	}
	return netip.PrefixFrom(p.Addr(), siteBits).Masked().String()
}

const (
	networkBits = 64
	siteBits    = 48
)

// times returns a quota for n times as much.
func (q quota) times(n int) quota { return quota{q.name, q.per * float64(n), q.burst * n} }

// late is a refusal that ends by itself after a while, or at once for whoever does some work.
type late struct {
	refusal *game.Error
	wait    time.Duration
	work    *api.Work
}

func (e *late) Error() string { return e.refusal.Error() }
func (e *late) Unwrap() error { return e.refusal }

func tooMany(q quota, wait time.Duration) error {
	return &late{game.Refuse(game.TooMany, "too_many_"+q.name, "too many at once; wait a moment and try again"), wait, nil}
}

// When a node is gone or has been started, the pages that were connected to it come back within seconds, perhaps many behind one address, which may have had as many
// sockets at each of the other nodes as here. For so long what known sessions do beyond the quotas of their address counts for the person, and there is room for more
// sockets.
const (
	homecoming    = time.Minute
	moreSockets   = 2
	morePerOrigin = 4
)

var (
	quotaReturns   = quota{"returns", 1, 30}    // by person: requests and sockets while people come back
	quotaStrangers = quota{"strangers", 2, 100} // by address: sessions that nobody knows, while people come back
)

// expect expects people to come back until then.
func (l *limits) expect(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expected = until
}

// room returns how many times as many connections an address may have now, and how many times as many sockets there may be.
func (l *limits) room() (perOrigin, sockets int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.roomAt(time.Now())
}

func (l *limits) roomAt(now time.Time) (perOrigin, sockets int) {
	if now.Before(l.expected) {
		return morePerOrigin, moreSockets
	}
	return 1, 1
}

// takeOrReturn uses one of an address's quota, or of a person's own if people are expected to come back. known looks the person up; it is asked only if it matters.
func (l *limits) takeOrReturn(q quota, address string, known func() (person string)) error {
	err := l.take(q, address)
	if err == nil {
		return nil
	}
	if more, _ := l.room(); more == 1 || l.check(quotaStrangers, address) != nil {
		return err
	}
	person := known()
	if person == "" {
		l.charge(quotaStrangers, address, 1)
		return err
	}
	if l.take(quotaReturns, person) != nil {
		return err
	}
	return nil
}

// bucket returns how much of a quota someone has left.
func (l *limits) bucket(q quota, who string, now time.Time) *rate.Limiter {
	l.sweep(now)
	k := bucketKey{q.name, who}
	b := l.buckets[k]
	if b == nil {
		b = rate.NewLimiter(rate.Limit(q.per*l.cfg.Rate), max(1, int(float64(q.burst)*l.cfg.Rate)))
		l.buckets[k] = b
	}
	return b
}

// work does something costly for an address, or refuses if the address has used up its share. What it costs shows when it is
// done: f returns how many bytes it built.
func (l *limits) work(address string, f func() (built int, err error)) error {
	if err := l.check(quotaWork, address); err != nil {
		return err
	}
	built, err := f()
	l.charge(quotaWork, address, max(built, leastWork))
	return err
}

// check refuses what someone has used up of a quota that is charged afterwards.
func (l *limits) check(q quota, who string) error {
	wait := time.Duration(0)
	l.both(q, who, func(b *rate.Limiter, now time.Time) { wait = max(wait, untilOne(b, now)) })
	if wait > 0 {
		return tooMany(q, wait)
	}
	return nil
}

// owe takes one of a quota that is not there, but never so that more than so many are owed.
func (l *limits) owe(q quota, who string, most int) {
	l.both(q, who, func(b *rate.Limiter, now time.Time) {
		if b.TokensAt(now) > float64(1-most) {
			b.ReserveN(now, 1)
		}
	})
}

// owed returns how many of a quota someone has had that were not there.
func (l *limits) owed(q quota, who string) int {
	least := 0.0
	l.both(q, who, func(b *rate.Limiter, now time.Time) { least = min(least, b.TokensAt(now)) })
	return int(math.Ceil(-least))
}

// charge takes from a quota what was used of it, also what is not there: it must come in again first.
func (l *limits) charge(q quota, who string, n int) {
	l.both(q, who, func(b *rate.Limiter, now time.Time) { b.ReserveN(now, min(n, b.Burst())) })
}

// both does something with what is left of a quota, of someone and of the site that the address belongs to. It does nothing if
// there are no limits.
func (l *limits) both(q quota, who string, do func(b *rate.Limiter, now time.Time)) {
	if l.cfg.Rate == 0 {
		return
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	do(l.bucket(q, who, now), now)
	if site := siteOf(who); site != "" {
		do(l.bucket(q.times(networksPerSite), site, now), now)
	}
}

// mayOpen refuses another game to a person who, or whose address, has filled more of the journals than anyone plays. Moves are
// never refused for that: games that were begun can be finished.
func (l *limits) mayOpen(person, address string) error {
	if err := l.check(quotaEntries, person); err != nil {
		return err
	}
	return l.check(quotaEntries.times(peoplePerAddress), address)
}

// kept charges what a person wrote to a journal.
func (l *limits) kept(person, address string, entries int) {
	l.charge(quotaEntries, person, entries)
	l.charge(quotaEntries.times(peoplePerAddress), address, entries)
}

// peoplePerAddress is as how many people an address counts whose people play all day.
const peoplePerAddress = 4

// sweep forgets buckets that are full again: a new one is the same.
func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute && len(l.buckets) < maxBuckets {
		return
	}
	l.swept = now
	for k, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, k)
		}
	}
	if len(l.buckets) >= maxBuckets { // a flood from very many addresses: start again
		clear(l.buckets)
	}
}

// socket counts an open socket, or refuses it. It is to be given back.
func (l *limits) socket(address string) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	site := siteOf(address)
	more, total := l.roomAt(time.Now())
	if each := more * l.cfg.SocketsPerAddress; l.cfg.Sockets > 0 && l.total >= total*l.cfg.Sockets || each > 0 &&
		(l.sockets[address] >= each || site != "" && l.sockets[site] >= networksPerSite*each) {
		return nil, game.Refuse(game.TooMany, "too_many_sockets", "your address has too many open connections")
	}
	counted := []string{address}
	if site != "" {
		counted = append(counted, site)
	}
	for _, who := range counted {
		l.sockets[who]++
	}
	l.total++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.total--
		for _, who := range counted {
			if l.sockets[who]--; l.sockets[who] == 0 {
				delete(l.sockets, who)
			}
		}
	}, nil
}

// openSockets returns how many sockets are open.
func (l *limits) openSockets() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// visitor returns the address a request comes from, as limits count it. IPv6 hosts have 64 bits to choose from, so the
// network counts.
func (s *Server) visitor(r *http.Request) string {
	return networkOf(s.remote(r))
}

func networkOf(addr netip.Addr) string {
	if addr.Is6() && !addr.Is4In6() {
		return netip.PrefixFrom(addr, networkBits).Masked().String()
	}
	return addr.Unmap().String()
}

// direct returns the other end of the connection: the visitor or a proxy.
func (s *Server) direct(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, _ := netip.ParseAddr(host)
	return addr
}

func (s *Server) trusted(addr netip.Addr) bool {
	for _, p := range s.cfg.Proxies {
		if p.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}
