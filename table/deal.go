package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// The seed of a game is made of the server's secret and of a nonce from each person (game/record). People commit to their
// nonces before the start. When the game is to start, seats and commitments become final; only then do people reveal their
// nonces, so that nobody, not even whoever runs the server and holds a seat, can choose one after having seen the others.

const (
	maxNonce = 128 // hex digits
	// nonceTime is how long a table that starts by itself waits for people to add their share to the deal.
	nonceTime = 3 * second
	// revealTime is how long a deal waits for people to reveal their nonces. After that it is made without those that are
	// missing: a person who has gone must not keep the others from playing.
	revealTime = 10 * second
)

func checkNonce(nonce string) error {
	if _, err := hex.DecodeString(nonce); err != nil || nonce == "" || len(nonce) > maxNonce {
		return game.Refuse(game.Invalid, "bad_nonce", "a nonce must have 2 to %d hex digits", maxNonce)
	}
	return nil
}

// checkShare refuses a nonce or a commitment that does not have the right form. It is fine to send neither.
func (a *asked) checkShare() error {
	nonce, commitment := a.d.Nonce, a.d.Commitment
	switch sum, err := hex.DecodeString(commitment); {
	case commitment == "" && nonce == "":
		return nil
	case commitment == "":
		return checkNonce(nonce)
	case nonce != "":
		return game.Refuse(game.Invalid, "bad_commitment", "send the commitment alone, and the nonce when the deal is fixed")
	case err != nil || len(sum) != sha256.Size || hex.EncodeToString(sum) != commitment:
		return game.Refuse(game.Invalid, "bad_commitment", "a commitment must be the SHA-256 of the nonce's text: %d hex digits in lower case", 2*sha256.Size)
	}
	return nil
}

// checkReveal refuses a nonce other than the one that the seat committed to.
func (a *asked) checkReveal(nonce string) error {
	if err := checkNonce(nonce); err != nil {
		return err
	}
	if c := a.s.places[a.seat].commitment; c != "" && c != record.CommitTo([]byte(nonce)) {
		return game.Refuse(game.Invalid, "bad_reveal", "this is not the nonce that you committed to")
	}
	return nil
}

// nonce adds the person's share to the deal: a commitment before the deal is fixed, and the nonce after that. A nonce
// before that without a commitment is accepted too, because older clients know nothing else.
func (a *asked) nonce() (*entry, error) {
	if err := a.holdsSeat(); err != nil {
		return nil, err
	}
	p := &a.s.places[a.seat]
	if a.s.fixed > 0 && p.commitment != "" {
		if p.nonce != "" {
			return nil, game.Refuse(game.Conflict, "revealed", "you have already revealed your nonce")
		}
		return &entry{Kind: kindRevealed, Seat: a.seat, Nonce: a.d.Nonce}, a.checkReveal(a.d.Nonce)
	}
	if err := a.inLobby(); err != nil {
		return nil, err
	}
	if err := a.checkShare(); err != nil {
		return nil, err
	}
	switch {
	case a.d.Commitment != "":
	case a.d.Nonce == "":
		return nil, checkNonce("")
	case p.commitment != "":
		return nil, game.Refuse(game.Conflict, "reveal_early", "you have committed to a nonce; reveal it when the deal is fixed")
	}
	return &entry{Kind: kindNonce, Seat: a.seat, Nonce: a.d.Nonce, Commitment: a.d.Commitment}, nil
}

func (s *state) addNonce(e *entry, _ *game.Events) error {
	s.places[e.Seat].nonce, s.places[e.Seat].commitment = e.Nonce, e.Commitment
	return nil
}

func (s *state) fix(e *entry, _ *game.Events) error {
	s.fixed = e.At
	s.takeNonce(e)
	return nil
}

func (s *state) reveal(e *entry, _ *game.Events) error {
	s.takeNonce(e)
	return nil
}

// takeNonce keeps the nonce that an entry brings, if it brings one.
func (s *state) takeNonce(e *entry) {
	if e.Nonce != "" && e.Seat >= 0 {
		s.places[e.Seat].nonce = e.Nonce
	}
}

