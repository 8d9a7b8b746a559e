package people

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strings"

	"golang.org/x/crypto/argon2"

	"mirabilia/store"
)

const (
	// Codes is how many recovery codes a person gets.
	Codes = 8
	// codeSigns is how long a new code is, shown in groups; older ones have eight signs. alphabet leaves out 0, O, 1, I and L, which are read for each other.
	codeSigns = 12
	codeGroup = 4
	alphabet  = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	saltBytes = 16

	// The cost of a hash, as recommended for interactive use: so much memory in KiB, and so many passes over it.
	hashMemory, hashPasses, hashThreads, hashBytes = 19 << 10, 2, 1, 32
)

// newCodes returns recovery codes as they are shown once, and what is kept of them.
func (p *People) newCodes(ctx context.Context) ([]string, store.Codes, error) {
	texts := make([]string, Codes)
	kept := store.Codes{Salt: make([]byte, saltBytes)}
	rand.Read(kept.Salt)
	for i := range texts {
		texts[i] = newCode()
		hash, err := p.hash(ctx, texts[i], kept.Salt)
		if err != nil {
			return nil, kept, err
		}
		kept.Hashes = append(kept.Hashes, hash)
		for at := codeSigns - codeGroup; at > 0; at -= codeGroup {
			texts[i] = texts[i][:at] + "-" + texts[i][at:]
		}
	}
	return texts, kept, nil
}

func newCode() string {
	var code []byte
	for len(code) < codeSigns {
		var b [1]byte
		rand.Read(b[:])
		if n := int(b[0]) % 32; n < len(alphabet) { // every sign is as likely as every other
			code = append(code, alphabet[n])
		}
	}
	return string(code)
}

// plainCode leaves out what people add to a code when they write it down.
func plainCode(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphabet, r) {
			return r
		}
		return -1
	}, strings.ToUpper(text))
}

// hash returns what is kept of a code. Only a few are computed at once: each takes much memory.
func (p *People) hash(ctx context.Context, code string, salt []byte) ([]byte, error) {
	select {
	case p.hashing <- struct{}{}:
		defer func() { <-p.hashing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(code), salt, hashPasses, p.CodeMemory, hashThreads, hashBytes), nil
}

// match returns the hash of a code among those that were not used; nil if there is none. It takes as long for an account without codes, so that nobody
// learns which names exist.
func (p *People) match(ctx context.Context, code string, c store.Codes) ([]byte, error) {
	if len(c.Hashes) == 0 {
		c.Salt = make([]byte, saltBytes)
	}
	hash, err := p.hash(ctx, plainCode(code), c.Salt)
	if err != nil {
		return nil, err
	}
	var found []byte
	for _, h := range c.Hashes {
		if subtle.ConstantTimeCompare(h, hash) == 1 {
			found = h
		}
	}
	return found, nil
}
