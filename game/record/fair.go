package record

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"mirabilia/game"
)

// Deal proves that nobody chose the cards. Before the seats were fixed the server published Commit; each person's client
// then committed to a nonce and revealed it when all commitments were published; the seed is made of all of them; the server
// reveals the secret at the end. So the server could not pick the seed (it did not know the nonces), no client could (it did
// not know the secret), and neither could both together (a nonce was fixed before any other was known).
type Deal struct {
	// Commit is the SHA-256 of the secret, in hex.
	Commit string `json:"commit"`
	// Table is the id of the table, so that one secret cannot serve two games.
	Table string `json:"table"`
	// Round is the round of a tournament in which all games are dealt alike, as RoundName writes it; empty for all other games. One secret serves the whole round, and
	// nobody adds a nonce.
	Round string `json:"round,omitempty"`
	// Secret of the server, in hex; empty until the game is over.
	Secret string `json:"secret,omitempty"`
	// Nonces of the people in seat order (on the second board of a match, that is not the order of the table's seats), in hex; NoNonce for a seat that gave none, such as a bot's.
	Nonces []string `json:"nonces"`
	// Commitments are the SHA-256 of the nonces' texts in hex, in seat order; NoNonce for a seat that made none. Games in
	// which nobody committed have no list.
	Commitments []string `json:"commitments,omitempty"`
}

// NoNonce stands for a seat that added nothing to the deal.
const NoNonce = "-"

// Shares says how the seats added to the deal: those that committed to their nonces first, those that gave a nonce without a
// commitment, and those that committed but did not reveal.
func (d *Deal) Shares() (committed, plain, unrevealed []game.Seat) {
	for i, nonce := range d.Nonces {
		seat := game.Seat(i)
		switch c := d.commitment(i); {
		case c == NoNonce && nonce != NoNonce:
			plain = append(plain, seat)
		case c != NoNonce && nonce == NoNonce:
			unrevealed = append(unrevealed, seat)
		case c != NoNonce:
			committed = append(committed, seat)
		}
	}
	return committed, plain, unrevealed
}

func (d *Deal) commitment(seat int) string {
	if seat < len(d.Commitments) {
		return d.Commitments[seat]
	}
	return NoNonce
}

// Share returns the nonce and the commitment of a seat; empty for what it did not give.
func (d *Deal) Share(seat int) (nonce, commitment string) {
	if nonce = d.Nonces[seat]; nonce == NoNonce {
		nonce = ""
	}
	if commitment = d.commitment(seat); commitment == NoNonce {
		commitment = ""
	}
	return nonce, commitment
}

// CommitTo returns the commitment to a secret, or to a nonce as text.
func CommitTo(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// FairSeed returns the seed made of the server's secret, the nonces in seat order and the table's id. Each part
// is hashed with its length before it, so that parts cannot run into each other.
func FairSeed(secret []byte, nonces []string, table string) game.Seed {
	h := sha256.New()
	part := func(b []byte) {
		h.Write([]byte{byte(len(b) >> 8), byte(len(b))})
		h.Write(b)
	}
	part(secret)
	for _, n := range nonces {
		part([]byte(n))
	}
	part([]byte(table))
	return game.Seed(h.Sum(nil))
}

// RoundName names a round of a tournament in which all games are dealt alike.
func RoundName(tournament string, round int) string { return tournament + "/" + strconv.Itoa(round) }

// RoundSeed returns the seed of all games of a round that are dealt alike: that of a table at which nobody gives a nonce, with the name of the round in place of the
// table's id.
func RoundSeed(secret []byte, seats int, round string) game.Seed {
	return FairSeed(secret, slices.Repeat([]string{NoNonce}, seats), round)
}

// SameDeal checks that two games of a round were dealt alike, beside what VerifyDeal checks of each.
func SameDeal(a, b *Record) error {
	switch {
	case a.Deal == nil || b.Deal == nil || a.Deal.Round == "" || b.Deal.Round == "":
		return invalid("only the games of a round that is dealt alike can be compared")
	case a.Deal.Round != b.Deal.Round:
		return invalid("one game is of the round %s, the other of %s", a.Deal.Round, b.Deal.Round)
	case a.Deal.Table == b.Deal.Table:
		return invalid("both records are of the same table %s", a.Deal.Table)
	case a.Deal.Commit != b.Deal.Commit || a.Seed != b.Seed || a.Game != b.Game || !maps.Equal(a.Options, b.Options):
		return invalid("the games at the tables %s and %s were not dealt alike", a.Deal.Table, b.Deal.Table)
	}
	return nil
}

// VerifyDeal checks that the seed is the one that commitment, secret, nonces and table give, and that the nonces are the ones
// that the seats committed to.
func (r *Record) VerifyDeal() error {
	d := r.Deal
	if d == nil {
		return invalid("the record has no commitment to prove its deal by")
	}
	secret, err := hex.DecodeString(d.Secret)
	if err != nil || len(secret) == 0 {
		return invalid("the secret is not hex digits: %q", d.Secret)
	}
	if subtle.ConstantTimeCompare([]byte(CommitTo(secret)), []byte(d.Commit)) != 1 {
		return invalid("the secret is not the one the server committed to")
	}
	if len(d.Nonces) != len(r.Names) {
		return invalid("there are %d nonces for %d seats", len(d.Nonces), len(r.Names))
	}
	if d.Commitments != nil && len(d.Commitments) != len(r.Names) {
		return invalid("there are %d commitments for %d seats", len(d.Commitments), len(r.Names))
	}
	for i, nonce := range d.Nonces {
		if c := d.commitment(i); c != NoNonce && nonce != NoNonce && c != CommitTo([]byte(nonce)) {
			return invalid("the nonce of seat %s is not the one that the seat committed to", game.Seat(i).Letter())
		}
	}
	of := d.Table
	if d.Round != "" {
		of = d.Round
		if slices.ContainsFunc(d.Nonces, func(n string) bool { return n != NoNonce }) || d.Commitments != nil {
			return invalid("in a round that is dealt alike nobody adds a nonce")
		}
	}
	if seed := FairSeed(secret, r.atTable(d.Nonces), of); seed.String() != r.Seed {
		return invalid("secret, nonces and table give the seed %s, the game was played with %s", seed, r.Seed)
	}
	return nil
}
