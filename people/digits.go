package people

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"mirabilia/game"
	"mirabilia/store"
)

// Six digits can be guessed, from as many addresses as a guesser has. So tries count against what they are near to: digits with the same first three can be entered
// three times in five minutes, wherever from, and then none of them lets anybody in. A guesser hits an offer with a chance of five in a thousand at most, however many
// guesses there are, and its owner still has to say yes. To stop everybody's digits takes three tries at each of a thousand beginnings, from six hundred addresses, anew
// every five minutes; the QR code goes on working.
const (
	// waitingTries is of digits that were entered, by how they begin.
	waitingTries = "link-tries"
	digitSigns   = 6
	nearSigns    = 3
	mostNear     = 3
)

// entered is what is kept of tries.
type entered struct {
	N int `json:"n"`
}

// triesNear returns how often digits that begin like these were entered, and what is kept of that.
func (p *People) triesNear(ctx context.Context, digits string) (n int, was []byte, err error) {
	w, err := p.store.Waiting(ctx, waitingTries, digits[:nearSigns], p.now())
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil, nil
	}
	var kept entered
	if err == nil {
		err = json.Unmarshal(w.Data, &kept)
	}
	return kept.N, w.Data, err
}

// enter counts a try at digits, or refuses it if there were too many near them. It counts before anything is looked up, so that tries at the same moment count, too.
func (p *People) enter(ctx context.Context, digits string) error {
	if len(digits) != digitSigns || strings.Trim(digits, "0123456789") != "" {
		return noLink()
	}
	for range tries {
		n, was, err := p.triesNear(ctx, digits)
		if err != nil {
			return err
		}
		if n >= mostNear {
			break
		}
		if was == nil {
			err = p.wait(ctx, store.Waiting{Kind: waitingTries, Key: digits[:nearSigns]}, entered{1})
		} else {
			var now []byte
			if now, err = json.Marshal(entered{n + 1}); err == nil {
				err = p.store.Change(ctx, waitingTries, digits[:nearSigns], was, now)
			}
		}
		if !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
	return game.Refuse(game.TooMany, "too_many_digits", "digits like these were entered too often; scan the QR code, or make new digits on the device that is signed in")
}

// drawDigits draws six digits near which, if it can be, none were entered lately.
func (p *People) drawDigits(ctx context.Context) (string, error) {
	best, fewest := "", mostNear+1
	for range tries {
		n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
		if err != nil {
			return "", err
		}
		digits := fmt.Sprintf("%0*d", digitSigns, n)
		if near, _, err := p.triesNear(ctx, digits); err != nil {
			return "", err
		} else if near < fewest {
			best, fewest = digits, near
		}
		if fewest == 0 {
			break
		}
	}
	return best, nil
}
