package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// section writes a section of a module.
func section(id byte, content []byte) []byte { return appendBytes([]byte{id}, content) }

// dataOf writes segments as a data section's content.
func dataOf(list ...segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(list)))
	for _, s := range list {
		out = append(out, inMemory0, i32Const)
		out = appendSigned(out, s.at)
		out = appendBytes(append(out, end), s.data)
	}
	return out
}

// memory is what a data section's content puts into memory, read without the code that is tested: a browser's way, segment by segment.
func memory(t *testing.T, content []byte, size int) (image []byte, segments int) {
	t.Helper()
	image = make([]byte, size)
	count, n := binary.Uvarint(content)
	for p := n; p < len(content); segments++ {
		p += 2
		at, shift := 0, 0
		for more := true; more; p++ {
			at |= int(content[p]&0x7f) << shift
			shift += 7
			if more = content[p] >= 0x80; !more && content[p]&0x40 != 0 {
				t.Fatalf("the address of segment %d is negative", segments)
			}
		}
		p++
		length, n := binary.Uvarint(content[p:])
		p += n
		copy(image[at:], content[p:p+int(length)])
		p += int(length)
	}
	if uint64(segments) != count {
		t.Fatalf("%d segments, %d announced", segments, count)
	}
	return image, segments
}

// TestSameMemory: segments of all sizes, out of order, next to each other and far apart.
func TestSameMemory(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, seed))
	for range 200 {
		var list []segment
		at := 0
		for range r.IntN(60) {
			at += r.IntN(4) * r.IntN(300)
			data := make([]byte, r.IntN(50))
			for i := range data {
				data[i] = byte(r.IntN(256))
			}
			list = append(list, segment{uint64(at), data})
			at += len(data)
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		before := dataOf(list...)
		after, err := joinSection(before)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, many := memory(t, before, at+1)
		got, few := memory(t, after, at+1)
		if !bytes.Equal(got, want) || few > many {
			t.Fatalf("seed %d: %d segments became %d, and the memory is the same: %t", seed, many, few, bytes.Equal(got, want))
		}
	}
}

// TestTheRestIsKept: other sections stay byte for byte, and what is not a module of Go's kind is refused.
func TestTheRestIsKept(t *testing.T) {
	module := func(data []byte) []byte {
		return append(append(append([]byte(header), section(1, []byte{1, 2, 3})...), section(dataSection, data)...), section(0, []byte("names"))...)
	}
	got, err := join(module(dataOf(segment{8, []byte{1}}, segment{29, []byte{2}}, segment{5000, []byte{3}})))
	zeros := make([]byte, 20)
	want := module(dataOf(segment{8, append(append([]byte{1}, zeros...), 2)}, segment{5000, []byte{3}}))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %x, %v; want %x", got, err, want)
	}
	for name, bad := range map[string][]byte{
		"not a WebAssembly module": []byte("\x7fELF"),
		"cut off":                  module(nil)[:12],
		"two segments at":          module(dataOf(segment{8, []byte{1, 1}}, segment{9, []byte{2}})),
		"more bytes":               module(append(dataOf(), 0)),
		"not at a constant":        module([]byte{1, 1, 0}),
		"computed":                 module([]byte{1, inMemory0, i32Const, 8, i32Const}),
		"lower half":               module([]byte{1, inMemory0, i32Const, 0x7f, end, 0}),
	} {
		if _, err := join(bad); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A file that is refused stays as it is.
	file := filepath.Join(t.TempDir(), "module.wasm")
	if err := os.WriteFile(file, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{file}); err == nil {
		t.Error("a text was taken for a module")
	}
	if left, _ := os.ReadFile(file); string(left) != "text" {
		t.Errorf("left %q", left)
	}
}
