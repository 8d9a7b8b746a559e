package server

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/game"
)

// replays keeps the replays of finished games, compressed: building one takes a thousand times as long as sending it. A
// finished game never changes but for the names of its people, so what was built once stays right until one of them is
// renamed; the least recently used go when space is needed.
type replays struct {
	build func(ctx context.Context, key replayKey) (any, error)
	max   int

	mu    sync.Mutex
	kept  map[replayKey]*list.Element // of *keptReplay
	order list.List                   // the latest used first
	bytes int
	// building are those that someone is building now, so that nobody else does.
	building map[replayKey]*buildingReplay
	// slots bounds how many are built at once, so that people who play have the other cores.
	slots chan struct{}
}

type replayKey struct {
	table  string
	viewer game.Seat
}

type keptReplay struct {
	key    replayKey
	zipped []byte
	etag   string
	// people are those whose names are in it.
	people []string
	// used is when it was last asked for; it belongs to replays.
	used time.Time
}

type buildingReplay struct {
	done   chan struct{}
	replay *keptReplay
	err    error
	// outdated is set when someone was renamed meanwhile: it is sent, but not kept.
	outdated bool
}

const (
	// maxReplayBytes is how much is kept in memory: some hundreds of games.
	maxReplayBytes = 16 << 20
	// replayLife is how long a replay is kept that nobody asks for.
	replayLife = 10 * time.Minute
)

func newReplays(max, slots int, build func(context.Context, replayKey) (any, error)) *replays {
	return &replays{build: build, max: max, kept: map[replayKey]*list.Element{}, building: map[replayKey]*buildingReplay{}, slots: make(chan struct{}, slots)}
}

// get returns a replay, building it if it is not kept. size is how many bytes of JSON were built for this caller; 0 if
// none were.
func (c *replays) get(ctx context.Context, key replayKey) (k *keptReplay, size int, err error) {
	c.mu.Lock()
	if e := c.kept[key]; e != nil {
		c.order.MoveToFront(e)
		k := e.Value.(*keptReplay)
		k.used = time.Now()
		c.mu.Unlock()
		return k, 0, nil
	}
	b := c.building[key]
	if b != nil {
		c.mu.Unlock()
		select {
		case <-b.done:
			return b.replay, 0, b.err
		case <-ctx.Done():
			return nil, 0, unavailable(ctx.Err())
		}
	}
	b = &buildingReplay{done: make(chan struct{}), err: errFault} // what the others get if build panics
	c.building[key] = b
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.building, key)
		if b.err == nil && !b.outdated {
			c.keep(b.replay)
		}
		c.mu.Unlock()
		close(b.done)
	}()
	// Others wait for it, too: it is finished even if the one who asked first has gone.
	b.replay, size, b.err = c.make(context.WithoutCancel(ctx), key)
	return b.replay, size, b.err
}

func (c *replays) make(ctx context.Context, key replayKey) (*keptReplay, int, error) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	v, err := c.build(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, 0, err
	}
	var b bytes.Buffer
	z := zipTo(&b)
	_, _ = z.Write(data) // a Buffer takes everything
	_ = z.Close()
	zippers.Put(z)
	sum := sha256.Sum256(data)
	k := &keptReplay{key: key, zipped: bytes.Clone(b.Bytes()), etag: `"` + hex.EncodeToString(sum[:12]) + `"`}
	if r, ok := v.(*api.Replay); ok {
		for _, p := range r.Table.Places {
			k.people = append(k.people, p.Person)
		}
	}
	return k, len(data), nil
}

func (c *replays) keep(k *keptReplay) {
	k.used = time.Now()
	c.kept[k.key] = c.order.PushFront(k)
	c.bytes += len(k.zipped)
	for c.bytes > c.max && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
}

// forget drops the replays that nobody has asked for since a time.
func (c *replays) forget(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for last := c.order.Back(); last != nil && last.Value.(*keptReplay).used.Before(since); last = c.order.Back() {
		c.drop(last)
	}
}

func (c *replays) drop(e *list.Element) {
	k := c.order.Remove(e).(*keptReplay)
	delete(c.kept, k.key)
	c.bytes -= len(k.zipped)
}

// renamed drops the replays that name a person, who has another name now.
func (c *replays) renamed(person string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.kept {
		if slices.Contains(e.Value.(*keptReplay).people, person) {
			c.drop(e)
		}
	}
	for _, b := range c.building {
		b.outdated = true
	}
}

// size returns how many replays are kept, and their bytes.
func (c *replays) size() (n, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len(), c.bytes
}

// send answers with a replay, or says that the client has it already.
func (k *keptReplay) send(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	h.Set("ETag", k.etag)
	h.Set("Cache-Control", "no-cache") // kept, but asked for each time
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == k.etag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "application/json")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(k.zipped)))
		_, err := w.Write(k.zipped)
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(k.zipped))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, z)
	return err
}
