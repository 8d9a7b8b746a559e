//go:build !js

package table

import (
	"compress/gzip"
	"crypto/rand"
	"io"
	"sync"
)

// What differs between a server and a browser: the source of randomness, and how saved tables are compressed.

// systemRandom fills b from the operating system's random source.
func systemRandom(b []byte) { rand.Read(b) }

// packers are used again, because a new one takes a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// packer is a compressor that goes back to its pool when it is closed.
type packer struct{ *gzip.Writer }

func (p packer) Close() error {
	defer packers.Put(p.Writer)
	return p.Writer.Close()
}

func newPacker(w io.Writer) io.WriteCloser {
	p := packer{packers.Get().(*gzip.Writer)}
	p.Reset(w)
	return p
}

func newUnpacker(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
