package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// page holds the built page in memory, each file also compressed.
type page struct {
	files map[string]*file
	// policy is the Content-Security-Policy of the page.
	policy string
}

type file struct {
	kind       string
	data       []byte
	compressed content // with gzip; nil where it saves nothing
	// brotli is there for files that were compressed when the page was built; these have no data, only their length.
	brotli content
	length int
	etag   string
	// hashed reports whether the name changes with the content, so that it can be kept for ever.
	hashed bool
}

// content is what is served of a file. Large files stay where they are, which is in the program, instead of being copied into memory.
type content interface {
	io.ReaderAt
	Size() int64
}

// contentOf returns a file's content.
func contentOf(files fs.FS, name string) (content, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if !ok || err != nil {
		data, err := fs.ReadFile(files, name)
		return bytes.NewReader(data), errors.Join(err, f.Close())
	}
	return io.NewSectionReader(at, 0, info.Size()), nil
}

const indexFile = "index.html"

// hashedName is how the build names files after their content: "assets/index-BxY3z_9q.js".
var hashedName = regexp.MustCompile(`^assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

func newPage(files fs.FS) (*page, error) {
	p := &page{files: map[string]*file{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch plain, ext := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name); ext {
		case ".br": // with its .gz
		case ".gz":
			gzipped, err := contentOf(files, name)
			if err != nil {
				return err
			}
			brotli, err := contentOf(files, plain+".br")
			if err != nil {
				return err
			}
			if p.files[plain], err = newCompressed(plain, gzipped, brotli); err != nil {
				return err
			}
		default:
			data, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			p.files[name] = newFile(name, data)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if p.files[indexFile] == nil {
		return nil, &fs.PathError{Op: "open", Path: indexFile, Err: fs.ErrNotExist}
	}
	p.policy = policyFor(p.files[indexFile].data)
	return p, nil
}

func newFile(name string, data []byte) *file {
	sum := sha256.Sum256(data)
	f := &file{kind: contentType(name), data: data, etag: `"` + hex.EncodeToString(sum[:12]) + `"`, hashed: hashedName.MatchString(name)}
	if compressible(f.kind) {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = z.Write(data)
		_ = z.Close()
		if b.Len() < len(data)*9/10 {
			f.compressed = bytes.NewReader(b.Bytes())
		}
	}
	return f
}

// newCompressed is a file that was compressed when the page was built: doing it at each start would take seconds.
func newCompressed(name string, gzipped, brotli content) (*file, error) {
	sum := sha256.New()
	var last [4]byte
	_, err := io.Copy(sum, io.NewSectionReader(gzipped, 0, gzipped.Size()))
	if err == nil {
		_, err = gzipped.ReadAt(last[:], gzipped.Size()-int64(len(last)))
	}
	// The last four bytes of gzip are the length of what was compressed.
	return &file{kind: contentType(name), compressed: gzipped, brotli: brotli, length: int(binary.LittleEndian.Uint32(last[:])),
		etag: `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`, hashed: hashedName.MatchString(name)}, err
}

// kinds that the standard list leaves to the system.
var kinds = map[string]string{
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".json":        "application/json",
	".txt":         "text/plain; charset=utf-8",
	".webp":        "image/webp",
	".ico":         "image/x-icon",
	".wasm":        "application/wasm",
}

func contentType(name string) string {
	ext := path.Ext(name)
	if kind := kinds[ext]; kind != "" {
		return kind
	}
	if kind := mime.TypeByExtension(ext); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "json") || strings.Contains(kind, "svg")
}

// policyFor allows the page what it needs and nothing else. Scripts and styles inside the index file are allowed by
// their hashes.
func policyFor(index []byte) string {
	return strings.Join([]string{
		"default-src 'none'",
		// WebAssembly is compiled; scripts made of text are not.
		"script-src 'self' 'wasm-unsafe-eval'" + hashes(index, "script"),
		"style-src 'self'" + hashes(index, "style"),
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"media-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

func hashes(index []byte, tag string) string {
	inline := regexp.MustCompile(`(?s)<` + tag + `(?: [^>]*)?>(.+?)</` + tag + `>`)
	var list strings.Builder
	for _, m := range inline.FindAllSubmatch(index, -1) {
		sum := sha256.Sum256(m[1])
		list.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return list.String()
}

// ServeHTTP serves a file, or the index for every address that the page itself understands.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "files are only read", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	f := p.files[name]
	if f == nil {
		// A dot may be part of a person's name.
		if path.Ext(name) != "" && !strings.HasPrefix(name, "p/") {
			http.NotFound(w, r)
			return
		}
		f = p.files[indexFile]
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Vary", "Accept-Encoding")
	if f.hashed {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	var data content = bytes.NewReader(f.data)
	etag := f.etag
	accepts := r.Header.Get("Accept-Encoding")
	encode := func(name, mark string, encoded content) {
		h.Set("Content-Encoding", name)
		data, etag = encoded, strings.TrimSuffix(f.etag, `"`)+mark+`"`
		h.Set("Content-Length", strconv.FormatInt(data.Size(), 10))
		r.Header.Del("Range") // of the compressed bytes nobody wants a part
	}
	switch {
	case f.brotli != nil && strings.Contains(accepts, "br"):
		encode("br", "-br", f.brotli)
	case f.compressed != nil && strings.Contains(accepts, "gzip"):
		encode("gzip", "-gz", f.compressed)
	case f.brotli != nil:
		var plain []byte
		z, err := gzip.NewReader(io.NewSectionReader(f.compressed, 0, f.compressed.Size()))
		if err == nil {
			plain, err = io.ReadAll(z)
		}
		data = bytes.NewReader(plain)
		if err != nil {
			http.Error(w, "the file is damaged", http.StatusInternalServerError)
			return
		}
	}
	if f.length > 0 {
		h.Set("X-Raw-Length", strconv.Itoa(f.length)) // by which the page tells how far it is
	}
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, io.NewSectionReader(data, 0, data.Size()))
}
