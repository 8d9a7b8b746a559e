package people

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"

	"mirabilia/game"
	"mirabilia/store"
)

// A device that is signed in can let another in. It shows a QR code with a secret of 128 bits, which whoever scans it has seen; and six digits, which can be
// guessed, so that the device is asked whether it is the right one.

// Kinds of what waits.
const (
	waitingSecret = "link-secret" // by the hash of the secret
	waitingDigits = "link-digits" // by the digits
	waitingClaim  = "link-claim"  // by the hash of the claim of a device that entered the digits
)

// Link is an offer to let another device in.
type Link struct {
	Secret, Digits string
	Expires        int64
}

// States of six digits.
const (
	LinkOpen      = "open"      // nobody has entered them
	LinkClaimed   = "claimed"   // a device has, and waits for the answer
	LinkConfirmed = "confirmed" // it may come in
	LinkStopped   = "stopped"   // none has, and none can: digits like them were entered too often; the QR code still works
)

// link is what is kept of digits.
type link struct {
	State string `json:"state"`
	// Secret is the key of the QR code of the same offer.
	Secret string `json:"secret"`
	// Agent is the kind of browser that entered the digits, and Claimed when it did.
	Agent   string `json:"agent,omitempty"`
	Claimed int64  `json:"claimed,omitempty"`
}

// claim is what is kept of a device that entered the digits.
type claim struct {
	Digits string `json:"digits"`
}

func newSecret() string {
	var b [16]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// tries is how often other digits are drawn because some wait already.
const tries = 20

// Offer lets a person bring in another device, while the session goes on that offers it.
func (p *People) Offer(ctx context.Context, by store.Person, session []byte) (*Link, error) {
	secret := newSecret()
	for range tries {
		digits, err := p.drawDigits(ctx)
		if err != nil {
			return nil, err
		}
		w := store.Waiting{Kind: waitingDigits, Key: digits, Person: by.ID, Session: session, Epoch: by.Epoch}
		shown, err := p.begun(w, link{State: LinkOpen, Secret: keyOf(secret)})
		w.Kind, w.Key = waitingSecret, keyOf(secret)
		hidden, err2 := p.begun(w, claim{digits})
		if err = errors.Join(err, err2); err != nil {
			return nil, err
		}
		err = p.store.Exchange(ctx, nil, []store.Waiting{shown, hidden}, p.now())
		if errors.Is(err, store.ErrTaken) {
			continue
		}
		return &Link{secret, digits, shown.Deadline}, err
	}
	return nil, game.Refuse(game.TooMany, "too_many_links", "too many devices are being added; try again in a few minutes")
}

func noLink() error {
	return game.Refuse(game.NotFound, "no_link", "there is no such code, or it has expired; make a new one on the device that is signed in")
}

// gone turns what says that something waits no longer into the refusal of a code that is worth nothing.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrTaken) || errors.Is(err, store.ErrEnded) {
		return noLink()
	}
	return err
}

// find reads digits that wait.
func (p *People) find(ctx context.Context, digits string) (store.Waiting, link, error) {
	w, err := p.store.Waiting(ctx, waitingDigits, digits, p.now())
	var l link
	if err == nil {
		err = json.Unmarshal(w.Data, &l)
	}
	return w, l, gone(err)
}

// claimed reads a secret, or the claim of a device that entered the digits, and these.
func (p *People) claimed(ctx context.Context, kind, key string) (w, digits store.Waiting, l link, err error) {
	if w, err = p.store.Waiting(ctx, kind, key, p.now()); err != nil {
		return w, digits, l, gone(err)
	}
	var c claim
	if err = json.Unmarshal(w.Data, &c); err != nil {
		return w, digits, l, err
	}
	digits, l, err = p.find(ctx, c.Digits)
	return w, digits, l, err
}

