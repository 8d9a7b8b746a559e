//go:build js && wasm

// Command study is the engine that analyses a finished game in a worker of the browser. It is a module of its own, apart from
// local/engine: whoever plays a bot does not wait for it.
//
// The worker's script (web/src/study) starts it as local/engine is started; it answers with the global mirabiliaEngine.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"syscall/js"
	"time"

	"mirabilia/analysis"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

// work is a game to be analysed.
type work struct {
	Record string `json:"record"`
	Budget string `json:"budget"`
	// Viewer is the seat whose decisions come first; null for nobody.
	Viewer game.Seat `json:"viewer"`
	// From is what was found before, if anything.
	From json.RawMessage `json:"from"`
}

// found is what is known after some pieces of work, as the engine's command analyse answers.
type found struct {
	Analysis *analysis.Analysis `json:"analysis"`
	Pass     int                `json:"pass"`
	Done     int                `json:"done"`
	All      int                `json:"all"`
	Complete bool               `json:"complete"`
}

// telling is how long the work goes on before what was found is told: often enough for the eye.
const telling = 200 * time.Millisecond

func main() {
	var job *analysis.Job
	js.Global().Set("mirabiliaEngine", map[string]any{
		// begin(work, resolve, reject)
		"begin": promised(func(data string) (_ any, err error) {
			job, err = begin(data)
			if err != nil {
				return nil, err
			}
			return found{Analysis: job.Analysis()}, nil
		}),
		// step("", resolve, reject)
		"step": promised(func(string) (any, error) { return step(job) }),
		// line(line, resolve, reject)
		"line": promised(line),
	})
	js.Global().Get("mirabiliaHost").Call("ready")
	select {}
}

// step works for a while.
func step(job *analysis.Job) (any, error) {
	f := found{Analysis: job.Analysis()}
	for start := time.Now(); time.Since(start) < telling; {
		p, err := job.Step(context.Background())
		if err != nil {
			return nil, err
		}
		if p == nil {
			f.Complete = true
			break
		}
		f.Pass, f.Done, f.All = p.Pass, p.Done, p.All
	}
	return f, nil
}

func begin(data string) (*analysis.Job, error) {
	var w work
	if err := json.Unmarshal([]byte(data), &w); err != nil {
		return nil, err
	}
	rec, err := record.Read(strings.NewReader(w.Record))
	if err != nil {
		return nil, err
	}
	g, err := games.ByID(rec.Game)
	if err != nil {
		return nil, err
	}
	o := analysis.Options{Version: "page", Viewer: w.Viewer}
	if o.Budget, err = analysis.ParseBudget(w.Budget); err != nil {
		return nil, err
	}
	// What another engine found, or one with another budget, is of no use: the work begins anew.
	if from, err := analysis.Read(w.From, g, rec); err == nil {
		o.From = from
		if job, err := analysis.New(g, rec, o); err == nil {
			return job, nil
		}
		o.From = nil
	}
	return analysis.New(g, rec, o)
}

// line shows boards that were not reached: the record is the beginning of the game, and a missing eye sees everything.
func line(data string) (any, error) {
	var l struct {
		Record record.Record `json:"record"`
		Moves  []string      `json:"moves"`
		Eye    *game.Seat    `json:"eye"`
	}
	if err := json.Unmarshal([]byte(data), &l); err != nil {
		return nil, err
	}
	g, err := games.ByID(l.Record.Game)
	if err != nil {
		return nil, err
	}
	eye := game.Open
	if l.Eye != nil {
		eye = *l.Eye
	}
	return analysis.Boards(g, &l.Record, l.Moves, eye)
}

// promised makes a function of the browser that takes a text, and what to call with the answer as JSON or with the reason why there is none.
func promised(do func(string) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		data, resolve, reject := args[0].String(), args[1], args[2]
		go func() {
			defer func() {
				if fault := recover(); fault != nil {
					reject.Invoke(fmt.Sprint(fault))
				}
			}()
			answer, err := do(data)
			var text []byte
			if err == nil {
				text, err = json.Marshal(answer)
			}
			if err != nil {
				reject.Invoke(err.Error())
				return
			}
			resolve.Invoke(string(text))
		}()
		return nil
	})
}
