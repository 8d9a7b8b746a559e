package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"mirabilia/store"
)

// Message is what a device shows.
type Message struct {
	// Tag is the topic: a message takes the place of the one with the same tag.
	Tag   string `json:"tag"`
	Title string `json:"title,omitempty"`
	Body  string `json:"body,omitempty"`
	// URL is the page that opens.
	URL string `json:"url,omitempty"`
	// Count is how many games wait, which the icon shows; -1: it shows what it did.
	Count int `json:"count"`
	// Open and Later are the words of the actions; without them there are none.
	Open  string `json:"open,omitempty"`
	Later string `json:"later,omitempty"`
	Lang  string `json:"lang,omitempty"`
	// Close says that the message with this tag goes, and Silent that nobody is to be disturbed.
	Close  bool `json:"close,omitempty"`
	Silent bool `json:"silent,omitempty"`
}

// How a message fared.
const (
	sentOK     = "sent"
	sentGone   = "gone"   // the push service knows the device no longer
	sentLater  = "later"  // the push service may take it later
	sentFailed = "failed" // it never will
)

// maxTTL is the longest that push services keep a message.
const maxTTL = 28 * 24 * 60 * 60

// deliver hands a message to the push service of a device.
func (p *Push) deliver(ctx context.Context, d *store.Subscription, n *Notice, m *Message) (how string, err error) {
	data, err := json.Marshal(m)
	if err != nil {
		return sentFailed, err
	}
	u, err := url.Parse(d.Endpoint)
	if err != nil {
		return sentFailed, errors.New("a stored address cannot be read")
	}
	if err := checkEndpoint(d.Endpoint, p.Networks); err != nil {
		return sentGone, fmt.Errorf("%s: %w", u.Host, err)
	}
	keys, err := p.pair(ctx)
	if err != nil {
		return sentLater, err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	code := base64.RawURLEncoding.EncodeToString
	answer, err := webpush.SendNotificationWithContext(ctx, data, &webpush.Subscription{Endpoint: d.Endpoint, Keys: webpush.Keys{Auth: code(d.Auth), P256dh: code(d.Key)}}, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.subject(), Topic: topicHeader(d.Person, n.Topic), TTL: int(min(max(0, (n.Until-p.Now())/second), maxTTL)), Urgency: n.urgency(),
		VAPIDPublicKey: keys.Public, VAPIDPrivateKey: keys.Private, VapidExpiration: time.Now().Add(12 * time.Hour),
	})
	if err != nil {
		// The error names the whole address, which is a secret of the device.
		var named *url.Error
		if errors.As(err, &named) {
			err = named.Err
		}
		if errors.Is(err, errRefused) {
			return sentGone, fmt.Errorf("%s: %w", u.Host, err)
		}
		return sentLater, fmt.Errorf("%s: %w", u.Host, err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	switch s := answer.StatusCode; {
	case s >= 200 && s < 300:
		return sentOK, nil
	case s == http.StatusNotFound || s == http.StatusGone:
		return sentGone, fmt.Errorf("%s: %s", u.Host, answer.Status)
	case s == http.StatusTooManyRequests || s >= 500:
		return sentLater, fmt.Errorf("%s: %s", u.Host, answer.Status)
	}
	return sentFailed, fmt.Errorf("%s: %s", u.Host, answer.Status)
}

// subject says whose messages these are.
func (p *Push) subject() string {
	if p.Site != "" {
		return p.Site
	}
	return "https://localhost"
}

// topicHeader is the topic as push services know it: what waits there under the same one is replaced. They cannot read from it what it is about.
func topicHeader(person, topic string) string {
	sum := sha256.Sum256([]byte("mirabilia topic\x00" + person + "\x00" + topic))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

func (n *Notice) urgency() webpush.Urgency {
	switch {
	case n.Close || n.Silent:
		return webpush.UrgencyLow
	case n.Urgent || n.Kind == KindCall || n.Kind == KindTest:
		return webpush.UrgencyHigh
	}
	return webpush.UrgencyNormal
}
