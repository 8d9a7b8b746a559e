// Command joindata makes a WebAssembly module smaller to send: it joins the pieces of memory that the module brings along. The build runs it on the
// engines, in place: joindata module.wasm.
//
// Go's linker leaves out every run of more than a few zeros, and so cuts its table of functions (a number every twenty bytes) into a hundred thousand
// pieces, each with an address. Zeros compress to almost nothing; addresses do not.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "joindata:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("name one module")
	}
	module, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	joined, err := join(module)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[0], joined, 0o644)
}

const (
	header      = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	// gap is the longest run of zeros that is written out. Longer ones are rare; they are left out, so that they need no room in the file.
	gap = 256
)

// segment is a piece of memory as the module starts with it.
type segment struct {
	at   uint64
	data []byte
}

// join returns the module with its data segments joined where at most gap zeros lie between them. The memory is the same.
func join(module []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(module, []byte(header))
	if !ok {
		return nil, errors.New("not a WebAssembly module of version 1")
	}
	out := []byte(header)
	for len(rest) > 0 {
		id := rest[0]
		r := reader{rest[1:]}
		content, err := r.bytes()
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", id, err)
		}
		if id == dataSection {
			if content, err = joinSection(content); err != nil {
				return nil, fmt.Errorf("data: %w", err)
			}
		}
		out = append(out, id)
		out = appendBytes(out, content)
		rest = r.rest
	}
	return out, nil
}

func joinSection(content []byte) ([]byte, error) {
	r := reader{content}
	count, err := r.number()
	if err != nil {
		return nil, err
	}
	var list []segment
	for i := range count {
		s, err := r.segment()
		if err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
		if len(s.data) > 0 {
			list = append(list, s)
		}
	}
	if len(r.rest) > 0 {
		return nil, errors.New("more bytes than segments")
	}
	// In the order of their addresses, the zeros between two of them are zeros of the memory: nothing else lies there.
	slices.SortStableFunc(list, func(a, b segment) int { return int(int64(a.at) - int64(b.at)) })
	var joined []segment
	for _, s := range list {
		if len(joined) > 0 {
			last := &joined[len(joined)-1]
			next := last.at + uint64(len(last.data))
			if s.at < next {
				return nil, fmt.Errorf("two segments at address %d", s.at)
			}
			if zeros := s.at - next; zeros <= gap {
				last.data = append(append(last.data, make([]byte, zeros)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.at, slices.Clone(s.data)})
	}
	out := binary.AppendUvarint(nil, uint64(len(joined)))
	for _, s := range joined {
		out = append(out, inMemory0, i32Const)
		out = appendSigned(out, s.at)
		out = append(out, end)
		out = appendBytes(out, s.data)
	}
	return out, nil
}

// A segment of the only kind that Go writes: an address as a constant, and what is there.
const (
	inMemory0 = 0x00
	i32Const  = 0x41
	end       = 0x0b
)

// reader takes a module apart. The numbers of the format are LEB128, as those of encoding/binary.
type reader struct{ rest []byte }

func (r *reader) number() (uint64, error) {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > 1<<32-1 {
		return 0, errors.New("cut off, or a number too large")
	}
	r.rest = r.rest[size:]
	return n, nil
}

func (r *reader) bytes() ([]byte, error) {
	n, err := r.number()
	if err != nil {
		return nil, err
	}
	if n > uint64(len(r.rest)) {
		return nil, errors.New("cut off")
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b, nil
}

func (r *reader) segment() (segment, error) {
	rest, ok := bytes.CutPrefix(r.rest, []byte{inMemory0, i32Const})
	if !ok {
		return segment{}, errors.New("not at a constant address of the memory")
	}
	r.rest = rest
	// The address is signed: the highest bit of its last byte is the sign, and Go's memory ends far below that.
	at, err := r.number()
	if err != nil {
		return segment{}, err
	}
	if signed := appendSigned(nil, at); len(signed) != len(rest)-len(r.rest) || at > 1<<31-1 {
		return segment{}, errors.New("an address that is not in the lower half of the memory")
	}
	if rest, ok = bytes.CutPrefix(r.rest, []byte{end}); !ok {
		return segment{}, errors.New("an address that is computed")
	}
	r.rest = rest
	data, err := r.bytes()
	return segment{at, data}, err
}

func appendBytes(out, data []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}

// appendSigned writes a number that is not negative as signed LEB128: the bit below the last byte's highest says the sign, and must be 0.
func appendSigned(out []byte, n uint64) []byte {
	for n > 0x3f {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n))
}
