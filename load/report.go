package load

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Report is what was measured. Times are milliseconds.
type Report struct {
	Tables    int     `json:"tables"`
	Game      string  `json:"game"`
	Seats     int     `json:"seats"`
	Pace      float64 `json:"pace_seconds"`
	BotTables int     `json:"bot_tables"`

	Seconds        float64 `json:"seconds"`
	Moves          int     `json:"moves"`
	MovesPerSecond float64 `json:"moves_per_second"`
	Games          int     `json:"games_finished"`
	// Ack is from sending a command to its acknowledgement; Screen to the other seats' screens.
	Ack    Figures `json:"ack_ms"`
	Screen Figures `json:"screen_ms"`
	// Errors counts refusals and lost connections.
	Errors      int      `json:"errors"`
	FirstErrors []string `json:"first_errors,omitempty"`

	// Echo is the round trip of a bare WebSocket echo with as many sockets at the same pace, before and after.
	Echo      Figures `json:"echo_ms"`
	EchoAfter Figures `json:"echo_after_ms"`
	// AckToEcho is how many times longer an acknowledgement took than the echo, of both measurements together.
	AckToEcho Ratios `json:"ack_to_echo"`

	// CPU of the server while playing, in cores, and for each move in milliseconds.
	CPU        float64 `json:"server_cpu_cores"`
	CPUPerMove float64 `json:"server_cpu_ms_per_move"`
	// MessageBytes is the average size of the messages that tell of a move, and BareCPUPerMove what such messages cost a server that knows no
	// game: one short message in, one of this size to each seat out.
	MessageBytes   int     `json:"message_bytes"`
	BareCPUPerMove float64 `json:"bare_cpu_ms_per_move"`
	// Memory of the server: with nothing open, for each idle table with its sockets, and at the end.
	MemoryEmpty   int64 `json:"server_memory_empty_bytes"`
	MemoryPerIdle int64 `json:"server_memory_per_idle_table_bytes"`
	MemoryEnd     int64 `json:"server_memory_end_bytes"`
}

// Ratios compare percentiles.
type Ratios struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

// compare fills in the ratios.
func (r *Report) compare() {
	ratio := func(ack, before, after float64) float64 {
		if before+after == 0 {
			return 0
		}
		return ack / ((before + after) / 2)
	}
	r.AckToEcho = Ratios{ratio(r.Ack.P50, r.Echo.P50, r.EchoAfter.P50), ratio(r.Ack.P95, r.Echo.P95, r.EchoAfter.P95), ratio(r.Ack.P99, r.Echo.P99, r.EchoAfter.P99)}
}

// String returns the report for people.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d tables of %s with %d seats, %.0f s, one move a table every %.2g s", r.Tables, r.Game, r.Seats, r.Seconds, r.Pace)
	if r.BotTables > 0 {
		fmt.Fprintf(&b, ", beside %d tables of bots", r.BotTables)
	}
	fmt.Fprintf(&b, "\n\nmoves           %d, %.0f a second; %d games finished\n", r.Moves, r.MovesPerSecond, r.Games)
	fmt.Fprintf(&b, "errors          %d\n", r.Errors)
	for _, e := range r.FirstErrors {
		fmt.Fprintf(&b, "                %s\n", e)
	}
	fmt.Fprintf(&b, "\n%-15s %8s %8s %8s %8s\n", "milliseconds", "p50", "p95", "p99", "max")
	row := func(name string, f Figures) {
		fmt.Fprintf(&b, "%-15s %8.2f %8.2f %8.2f %8.2f\n", name, f.P50, f.P95, f.P99, f.Max)
	}
	row("acknowledged", r.Ack)
	row("other screens", r.Screen)
	if r.Echo.Count > 0 {
		row("echo before", r.Echo)
		row("echo after", r.EchoAfter)
		fmt.Fprintf(&b, "%-15s %8.1f %8.1f %8.1f\n", "times the echo", r.AckToEcho.P50, r.AckToEcho.P95, r.AckToEcho.P99)
	}
	fmt.Fprintf(&b, "\nserver          %.2f cores, %.2f ms a move\n", r.CPU, r.CPUPerMove)
	if r.BareCPUPerMove > 0 {
		fmt.Fprintf(&b, "bare messages   %.3f ms a move, for %d bytes to each seat\n", r.BareCPUPerMove, r.MessageBytes)
	}
	fmt.Fprintf(&b, "memory          %.1f MB empty, %.1f KB for an idle table, %.1f MB at the end\n",
		float64(r.MemoryEmpty)/(1<<20), float64(r.MemoryPerIdle)/(1<<10), float64(r.MemoryEnd)/(1<<20))
	return b.String()
}

// Figures are percentiles in milliseconds.
type Figures struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// durations collects times from many goroutines.
type durations struct {
	mu   sync.Mutex
	list []time.Duration
}

func (d *durations) add(t time.Duration) {
	d.mu.Lock()
	d.list = append(d.list, t)
	d.mu.Unlock()
}

func (d *durations) figures() Figures {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.list) == 0 {
		return Figures{}
	}
	slices.Sort(d.list)
	at := func(share float64) float64 {
		return float64(d.list[int(share*float64(len(d.list)-1))].Microseconds()) / 1000
	}
	return Figures{len(d.list), at(.5), at(.95), at(.99), at(1)}
}

// failures counts errors and keeps the first few.
type failures struct {
	mu    sync.Mutex
	count int
	first []string
}

const keptFailures = 5

func (f *failures) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	if len(f.first) < keptFailures {
		f.first = append(f.first, err.Error())
	}
}
