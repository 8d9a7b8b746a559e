//go:build js && wasm

// Command engine is the program in the browser: package local over the browser's messages. One module serves two workers:
// one plays the tables, the other thinks for the bots, so that tables answer at once while bots think.
//
// The worker's script (web/src/local) sets the global mirabiliaHost before it starts the module; the module answers with
// the global mirabiliaEngine and calls host.ready.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/local"
	"mirabilia/table"
)

var host = js.Global().Get("mirabiliaHost")

func main() {
	engine := map[string]any{}
	if host.Get("role").String() == "bots" {
		thinking(engine)
	} else {
		playing(engine)
	}
	js.Global().Set("mirabiliaEngine", engine)
	host.Call("ready")
	select {}
}

// playing serves the tables.
func playing(engine map[string]any) {
	var players uint64
	newBot := func(g game.Game, name string, seed game.Seed) (bot.Player, error) {
		// A name that is not a bot's is refused here, where the table hears of it.
		if _, err := bot.ParseSpec(name); err != nil {
			return nil, err
		}
		players++
		return &elsewhere{id: players, game: g.Info().ID, name: name, seed: seed}, nil
	}
	device := local.New(local.Config{Store: shelf{}, NewBot: newBot, Log: console{}})
	ctx := context.Background()
	person := func(v js.Value) table.Person {
		return table.Person{ID: v.Get("id").String(), Name: v.Get("name").String()}
	}

	// ask(request, answer): answer gets a status and a text.
	engine["ask"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := &local.Request{Method: args[0].Get("method").String(), Path: args[0].Get("path").String(), Body: []byte(args[0].Get("body").String()), Person: person(args[0].Get("person"))}
		answer := args[1]
		go func() {
			a := device.Answer(ctx, r)
			answer.Invoke(a.Status, string(a.Body))
		}()
		return nil
	})

	// follow(table, person, since, message, ended) returns a function that ends it.
	engine["follow"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		id, p, since, message, ended := args[0].String(), person(args[1]), int64(args[2].Int()), args[3], args[4]
		stopped := make(chan struct{})
		go func() {
			stop, err := device.Follow(ctx, id, p, since, true, func(m []byte) { message.Invoke(string(m)) }, func() { ended.Invoke() })
			if err != nil {
				ended.Invoke()
				return
			}
			<-stopped
			stop()
		}()
		done := false
		var end js.Func
		end = js.FuncOf(func(js.Value, []js.Value) any {
			if !done {
				done = true
				close(stopped)
				end.Release()
			}
			return nil
		})
		return end
	})

	// command(table, person, command, answer)
	engine["command"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		id, p, data, answer := args[0].String(), person(args[1]), args[2].String(), args[3]
		go func() { answer.Invoke(string(device.Command(ctx, id, p, []byte(data)))) }()
		return nil
	})
}

// console writes warnings and errors to the browser's console; package slog would make the module larger.
type console struct{}

func (console) Warn(message string, more ...any)  { write("warn", message, more) }
func (console) Error(message string, more ...any) { write("error", message, more) }

func write(how, message string, more []any) {
	js.Global().Get("console").Call(how, message+" "+strings.TrimSuffix(fmt.Sprintln(more...), "\n"))
}

// elsewhere is a bot that thinks in the other worker.
type elsewhere struct {
	id   uint64
	game string
	name string
	seed game.Seed
}

// Choose asks the other worker. A worker that fails is a fault of the bot, which the table survives.
func (e *elsewhere) Choose(b game.Board, seat game.Seat) game.Move {
	position, err := b.MarshalJSON()
	if err != nil {
		panic(err)
	}
	data, err := json.Marshal(local.Thought{Player: e.id, Game: e.game, Bot: e.name, Seed: e.seed.String(), Seat: seat, Position: position})
	if err != nil {
		panic(err)
	}
	text, err := await(host.Call("think", string(data)))
	if err != nil {
		panic(err)
	}
	m, err := b.Parse(text.String())
	if err != nil {
		panic(err)
	}
	return m
}

// Release lets the other worker forget the bot.
func (e *elsewhere) Release() { host.Call("release", e.id) }

// thinking serves the bots.
func thinking(engine map[string]any) {
	bots := local.NewBots()
	rehearsal, interrupt := context.WithCancel(context.Background())
	// think(data, resolve, reject)
	engine["think"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		data, resolve, reject := args[0].String(), args[1], args[2]
		interrupt()
		go func() {
			defer func() {
				if fault := recover(); fault != nil {
					reject.Invoke(fmt.Sprint(fault))
				}
			}()
			move, err := bots.Choose([]byte(data))
			if err != nil {
				reject.Invoke(err.Error())
				return
			}
			resolve.Invoke(move)
		}()
		return nil
	})
	// rehearse(settings)
	engine["rehearse"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		settings := args[0].String()
		// The game does without a rehearsal that fails.
		go func() { _, _ = local.Rehearse(rehearsal, []byte(settings)) }()
		return nil
	})
	engine["release"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		bots.Release(uint64(args[0].Int()))
		return nil
	})
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		v   js.Value
		err error
	}
	done := make(chan settled, 1)
	resolve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{v: args[0]}
		return nil
	})
	reject := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{err: errors.New(strings.TrimSpace(args[0].Call("toString").String()))}
		return nil
	})
	defer resolve.Release()
	defer reject.Release()
	promise.Call("then", resolve, reject)
	s := <-done
	return s.v, s.err
}
