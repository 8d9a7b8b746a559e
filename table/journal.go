package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"mirabilia/api"
)

// Journal is where tables are kept: for each an append-only list of entries, numbered from 1. It is the
// truth; a Table in memory is rebuilt from it.
type Journal interface {
	// Append makes entries durable after the entry numbered last (0: a new table), all or none, together with
	// the summary they lead to. When another was first it refuses with the code game.Conflict. After any other
	// error the entries may or may not have become durable.
	Append(ctx context.Context, id string, last int64, entries [][]byte, s *Summary) error
	// Read returns the entries after the given number, in order. A table that does not exist has none.
	Read(ctx context.Context, id string, after int64) ([][]byte, error)
}

// Summary is what lists of tables show and what wakes sleeping tables. It follows from the journal and is
// kept beside it so that it can be searched.
type Summary struct {
	api.TableSummary
	// Wake is when the table must act without a command (a clock runs out, a bot must move), in Unix
	// milliseconds; 0 means never.
	Wake int64
	// People concerned: those who hold a seat, and the owner.
	People []Involved
}

// Involved is a person at a table.
type Involved struct {
	Person string
	// Turn reports whether the person must decide.
	Turn bool
}

// version of the journal's entries. A program reads no other.
const version = 1

// entry is one line of a journal: something that happened, with all that is needed to fold it again and
// nothing that follows from earlier entries. Type is one of the api.What words.
type entry struct {
	V    int    `json:"v"`
	Seq  int64  `json:"seq"`
	At   int64  `json:"at"`
	Type string `json:"type"`
	Seat int    `json:"seat"`
	To   int    `json:"to,omitempty"`
	// Person and Command say who asked for it and under which id, so that a repeated command is known.
	Person  string `json:"person,omitempty"`
	Command string `json:"command,omitempty"`
	Name    string `json:"name,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Bot     string `json:"bot,omitempty"`
	// ByBot reports whether a bot took the decision.
	ByBot bool   `json:"by_bot,omitempty"`
	Move  string `json:"move,omitempty"`
	Nonce string `json:"nonce,omitempty"`
	Text  string `json:"text,omitempty"`
	// Why a bot stands in.
	Why      string        `json:"why,omitempty"`
	N        int           `json:"n,omitempty"`
	Settings *api.Settings `json:"settings,omitempty"`
	Rules    string        `json:"rules,omitempty"`
	Secret   string        `json:"secret,omitempty"`
	Seed     string        `json:"seed,omitempty"`
}

func (e *entry) encode() []byte {
	e.V = version
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return data
}

func decodeEntry(data []byte) (*entry, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var e entry
	if err := d.Decode(&e); err != nil {
		return nil, fmt.Errorf("journal entry: %w", err)
	}
	if e.V != version {
		return nil, fmt.Errorf("journal entry of version %d, this program reads %d", e.V, version)
	}
	return &e, nil
}
