package people

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"

	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/store"
)

// Site is where people use their passkeys.
type Site struct {
	// ID is the host's domain, and Origin the address of its pages.
	ID, Origin string
}

// Ceremony is a challenge to a device, and what its browser needs to answer it.
type Ceremony struct {
	// ID names it when it is answered.
	ID string
	// Options are those of navigator.credentials.create or get, in JSON.
	Options json.RawMessage
}

// waitingPasskey is the kind of challenges that wait for their answer.
const waitingPasskey = "passkey"

// challenge is what is kept of a ceremony.
type challenge struct {
	Session webauthn.SessionData `json:"session"`
	Site    Site                 `json:"site"`
	// Name is the name that is to be kept; empty: a passkey is added to an account, or used.
	Name string `json:"name,omitempty"`
	// Register says that the answer is a new passkey.
	Register bool `json:"register,omitempty"`
}

// user is a person as the library knows one.
type user struct {
	id, name string
	keys     []webauthn.Credential
}

func (u *user) WebAuthnID() []byte                         { return []byte(u.id) }
func (u *user) WebAuthnName() string                       { return u.name }
func (u *user) WebAuthnDisplayName() string                { return u.name }
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.keys }

func (s Site) party() (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{
		RPID: s.ID, RPDisplayName: "Mirabilia", RPOrigins: []string{s.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired},
	})
}

// algorithms are those that devices sign with; RS256 is what older versions of Windows have.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// known returns a person with their passkeys.
func (p *People) known(ctx context.Context, person, name string) (*user, []store.Passkey, error) {
	keys, err := p.store.Passkeys(ctx, person)
	if err != nil {
		return nil, nil, err
	}
	u := &user{id: person, name: name}
	for _, k := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Data, &c); err != nil {
			return nil, nil, err
		}
		u.keys = append(u.keys, c)
	}
	return u, keys, nil
}

// begin keeps a challenge and returns it as the browser is told. Only the session that begins it can answer.
func (p *People) begin(ctx context.Context, person string, by store.Person, session []byte, c challenge, options any) (*Ceremony, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	id := rand.Text()
	return &Ceremony{id, text}, p.wait(ctx, store.Waiting{Kind: waitingPasskey, Key: id, Person: person, Session: session, Epoch: by.Epoch}, c)
}

