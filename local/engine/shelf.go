//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"syscall/js"

	"mirabilia/game"
	"mirabilia/local"
	"mirabilia/table"
)

// shelf keeps tables in the browser's IndexedDB, through the functions of the worker's script. All that belongs together is
// one transaction there.
type shelf struct{}

var _ table.Store = shelf{}

func (shelf) Append(_ context.Context, id string, b *table.Batch) error {
	entries := make([]any, len(b.Entries))
	for i, e := range b.Entries {
		entries[i] = string(e)
	}
	shown, err := local.Shown(b.Summary, name)
	if err != nil {
		return err
	}
	batch := map[string]any{"table": id, "last": b.Last, "entries": entries, "rewrite": b.Rewrite, "base": b.Base,
		"snapshot": bytesOrNull(b.Snapshot), "summary": string(b.Summary.Encode()), "shown": string(shown)}
	taken, err := await(host.Call("append", batch))
	return refusal(taken, err, id, b.Last)
}

// name returns the name of a person: that of the device's owner is the page's to say.
func name(person string) string {
	if person == owner {
		return host.Get("me").String()
	}
	return local.PersonName(person)
}

// owner is the id of the person whose device it is.
const owner = "me"

func bytesOrNull(data []byte) any {
	if data == nil {
		return nil
	}
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// refusal says what the answer of an append means: true is that another was first.
func refusal(taken js.Value, err error, id string, last int64) error {
	if err != nil {
		return fmt.Errorf("the browser cannot keep the game: %w", err)
	}
	if taken.Bool() {
		return game.Refuse(game.Conflict, table.ReasonSeqTaken, "table %s has gone on after entry %d", id, last)
	}
	return nil
}

func (shelf) Load(_ context.Context, id string) (*table.Loaded, error) {
	v, err := await(host.Call("load", id))
	if err != nil || v.IsNull() {
		return nil, err
	}
	l := &table.Loaded{Summary: []byte(v.Get("summary").String()), Entries: texts(v.Get("entries"))}
	if s := v.Get("snapshot"); !s.IsNull() {
		l.Snapshot = make([]byte, s.Get("length").Int())
		js.CopyBytesToGo(l.Snapshot, s)
	}
	return l, nil
}

func (shelf) Read(_ context.Context, id string, after int64) ([][]byte, error) {
	v, err := await(host.Call("entries", id, after))
	if err != nil {
		return nil, err
	}
	return texts(v), nil
}

func texts(list js.Value) [][]byte {
	all := make([][]byte, list.Length())
	for i := range all {
		all[i] = []byte(list.Index(i).String())
	}
	return all
}

func (shelf) Drop(_ context.Context, id string, last int64) error {
	taken, err := await(host.Call("drop", id, last))
	return refusal(taken, err, id, last)
}

// Owned sets no limit: only the device's own space bounds how many games it keeps.
func (shelf) Owned(context.Context, string, int64) (int, error) { return 0, nil }

func (shelf) Names(_ context.Context, people []string) (map[string]string, error) {
	names := map[string]string{}
	for _, p := range people {
		names[p] = name(p)
	}
	return names, nil
}

// Kept is nobody: names belong to people on a server.
func (shelf) Kept(context.Context, []string) ([]string, error) { return nil, nil }

func (shelf) Say(context.Context, string, table.Line, int) (int64, error) {
	return 0, game.Refuse(game.Invalid, "device_only", "there is nobody to chat with on this device")
}

func (shelf) Said(context.Context, string, int) ([]table.Line, error) { return nil, nil }
