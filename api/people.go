package api

import "encoding/json"

// Reasons why no names can be kept at an address.
const (
	NoPasskeysSite     = "no_site"     // the host has not said under which domain people come, see --site
	NoPasskeysInsecure = "insecure"    // the page does not come over TLS
	NoPasskeysAddress  = "other_place" // the page comes from another address than the host's domain
)

// Me is the answer of GET /api/me: what is kept of the client.
type Me struct {
	Session
	// KeptSince is when the name became the person's own, and Renamed when it was last changed.
	KeptSince int64 `json:"kept_since,omitempty"`
	Renamed   int64 `json:"renamed,omitempty"`
	// Privacy is who may know and ask what; nil for guests, who have no profile.
	Privacy *Privacy `json:"privacy,omitempty"`
	// Passkeys let the person in.
	Passkeys []Passkey `json:"passkeys"`
	// Codes is how many recovery codes are left.
	Codes int `json:"codes"`
	// Devices are where the person is signed in, those used last first.
	Devices []Device `json:"devices"`
	// Ratings are those of the games in which the person has played rated ones.
	Ratings []Rating `json:"ratings"`
	// Fresh says that a passkey was used here a moment ago, so that it need not be used again for what asks for it.
	Fresh bool `json:"fresh"`
}

// Passkey is a key that lets a person in.
type Passkey struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Created and Used are when it was made and last used.
	Created int64 `json:"created"`
	Used    int64 `json:"used"`
	// Agent is the kind of browser that it was added with; left out if it is not known. Linked says that another device's code had let that browser in.
	Agent  string `json:"agent,omitempty"`
	Linked bool   `json:"linked,omitempty"`
	// Limited is until when what signs in with it is limited; left out if it is not.
	Limited int64 `json:"limited,omitempty"`
	// Asleep says that it lets nobody in, because the account was recovered since, until the person says that it is theirs.
	Asleep bool `json:"asleep,omitempty"`
}

// Device is a browser in which a person is signed in.
type Device struct {
	ID string `json:"id"`
	// Agent is the kind of browser; empty if it is not known.
	Agent string `json:"agent,omitempty"`
	// Seen is about when it was last used.
	Seen int64 `json:"seen"`
	// Here says that it is the one that asks.
	Here bool `json:"here"`
	// Limited is as in Session.
	Limited int64 `json:"limited,omitempty"`
}

// NameCheck is the answer of GET /api/names: whether the client can have a name.
type NameCheck struct {
	// Name is the name as it would be kept.
	Name string `json:"name"`
	Free bool   `json:"free"`
	// Reason says why it is not free, as in Error.
	Reason string `json:"reason,omitempty"`
	// Others are similar names that are free, if it is not.
	Others []string `json:"others,omitempty"`
}

// RegisterRequest is the body of POST /api/passkeys/register/begin. A guest names the name that is to be kept; a person with an account names none.
type RegisterRequest struct {
	Name string `json:"name,omitempty"`
}

// Ceremony is a challenge to the client's device: the answer of POST /api/passkeys/register/begin and /api/passkeys/login/begin.
type Ceremony struct {
	// Ceremony names it in the answer.
	Ceremony string `json:"ceremony"`
	// Options are those of navigator.credentials.create or get, as PublicKeyCredential.parseCreationOptionsFromJSON and parseRequestOptionsFromJSON
	// read them.
	Options json.RawMessage `json:"options"`
}

// CeremonyAnswer is the body of POST /api/passkeys/register/finish and /api/passkeys/login/finish.
type CeremonyAnswer struct {
	Ceremony string `json:"ceremony"`
	// Response is the credential, as its toJSON gives it.
	Response json.RawMessage `json:"response"`
	// Label is what the person calls the new passkey; empty means the kind of browser.
	Label string `json:"label,omitempty"`
}

// CodeList are recovery codes, which are told once.
type CodeList struct {
	Codes []string `json:"codes"`
}

// RecoverRequest is the body of POST /api/recover.
type RecoverRequest struct {
	Name string `json:"name"`
	Code string `json:"code"`
	// Work is what an earlier answer asked for.
	Work *WorkDone `json:"work,omitempty"`
}

// Work is what an address does before it may try a further recovery code: for each part, from 0, find a number such that the SHA-256 of three things, the SHA-256 of the
// task, the part and the number (four bytes each, the greatest first), begins with so many zero bits. It is for one try at one name within three minutes.
type Work struct {
	Task  string `json:"task"`
	Bits  int    `json:"bits"`
	Parts int    `json:"parts"`
}

// WorkDone is work that was done.
type WorkDone struct {
	Task string `json:"task"`
	// Answers are the numbers, in the order of the parts.
	Answers []uint32 `json:"answers"`
}

// Link lets another device in: the answer of POST /api/links.
type Link struct {
	// Digits are six, for a device that is asked about when they are entered.
	Digits string `json:"digits"`
	// Path is a link, beginning with "/", that lets a device in at once. It is to be shown as a QR code; its secret is in the fragment, which browsers never send.
	Path    string `json:"path"`
	Expires int64  `json:"expires"`
}

// States of a link.
const (
	LinkOpen      = "open"      // no device has entered the digits
	LinkClaimed   = "claimed"   // one has, and waits for the answer
	LinkConfirmed = "confirmed" // it may come in
	LinkStopped   = "stopped"   // none has and none can: digits like them were entered too often; the QR code goes on working
)

// LinkState is the answer of GET /api/links/{digits}.
type LinkState struct {
	State string `json:"state"`
	// Agent is the kind of browser that entered the digits.
	Agent string `json:"agent,omitempty"`
}

// LinkAnswer is the body of POST /api/links/{digits}: whether the device that entered the digits may come in.
type LinkAnswer struct {
	Accept bool `json:"accept"`
}

// ClaimRequest is the body of POST /api/claims: a new device asks to be let in. One of the fields is set.
type ClaimRequest struct {
	// Secret is that of the link.
	Secret string `json:"secret,omitempty"`
	// Digits are those that a device shows.
	Digits string `json:"digits,omitempty"`
	// Claim is what the device got for the digits; it asks whether it was let in.
	Claim string `json:"claim,omitempty"`
}

// Claim is the answer to it.
type Claim struct {
	// Session is there when the device was let in; the cookie is set then.
	Session *Session `json:"session,omitempty"`
	// Claim is to be sent again until there is an answer.
	Claim string `json:"claim,omitempty"`
}

// LabelRequest is the body of PATCH /api/me/passkeys/{id}.
type LabelRequest struct {
	Name string `json:"name"`
}