// letIn writes the session of a device that was let in, with what lets it in: of several that ask at once one comes in, and a session that cannot be written uses nothing up.
// It has shown no passkey, and is limited.
func (p *People) letIn(ctx context.Context, t store.Token, take ...store.Waiting) (person string, err error) {
	now := p.now()
	t.Seen, t.Epoch, t.Limited = now, take[0].Epoch, now+limitedFor.Milliseconds()
	_, err = p.store.Enter(ctx, store.Entrance{Person: take[0].Person, Token: t, At: now, Take: take})
	return take[0].Person, gone(err)
}

// Scan lets in a device that has the secret of a QR code, and returns the person.
func (p *People) Scan(ctx context.Context, secret string, t store.Token) (person string, err error) {
	w, digits, _, err := p.claimed(ctx, waitingSecret, keyOf(secret))
	if err != nil {
		return "", err
	}
	return p.letIn(ctx, t, w, digits)
}

// Claim asks to be let in by six digits, and returns what the device proves itself by when it asks whether it was. The first device that enters them is the one
// that is asked about.
func (p *People) Claim(ctx context.Context, digits, agent string) (string, error) {
	if err := p.enter(ctx, digits); err != nil {
		return "", err
	}
	was, l, err := p.find(ctx, digits)
	if err != nil {
		return "", err
	}
	if l.State != LinkOpen {
		return "", noLink()
	}
	l.State, l.Agent, l.Claimed = LinkClaimed, agent, p.now()
	now := was
	if now.Data, err = json.Marshal(l); err != nil {
		return "", err
	}
	secret := newSecret()
	w := was
	w.Kind, w.Key = waitingClaim, keyOf(secret)
	if w, err = p.begun(w, claim{digits}); err != nil {
		return "", err
	}
	return secret, gone(p.store.Exchange(ctx, []store.Waiting{was}, []store.Waiting{now, w}, p.now()))
}

// offered reads digits that a session shows.
func (p *People) offered(ctx context.Context, session []byte, digits string) (store.Waiting, link, error) {
	w, l, err := p.find(ctx, digits)
	if err == nil && !bytes.Equal(w.Session, session) {
		err = noLink()
	}
	return w, l, err
}

// Offered returns the state of digits that a session shows, and the kind of browser that entered them.
func (p *People) Offered(ctx context.Context, session []byte, digits string) (state, agent string, err error) {
	_, l, err := p.offered(ctx, session, digits)
	if err == nil && l.State == LinkOpen {
		var near int
		if near, _, err = p.triesNear(ctx, digits); near >= mostNear {
			l.State = LinkStopped
		}
	}
	return l.State, l.Agent, err
}

// Confirm answers for the device that entered the digits, in the session that shows them. A yes needs a passkey that was used since they were entered.
func (p *People) Confirm(ctx context.Context, person string, session []byte, digits string, yes bool) error {
	w, l, err := p.offered(ctx, session, digits)
	if err != nil {
		return err
	}
	if !yes {
		hidden, err := p.store.Waiting(ctx, waitingSecret, l.Secret, p.now())
		if err == nil {
			err = p.store.Exchange(ctx, []store.Waiting{w, hidden}, nil, p.now())
		}
		if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrTaken) {
			err = nil // it is gone anyway
		}
		return err
	}
	if l.State != LinkClaimed {
		return game.Refuse(game.Conflict, "not_claimed", "no device has entered these digits")
	}
	if err := p.freshSince(ctx, person, session, l.Claimed); err != nil {
		return err
	}
	l.State = LinkConfirmed
	now, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return gone(p.store.Change(ctx, waitingDigits, digits, w.Data, now))
}

// Claimed lets the device with a claim in if it was agreed to, and returns the person; nobody while there is no answer yet.
func (p *People) Claimed(ctx context.Context, secret string, t store.Token) (person string, err error) {
	w, digits, l, err := p.claimed(ctx, waitingClaim, keyOf(secret))
	if err != nil || l.State != LinkConfirmed {
		return "", err
	}
	hidden, err := p.store.Waiting(ctx, waitingSecret, l.Secret, p.now())
	if err != nil {
		return "", gone(err)
	}
	return p.letIn(ctx, t, w, digits, hidden)
}
