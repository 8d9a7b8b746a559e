package server

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"mirabilia/store"
)

// How many names were kept from an address today is stored, so that neither a restart nor another node gives it more. Of the address itself nothing is kept but a hash
// with a key of the day, for two days: then neither is there any more. Hosts see by it who else came from the same place on the same day, and nobody sees from where.

const (
	// kindAddressKey is the key of a day, and kindSignup an account with the hash of the address that it came from.
	kindAddressKey, kindSignup = "address key", "signup"
	signupLife                 = 48 * time.Hour
)

// dayHash returns the hash of a text with the key of a day, which all nodes share. Of several that draw the key at once one is first.
func (s *Server) dayHash(ctx context.Context, at time.Time, text string) (string, error) {
	now := s.hub.Now()
	day := at.UTC().Format(time.DateOnly)
	for {
		w, err := s.cfg.Store.Waiting(ctx, kindAddressKey, day, now)
		if err == nil {
			h := hmac.New(sha256.New, w.Data)
			h.Write([]byte(text))
			return hex.EncodeToString(h.Sum(nil)[:16]), nil
		}
		if !errors.Is(err, store.ErrNotFound) {
			return "", unavailable(err)
		}
		var key [32]byte
		rand.Read(key[:])
		err = s.cfg.Store.Wait(ctx, store.Waiting{Kind: kindAddressKey, Key: day, Data: key[:], Deadline: now + signupLife.Milliseconds()}, now)
		if err != nil && !errors.Is(err, store.ErrTaken) {
			return "", unavailable(err)
		}
	}
}

// countSignup takes one of the names that may be kept from an address on a day, or refuses. undo gives it back.
func (s *Server) countSignup(ctx context.Context, person, address string) (undo func(), err error) {
	if s.cfg.Limits.Rate == 0 {
		return func() {}, nil
	}
	now := s.hub.Now()
	hash, err := s.dayHash(ctx, time.UnixMilli(now), address)
	if err != nil {
		return nil, err
	}
	for n := range max(1, int(float64(quotaAccounts.burst)*s.cfg.Limits.Rate)) {
		key := fmt.Sprint(hash, "/", n)
		err := s.cfg.Store.Wait(ctx, store.Waiting{Kind: kindSignup, Key: key, Person: person, Data: []byte(hash), Deadline: now + signupLife.Milliseconds()}, now)
		if err == nil {
			return func() { _, _ = s.cfg.Store.Take(context.WithoutCancel(ctx), kindSignup, key, now) }, nil
		}
		if !errors.Is(err, store.ErrTaken) {
			return nil, unavailable(err)
		}
	}
	const day = 24 * time.Hour
	return nil, tooMany(quotaAccounts, day-time.Duration(now)*time.Millisecond%day)
}

// cameTogether returns for each person who kept a name lately who else did from the same address on the same day.
func (s *Server) cameTogether(ctx context.Context) (map[string][]string, error) {
	list, err := s.cfg.Store.WaitingOf(ctx, kindSignup, "", s.hub.Now())
	if err != nil {
		return nil, unavailable(err)
	}
	byHash := map[string][]string{}
	for _, w := range list {
		byHash[string(w.Data)] = append(byHash[string(w.Data)], w.Person)
	}
	together := map[string][]string{}
	for _, people := range byHash {
		for _, p := range people {
			for _, other := range people {
				if other != p {
					together[p] = append(together[p], other)
				}
			}
		}
	}
	return together, nil
}
