package peopletest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/json"
)

// packed is a passkey as it is written down.
type packed struct {
	ID      []byte `json:"id"`
	Site    string `json:"site"`
	User    []byte `json:"user"`
	Private []byte `json:"private"`
	Count   uint32 `json:"count"`
}

// MarshalJSON writes a device's passkeys down, private keys included, so that a test of years later can sign in with them.
func (d *Device) MarshalJSON() ([]byte, error) {
	list := make([]packed, 0, len(d.keys))
	for _, k := range d.keys {
		private, err := k.private.Bytes()
		if err != nil {
			return nil, err
		}
		list = append(list, packed{k.id, k.site, k.user, private, k.count})
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads the passkeys that MarshalJSON has written.
func (d *Device) UnmarshalJSON(data []byte) error {
	var list []packed
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	d.keys = nil
	for _, p := range list {
		private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), p.Private)
		if err != nil {
			return err
		}
		d.keys = append(d.keys, &key{p.ID, p.Site, p.User, private, p.Count})
	}
	return nil
}
