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
	// NameFree reports whether a person may take a name at a time: it is nobody else's, nobody else's looks like it, and it is not held back for another. What looks like the person's own name
	// stays theirs, whoever else has such a name.
	NameFree(ctx context.Context, name, person string, now int64) (bool, error)
	// RenameAccount gives an account the name, the folded name and the time of renaming of a, and holds back the folded name before until the
	// given time; its person may take it again. It refuses with ErrTaken as KeepName does, and with ErrNotFound if there is no such account.
	RenameAccount(ctx context.Context, a Account, heldUntil int64) error
	// SetPrivacy replaces what a person has decided about who may know and ask what; ErrNotFound if there is no such account.
	SetPrivacy(ctx context.Context, person string, p Privacy) error
	// Forget removes a person with everything that is kept of them but the games at which they sat, and their programs with them. The folded name is held
	// back until the given time, by a hash from which it cannot be read. When Forget returns, a store in files has removed the name from them.
	Forget(ctx context.Context, person string, heldUntil int64) error

	// AddPasskey refuses with ErrTooMany if the account has most passkeys, with ErrTaken if the passkey is known, with ErrNotFound if there is no
	// such account, and with ErrEnded if the account is no longer at the epoch.
	AddPasskey(ctx context.Context, k Passkey, most int, epoch int64) error
	// Passkeys returns a person's passkeys, the oldest first.
	Passkeys(ctx context.Context, person string) ([]Passkey, error)
	// UsePasskey notes what a passkey is after it was used. A passkey that was used meanwhile is refused with ErrTaken: its data is not was any more.
	UsePasskey(ctx context.Context, id []byte, was, now []byte, at int64) error
	RenamePasskey(ctx context.Context, person string, id []byte, name string) error
	// WakePasskey lets a passkey that is asleep sign in again.
	WakePasskey(ctx context.Context, person string, id []byte) error
	// RemovePasskey refuses with ErrTaken if no other one is awake and no recovery code is left.
	RemovePasskey(ctx context.Context, person string, id []byte) error

	// SetCodes replaces the recovery codes of an account; ErrEnded if it is no longer at the epoch.
	SetCodes(ctx context.Context, person string, c Codes, epoch int64) error
	// Codes returns those that were not used yet.
	Codes(ctx context.Context, person string) (Codes, error)

	// Enter writes a session and uses up what it is given for, all or nothing. It refuses with ErrNotFound if there is no such person or unused code, with ErrTaken if
	// something that is to be used up does not wait at the time, and with ErrEnded if the account is no longer at the token's epoch. A code raises the epoch as Raise
	// does, removes the passkeys that are limited, and puts the others to sleep: the session gets the new epoch. It returns the programs that ended.
	Enter(ctx context.Context, e Entrance) (programs []string, err error)
	// Raise gives an account the next epoch and returns the programs that ended; ErrNotFound if there is no such account. With a passkey it refuses as RemovePasskey does.
	Raise(ctx context.Context, r Raising) (programs []string, err error)
	// Tokens returns where a person is signed in, those last seen first.
	Tokens(ctx context.Context, person string) ([]Token, error)
	// Verified notes that the person behind a token has proved to be it by a passkey, until when the token is limited from now on, and the kind of browser, which guests' tokens do not have. From then on the session has another token, the hash of
	// which is next, and what hangs on the session goes along.
	Verified(ctx context.Context, hash, next []byte, at, limited int64, agent string) error
	// RemoveToken forgets one token of a person; ErrNotFound if there is none.
	RemoveToken(ctx context.Context, person string, hash []byte) error

	// Wait keeps something that waits until its deadline, or for less long if it names a session: until that ends or its account has another epoch. It refuses with ErrTaken if something of this kind and key waits at now.
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
	// Epoch is how often all sessions of the account have ended at once. What is of another epoch counts no more: sessions, programs, and what sessions have begun.
	Epoch int64
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
	// Agent is the kind of browser that it was added with.
	Agent string
	// Limited is until when what signs in with it is limited; 0: it never was.
	Limited int64
	// Asleep says that it lets nobody in until its person has said that it is theirs: the account was recovered after it was added.
	Asleep bool
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
	// Session is the hash of the token of the session that began it, and Epoch what that was of; nil: it hangs on none.
	Session []byte
	Epoch   int64
}

// Entrance is a new session with what it is given for.
type Entrance struct {
	Person string
	Token  Token
	At     int64
	// Code is the hash of the recovery code that is used up; nil if none.
	Code []byte
	// Take is what waits and is used up.
	Take []Waiting
}

// Raising says how an account gets its next epoch.
type Raising struct {
	Person string
	// Keep is the hash of the token of the session that goes on, and Next that of the token that it has from then on: whoever has a copy of the old one does not go on. nil: none goes on, or it keeps its token.
	Keep, Next []byte
	// Key is a passkey that is removed in the same write, with the limited ones that were added after it; nil: none is.
	Key []byte
	// Why is one of the words of Ended, and At the time.
	Why string
	At  int64
}

// KindEnded is the kind of what waits for the browsers whose sessions have ended, to be told why: by the hash of the token in hexadecimal digits, with a word of
// why as its data. EndedFor is for how long, in milliseconds.
const (
	KindEnded = "ended"
	EndedFor  = int64(30 * 24 * 60 * 60 * 1000)
)

// Words of why sessions ended.
const (
	EndedByRecovery = "recovered" // the account was recovered by a code, or got new codes at the command line
	EndedByAll      = "all"       // the person has signed out everywhere
	EndedByHost     = "host"      // a host has signed the person out everywhere
	EndedByClosing  = "closed"    // a host has closed the account
	EndedByDevice   = "device"    // another device has signed this one out
	EndedByKey      = "key"       // the person has said of a passkey that somebody else had added it
)

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
	// Epoch is that of the account when it was given.
	Epoch int64
	// Limited is until when the session may not do what could take the account from its person; 0: it is not, or no more.
	Limited int64
}