// begin returns the entry that starts the game, or the one before it if people have yet to reveal their nonces. The nonce is
// that of the seat, if it brings one; noSeat brings none.
func (s *state) begin(seat int, nonce string) *entry {
	if round := s.dealtAlike(); round != "" {
		return &entry{Kind: kindStarted, Seat: seat, Rules: s.game.Info().Rules, Seed: record.RoundSeed(s.secret, len(s.places), round).String()}
	}
	nonces := s.nonces()
	if nonce != "" {
		nonces[seat] = nonce
	}
	for i, p := range s.places {
		if s.fixed == 0 && p.commitment != "" && nonces[i] == record.NoNonce {
			return &entry{Kind: kindFixed, Seat: seat, Nonce: nonce}
		}
	}
	return &entry{Kind: kindStarted, Seat: seat, Nonce: nonce, Rules: s.game.Info().Rules, Seed: record.FairSeed(s.secret, nonces, s.id).String()}
}

// startsItself reports whether the game starts without the owner's asking: it is a rematch, and every seat is taken.
func (s *state) startsItself() bool { return s.status == api.StatusLobby && s.autoStart && !s.open() }

// startsAt returns when the table goes on with the deal by itself, or 0 if it waits for its owner.
func (s *state) startsAt() int64 {
	switch {
	case s.startsItself() && s.dealtAlike() != "":
		return dueNow // nobody adds a nonce
	case s.waitsForNonces():
		return s.revealBy()
	case s.fixed > 0:
		return dueNow
	case !s.startsItself():
		return 0
	case slices.ContainsFunc(s.places, func(p place) bool { return p.person != "" && p.nonce == "" && p.commitment == "" }):
		return s.created + nonceTime
	}
	return dueNow
}

// waitsForNonces reports whether the deal is fixed and someone who committed has yet to reveal.
func (s *state) waitsForNonces() bool {
	return s.fixed > 0 && slices.ContainsFunc(s.places, func(p place) bool { return p.commitment != "" && p.nonce == "" })
}

// revealBy returns until when the deal waits for nonces, or 0 if it is not fixed.
func (s *state) revealBy() int64 {
	if s.fixed == 0 {
		return 0
	}
	return s.fixed + revealTime
}

// nonces returns the nonces of all seats in the form that the fair deal hashes.
func (s *state) nonces() []string {
	if s.dealtAlike() != "" {
		return slices.Repeat([]string{record.NoNonce}, len(s.places))
	}
	return s.shares(func(p *place) string { return p.nonce })
}

// commitments returns the commitments of all seats, which everyone may know, or nil if nobody has committed.
func (s *state) commitments() []string {
	list := s.shares(func(p *place) string { return p.commitment })
	if s.dealtAlike() != "" || !slices.ContainsFunc(list, func(c string) bool { return c != record.NoNonce }) {
		return nil
	}
	return list
}

// shares lists what each seat added to the deal, with a mark for a seat that added nothing.
func (s *state) shares(of func(*place) string) []string {
	list := make([]string, len(s.places))
	for i := range s.places {
		if list[i] = of(&s.places[i]); list[i] == "" {
			list[i] = record.NoNonce
		}
	}
	return list
}

func (s *state) secretHex() string { return hex.EncodeToString(s.secret) }

// dealtAlike returns the name of the round all of whose tables are dealt like this one; empty for all other tables.
func (s *state) dealtAlike() string {
	t := s.settings.Tournament
	if t == nil || t.Round == 0 {
		return ""
	}
	return record.RoundName(t.ID, t.Round)
}

// unsealed refuses what only those may see who play, as long as others play the same deal.
func (h *Hub) unsealed(ctx context.Context, s *state) error {
	if s.dealtAlike() == "" {
		return nil
	}
	if h.cfg.Sealed != nil {
		if sealed, err := h.cfg.Sealed(ctx, s.settings.Tournament); err != nil {
			return unavailable(err)
		} else if !sealed {
			return nil
		}
	}
	return game.Refuse(game.Forbidden, "sealed_round", "others still play the same deal: this table can be seen when the round is over")
}
