package people

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"mirabilia/store"
)

func TestCodes(t *testing.T) {
	p := New(nil, nil)
	texts, kept, err := p.newCodes(t.Context())
	if err != nil || len(texts) != Codes || len(kept.Hashes) != Codes || len(kept.Salt) != saltBytes {
		t.Fatal(texts, err)
	}
	seen := map[string]bool{}
	for i, text := range texts {
		if len(text) != 14 || text[4] != '-' || text[9] != '-' || strings.ContainsAny(text, "01OIL") || seen[text] {
			t.Errorf("%q is no code", text)
		}
		seen[text] = true
		if i > 1 {
			continue // hashing takes long on purpose
		}
		found, err := p.match(t.Context(), " "+strings.ToLower(text)+" ", kept)
		if err != nil || string(found) != string(kept.Hashes[i]) {
			t.Errorf("%q is not found: %v", text, err)
		}
	}
	for _, wrong := range []string{"", "AAAA-AAAA", texts[0] + "2"} {
		if found, err := p.match(t.Context(), wrong, kept); err != nil || found != nil {
			t.Errorf("%q is taken for a code: %v", wrong, err)
		}
	}
	if found, err := p.match(t.Context(), "", store.Codes{}); err != nil || found != nil {
		t.Errorf("a code of nobody: %v, %v", found, err)
	}
	// Every sign of the alphabet occurs, and about as often as any other.
	count := map[rune]int{}
	const drawn = 4000
	for range drawn {
		for _, r := range newCode() {
			count[r]++
		}
	}
	for _, r := range alphabet {
		if n, mean := count[r], drawn*codeSigns/len(alphabet); n < mean*8/10 || n > mean*12/10 {
			t.Errorf("%c was drawn %d times, on average they are drawn %d times", r, n, mean)
		}
	}
}

// TestHashesAreDear: what is kept of a code is as dear to guess as is recommended, unless a test asks for less.
func TestHashesAreDear(t *testing.T) {
	salt := make([]byte, saltBytes)
	got, err := New(nil, nil).hash(t.Context(), "x", salt)
	if want := argon2.IDKey([]byte("x"), salt, 2, 19<<10, 1, 32); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x is kept of a code, want %x, %v", got, want, err)
	}
}

// TestHashingIsBounded: those who find no room wait, and stop waiting when nobody wants the answer any more.
func TestHashingIsBounded(t *testing.T) {
	p := New(nil, nil)
	for range cap(p.hashing) {
		p.hashing <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.hash(ctx, "x", make([]byte, saltBytes)); err != context.Canceled {
		t.Errorf("%v", err)
	}
}
