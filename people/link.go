package people

import (
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
	// Agent is the kind of browser that entered the digits.
	Agent string `json:"agent,omitempty"`
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

// Offer lets a person bring in another device.
func (p *People) Offer(ctx context.Context, person string) (*Link, error) {
	secret := newSecret()
	for range tries {
		digits, err := p.drawDigits(ctx)
		if err != nil {
			return nil, err
		}
		err = p.wait(ctx, waitingDigits, digits, person, link{State: LinkOpen, Secret: keyOf(secret)})
		if errors.Is(err, store.ErrTaken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &Link{secret, digits, p.now() + patience.Milliseconds()}, p.wait(ctx, waitingSecret, keyOf(secret), person, claim{digits})
	}
	return nil, game.Refuse(game.TooMany, "too_many_links", "too many devices are being added; try again in a few minutes")
}

func noLink() error {
	return game.Refuse(game.NotFound, "no_link", "there is no such code, or it has expired; make a new one on the device that is signed in")
}

// readClaim returns the person and the digits of a claim that the store returned.
func readClaim(w store.Waiting, err error) (person, digits string, _ error) {
	if errors.Is(err, store.ErrNotFound) {
		return "", "", noLink()
	}
	var c claim
	if err == nil {
		err = json.Unmarshal(w.Data, &c)
	}
	return w.Person, c.Digits, err
}

// find reads digits that wait.
func (p *People) find(ctx context.Context, digits string) (store.Waiting, link, error) {
	w, err := p.store.Waiting(ctx, waitingDigits, digits, p.now())
	if errors.Is(err, store.ErrNotFound) {
		err = noLink()
	}
	var l link
	if err == nil {
		err = json.Unmarshal(w.Data, &l)
	}
	return w, l, err
}

// Scan returns the person whose QR code has the secret. The offer is used up.
func (p *People) Scan(ctx context.Context, secret string) (person string, err error) {
	person, digits, err := readClaim(p.store.Take(ctx, waitingSecret, keyOf(secret), p.now()))
	if err != nil {
		return "", err
	}
	if _, err := p.store.Take(ctx, waitingDigits, digits, p.now()); err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	return person, nil
}

// Claim asks to be let in by six digits, and returns what the device proves itself by when it asks whether it was. The first device that enters them is the one
// that is asked about.
func (p *People) Claim(ctx context.Context, digits, agent string) (string, error) {
	if err := p.enter(ctx, digits); err != nil {
		return "", err
	}
	w, l, err := p.find(ctx, digits)
	if err != nil {
		return "", err
	}
	was := w.Data
	if l.State != LinkOpen {
		return "", noLink()
	}
	l.State, l.Agent = LinkClaimed, agent
	now, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	if err := p.store.Change(ctx, waitingDigits, digits, was, now); errors.Is(err, store.ErrTaken) {
		return "", noLink()
	} else if err != nil {
		return "", err
	}
	secret := newSecret()
	return secret, p.wait(ctx, waitingClaim, keyOf(secret), w.Person, claim{digits})
}

// Offered returns the state of digits that a person's device shows, and the kind of browser that entered them.
func (p *People) Offered(ctx context.Context, person, digits string) (state, agent string, err error) {
	w, l, err := p.find(ctx, digits)
	if err == nil && w.Person != person {
		err = noLink()
	}
	if err == nil && l.State == LinkOpen {
		var near int
		if near, _, err = p.triesNear(ctx, digits); near >= mostNear {
			l.State = LinkStopped
		}
	}
	return l.State, l.Agent, err
}

// Confirm answers for the device that entered the digits.
func (p *People) Confirm(ctx context.Context, person, digits string, yes bool) error {
	w, l, err := p.find(ctx, digits)
	if err == nil && w.Person != person {
		err = noLink()
	}
	if err != nil {
		return err
	}
	if !yes {
		_, err := p.store.Take(ctx, waitingDigits, digits, p.now())
		if err == nil {
			_, err = p.store.Take(ctx, waitingSecret, l.Secret, p.now())
		}
		if errors.Is(err, store.ErrNotFound) {
			err = nil // it is gone anyway
		}
		return err
	}
	if l.State != LinkClaimed {
		return game.Refuse(game.Conflict, "not_claimed", "no device has entered these digits")
	}
	l.State = LinkConfirmed
	now, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := p.store.Change(ctx, waitingDigits, digits, w.Data, now); errors.Is(err, store.ErrTaken) {
		return noLink()
	} else if err != nil {
		return err
	}
	return nil
}

// Claimed returns the person whose answer let the device with a claim in; it returns nobody while there is no answer yet.
func (p *People) Claimed(ctx context.Context, secret string) (person string, err error) {
	key := keyOf(secret)
	person, digits, err := readClaim(p.store.Waiting(ctx, waitingClaim, key, p.now()))
	if err != nil {
		return "", err
	}
	_, l, err := p.find(ctx, digits)
	if err != nil || l.State != LinkConfirmed {
		return "", err
	}
	// Of several that ask with the same claim one comes in.
	for _, waits := range []struct{ kind, key string }{{waitingClaim, key}, {waitingDigits, digits}, {waitingSecret, l.Secret}} {
		if _, err := p.store.Take(ctx, waits.kind, waits.key, p.now()); errors.Is(err, store.ErrNotFound) && waits.kind != waitingSecret {
			return "", noLink()
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
	}
	return person, nil
}
