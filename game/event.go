package game

// Event is one thing that happened while a move was played, for logs, animations and screen readers. One
// flat form serves all games; the code that adds an event says which fields it fills. Its
// sentence is in the locales under "<game>.log.<type>", with {seat}, {to}, {what}, {with}
// and {n} to fill in.
type Event struct {
	// Type is the kind of event: "build", "pay", "reveal", in snake_case.
	Type string `json:"type"`
	// Seat is the seat that did it or had it happen; null where nobody is meant.
	Seat Seat `json:"seat"`
	// To is the other seat concerned; null where nobody is meant.
	To Seat `json:"to"`
	// What is the id of the thing it is about: a card, a wonder, a token, a die.
	What string `json:"what,omitempty"`
	// With is the id of a second thing: the card used for a wonder, the space marked by a die.
	With string `json:"with,omitempty"`
	// N is how many: coins, shields, points, the number of an age.
	N int `json:"n,omitempty"`
	// Board is the board it happened on, from 1, in a match on several; its type is then one of the game on that board. Seats are those of the table all the same.
	Board int `json:"board,omitempty"`
	// For is the set of viewers that may see it, filled in by Events.Add. Nobody is its zero value, so an
	// event made in any other way stays secret. A secret with a public side is two events.
	For Seats `json:"-"`
}

// Events collects what happened. A nil *Events ignores everything: adding to it costs a
// comparison. Games therefore write
//
//	if tell != nil {
//		tell.Add(Everyone, Event{...})
//	}
//
// where building the event would cost something.
type Events struct {
	List []Event
	// Forced are the choices that had only one outcome and that the game therefore made automatically, in order.
	Forced []Forced
}

// Forced is a decision that a game did not ask for, because there was nothing to choose.
type Forced struct {
	Seat Seat `json:"seat"`
	// Move is what the seat would have had to play.
	Move string `json:"move"`
	// For is the set of viewers that may see it.
	For Seats `json:"-"`
}

// Force tells a set of viewers about a choice that the game made automatically.
func (e *Events) Force(viewers Seats, seat Seat, move string) {
	if e != nil {
		e.Forced = append(e.Forced, Forced{seat, move, viewers})
	}
}

// ForcedFor returns the forced choices that a viewer may see.
func (e *Events) ForcedFor(viewer Seat) []Forced {
	seen := []Forced{}
	for _, f := range e.Forced {
		if f.For.Has(viewer) {
			seen = append(seen, f)
		}
	}
	return seen
}

// Add tells an event to a set of viewers. The set is a parameter of its own so that nobody can forget it;
// an empty one is seen by Open alone.
func (e *Events) Add(viewers Seats, ev Event) {
	if e == nil {
		return
	}
	ev.For = viewers
	e.List = append(e.List, ev)
}

// Reset forgets all, keeping the memory for reuse.
func (e *Events) Reset() { e.List, e.Forced = e.List[:0], e.Forced[:0] }

// SeenBy returns the events that a viewer may see.
func (e *Events) SeenBy(viewer Seat) []Event {
	seen := make([]Event, 0, len(e.List))
	for _, ev := range e.List {
		if ev.For.Has(viewer) {
			seen = append(seen, ev)
		}
	}
	return seen
}
