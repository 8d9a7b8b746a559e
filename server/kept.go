package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"mirabilia/store/keep"
	"mirabilia/table"
)

// kept are the figures of what the store holds and what was removed from it.
type kept struct {
	keeper *keep.Keeper
	hub    *table.Hub
}

var (
	keptBytes   = prometheus.NewDesc("mirabilia_data_bytes", "Bytes of the data file that are in use.", nil, nil)
	keptMost    = prometheus.NewDesc("mirabilia_data_limit_bytes", "Most bytes that the data file may have; 0 if only the disk bounds it.", nil, nil)
	keptFull    = prometheus.NewDesc("mirabilia_data_full", "1 if there is no room and nothing left that may go.", nil, nil)
	keptThings  = prometheus.NewDesc("mirabilia_data_kept", "What is kept: tables by status, entries, snapshots, chat lines, analyses, people and sessions.", []string{"what"}, nil)
	removed     = prometheus.NewDesc("mirabilia_data_removed_total", "What was removed: tables by status, chat lines, people and sessions, and lobbies that were never played.", []string{"what"}, nil)
	archivedAll = prometheus.NewDesc("mirabilia_games_archived_total", "Finished games whose journals were dropped, because their record is kept.", nil, nil)
	unreadable  = prometheus.NewDesc("mirabilia_tables_unreadable_total", "Tables whose journals were found to be unreadable; mirabilia tables cuts them back.", nil, nil)
	upgradedAll = prometheus.NewDesc("mirabilia_journals_upgraded_total", "Journals of the first version that were rewritten.", nil, nil)
)

// Describe names the figures.
func (k kept) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{keptBytes, keptMost, keptFull, keptThings, removed, archivedAll, unreadable, upgradedAll} {
		to <- d
	}
}

// Collect reads the figures.
func (k kept) Collect(to chan<- prometheus.Metric) {
	s, tables := k.keeper.Stats(), k.hub.Stats()
	gauge := func(d *prometheus.Desc, v int64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), labels...)
	}
	counter := func(d *prometheus.Desc, v uint64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), labels...)
	}
	u := s.Usage
	gauge(keptBytes, u.Bytes)
	gauge(keptMost, u.MaxBytes)
	full := int64(0)
	if s.Full {
		full = 1
	}
	gauge(keptFull, full)
	for what, n := range map[string]int64{"entries": u.Entries, "snapshots": u.Snapshots, "chat": u.Lines, "analyses": u.Analyses, "people": u.People, "tokens": u.Tokens} {
		gauge(keptThings, n, what)
	}
	for status, n := range u.Tables {
		gauge(keptThings, n, status)
	}
	for what, n := range s.Removed {
		counter(removed, n, what)
	}
	counter(removed, tables.Expired, "expired")
	counter(archivedAll, tables.Archived)
	counter(unreadable, tables.Unreadable)
	counter(upgradedAll, tables.Upgraded)
}
