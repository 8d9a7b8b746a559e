// Package people makes names somebody's own: a guest keeps a name with a passkey, signs in elsewhere with it, or with a code from a device that is
// signed in, or with a recovery code. There are no passwords and no addresses. It knows nothing of HTTP.
// Its errors are refusals (game.Error), or the store's.
package people

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"time"

	"mirabilia/game"
	"mirabilia/names"
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
	// limitedFor is for how long a device that was let in by another one's code may not do what could take the account from its person, and so a passkey that it adds.
	limitedFor = 72 * time.Hour
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
	free, err := p.store.NameFree(ctx, name, person, p.now())
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
	if len([]rune(names.Fold(name))) < minFolded {
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
	if wait := time.Duration(a.Renamed+renameAfter.Milliseconds()-now) * time.Millisecond; a.Renamed > 0 && wait > 0 && names.Fold(name) != a.Folded {
		return game.Refuse(game.TooMany, "renamed_lately", "a name can be changed once in 30 days; wait another %d days", 1+int(wait.Hours()/24))
	}
	if err := p.Keepable(ctx, name, person); err != nil {
		return err
	}
	renamed := now
	if names.Fold(name) == a.Folded {
		renamed = a.Renamed // another spelling is no other name
	}
	err = p.store.RenameAccount(ctx, store.Account{Person: person, Name: name, Folded: names.Fold(name), Renamed: renamed}, now+holdFor.Milliseconds())
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
	return p.freshSince(ctx, person, hash, p.now()-within.Milliseconds())
}

// freshSince is like Fresh for a passkey that was used after a time.
func (p *People) freshSince(ctx context.Context, person string, hash []byte, since int64) error {
	tokens, err := p.store.Tokens(ctx, person)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if string(t.Hash) == string(hash) && t.Verified > since {
			return nil
		}
	}
	return game.Refuse(game.Forbidden, "passkey_again", "use your passkey again first: POST /api/passkeys/login/begin")
}

// Able refuses what a device that was let in lately may not do. It is told what PersonByToken tells of its session.
func (p *People) Able(s store.Person) error {
	if s.Limited <= p.now() {
		return nil
	}
	return game.Refuse(game.Forbidden, "limited_device", "this device was let in by a code of another one: until %s it cannot do this; use a passkey here that you had before, or an older device",
		time.UnixMilli(s.Limited).UTC().Format(time.RFC3339))
}

// MayAdd refuses a session that may not add a passkey now. A device that was let in adds its first one without having shown any: that is what it came for.
func (p *People) MayAdd(ctx context.Context, s store.Person, hash []byte) error {
	tokens, err := p.store.Tokens(ctx, s.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if string(t.Hash) == string(hash) && t.Verified == 0 && t.Limited > p.now() {
			return nil
		}
	}
	return p.Fresh(ctx, s.ID, hash)
}

// left returns a limit that lasts, and 0 for one that is over.
func (p *People) left(limited int64) int64 {
	if limited <= p.now() {
		return 0
	}
	return limited
}

// Proved notes that a person has used a passkey in a session that goes on, which is as limited as the passkey from now on. The session gets another token, the hash of which is next: who has copied
// the one before has proved nothing. One that is more limited than the session proves
// nothing there: whoever has brought it could have taken the session, too.
func (p *People) Proved(ctx context.Context, s store.Person, hash, next []byte, k store.Passkey, agent string) error {
	limited := p.left(k.Limited)
	if limited > s.Limited {
		return game.Refuse(game.Forbidden, "limited_passkey", "this passkey was added by a device that was let in by a code: until %s it proves nothing here; use another one",
			time.UnixMilli(limited).UTC().Format(time.RFC3339))
	}
	return over(p.store.Verified(ctx, hash, next, p.now(), limited, agent))
}

// over says of a session that it is there no more.
func over(err error) error {
	if errors.Is(err, store.ErrEnded) || errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.Forbidden, "no_session", "you have been signed out here; sign in again")
	}
	return err
}

// Enter lets in whoever has used a passkey: the account as it was found with the passkey.
func (p *People) Enter(ctx context.Context, a store.Account, k store.Passkey, t store.Token) error {
	now := p.now()
	t.Seen, t.Verified, t.Epoch, t.Limited = now, now, a.Epoch, p.left(k.Limited)
	_, err := p.store.Enter(ctx, store.Entrance{Person: a.Person, Token: t, At: now})
	return over(err)
}

// SignOut ends all sessions of a person but one, which gets another token, with their programs, and returns these.
func (p *People) SignOut(ctx context.Context, person string, keep, next []byte) (programs []string, err error) {
	programs, err = p.store.Raise(ctx, store.Raising{Person: person, Keep: keep, Next: next, Why: store.EndedByAll, At: p.now()})
	return programs, over(err)
}

