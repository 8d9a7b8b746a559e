// Package peopletest has a device that keeps passkeys, for tests: it answers challenges as a browser does.
package peopletest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// Device keeps passkeys.
type Device struct {
	// Origin is that of the page that the browser shows.
	Origin string
	// Unverified makes it answer without having asked its owner for a finger or a PIN.
	Unverified bool
	keys       []*key
}

type key struct {
	id      []byte
	site    string
	user    []byte
	private *ecdsa.PrivateKey
	count   uint32
}

// options are what is read of those of create and get.
type options struct {
	Challenge string `json:"challenge"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	RPID string `json:"rpId"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
	Attestation   string `json:"attestation"`
	Authenticator struct {
		ResidentKey      string `json:"residentKey"`
		UserVerification string `json:"userVerification"`
	} `json:"authenticatorSelection"`
	UserVerification string `json:"userVerification"`
	Exclude          []struct {
		ID string `json:"id"`
	} `json:"excludeCredentials"`
}

// credential is what a browser's credential gives as JSON.
type credential struct {
	ID       string            `json:"id"`
	RawID    string            `json:"rawId"`
	Type     string            `json:"type"`
	Response map[string]any    `json:"response"`
	Results  map[string]string `json:"clientExtensionResults"`
}

func text(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func (d *Device) clientData(kind, challenge string) []byte {
	return fmt.Appendf(nil, `{"type":%q,"challenge":%q,"origin":%q,"crossOrigin":false}`, kind, challenge, d.Origin)
}

const (
	flagPresent, flagVerified, flagAttested = 0x01, 0x04, 0x40
)

func (d *Device) authData(site string, flags byte, count uint32) []byte {
	hash := sha256.Sum256([]byte(site))
	flags |= flagPresent
	if !d.Unverified {
		flags |= flagVerified
	}
	return binary.BigEndian.AppendUint32(append(hash[:], flags), count)
}

// Create makes a passkey and answers for it.
func (d *Device) Create(given json.RawMessage) (json.RawMessage, error) {
	var o options
	if err := json.Unmarshal(given, &o); err != nil {
		return nil, err
	}
	if o.Authenticator.ResidentKey != "required" || o.Authenticator.UserVerification != "required" || o.Attestation != "none" && o.Attestation != "" {
		return nil, fmt.Errorf("the site asks for something else: %s", given)
	}
	for _, k := range d.keys {
		for _, e := range o.Exclude {
			if e.ID == text(k.id) {
				return nil, errors.New("this device has a passkey of the account")
			}
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	user, err := base64.RawURLEncoding.DecodeString(o.User.ID)
	if err != nil {
		return nil, err
	}
	k := &key{id: make([]byte, 16), site: o.RP.ID, user: user, private: private, count: 1}
	rand.Read(k.id)
	d.keys = append(d.keys, k)
	public, err := private.PublicKey.Bytes() // 4, x, y
	if err != nil {
		return nil, err
	}
	auth := d.authData(k.site, flagAttested, k.count)
	auth = append(auth, make([]byte, 16)...)
	auth = binary.BigEndian.AppendUint16(auth, uint16(len(k.id)))
	auth = append(auth, k.id...)
	// The key in COSE: an elliptic curve key, ES256, P-256, x, y.
	auth = append(auth, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20)
	auth = append(auth, public[1:33]...)
	auth = append(auth, 0x22, 0x58, 0x20)
	auth = append(auth, public[33:]...)
	object := append([]byte{0xa3, 0x63}, "fmt\x64none\x67attStmt\xa0\x68authData\x58"...)
	object = append(object, byte(len(auth)))
	object = append(object, auth...)
	return json.Marshal(credential{text(k.id), text(k.id), "public-key", map[string]any{
		"clientDataJSON": text(d.clientData("webauthn.create", o.Challenge)), "attestationObject": text(object), "transports": []string{"internal"}}, map[string]string{}})
}

// Get answers with a passkey of the site, the last one made.
func (d *Device) Get(given json.RawMessage) (json.RawMessage, error) {
	var o options
	if err := json.Unmarshal(given, &o); err != nil {
		return nil, err
	}
	if o.UserVerification != "required" {
		return nil, fmt.Errorf("the site asks for something else: %s", given)
	}
	for i := len(d.keys) - 1; i >= 0; i-- {
		k := d.keys[i]
		if k.site != o.RPID {
			continue
		}
		k.count++
		auth := d.authData(k.site, 0, k.count)
		client := d.clientData("webauthn.get", o.Challenge)
		hash := sha256.Sum256(client)
		signed := sha256.Sum256(append(auth[:len(auth):len(auth)], hash[:]...))
		signature, err := ecdsa.SignASN1(rand.Reader, k.private, signed[:])
		if err != nil {
			return nil, err
		}
		return json.Marshal(credential{text(k.id), text(k.id), "public-key", map[string]any{
			"clientDataJSON": text(client), "authenticatorData": text(auth), "signature": text(signature), "userHandle": text(k.user)}, map[string]string{}})
	}
	return nil, errors.New("this device has no passkey of the site")
}

// Rewind makes the device forget that it has signed, as a copy of it would.
func (d *Device) Rewind() {
	for _, k := range d.keys {
		k.count = 1
	}
}

// Forget loses all passkeys.
func (d *Device) Forget() { d.keys = nil }