// BeginRegister asks a person's device for a new passkey: for a guest to keep a name, which must be clean, or, with an empty name, for an account.
func (p *People) BeginRegister(ctx context.Context, site Site, person store.Person, session []byte, name string) (*Ceremony, error) {
	u, _, err := p.known(ctx, person.ID, person.Name)
	if err != nil {
		return nil, err
	}
	if name != "" {
		if err := p.Keepable(ctx, name, person.ID); err != nil {
			return nil, err
		}
		u.name = name
	} else if _, err := p.account(ctx, person.ID); err != nil {
		return nil, err
	}
	if len(u.keys) >= MaxPasskeys {
		return nil, tooManyPasskeys()
	}
	party, err := site.party()
	if err != nil {
		return nil, err
	}
	options, data, err := party.BeginRegistration(u, webauthn.WithCredentialParameters(algorithms), webauthn.WithExclusions(webauthn.Credentials(u.keys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	return p.begin(ctx, person.ID, person, session, challenge{Session: *data, Site: site, Name: name, Register: true}, options.Response)
}

func tooManyPasskeys() error {
	return game.Refuse(game.TooMany, "too_many_passkeys", "you can have at most %d passkeys; remove one first", MaxPasskeys)
}

// errPasskey refuses an answer that does not prove anything. The cause is not told: it helps only those who forge one.
func errPasskey() error {
	return game.Refuse(game.Forbidden, "bad_passkey", "the passkey's answer does not fit; begin again")
}

// answered takes the challenge that an answer names, for the session that has begun it. An answer is worth something once.
func (p *People) answered(ctx context.Context, id string, session []byte, register bool) (*challenge, string, error) {
	w, err := p.store.Take(ctx, waitingPasskey, id, p.now())
	if errors.Is(err, store.ErrNotFound) {
		return nil, "", game.Refuse(game.Conflict, "no_ceremony", "this took too long or was answered already; begin again")
	}
	if err != nil {
		return nil, "", err
	}
	var c challenge
	if err := json.Unmarshal(w.Data, &c); err != nil {
		return nil, "", err
	}
	if c.Register != register || !bytes.Equal(w.Session, session) {
		return nil, "", errPasskey()
	}
	return &c, w.Person, nil
}

// Made is a new passkey as a session of a person sends it.
type Made struct {
	// Label is what the person calls it, and Agent the kind of browser.
	Label, Agent string
	// Ceremony is the challenge that Response answers.
	Ceremony string
	Response []byte
}

// FinishRegister keeps the passkey that answers a challenge. If a name was to be kept, it is the person's from now on, and recovery codes are returned.
func (p *People) FinishRegister(ctx context.Context, by store.Person, session []byte, m Made) (codes []string, err error) {
	person := by.ID
	c, whose, err := p.answered(ctx, m.Ceremony, session, true)
	if err != nil {
		return nil, err
	}
	if whose != person {
		return nil, errPasskey()
	}
	party, err := c.Site.party()
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(m.Response)
	if err != nil {
		return nil, errPasskey()
	}
	credential, err := party.CreateCredential(&user{id: person}, c.Session, parsed)
	if err != nil {
		return nil, errPasskey()
	}
	// How it was made is of no use afterwards.
	credential.Attestation = webauthn.CredentialAttestation{}
	data, err := json.Marshal(credential)
	if err != nil {
		return nil, err
	}
	now := p.now()
	key := store.Passkey{ID: credential.ID, Person: person, Name: m.Label, Data: data, Created: now, Used: now, Agent: m.Agent, Limited: p.left(by.Limited)}
	if c.Name == "" {
		return nil, refusedKey(p.store.AddPasskey(ctx, key, MaxPasskeys, by.Epoch))
	}
	codes, kept, err := p.newCodes(ctx)
	if err != nil {
		return nil, err
	}
	err = p.store.KeepName(ctx, store.Account{Person: person, Name: c.Name, Folded: names.Fold(c.Name), Kept: now}, key, kept)
	if errors.Is(err, store.ErrTaken) {
		err = nameTaken(c.Name)
	}
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// refusedKey says what a refusal of the store means.
func refusedKey(err error) error {
	switch {
	case errors.Is(err, store.ErrTaken):
		return game.Refuse(game.Conflict, "known_passkey", "this passkey is already in use")
	case errors.Is(err, store.ErrTooMany):
		return tooManyPasskeys()
	}
	return over(err)
}

// BeginLogin asks any device for a passkey of the site, in a session or, without one, for nobody yet.
func (p *People) BeginLogin(ctx context.Context, site Site, by store.Person, session []byte) (*Ceremony, error) {
	party, err := site.party()
	if err != nil {
		return nil, err
	}
	options, data, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	return p.begin(ctx, "", by, session, challenge{Session: *data, Site: site}, options.Response)
}

// FinishLogin returns whose passkey answered a challenge of a session, and which. The account is as it was before the passkey was looked up, so that what ends its sessions
// meanwhile ends the one that is to come as well.
func (p *People) FinishLogin(ctx context.Context, session []byte, ceremony string, response []byte) (a store.Account, used store.Passkey, err error) {
	c, _, err := p.answered(ctx, ceremony, session, false)
	if err != nil {
		return a, used, err
	}
	party, err := c.Site.party()
	if err != nil {
		return a, used, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return a, used, errPasskey()
	}
	var keys []store.Passkey
	var fault error
	credential, err := party.ValidateDiscoverableLogin(func(_, handle []byte) (webauthn.User, error) {
		var u *user
		if a, fault = p.account(ctx, string(handle)); fault == nil {
			u, keys, fault = p.known(ctx, a.Person, "")
		}
		return u, fault
	}, c.Session, parsed)
	var refusal *game.Error
	if fault != nil && !errors.As(fault, &refusal) {
		return a, used, fault
	}
	// A device goes on offering a passkey that was removed, and trying again would not help.
	if refusal != nil || a.Person != "" && !slices.ContainsFunc(keys, func(k store.Passkey) bool { return bytes.Equal(k.ID, parsed.RawID) }) {
		return a, used, game.Refuse(game.Forbidden, "unknown_passkey", "nobody here has this passkey, or has it any more")
	}
	// A device that has signed more often than it says was copied; one of the two is not the person's.
	if err != nil || credential.Authenticator.CloneWarning {
		return a, used, errPasskey()
	}
	data, err := json.Marshal(credential)
	if err != nil {
		return a, used, err
	}
	at := slices.IndexFunc(keys, func(k store.Passkey) bool { return bytes.Equal(k.ID, credential.ID) })
	if at < 0 {
		return a, used, errPasskey()
	}
	used = keys[at]
	if err := p.store.UsePasskey(ctx, used.ID, used.Data, data, p.now()); errors.Is(err, store.ErrTaken) {
		return a, used, errPasskey() // used twice at the same moment
	} else if err != nil {
		return a, used, err
	}
	if used.Asleep {
		return a, used, game.Refuse(game.Forbidden, "passkey_asleep", "the account was recovered after this passkey was added; say on the device where it was that the passkey is yours, then it lets you in again")
	}
	return a, used, nil
}

// Own says that a passkey that sleeps is the person's.
func (p *People) Own(ctx context.Context, person string, id []byte) error {
	return refusedRemoval(p.store.WakePasskey(ctx, person, id))
}

// RemovePasskey forgets one of a person's passkeys.
func (p *People) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return refusedRemoval(p.store.RemovePasskey(ctx, person, id))
}

// refusedRemoval says what a refusal of the store means.
func refusedRemoval(err error) error {
	switch {
	case errors.Is(err, store.ErrTaken):
		return game.Refuse(game.Conflict, "last_passkey", "this is your last passkey, and you have no recovery codes left; make new codes first")
	case errors.Is(err, store.ErrNotFound):
		return game.Refuse(game.NotFound, "no_passkey", "you have no such passkey")
	}
	return err
}
