package server

import (
	"sync"
	"time"

	"mirabilia/relay"
)

const (
	// hereFor is how long after a request a person counts as being here: a page that is in front asks more often.
	hereFor = time.Minute
	// hereAgain is how often the other nodes are told.
	hereAgain = hereFor / 4
)

// presence knows who was here a moment ago. It is nothing that is kept: what is lost is known again a moment later.
type presence struct {
	mu     sync.Mutex
	seen   map[string]time.Time
	pruned time.Time
}

// note notes that a person is here, and reports whether that is news.
func (p *presence) note(person string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil {
		p.seen = map[string]time.Time{}
	}
	if now.Sub(p.pruned) > hereFor {
		for who, at := range p.seen {
			if now.Sub(at) > hereFor {
				delete(p.seen, who)
			}
		}
		p.pruned = now
	}
	if now.Sub(p.seen[person]) < hereAgain {
		return false
	}
	p.seen[person] = now
	return true
}

// here reports whether a person is here.
func (p *presence) here(person string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.seen[person]
	return ok && now.Sub(at) <= hereFor
}

// count returns how many people are here.
func (p *presence) count(now time.Time) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.seen {
		if now.Sub(at) <= hereFor {
			n++
		}
	}
	return n
}

// isHere notes that a person is here, and tells the other nodes.
func (s *Server) isHere(person string) {
	if s.presence.note(person, time.Now()) {
		s.tell(&relay.Message{Kind: relay.Here, Person: person})
	}
}
