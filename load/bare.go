package load

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// What the messages of a move cost by themselves: a server that knows no game, but hears one short message and tells everyone at the table a
// long one.

// bareCommand has the size of a usual command.
var bareCommand = []byte(strings.Repeat("x", 90))

// bareTables are the sockets of the bare server, by table.
type bareTables struct {
	mu sync.Mutex
	at map[string][]*websocket.Conn
}

// serve lets a socket sit at the table that the request names and answers each of its messages with one of the wanted size to all who sit there.
func (b *bareTables) serve(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.Atoi(r.URL.Query().Get("bytes"))
	if err != nil || size < 0 || size > 1<<20 {
		http.Error(w, "bytes is the size of the answers", http.StatusBadRequest)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	table := r.URL.Query().Get("table")
	b.mu.Lock()
	b.at[table] = append(b.at[table], conn)
	b.mu.Unlock()
	answer := bytes.Repeat([]byte("x"), size)
	for {
		if _, _, err := conn.Read(context.Background()); err != nil {
			return
		}
		b.mu.Lock()
		all := b.at[table]
		b.mu.Unlock()
		for _, c := range all {
			if c.Write(context.Background(), websocket.MessageText, answer) != nil {
				return
			}
		}
	}
}

// bare measures what the messages of a move cost: with as many tables, people and moves, and messages of the given size.
func (r *run) bare(ctx context.Context, size int) (msPerMove float64, err error) {
	if r.Echo == "" {
		return 0, nil
	}
	r.Progress("measuring bare messages")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var moves atomic.Int64
	var ended atomic.Bool
	var playing sync.WaitGroup
	begin := make(chan struct{})
	for i := range r.Tables {
		people := make([]*websocket.Conn, r.Seats)
		told := make(chan struct{}, 1)
		for seat := range people {
			conn, _, err := websocket.Dial(ctx, fmt.Sprintf("ws%s/table?table=%d&bytes=%d", strings.TrimPrefix(r.Echo, "http"), i, size), &websocket.DialOptions{HTTPClient: r.http})
			if err != nil {
				return 0, err
			}
			defer conn.CloseNow()
			conn.SetReadLimit(-1)
			people[seat] = conn
			go func() {
				for {
					if _, _, err := conn.Read(ctx); err != nil {
						cancel() // nobody waits for what does not come
						return
					}
					if seat == 0 {
						told <- struct{}{}
					}
				}
			}()
		}
		playing.Go(func() {
			<-begin
			sleep(ctx, r.Pace*time.Duration(i)/time.Duration(r.Tables))
			for n := 0; !ended.Load(); n++ {
				if people[n%r.Seats].Write(ctx, websocket.MessageText, bareCommand) != nil {
					return
				}
				select {
				case <-told:
				case <-ctx.Done():
					return
				}
				moves.Add(1)
				sleep(ctx, r.Pace)
			}
		})
	}
	before, err := r.usage(ctx, r.Echo)
	if err != nil {
		return 0, err
	}
	close(begin)
	sleep(ctx, r.Pace+r.echoTime())
	n := moves.Load()
	after, err := r.usage(ctx, r.Echo)
	ended.Store(true)
	playing.Wait()
	return (after.cpu - before.cpu) * 1000 / float64(max(1, n)), err
}