// Disown removes a passkey that somebody else has added, and those that limited devices have added since, and ends all other sessions of the person; the one that goes on gets another token.
// It returns the programs that ended.
func (p *People) Disown(ctx context.Context, person string, keep, next, id []byte) (programs []string, err error) {
	programs, err = p.store.Raise(ctx, store.Raising{Person: person, Keep: keep, Next: next, Key: id, Why: store.EndedByKey, At: p.now()})
	return programs, refusedRemoval(err)
}

// Ended returns why the session of a token has ended, and when; an empty word if nobody knows.
func (p *People) Ended(ctx context.Context, hash []byte) (why string, at int64, err error) {
	w, err := p.store.Waiting(ctx, store.KindEnded, hex.EncodeToString(hash), p.now())
	if errors.Is(err, store.ErrNotFound) {
		return "", 0, nil
	}
	return string(w.Data), w.Deadline - store.EndedFor, err
}

// WayBack refuses a person who could not sign in again: after a recovery with the last code all passkeys may sleep.
func (p *People) WayBack(ctx context.Context, person string) error {
	keys, err := p.store.Passkeys(ctx, person)
	if err != nil || slices.ContainsFunc(keys, func(k store.Passkey) bool { return !k.Asleep }) {
		return err
	}
	codes, err := p.store.Codes(ctx, person)
	if err != nil || len(codes.Hashes) > 0 {
		return err
	}
	return game.Refuse(game.Conflict, "no_way_back", "no passkey and no recovery code would let you in again; say of a passkey that it is yours, or make new codes, before you sign out")
}

// EndDevice ends one session of a person from another.
func (p *People) EndDevice(ctx context.Context, person string, hash []byte) error {
	if err := p.store.RemoveToken(ctx, person, hash); err != nil {
		return err
	}
	now := p.now()
	err := p.store.Wait(ctx, store.Waiting{Kind: store.KindEnded, Key: hex.EncodeToString(hash), Person: person, Data: []byte(store.EndedByDevice), Deadline: now + store.EndedFor}, now)
	if errors.Is(err, store.ErrTaken) {
		err = nil
	}
	return err
}

// NewCodes replaces the recovery codes of an account, which must still be at the epoch, and returns them, for once.
func (p *People) NewCodes(ctx context.Context, person string, epoch int64) ([]string, error) {
	texts, kept, err := p.newCodes(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.store.SetCodes(ctx, person, kept, epoch); err != nil {
		return nil, over(err)
	}
	return texts, nil
}

// Recover lets in the person whose name and recovery code these are. The code is used up, all sessions end, and passkeys sleep until the person says of each that it is theirs:
// somebody may have the devices that were lost. The code counts as a passkey, so that a new one can be made. It returns the programs that ended.
func (p *People) Recover(ctx context.Context, name, code string, t store.Token) (a store.Account, programs []string, err error) {
	wrong := game.Refuse(game.Forbidden, "wrong_code", "this is not an unused recovery code of this name")
	a, err = p.store.AccountByName(ctx, names.Fold(name))
	known := !errors.Is(err, store.ErrNotFound)
	if known && err != nil {
		return a, nil, err
	}
	var codes store.Codes
	if known {
		if codes, err = p.store.Codes(ctx, a.Person); err != nil {
			return a, nil, err
		}
	}
	hash, err := p.match(ctx, code, codes)
	if err != nil {
		return a, nil, err
	}
	if hash == nil {
		return a, nil, wrong
	}
	now := p.now()
	t.Seen, t.Verified = now, now
	programs, err = p.store.Enter(ctx, store.Entrance{Person: a.Person, Token: t, Code: hash, At: now})
	if errors.Is(err, store.ErrNotFound) {
		err = wrong
	}
	return a, programs, err
}

// Forget removes a person for good.
func (p *People) Forget(ctx context.Context, person string) error {
	return p.store.Forget(ctx, person, p.now()+holdFor.Milliseconds())
}

// wait keeps something for its second half, which comes while the session that has begun it goes on.
func (p *People) wait(ctx context.Context, w store.Waiting, data any) error {
	w, err := p.begun(w, data)
	if err != nil {
		return err
	}
	return p.store.Wait(ctx, w, p.now())
}

// begun is something that waits for its second half.
func (p *People) begun(w store.Waiting, data any) (_ store.Waiting, err error) {
	w.Data, err = json.Marshal(data)
	w.Deadline = p.now() + patience.Milliseconds()
	return w, err
}
