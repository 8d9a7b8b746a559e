package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mirabilia/table"
)

// metrics are the figures for Prometheus. No label ever holds a table or a person.
type metrics struct {
	registry *prometheus.Registry
	commands *prometheus.HistogramVec // by type: from a command's arrival to its answer
	commit   prometheus.Histogram
	botWait  prometheus.Histogram
	refusals *prometheus.CounterVec // by code
	requests *prometheus.CounterVec // by route and status
	damaged  prometheus.Counter
	reports  prometheus.Counter
	wentBack prometheus.Counter
	pushed   *prometheus.CounterVec // by what became of them: messages to devices
}

var seconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

func newMetrics(version string) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		commands: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "mirabilia_command_seconds",
			Help: "Time from a command's arrival to its answer, durable or refused.", Buckets: seconds}, []string{"type"}),
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "mirabilia_commit_seconds",
			Help: "Time until an entry of a journal is durable.", Buckets: seconds}),
		botWait: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "mirabilia_bot_wait_seconds",
			Help: "Time that a decision of a bot waited for its turn.", Buckets: seconds}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "mirabilia_refusals_total",
			Help: "Refused requests and commands."}, []string{"code"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "mirabilia_http_requests_total",
			Help: "Requests answered."}, []string{"route", "status"}),
		damaged: prometheus.NewCounter(prometheus.CounterOpts{Name: "mirabilia_damaged_tables_total",
			Help: "Times that what is stored of a table was found to be damaged."}),
	}
	m.wentBack = prometheus.NewCounter(prometheus.CounterOpts{Name: "mirabilia_clock_went_back_total", Help: "Times that this node found that the database's clock had gone back."})
	m.reports = prometheus.NewCounter(prometheus.CounterOpts{Name: "mirabilia_reports_total", Help: "Reports to the host."})
	m.pushed = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "mirabilia_push_total", Help: "Messages to devices: sent, later (to be tried again), failed, or gone (the device is known no longer)."}, []string{"how"})
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "mirabilia_build_info", Help: "Always 1.", ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	m.registry.MustRegister(m.commands, m.commit, m.botWait, m.refusals, m.requests, m.damaged, m.reports, m.wentBack, m.pushed, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch adds the metrics that are read on request.
func (m *metrics) watch(h *table.Hub, kept *replays) {
	gauge := func(name, help string, f func(table.Stats) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return f(h.Stats()) }))
	}
	gauge("mirabilia_tables", "Tables in memory.", func(s table.Stats) float64 { return float64(s.Tables) })
	gauge("mirabilia_bots_thinking", "Bots thinking now.", func(s table.Stats) float64 { return float64(s.Thinking) })
	gauge("mirabilia_bots_queued", "Decisions of bots that wait for their turn.", func(s table.Stats) float64 { return float64(s.Queued) })
	gauge("mirabilia_bots_oldest_wait_seconds", "How long the decision that waits longest has waited.", func(s table.Stats) float64 { return s.Oldest.Seconds() })
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mirabilia_replays_bytes", Help: "Memory of the replays that are kept ready, compressed."},
		func() float64 { _, bytes := kept.size(); return float64(bytes) }))
	counter := func(name, help string, f func(table.Stats) float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return f(h.Stats()) }))
	}
	counter("mirabilia_bot_decisions_total", "Decisions that bots took.", func(s table.Stats) float64 { return float64(s.Chosen) })
	counter("mirabilia_bot_failures_total", "Times that a bot could not be made or failed in thinking.", func(s table.Stats) float64 { return float64(s.Failed) })
	counter("mirabilia_slow_subscribers_total", "Sockets and polls given up because they did not read.", func(s table.Stats) float64 { return float64(s.Slow) })
}

// botMemory adds the figures of what bots hold.
func (m *metrics) botMemory(held func() (bytes, limit int)) {
	if held == nil {
		return
	}
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mirabilia_bots_memory_bytes", Help: "Memory of the bots' search trees."},
			func() float64 { bytes, _ := held(); return float64(bytes) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mirabilia_bots_memory_limit_bytes", Help: "Most memory that the bots' search trees may have together."},
			func() float64 { _, limit := held(); return float64(limit) }))
}

// sockets adds the figure of open sockets.
func (m *metrics) sockets(l *limits) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mirabilia_sockets", Help: "Open sockets."},
		func() float64 { return float64(l.openSockets()) }))
}

// connections adds the figure of refused connections.
func (m *metrics) connections(c *crowded) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "mirabilia_connections_refused_total", Help: "Connections refused because their address held too many."},
		func() float64 { return float64(c.refused.Load()) }))
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// readyState is the figure of what the node is, as /readyz says it. Whoever reads it asks, as /readyz does.
type readyState struct{ s *Server }

var readyStates = prometheus.NewDesc("mirabilia_ready_state", "1 for the state that this node is in, as in docs/hosting.md.", []string{"state"}, nil)

// Describe names the figure.
func (readyState) Describe(to chan<- *prometheus.Desc) { to <- readyStates }

// Collect reads it.
func (r readyState) Collect(to chan<- prometheus.Metric) {
	now := r.s.judged(r.s.ready.check()).name
	for _, name := range allStates {
		v := 0.0
		if name == now {
			v = 1
		}
		to <- prometheus.MustNewConstMetric(readyStates, prometheus.GaugeValue, v, name)
	}
}
