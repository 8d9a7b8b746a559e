// Package engine implements the line protocol by which programs in any language drive every game: one JSON object
// per line in, one per line out. docs/engine.md describes it. A bad line is answered with an error and
// changes nothing; the session goes on.
package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/strict"
)

// Version is the version of the protocol, as hello says it.
const Version = 2

// maxLine is the longest line that is read; positions are a few kilobytes.
const maxLine = 1 << 20

// request is a line in. Which fields a command has is said in commands; others are refused, so that a misspelt one is
// not silently ignored.
type request struct {
	ID           json.RawMessage `json:"id"`
	Cmd          string          `json:"cmd"`
	Game         string          `json:"game"`
	Options      game.Options    `json:"options"`
	Seats        int             `json:"seats"`
	Seed         json.RawMessage `json:"seed"`
	Position     json.RawMessage `json:"position"`
	Rest         game.Rest       `json:"rest"`
	Seat         json.RawMessage `json:"seat"`
	Move         string          `json:"move"`
	Level        string          `json:"level"`
	Milliseconds *int            `json:"ms"`
	Simulations  *int            `json:"simulations"`
	Record       string          `json:"record"`
	Budget       string          `json:"budget"`
	Analysis     json.RawMessage `json:"analysis"`
	Pieces       int             `json:"pieces"`
}

// reply is a line out: the data of the command, or an error.
type reply struct {
	ID    json.RawMessage `json:"id,omitempty"`
	OK    bool            `json:"ok"`
	Error *game.Error     `json:"error,omitempty"`
	Data  any             `json:"data,omitempty"`
}

// Session is one conversation: at most one game at a time.
type Session struct {
	// Games are those that can be played; nil means the catalogue.
	Games []game.Game
	// Version of the program, kept with its analyses.
	Version string

	g    game.Game
	b    game.Board
	told game.Events
}

func (s *Session) games() []game.Game {
	if s.Games == nil {
		return games.Known
	}
	return s.Games
}

// Serve answers lines until the input ends.
func (s *Session) Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriter(out)
	for {
		line, tooLong, err := readLine(lines)
		if len(line) == 0 && err != nil {
			return w.Flush()
		}
		var answer []byte
		switch {
		case tooLong:
			answer = encode(reply{Error: game.Refuse(game.Invalid, "bad_line", "a line may have at most %d bytes", maxLine)})
		case len(bytes.TrimSpace(line)) == 0:
			continue
		default:
			answer = s.Answer(line)
		}
		if _, err := w.Write(append(answer, '\n')); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// readLine reads up to the next line end. It skips the rest of a line that is too long.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			tooLong, line = true, line[:0]
		}
		if !tooLong {
			line = append(line, part...)
		}
		if tooLong && !errors.Is(err, bufio.ErrBufferFull) {
			return []byte(" "), true, err
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, false, err
		}
	}
}

// Answer answers one line.
func (s *Session) Answer(line []byte) []byte {
	var req request
	if err := strict.Decode(line, &req); err != nil {
		return encode(reply{ID: idOf(line), Error: game.Refuse(game.Invalid, "bad_line", "not a request: %v", err)})
	}
	data, err := s.do(&req, line)
	if err != nil {
		var refusal *game.Error
		if !errors.As(err, &refusal) {
			refusal = game.Refuse(game.Invalid, "bad_request", "%v", err)
		}
		return encode(reply{ID: req.ID, Error: refusal})
	}
	return encode(reply{ID: req.ID, OK: true, Data: data})
}

// idOf saves the id of a request that is otherwise wrong, so that its sender knows which it was.
func idOf(line []byte) json.RawMessage {
	var only struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(line, &only) // no id then
	return only.ID
}

func encode(r reply) []byte {
	data, err := json.Marshal(r)
	if err != nil {
		data, _ = json.Marshal(reply{Error: game.Refuse(game.Invalid, "bad_reply", "%v", err)})
	}
	return data
}
