package server_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"testing"
	"testing/fstest"

	"mirabilia/server"
)

// A file that was compressed when the page was built is sent as it is, in the best form that the browser accepts, and whole to
// one that accepts none.
func TestCompressedFile(t *testing.T) {
	plain := bytes.Repeat([]byte("module "), 1000)
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	if _, err := z.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(cfg *server.Config) {
		cfg.Page = fstest.MapFS{
			"index.html": {Data: []byte("<html>")}, "assets/engine-12345678.wasm.gz": {Data: gz.Bytes()}, "assets/engine-12345678.wasm.br": {Data: []byte("brotli")},
		}
	})
	for _, c := range []struct {
		accept, encoding string
		body             []byte
	}{
		{"gzip, deflate, br, zstd", "br", []byte("brotli")},
		{"gzip", "gzip", gz.Bytes()},
		{"identity", "", plain},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/assets/engine-12345678.wasm", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", c.accept)
		answer, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != 200 || !bytes.Equal(body, c.body) {
			t.Errorf("%s: %d, %d bytes, %v", c.accept, answer.StatusCode, len(body), err)
		}
		for header, want := range map[string]string{
			"Content-Encoding": c.encoding, "Content-Type": "application/wasm", "X-Raw-Length": strconv.Itoa(len(plain)),
			"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding",
		} {
			if got := answer.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", c.accept, header, got, want)
			}
		}
	}
	if answer, _ := fetch(t, s, "/assets/engine-12345678.wasm.br", nil); answer.StatusCode != 404 {
		t.Errorf("the compressed form has an address of its own: %d", answer.StatusCode)
	}
}
