package record

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"mirabilia/game"
)

// Deal proves that nobody chose the cards. Before the seats were fixed the server published Commit; each
// person's client then gave a nonce; the seed is made of all of them; the server reveals the secret at the end. So the
// server could not pick the seed (it did not know the nonces) and no client could (it did not know the secret).
type Deal struct {
	// Commit is the SHA-256 of the secret, in hex.
	Commit string `json:"commit"`
	// Table is the id of the table, so that one secret cannot serve two games.
	Table string `json:"table"`
	// Secret of the server, in hex; empty until the game is over.
	Secret string `json:"secret,omitempty"`
	// Nonces of the people in seat order, in hex; "-" for a seat that gave none, such as a bot's.
	Nonces []string `json:"nonces"`
}

// CommitTo returns the commitment to a secret.
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

// VerifyDeal checks that the seed is the one that commitment, secret, nonces and table give.
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
	if seed := FairSeed(secret, d.Nonces, d.Table); seed.String() != r.Seed {
		return invalid("secret, nonces and table give the seed %s, the game was played with %s", seed, r.Seed)
	}
	return nil
}
