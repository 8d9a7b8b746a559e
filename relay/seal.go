package relay

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// KeyBytes is how long the key is that the nodes of a database share, and KeyName is its name there.
const (
	KeyBytes = 32
	KeyName  = "relay"
)

// NewKey draws a key.
func NewKey() []byte {
	key := make([]byte, KeyBytes)
	_, _ = rand.Read(key)
	return key
}

// Seal lets a node tell others what nobody else can read, change, make up or say again. All nodes of a database share a key, which is kept there; who has another key is not heard.
//
// Each start of a node has a random name and a key of its own, which follows from the shared one, and numbers what it says. A receiver takes every number once. It listens to a start
// only after that has answered a question that was never asked before, so what was recorded of an earlier start, or before the receiver began, is worth nothing.
//
// A sealed message is a version, the length of the sender's name, the name, its start, the number, and the message, encrypted and signed together with all that and with the subject.
type Seal struct {
	node   string
	number atomic.Uint64

	mu    sync.Mutex
	key   []byte
	start start
	own   cipher.AEAD
	// peers are the starts that are listened to, by the names of their nodes, and strangers those that have yet to answer.
	peers     map[string]*peer
	strangers map[start]*stranger
}

type start [16]byte

type peer struct {
	start start
	open  cipher.AEAD
	seen  window
}

// stranger is a start that was asked a question.
type stranger struct {
	question string
	asked    time.Time
}

const (
	sealVersion = 1
	// askEvery is how often a stranger is asked at most, and answerEvery how often one is answered: what it says may be a recording.
	askEvery    = 300 * time.Millisecond
	answerEvery = 20 * time.Millisecond
	// mostStrangers is more than there are nodes.
	mostStrangers = 256
)

// Reasons why a message is not taken.
var (
	errForeign = errors.New("nobody who has the key of this database has sent it")
	errAgain   = errors.New("it was said before")
)

// NewSeal returns the seal of a node.
func NewSeal(node string, key []byte) *Seal {
	s := &Seal{node: node}
	s.Renew(key)
	return s
}

// Renew takes another key, and begins anew with it. It reports whether it is another.
func (s *Seal) Renew(key []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own != nil && string(key) == string(s.key) {
		return false
	}
	s.key = append([]byte(nil), key...)
	_, _ = rand.Read(s.start[:])
	s.own = s.cipherOf(s.node, s.start)
	s.peers, s.strangers = map[string]*peer{}, map[start]*stranger{}
	return true
}

// cipherOf returns the cipher of a start.
func (s *Seal) cipherOf(node string, of start) cipher.AEAD {
	key, err := hkdf.Key(sha256.New, s.key, of[:], "mirabilia relay "+node, KeyBytes)
	if err != nil {
		panic(err) // only a length that is too great
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// nonce is the number of a message: a start, and so its key, never says two things under one.
func nonce(number []byte) []byte {
	n := make([]byte, 12)
	copy(n[4:], number)
	return n
}

// Close seals a message for a subject.
func (s *Seal) Close(subject string, m *Message) ([]byte, error) {
	plain, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	own, began := s.own, s.start
	s.mu.Unlock()
	head := 2 + len(s.node) + len(began) + 8
	data := make([]byte, 0, head+len(plain)+own.Overhead()+len(subject))
	data = append(data, sealVersion, byte(len(s.node)))
	data = append(data, s.node...)
	data = append(data, began[:]...)
	data = binary.BigEndian.AppendUint64(data, s.number.Add(1))
	return own.Seal(data, nonce(data[head-8:head]), plain, append(data[:head:head], subject...)), nil
}

// Open opens what came under a subject. The message is nil if it only concerns the seals; Hello says that the sender is listened to from now on. answer is to be sent to its sender, if there is one.
func (s *Seal) Open(subject string, data []byte) (m, answer *Message, err error) {
	const fixed = 2 + len(start{}) + 8
	if len(data) < fixed || data[0] != sealVersion || len(data) < fixed+int(data[1]) {
		return nil, nil, errForeign
	}
	head := fixed + int(data[1])
	node := string(data[2 : 2+data[1]])
	began := start(data[2+int(data[1]):])
	number := binary.BigEndian.Uint64(data[head-8:])
	if !Named(node) {
		return nil, nil, errForeign
	}
	if node == s.node {
		return nil, nil, nil
	}
	s.mu.Lock()
	p := s.peers[node]
	known := p != nil && p.start == began
	var opens cipher.AEAD
	if known {
		opens = p.open
	} else {
		opens = s.cipherOf(node, began)
	}
	s.mu.Unlock()
	plain, err := opens.Open(nil, nonce(data[head-8:head]), data[head:], append(data[:head:head], subject...))
	if err != nil {
		return nil, nil, errForeign
	}
	m = &Message{}
	if err := json.Unmarshal(plain, m); err != nil {
		return nil, nil, err
	}
	m.From = node
	s.mu.Lock()
	defer s.mu.Unlock()
	if p = s.peers[node]; p == nil || p.start != began {
		m, answer = s.meet(m, began, number, opens)
		return m, answer, nil
	}
	if !p.seen.take(number) {
		return nil, nil, errAgain
	}
	switch m.Kind {
	case question:
		return nil, &Message{Kind: proof, To: m.From, Answer: m.Question}, nil
	case proof, Hello:
		return nil, nil, nil
	}
	return m, nil, nil
}

// meet takes what a stranger says, who has the key but may be a recording, and returns Hello once it is known to be none.
func (s *Seal) meet(m *Message, began start, number uint64, opens cipher.AEAD) (hello, answer *Message) {
	x := s.strangers[began]
	if x == nil {
		if len(s.strangers) >= mostStrangers {
			clear(s.strangers)
		}
		x = &stranger{question: rand.Text()}
		s.strangers[began] = x
	}
	since := time.Since(x.asked)
	switch {
	case m.Kind == proof && m.Answer == x.question && !x.asked.IsZero():
		delete(s.strangers, began)
		p := &peer{start: began, open: opens}
		p.seen.beginAfter(number)
		s.peers[m.From] = p
		hello = &Message{Kind: Hello, From: m.From}
		if m.Question != "" {
			answer = &Message{Kind: proof, To: m.From, Answer: m.Question}
		}
		return hello, answer
	case m.Kind == question && since >= answerEvery:
		x.asked = time.Now()
		return nil, &Message{Kind: proof, To: m.From, Answer: m.Question, Question: x.question}
	case since >= askEvery:
		x.asked = time.Now()
		return nil, &Message{Kind: question, To: m.From, Question: x.question}
	}
	return nil, nil
}

// window remembers which of the last numbers of a start were taken. What comes later than that counts as said before: the journal has it.
type window struct {
	highest uint64
	taken   [windowNumbers / 64]uint64
}

// windowNumbers is how many numbers one message may come after another that was sent later: subjects overtake each other.
const windowNumbers = 1 << 15

// beginAfter takes nothing up to a number.
func (w *window) beginAfter(n uint64) {
	w.highest = n
	for i := range w.taken {
		w.taken[i] = ^uint64(0)
	}
}

func (w *window) take(n uint64) bool {
	if n == 0 || n+windowNumbers <= w.highest {
		return false
	}
	if n > w.highest {
		if n-w.highest >= windowNumbers {
			clear(w.taken[:])
		} else {
			for k := w.highest + 1; k <= n; k++ {
				w.taken[k/64%uint64(len(w.taken))] &^= 1 << (k % 64)
			}
		}
		w.highest = n
	}
	word, bit := &w.taken[n/64%uint64(len(w.taken))], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}
