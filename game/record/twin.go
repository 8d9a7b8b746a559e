package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
)

// Twin says that a game was one of the two boards of a match of Duplicate Duel: one deal, with the seats swapped. The boards of a match are at one table, and
// each record names the other by its decisions.
type Twin struct {
	// Board is 1 or 2. On the second board seat A is seat B of the table.
	Board int `json:"board"`
	// Other is the Digest of the record of the other board.
	Other string `json:"other"`
}

// Digest names a game by its decisions: the SHA-256, in hex, of a line for each, with the letter of its seat, a space and the move.
func (r *Record) Digest() string {
	h := sha256.New()
	for _, s := range r.Steps {
		fmt.Fprintf(h, "%s %s\n", s.Seat.Letter(), s.Move)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// atTable returns what the seats added to the deal in the order of the table's seats, which the seed is made of.
func (r *Record) atTable(shares []string) []string {
	if r.Twin == nil || r.Twin.Board == 1 {
		return shares
	}
	return reversed(shares)
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// check refuses a name of a twin that cannot be one.
func (t *Twin) check() error {
	if sum, err := hex.DecodeString(t.Other); err != nil || len(sum) != sha256.Size || hex.EncodeToString(sum) != t.Other {
		return fmt.Errorf("the twin is named by the SHA-256 of its decisions, %d hex digits in lower case, not by %q", 2*sha256.Size, t.Other)
	}
	if t.Board != 1 && t.Board != 2 {
		return fmt.Errorf("a twin is board 1 or board 2, not %d", t.Board)
	}
	return nil
}

// VerifyTwins checks that two records are the two boards of one match: each names the other, the seats are swapped, and both were dealt from one seed that has one
// proof. It does not check the proof itself, nor the moves: VerifyDeal and Replay do.
func VerifyTwins(a, b *Record) error {
	for i, r := range []*Record{a, b} {
		if r.Twin == nil {
			return invalid("record %d is a game by itself: it names no twin", i+1)
		}
		if err := r.Twin.check(); err != nil {
			return invalid("record %d: %v", i+1, err)
		}
	}
	switch {
	case a.Twin.Board == b.Twin.Board:
		return invalid("both records are of board %d", a.Twin.Board)
	case a.Game != b.Game || a.Rules != b.Rules || !maps.Equal(a.Options, b.Options):
		return invalid("the records are of different games: %s %s by rules %s, and %s %s by rules %s", a.Game, a.Options, a.Rules, b.Game, b.Options, b.Rules)
	case a.Seed != b.Seed:
		return invalid("the boards were dealt from different seeds: %s and %s", a.Seed, b.Seed)
	case !slices.Equal(a.Names, reversed(b.Names)):
		return invalid("the seats are not swapped: %q and %q", a.Names, b.Names)
	}
	if err := sameProof(a.Deal, b.Deal); err != nil {
		return err
	}
	for _, p := range [2][2]*Record{{a, b}, {b, a}} {
		if one, other := p[0], p[1]; one.Twin.Other != other.Digest() {
			return invalid("the record of board %d names another twin than this one: its decisions would have to give %s, and give %s", one.Twin.Board, one.Twin.Other, other.Digest())
		}
	}
	return nil
}

func sameProof(a, b *Deal) error {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil:
		return invalid("only one of the records proves its deal")
	case a.Table != b.Table:
		return invalid("the records are of different tables: %s and %s", a.Table, b.Table)
	case a.Commit != b.Commit || a.Secret != b.Secret:
		return invalid("the records name different secrets of the server")
	case !slices.Equal(a.Nonces, reversed(b.Nonces)) || !slices.Equal(a.Commitments, reversed(b.Commitments)):
		return invalid("the records name different nonces of the players")
	}
	return nil
}
