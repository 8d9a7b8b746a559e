// Package push tells people things while no page of theirs is in front, through the push services of their browsers: that it is their turn, that their time runs out,
// that somebody wants to play. What is to be told waits in the store until it is of no use any more, one message for each topic, which is renewed. Whichever node
// takes it on holds a lease on it, so it is sent once, and a restart changes nothing. It names people and tables by id: words are found when it is sent.
//
// It knows nothing of HTTP on the server's side. Its errors are refusals (game.Error), or the store's.
package push

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"mirabilia/game"
	"mirabilia/store"
)

// Config is what a Push is made of.
type Config struct {
	Store store.Store
	// Now is the time in Unix milliseconds.
	Now func() int64
	// Networks are those that messages may go to besides public addresses.
	Networks []netip.Prefix
	// TLS is how connections are secured; nil: as is usual.
	TLS *tls.Config
	// Site is the address of the host's pages, which tells push services whose messages these are.
	Site string
	// Away returns the people on holiday, who are not told of turns. It may be nil.
	Away func(ctx context.Context) (map[string]bool, error)
	// Looking reports whether a person has a page in front.
	Looking func(person string) bool
	// Compose puts a notice into words of a language; nil if it is of no use any more.
	Compose func(ctx context.Context, person string, n *Notice, lang string) (*Message, error)
	// Sent is told how each message fared: "sent", "later", "gone" or "failed".
	Sent func(how string)
	Log  *slog.Logger
}

// Push tells people things.
type Push struct {
	Config
	client *http.Client
	keys   atomic.Pointer[keys]
}

// keys are those by which push services know this server.
type keys struct {
	Public  string `json:"public"`
	Private string `json:"private"`
	// read is when they were read: they may be renewed by a command.
	read time.Time
}

// keysFor is how long keys are used before they are read again.
const keysFor = time.Minute

// MaxDevices is how many devices of one person are told things.
const MaxDevices = 10

// New returns a Push over a store.
func New(c Config) *Push { return &Push{Config: c, client: newClient(c.Networks, c.TLS)} }

// Key returns the public key that browsers are given when they subscribe. The first call makes the keys, once for all nodes and all starts.
func (p *Push) Key(ctx context.Context) (string, error) {
	k, err := p.pair(ctx)
	if err != nil {
		return "", err
	}
	return k.Public, nil
}

func (p *Push) pair(ctx context.Context) (*keys, error) {
	if k := p.keys.Load(); k != nil && time.Since(k.read) < keysFor {
		return k, nil
	}
	data, err := p.Store.PushKeys(ctx, nil)
	if err == nil && data == nil {
		var made keys
		if made.Private, made.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
			return nil, err
		}
		if data, err = json.Marshal(made); err != nil {
			return nil, err
		}
		data, err = p.Store.PushKeys(ctx, data)
	}
	if err != nil {
		return nil, err
	}
	k := &keys{read: time.Now()}
	if err := json.Unmarshal(data, k); err != nil {
		return nil, fmt.Errorf("the keys for push services cannot be read: %w", err)
	}
	p.keys.Store(k)
	return k, nil
}

// Device is a browser that can be told things, as the browser describes it.
type Device struct {
	Endpoint string
	// Key and Auth are in base64, as browsers give them.
	Key, Auth string
}

// The lengths of what messages are encrypted with.
const keyLength, authLength = 65, 16

// Subscribe lets a person be told things on the device of a session.
func (p *Push) Subscribe(ctx context.Context, person string, token []byte, d Device) error {
	if err := checkEndpoint(d.Endpoint, p.Networks); err != nil {
		return err
	}
	key, err := base64.RawURLEncoding.DecodeString(d.Key)
	auth, err2 := base64.RawURLEncoding.DecodeString(d.Auth)
	_, err3 := ecdh.P256().NewPublicKey(key)
	if err != nil || err2 != nil || err3 != nil || len(auth) != authLength {
		return game.Refuse(game.Invalid, "bad_push_key", "p256dh and auth are keys of %d and %d bytes in base64url", keyLength, authLength)
	}
	now := p.Now()
	s := store.Subscription{ID: newID(), Person: person, Token: token, Endpoint: d.Endpoint, Key: key, Auth: auth, Created: now, Seen: now}
	// The page says it again at each visit: then it is the same device as before.
	known, err := p.Store.Subscriptions(ctx, person)
	if err != nil {
		return err
	}
	for _, k := range known {
		if bytes.Equal(k.Token, token) && k.Endpoint == d.Endpoint {
			s.ID, s.Created, s.Reached = k.ID, k.Created, k.Reached
		}
	}
	err = p.Store.Subscribe(ctx, s, MaxDevices)
	if errors.Is(err, store.ErrTooMany) {
		return game.Refuse(game.TooMany, "too_many_devices", "you can be told things on at most %d devices; switch one off first", MaxDevices)
	}
	return err
}

func newID() string {
	var b [12]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Notices returns what a person wants to be told.
func (p *Push) Notices(ctx context.Context, person string) (Notices, error) {
	data, err := p.Store.Notices(ctx, person)
	if err != nil {
		return Notices{}, err
	}
	return readNotices(data)
}

// SetNotices keeps what a person wants to be told. silent lets the person be told nothing until their day ends.
func (p *Push) SetNotices(ctx context.Context, person string, n Notices, silent bool) error {
	if err := n.check(); err != nil {
		return err
	}
	was, err := p.Notices(ctx, person)
	if err != nil {
		return err
	}
	n.Year, n.Used, n.Silent = was.Year, was.Used, 0
	if silent {
		n.Silent = n.midnight(p.Now())
	}
	return p.keep(ctx, person, &n)
}

// SetAwayUsed notes how long a person was away in this year.
func (p *Push) SetAwayUsed(ctx context.Context, person string, used int64) error {
	n, err := p.Notices(ctx, person)
	if err != nil {
		return err
	}
	n.Year, n.Used = n.local(p.Now()).Year(), used
	return p.keep(ctx, person, &n)
}

func (p *Push) keep(ctx context.Context, person string, n *Notices) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return p.Store.SetNotices(ctx, person, data)
}

// Later lets a person be told again of their turns after an hour.
func (p *Push) Later(ctx context.Context, person string) error {
	now := p.Now()
	for {
		was, w, err := p.told(ctx, person)
		if err != nil {
			return err
		}
		was.Later = now + time.Hour.Milliseconds()
		if err := p.Store.Exchange(ctx, w, []store.Waiting{p.toldWaits(person, was, now)}, now); !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
}
