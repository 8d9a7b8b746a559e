package load

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mirabilia/server/client"
)

// usage is what the server has used, by its own metrics.
type usage struct {
	cpu    float64 // seconds
	memory int64   // bytes of the process in RAM
}

// The metrics that are read.
const (
	metricCPU    = "process_cpu_seconds_total"
	metricMemory = "process_resident_memory_bytes"
)

func (r *run) usage(ctx context.Context, server string) (u usage, err error) {
	var text string
	if err := (&client.Client{Base: server, HTTP: r.http}).Do(ctx, "GET", "/metrics", nil, &text); err != nil {
		return u, err
	}
	read := func(name string) float64 {
		for line := range strings.Lines(text) {
			if value, ok := strings.CutPrefix(line, name+" "); ok {
				v, e := strconv.ParseFloat(strings.TrimSpace(value), 64)
				if e != nil {
					err = e
				}
				return v
			}
		}
		err = fmt.Errorf("the server's metrics have no %s", name)
		return 0
	}
	u.cpu, u.memory = read(metricCPU), int64(read(metricMemory))
	return u, err
}

// settled waits until the server has finished opening the tables, and returns what it uses then.
func (r *run) settled(ctx context.Context) (usage, error) {
	sleep(ctx, 2*time.Second)
	return r.usage(ctx, r.Server)
}

func (r *Report) idle(empty, idle usage, tables int) {
	r.MemoryEmpty = empty.memory
	r.MemoryPerIdle = (idle.memory - empty.memory) / int64(max(1, tables))
}

func (r *Report) load(before, after usage, took time.Duration) {
	r.CPU = (after.cpu - before.cpu) / took.Seconds()
	r.CPUPerMove = (after.cpu - before.cpu) * 1000 / float64(max(1, r.Moves))
	r.MemoryEnd = after.memory
}
