package table

import (
	"io"
	"syscall/js"
)

// A browser compresses what it stores and has a random source of its own. Without gzip and crypto/rand the module is 50 KB
// smaller, compressed.

func systemRandom(b []byte) {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.Global().Get("crypto").Call("getRandomValues", array)
	js.CopyBytesToGo(b, array)
}

type packer struct{ io.Writer }

func (packer) Close() error { return nil }

func newPacker(w io.Writer) io.WriteCloser { return packer{w} }

func newUnpacker(r io.Reader) (io.Reader, error) { return r, nil }

// figures are for profiles, which devices do not have.
func (s *state) figures() []SeatFigures { return nil }
