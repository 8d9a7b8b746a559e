package tournament

import (
	"encoding/hex"
	"time"

	"mirabilia/api"
	"mirabilia/game/record"
)

// Deal is how all tables of a round are dealt.
type Deal struct {
	Round int
	// Commit is the commitment to the secret; Secret is empty until the round is over.
	Commit, Secret string
}

// Deals returns how the rounds are dealt, where all tables of a round are dealt alike; nil before it begins, and for other tournaments. Of rounds that are not over it
// tells the commitments alone.
func (t *Tournament) Deals(now int64) (list []Deal) {
	for i, secret := range t.secrets {
		data, err := hex.DecodeString(secret)
		if err != nil {
			panic(err) // it was written as such
		}
		d := Deal{Round: i + 1, Commit: record.CommitTo(data)}
		if t.RoundOver(d.Round, now) {
			d.Secret = secret
		}
		list = append(list, d)
	}
	return list
}

// afterUntil is for how long after a game must be over its deal stays sealed, where nobody tells whether it is: in a tournament that was called off, and where a host set
// the result.
const afterUntil = time.Hour

// RoundOver reports whether a round was paired and all its games have ended.
func (t *Tournament) RoundOver(round int, now int64) bool {
	if round > t.Round {
		return t.Status == api.TournamentFinished
	}
	for _, g := range t.Games {
		untold := g.Played || t.Status == api.TournamentCancelled
		if g.Round == round && (!g.Done || g.Played) && !(untold && now > g.Until+afterUntil.Milliseconds()) {
			return false
		}
	}
	return true
}
