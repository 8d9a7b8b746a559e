// Package pushtest is a push service for tests, with the browsers that it serves: it takes messages, checks whose they are, and decrypts them by RFC 8291, independently of
// the library that encrypts them.
package pushtest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Service is a push service.
type Service struct {
	*httptest.Server
	t testing.TB

	mu      sync.Mutex
	devices map[string]*Device
	// Answer is what the service answers to a message to a device; 0: that it was taken.
	answer func(d *Device) int
}

// Loopback is where the service is.
var Loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// New starts a push service.
func New(t testing.TB) *Service {
	s := &Service{t: t, devices: map[string]*Device{}}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(s.take))
	t.Cleanup(s.Close)
	return s
}

// TLS is what a client needs to know to trust the service.
func (s *Service) TLS() *tls.Config {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return &tls.Config{RootCAs: roots, ServerName: "example.com"}
}

// Answer lets the service answer something else to messages; nil: it takes them.
func (s *Service) Answer(f func(d *Device) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// Device is a browser that has subscribed.
type Device struct {
	s       *Service
	path    string
	private *ecdh.PrivateKey
	auth    []byte
	got     []Message
	asked   int
}

// Message is what a device got.
type Message struct {
	// Text is what was encrypted.
	Text  string
	TTL   int
	Topic string
	// Urgency is as the header says it; Subject is who sent it.
	Urgency, Subject string
	// Key is the public key of the sender.
	Key string
}

// Field returns a field of a message in JSON; nil if it has none.
func (m *Message) Field(name string) any {
	var fields map[string]any
	if err := json.Unmarshal([]byte(m.Text), &fields); err != nil {
		return err
	}
	return fields[name]
}

// NewDevice returns a browser that has subscribed.
func (s *Service) NewDevice() *Device {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	d := &Device{s: s, private: private, auth: make([]byte, 16)}
	rand.Read(d.auth)
	s.mu.Lock()
	defer s.mu.Unlock()
	d.path = fmt.Sprintf("/device/%d", len(s.devices)+1)
	s.devices[d.path] = d
	return d
}

// Endpoint, Key and Auth are what the browser tells of its subscription.
func (d *Device) Endpoint() string { return d.s.URL + d.path }

// Key is the browser's public key.
func (d *Device) Key() string {
	return base64.RawURLEncoding.EncodeToString(d.private.PublicKey().Bytes())
}

// Auth is the secret that browser and sender share.
func (d *Device) Auth() string { return base64.RawURLEncoding.EncodeToString(d.auth) }

// Take returns what the device got since the last time.
func (d *Device) Take() []Message {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	got := d.got
	d.got = nil
	return got
}

// Asked is how often something was sent to the device, taken or not.
func (d *Device) Asked() int {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return d.asked
}

func (s *Service) take(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.devices[r.URL.Path]
	if d == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	d.asked++
	if s.answer != nil {
		if status := s.answer(d); status != 0 {
			if status/100 == 3 {
				w.Header().Set("Location", s.URL+"/device/1")
			}
			w.WriteHeader(status)
			return
		}
	}
	m, err := d.read(r, s.URL)
	if err != nil {
		s.t.Errorf("a message that no push service would take: %v", err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	d.got = append(d.got, *m)
	w.WriteHeader(http.StatusCreated)
}

func (d *Device) read(r *http.Request, audience string) (*Message, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	h := r.Header
	if r.Method != http.MethodPost || h.Get("Content-Encoding") != "aes128gcm" || len(body) > 4096 {
		return nil, fmt.Errorf("%s with %s of %d bytes", r.Method, h.Get("Content-Encoding"), len(body))
	}
	m := &Message{Topic: h.Get("Topic"), Urgency: h.Get("Urgency")}
	if m.TTL, err = strconv.Atoi(h.Get("TTL")); err != nil || m.TTL < 0 {
		return nil, fmt.Errorf("a TTL of %q", h.Get("TTL"))
	}
	if len(m.Topic) > 32 {
		return nil, fmt.Errorf("a topic of %d characters", len(m.Topic))
	}
	if m.Key, m.Subject, err = checkSender(h.Get("Authorization"), audience); err != nil {
		return nil, err
	}
	text, err := d.decrypt(body)
	m.Text = string(text)
	return m, err
}

// checkSender checks the signature of a sender (RFC 8292) and returns the sender's key and name.
func checkSender(header, audience string) (key, subject string, err error) {
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, key, ok2 := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !ok2 || len(parts) != 3 {
		return "", "", fmt.Errorf("an authorization of %q", header)
	}
	decode := base64.RawURLEncoding.DecodeString
	point, err := decode(key)
	if err != nil {
		return "", "", err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return "", "", err
	}
	signature, err := decode(parts[2])
	if err != nil || len(signature) != 64 {
		return "", "", errors.New("a signature that is none")
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return "", "", errors.New("a false signature")
	}
	data, err := decode(parts[1])
	if err != nil {
		return "", "", err
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(data, &claims); err != nil {
		return "", "", err
	}
	if left := time.Until(time.Unix(claims.Exp, 0)); claims.Aud != audience || left <= 0 || left > 24*time.Hour || !strings.HasPrefix(claims.Sub, "https://") {
		return "", "", fmt.Errorf("claims %+v", claims)
	}
	return key, claims.Sub, nil
}

// decrypt does what a browser does, see RFC 8291, section 4, and RFC 8188.
func (d *Device) decrypt(body []byte) ([]byte, error) {
	const saltLength, header = 16, 16 + 4 + 1
	if len(body) < header {
		return nil, errors.New("too short")
	}
	salt, size, idLength := body[:saltLength], binary.BigEndian.Uint32(body[saltLength:]), int(body[header-1])
	if len(body) < header+idLength || int(size) < len(body)-header-idLength {
		return nil, errors.New("more than one record")
	}
	id, sealed := body[header:header+idLength], body[header+idLength:]
	sender, err := ecdh.P256().NewPublicKey(id)
	if err != nil {
		return nil, err
	}
	shared, err := d.private.ECDH(sender)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(d.private.PublicKey().Bytes()) + string(id)
	ikm, err := hkdf.Key(sha256.New, shared, d.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	plain = bytes.TrimRight(plain, "\x00")
	if len(plain) == 0 || plain[len(plain)-1] != 2 {
		return nil, errors.New("the last record has no end")
	}
	return plain[:len(plain)-1], nil
}
