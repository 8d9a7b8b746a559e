package load

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// echoMessage has the size of a usual message to the server and back.
var echoMessage = []byte(strings.Repeat("x", 512))

// echoTime is how long the echo is measured: a short run measures no more of it than of the games.
func (r *run) echoTime() time.Duration { return min(4*time.Second, r.Time) }

// ServeEcho answers every message with itself: what a socket costs without a game behind it. At /table it tells everyone there something instead
// (see bare), and at /metrics it says what it has used, as the server does.
func ServeEcho(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer conn.CloseNow()
		for {
			kind, data, err := conn.Read(r.Context())
			if err != nil || conn.Write(r.Context(), kind, data) != nil {
				return
			}
		}
	})
	tables := bareTables{at: map[string][]*websocket.Conn{}}
	mux.HandleFunc("/table", tables.serve)
	mux.HandleFunc("/metrics", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "%s %g\n%s 0\n", metricCPU, cpuTime().Seconds(), metricMemory)
	})
	h := &http.Server{Handler: mux}
	stop := context.AfterFunc(ctx, func() { h.Close() })
	defer stop()
	if err := h.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

// echo measures round trips with as many sockets as the tables have, of which as many speak as there are tables, at the
// same pace.
func (r *run) echo(ctx context.Context, f *Figures) error {
	if r.Echo == "" {
		return nil
	}
	r.Progress("measuring a bare echo")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conns := make([]*websocket.Conn, r.Tables*r.Seats)
	for i := range conns {
		conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(r.Echo, "http"), &websocket.DialOptions{HTTPClient: r.http})
		if err != nil {
			return err
		}
		defer conn.CloseNow()
		conns[i] = conn
	}
	var d durations
	var ended atomic.Bool
	var wg sync.WaitGroup
	for i := range r.Tables {
		conn := conns[i*r.Seats]
		wg.Go(func() {
			sleep(ctx, r.Pace*time.Duration(i)/time.Duration(r.Tables))
			for !ended.Load() {
				start := time.Now()
				if conn.Write(ctx, websocket.MessageText, echoMessage) != nil {
					return
				}
				if _, _, err := conn.Read(ctx); err != nil {
					return
				}
				d.add(time.Since(start))
				sleep(ctx, r.Pace)
			}
		})
	}
	sleep(ctx, r.echoTime())
	ended.Store(true)
	wg.Wait()
	*f = d.figures()
	return nil
}
