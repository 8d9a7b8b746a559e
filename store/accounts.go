package store

import (
	"context"
	"crypto/sha256"
)

// Accounts keeps what makes a name somebody's own: accounts, their passkeys and recovery codes, and where their people are signed in.
type Accounts interface {
	// KeepName makes a guest's name theirs: it gives the person the account's name, with their first passkey and recovery codes. It refuses
	// with ErrTaken if the name belongs to another account or is held back at the account's time, or the person has an account, and with ErrNotFound if
	// there is no such guest.
	KeepName(ctx context.Context, a Account, k Passkey, c Codes) error
	// Account returns a person's account, and AccountByName that of a folded name; ErrNotFound if there is none.
	Account(ctx context.Context, person string) (Account, error)
	AccountByName(ctx context.Context, folded string) (Account, error)
	// NameFree reports whether a person may take a folded name at a time.
	NameFree(ctx context.Context, folded, person string, now int64) (bool, error)
	// RenameAccount gives an account the name, the folded name and the time of renaming of a, and holds back the folded name before until the
	// given time; its person may take it again. It refuses with ErrTaken as KeepName does, and with ErrNotFound if there is no such account.
	RenameAccount(ctx context.Context, a Account, heldUntil int64) error
	// SetPrivacy replaces what a person has decided about who may know and ask what; ErrNotFound if there is no such account.
	SetPrivacy(ctx context.Context, person string, p Privacy) error
	// Forget removes a person with everything that is kept of them but the games at which they sat, and their programs with them. The folded name is held
	// back until the given time, by a hash from which it cannot be read. When Forget returns, a store in files has removed the name from them.
	Forget(ctx context.Context, person string, heldUntil int64) error

	// AddPasskey refuses with ErrTooMany if the account has most passkeys, with ErrTaken if the passkey is known, and with ErrNotFound if there is no
	// such account.
	AddPasskey(ctx context.Context, k Passkey, most int) error
	// Passkeys returns a person's passkeys, the oldest first.
	Passkeys(ctx context.Context, person string) ([]Passkey, error)
	// UsePasskey notes what a passkey is after it was used. A passkey that was used meanwhile is refused with ErrTaken: its data is not was any more.
	UsePasskey(ctx context.Context, id []byte, was, now []byte, at int64) error
	RenamePasskey(ctx context.Context, person string, id []byte, name string) error
	// RemovePasskey refuses with ErrTaken if it is the last one and no recovery code is left.
	RemovePasskey(ctx context.Context, person string, id []byte) error

	// SetCodes replaces the recovery codes of an account.
	SetCodes(ctx context.Context, person string, c Codes) error
	// Codes returns those that were not used yet.
	Codes(ctx context.Context, person string) (Codes, error)
	// UseCode removes a code; ErrNotFound if it was used already.
	UseCode(ctx context.Context, person string, hash []byte) error

	// AddToken lets a person in on another device; ErrNotFound if there is no such person.
	AddToken(ctx context.Context, person string, t Token) error
	// Tokens returns where a person is signed in, those last seen first.
	Tokens(ctx context.Context, person string) ([]Token, error)
	// Verified notes that the person behind a token has proved to be it by a passkey.
	Verified(ctx context.Context, hash []byte, at int64) error
	// RemoveToken forgets one token of a person; ErrNotFound if there is none.
	RemoveToken(ctx context.Context, person string, hash []byte) error

	// Wait keeps something that waits until its deadline. It refuses with ErrTaken if something of this kind and key waits at now.
	Wait(ctx context.Context, w Waiting, now int64) error
	// Waiting returns what waits at now; ErrNotFound if nothing does.
	Waiting(ctx context.Context, kind, key string, now int64) (Waiting, error)
	// Change replaces the data of something that waits. If it is not was any more, it refuses with ErrTaken.
	Change(ctx context.Context, kind, key string, was, now []byte) error
	// Take removes something that waits at now and returns it. Of several that take it one gets it, the others ErrNotFound.
	Take(ctx context.Context, kind, key string, now int64) (Waiting, error)
	// WaitingOf returns what waits of a kind for a person at now, or for anybody if none is given, in the order of the keys.
	WaitingOf(ctx context.Context, kind, person string, now int64) ([]Waiting, error)
	// Exchange removes things that wait and keeps others in their place, all or nothing. It refuses with ErrTaken if one of those taken does not wait at now or has
	// other data, or if one of those put waits already.
	Exchange(ctx context.Context, take, put []Waiting, now int64) error
}

// Account is a person whose name is their own.
type Account struct {
	Person string
	Name   string
	// Folded is the name as it may be there once only.
	Folded string
	// Kept is since when it is theirs, and Renamed when it was last changed; 0: never.
	Kept, Renamed int64
	Privacy
}

// Passkey is a key that lets a person in.
type Passkey struct {
	ID     []byte
	Person string
	// Name is what the person calls it.
	Name string
	// Data is the public key and what belongs to it, of no meaning to the store.
	Data          []byte
	Created, Used int64
}

// Codes are hashes of recovery codes, in order, with the salt that they share.
type Codes struct {
	Salt   []byte
	Hashes [][]byte
}

// Waiting is something that waits for its second half: a challenge for its answer, a code for another device.
type Waiting struct {
	Kind, Key string
	// Person is whom it concerns; empty: nobody yet.
	Person   string
	Data     []byte
	Deadline int64
}

// HeldKey is what stores keep of a folded name that is held back.
func HeldKey(folded string) []byte {
	sum := sha256.Sum256([]byte("mirabilia name\x00" + folded))
	return sum[:]
}

// Token is the hash of a token, and when it was last marked as seen.
type Token struct {
	Hash []byte
	Seen int64
	// Agent is the kind of browser that it was given to.
	Agent string
	// Verified is when the person last proved to be it by a passkey with this token; 0: never.
	Verified int64
}
