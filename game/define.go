package game

import "encoding/json"

// Info is what the rest of the program needs to know about a game to offer it.
type Info struct {
	// ID names the game in records, paths and locales: "duel".
	ID string `json:"id"`
	// Rules is the edition of the rules as implemented; it changes when old records would play differently.
	Rules    string   `json:"rules"`
	MinSeats int      `json:"min_seats"`
	MaxSeats int      `json:"max_seats"`
	Options  []Option `json:"options"`
	// Categories are the columns of the score sheet, in the order of Result.Parts; texts under
	// "<game>.score.<category>".
	Categories []string `json:"categories"`
	// WonBy are the ways to win, as Result.WonBy names them.
	WonBy []string `json:"won_by"`
	// Simultaneous games have several seats choose at once, and choices can be withdrawn.
	Simultaneous bool `json:"simultaneous"`
	// NoUndo says that no move is ever taken back.
	NoUndo bool `json:"no_undo,omitempty"`
	// Moves are the forms of moves as text, for the reference.
	Moves []MoveForm `json:"-"`
	// View is a zero value of the struct that View returns, for the generator of the page's types.
	View any `json:"-"`
}

// MoveForm describes one kind of move: "w:<wonder>:<card>" and what it does. Words in angle brackets stand for ids, a part
// in square brackets may be left out, and three dots say that the part before may be repeated.
type MoveForm struct{ Form, Does string }

// Game is an entry of the catalogue.
type Game interface {
	Info() *Info
	// New returns a table of the given size with the given options, not yet dealt. It refuses a size or
	// option the game does not have and says which it has.
	New(seats int, options Options) (Board, error)
	// Load reads a position.
	Load(position []byte) (Board, error)
	// Clone returns an independent copy of a board of this game.
	Clone(b Board) Board
	// Copy makes a board of this game equal to another.
	Copy(to, from Board)
	// Equal compares two boards of this game.
	Equal(a, b Board) bool
}

// Define makes the catalogue entry of a game from its info and its constructor. The options the
// constructor gets are checked and filled by Info.Options.
func Define[S comparable, P State[S]](info Info, empty func(seats int, options Options) (S, error)) Game {
	return &definition[S, P]{info, empty}
}

type definition[S comparable, P State[S]] struct {
	info  Info
	empty func(int, Options) (S, error)
}

func (d *definition[S, P]) Info() *Info { return &d.info }

func (d *definition[S, P]) New(seats int, options Options) (Board, error) {
	if seats < d.info.MinSeats || seats > d.info.MaxSeats {
		return nil, Refuse(Invalid, "bad_seats", "%s is for %d to %d seats, not %d", d.info.ID, d.info.MinSeats, d.info.MaxSeats, seats)
	}
	full, err := options.Fill(d.info.Options)
	if err != nil {
		return nil, err
	}
	s, err := d.empty(seats, full)
	if err != nil {
		return nil, err
	}
	return P(&s), nil
}

func (d *definition[S, P]) Load(position []byte) (Board, error) {
	p := P(new(S))
	if err := json.Unmarshal(position, p); err != nil {
		return nil, Refuse(Invalid, "bad_position", "not a position of %s: %v", d.info.ID, err)
	}
	return p, nil
}

func (d *definition[S, P]) Clone(b Board) Board {
	c := *b.(P)
	return P(&c)
}

func (d *definition[S, P]) Copy(to, from Board) { *to.(P) = *from.(P) }

func (d *definition[S, P]) Equal(a, b Board) bool { return *a.(P) == *b.(P) }
