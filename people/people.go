// Package people makes names somebody's own: a guest keeps a name with a passkey, signs in elsewhere with it, or with a code from a device that is
// signed in, or with a recovery code. There are no passwords and no addresses. It knows nothing of HTTP.
// Its errors are refusals (game.Error), or the store's.
package people

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"mirabilia/game"
	"mirabilia/store"
)

const (
	// MaxPasskeys is how many passkeys a person may have.
	MaxPasskeys = 10
	// renameAfter is how long a name must be kept before it can be changed, and holdFor how long the name before is held back.
	renameAfter = 30 * 24 * time.Hour
	holdFor     = 90 * 24 * time.Hour
	// patience is how long a challenge or a code for another device waits.
	patience = 5 * time.Minute
	// freshFor is how long after a passkey was used it need not be used again for what asks for it.
	freshFor = 5 * time.Minute
)

// Store is what is kept.
type Store interface {
	store.People
	store.Accounts
	store.Conduct
}

// People is everybody who has or may have an account.
type People struct {
	// CodeMemory is how many KiB the hash of a recovery code goes through.
	CodeMemory uint32

	store Store
	// now is the time in Unix milliseconds.
	now     func() int64
	hashing chan struct{}
}

// New returns the people of a store.
func New(s Store, now func() int64) *People {
	return &People{CodeMemory: hashMemory, store: s, now: now, hashing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

// ReasonTaken refuses a name that is another's.
const ReasonTaken = "name_taken"

func nameTaken(name string) error {
	return game.Refuse(game.Conflict, ReasonTaken, "the name %q belongs to somebody else; choose another", name)
}

// minFolded is how many letters or digits a kept name must have.
const minFolded = 2

// Free reports whether a person may take a name, which must be clean.
func (p *People) Free(ctx context.Context, name, person string) error {
	free, err := p.store.NameFree(ctx, Fold(name), person, p.now())
	if err != nil {
		return err
	}
	if !free {
		return nameTaken(name)
	}
	return nil
}

// Keepable refuses a name that cannot be kept.
func (p *People) Keepable(ctx context.Context, name, person string) error {
	if len([]rune(Fold(name))) < minFolded {
		return game.Refuse(game.Invalid, "name_too_short", "a name that is kept must have at least %d letters or digits", minFolded)
	}
	return p.Free(ctx, name, person)
}

// Rename gives an account another name, which must be clean.
func (p *People) Rename(ctx context.Context, person, name string) error {
	a, err := p.account(ctx, person)
	if err != nil {
		return err
	}
	now := p.now()
	if wait := time.Duration(a.Renamed+renameAfter.Milliseconds()-now) * time.Millisecond; a.Renamed > 0 && wait > 0 && Fold(name) != a.Folded {
		return game.Refuse(game.TooMany, "renamed_lately", "a name can be changed once in 30 days; wait another %d days", 1+int(wait.Hours()/24))
	}
	if err := p.Keepable(ctx, name, person); err != nil {
		return err
	}
	renamed := now
	if Fold(name) == a.Folded {
		renamed = a.Renamed // another spelling is no other name
	}
	err = p.store.RenameAccount(ctx, store.Account{Person: person, Name: name, Folded: Fold(name), Renamed: renamed}, now+holdFor.Milliseconds())
	if errors.Is(err, store.ErrTaken) {
		return nameTaken(name)
	}
	return err
}

func (p *People) account(ctx context.Context, person string) (store.Account, error) {
	a, err := p.store.Account(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return a, game.Refuse(game.Forbidden, "no_account", "keep your name with a passkey first")
	}
	return a, err
}

// Fresh refuses what asks for a passkey if none was used with this token for a while.
func (p *People) Fresh(ctx context.Context, person string, hash []byte) error {
	return p.FreshFor(ctx, person, hash, freshFor)
}

// FreshFor is like Fresh for a passkey that was used within a time.
func (p *People) FreshFor(ctx context.Context, person string, hash []byte, within time.Duration) error {
	tokens, err := p.store.Tokens(ctx, person)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if string(t.Hash) == string(hash) && t.Verified > p.now()-within.Milliseconds() {
			return nil
		}
	}
	return game.Refuse(game.Forbidden, "passkey_again", "use your passkey again first: POST /api/passkeys/login/begin")
}

// NewCodes replaces a person's recovery codes and returns them, for once.
func (p *People) NewCodes(ctx context.Context, person string) ([]string, error) {
	texts, kept, err := p.newCodes(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.store.SetCodes(ctx, person, kept); err != nil {
		return nil, err
	}
	return texts, nil
}

// Recover returns the person whose name and recovery code these are, and uses the code up.
func (p *People) Recover(ctx context.Context, name, code string) (store.Account, error) {
	wrong := game.Refuse(game.Forbidden, "wrong_code", "this is not an unused recovery code of this name")
	a, err := p.store.AccountByName(ctx, Fold(name))
	known := !errors.Is(err, store.ErrNotFound)
	if known && err != nil {
		return a, err
	}
	var codes store.Codes
	if known {
		if codes, err = p.store.Codes(ctx, a.Person); err != nil {
			return a, err
		}
	}
	hash, err := p.match(ctx, code, codes)
	if err != nil {
		return a, err
	}
	if hash == nil {
		return a, wrong
	}
	if err := p.store.UseCode(ctx, a.Person, hash); errors.Is(err, store.ErrNotFound) {
		return a, wrong
	} else if err != nil {
		return a, err
	}
	return a, nil
}

// Forget removes a person for good.
func (p *People) Forget(ctx context.Context, person string) error {
	return p.store.Forget(ctx, person, p.now()+holdFor.Milliseconds())
}

// wait keeps something for its second half.
func (p *People) wait(ctx context.Context, kind, key, person string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	now := p.now()
	return p.store.Wait(ctx, store.Waiting{Kind: kind, Key: key, Person: person, Data: text, Deadline: now + patience.Milliseconds()}, now)
}
