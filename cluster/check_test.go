package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"mirabilia/server/client"
	"mirabilia/store"
)

// kept is what the checks need of an entry of a journal.
type kept struct {
	Seq     int64  `json:"seq"`
	At      int64  `json:"at"`
	Kind    string `json:"kind"`
	Seat    int    `json:"seat"`
	By      string `json:"by"`
	Command string `json:"command"`
}

// journals reads the journals of all tables.
func journals(t *testing.T, db store.Store, ids []string) map[string][]kept {
	t.Helper()
	all := map[string][]kept{}
	for _, id := range ids {
		list, err := readJournal(db, id)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) > 0 {
			all[id] = list
		}
	}
	return all
}

func readJournal(db store.Store, id string) (all []kept, err error) {
	list, err := db.Entries(context.Background(), id, 0)
	for _, data := range list {
		var e kept
		if err := json.Unmarshal(data, &e); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, err
}

// command is what a person asked for under an id.
type command struct{ table, person, id string }

// check compares what people did and saw with the journals, and returns what is wrong.
func (h *history) check(all map[string][]kept) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	wrong = append(wrong, h.faults...)
	at := map[command]int64{}
	for id, list := range all {
		for i, e := range list {
			if e.Seq != int64(i+1) {
				say("table %s: entry %d has the number %d", id, i+1, e.Seq)
			}
			if e.Command == "" {
				continue
			}
			key := command{id, e.By, e.Command}
			if first, twice := at[key]; twice {
				say("table %s: command %s is entry %d and entry %d", id, e.Command, first, e.Seq)
			}
			at[key] = e.Seq
		}
	}
	for _, o := range h.ops {
		if o.read || o.refused || o.seq == 0 {
			continue
		}
		if seq, ok := at[command{o.table, o.person, o.command}]; !ok {
			say("table %s: command %s was acknowledged as %d and is not in the journal", o.table, o.command, o.seq)
		} else if seq != o.seq {
			say("table %s: command %s was acknowledged as %d and is entry %d", o.table, o.command, o.seq, seq)
		}
	}
	for where, line := range h.seen {
		list := all[where.table]
		if where.seq > int64(len(list)) {
			say("table %s: line %d was told and is not in the journal, which has %d", where.table, where.seq, len(list))
		} else if e := list[where.seq-1]; e.At != line.At || e.Seat != line.Seat {
			say("table %s: line %d was told as %+v and is %+v", where.table, where.seq, line, e)
		}
	}
	for _, id := range h.notLinearizable(at) {
		say("table %s: its history cannot have happened in any order", id)
	}
	return wrong
}

// notLinearizable checks the history of every table. A table is a number that grows: a command takes one that is higher than all
// that were seen before it was asked, and whoever looks sees one that is at least as high. What was not answered may have happened at
// any time after it was asked, if it is in the journal.
func (h *history) notLinearizable(at map[command]int64) (tables []string) {
	type input struct{ read bool }
	model := porcupine.Model{
		Init: func() any { return int64(0) },
		Step: func(state, in, out any) (bool, any) {
			was, now := state.(int64), out.(int64)
			if in.(input).read {
				return now >= was, max(was, now)
			}
			return now > was, max(was, now)
		},
		Equal: func(a, b any) bool { return a == b },
	}
	of := map[string][]porcupine.Operation{}
	people := map[string]int{}
	for _, o := range h.ops {
		if o.refused {
			continue
		}
		if _, ok := people[o.person]; !ok {
			people[o.person] = len(people)
		}
		p := porcupine.Operation{ClientId: people[o.person], Input: input{o.read}, Call: o.call, Output: o.seq, Return: o.answer}
		if o.seq == 0 {
			seq, ok := at[command{o.table, o.person, o.command}]
			if !ok {
				continue
			}
			p.Output, p.Return = seq, math.MaxInt64
		}
		of[o.table] = append(of[o.table], p)
	}
	for table, ops := range of {
		if porcupine.CheckOperationsTimeout(model, ops, time.Minute) == porcupine.Illegal {
			tables = append(tables, table)
		}
	}
	return tables
}

// same waits until all nodes show every table as the journal has it.
func (w *world) same(c *crowd, all map[string][]kept) (wrong []string) {
	for _, n := range w.nodes {
		for id, list := range all {
			p := &client.Client{Base: "http://" + n.addr, HTTP: everyRequest()}
			var seq int64
			for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				snap, err := p.Look(context.Background(), id)
				if err == nil {
					if seq = snap.Seq; seq == int64(len(list)) {
						break
					}
				}
			}
			if seq != int64(len(list)) {
				wrong = append(wrong, fmt.Sprintf("node %s shows table %s at %d, and the journal has %d", n.name, id, seq, len(list)))
			}
		}
	}
	return wrong
}
