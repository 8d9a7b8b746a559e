package table

import (
	"encoding/json"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
)

// How long tables are kept that have nothing to do.
const (
	// lobbyLife is how long a table waits for its game to start.
	lobbyLife = 7 * day
	// closedLife is how long a closed table says why it was closed.
	closedLife = 30 * day
	// archiveAfter is how long after its end a game keeps its journal: as long as people talk of a rematch.
	archiveAfter = 10 * 60 * second
)

// summary returns the table as lists show it. Nothing in it may reveal a secret step.
func (s *state) summary() *Summary {
	sum := &Summary{TableSummary: api.TableSummary{
		ID: s.id, Settings: s.settings, Status: s.status, Owner: s.owner, Places: s.seats(), Owing: []int{},
		Decision: s.known(game.Spectator), Created: s.created, Updated: s.shown, Seat: game.NoSeat, Trial: s.position != nil,
	}}
	owing := s.owing()
	if s.status == api.StatusPlaying {
		sum.Owing = seatList(owing)
		_, sum.Deadline = s.nextDeadline()
	}
	if s.result != nil {
		sum.Winners, sum.WonBy = s.result.Winners, s.result.WonBy
		// A result without parts was not counted by the rules: its winners are known, but its scores are not.
		if len(slices.Concat(s.result.Parts...)) > 0 {
			sum.Standings, sum.Scores = s.result.Places, s.result.Scores
		}
	}
	sum.Late = seatOrNone(s.late)
	if s.status == api.StatusFinished {
		sum.Figures = s.figures()
	}
	if sum.Wake = s.wake(); sum.Wake > dueNow {
		sum.Wake -= s.ahead
	}
	sum.People = make([]Involved, 0, len(s.places)+1)
	for i, p := range s.places {
		if p.person != "" {
			sum.People = append(sum.People, Involved{p.person, owing.Has(game.Seat(i)) && !p.byBot()})
		}
	}
	if s.seatOf(s.owner) < 0 {
		sum.People = append(sum.People, Involved{Person: s.owner})
	}
	return sum
}

// dueNow is when a table wakes that has something to do now. It is no time of the table's own: that may be ahead of the server's, and then
// nobody would wake it yet.
const dueNow = 1

// wake returns when the table has something to do without being asked, or 0 if never.
func (s *state) wake() int64 {
	switch s.status {
	case api.StatusLobby:
		if at := s.startsAt(); at > 0 {
			return at
		}
		return s.updated + lobbyLife
	case api.StatusPlaying:
		if s.foreign() || s.waitsForItself() {
			return dueNow
		}
		return s.runsOut()
	case api.StatusFinished:
		switch {
		case s.rematchAgreed():
			return dueNow
		case !s.archived:
			return s.updated + archiveAfter
		}
		return 0
	}
	return s.finished + closedLife
}

// runsOut returns when the time of a seat or of a claim runs out; 0 if neither can.
func (s *state) runsOut() int64 {
	_, deadline := s.nextDeadline()
	if s.claim != nil && (deadline == 0 || s.claim.until < deadline) {
		return s.claim.until
	}
	return deadline
}

// waitsForItself says that the game has something to do without being asked: a bot owes a decision, or an undo
// is agreed.
func (s *state) waitsForItself() bool {
	for i := range s.places {
		if s.places[i].byBot() && s.owing().Has(game.Seat(i)) {
			return true
		}
	}
	return s.undo != nil && s.undo.waiting == 0
}

// Open reports whether a seat can be taken.
func (sum *Summary) Open() bool {
	return sum.Status == api.StatusLobby && slices.ContainsFunc(sum.Places, func(p api.Seat) bool { return p.Kind == api.KindOpen })
}

// storedSummary is a summary as it is kept, in words of its own. People are named by id; lists look up their names.
type storedSummary struct {
	ID string `json:"id"`
	settings
	Status   string       `json:"status"`
	Owner    string       `json:"owner"`
	Places   []storedSeat `json:"places"`
	Owing    []int        `json:"owing"`
	Decision int          `json:"decision"`
	Winners  []int        `json:"winners,omitempty"`
	WonBy    string       `json:"won_by,omitempty"`
	// Standings and Scores are missing in summaries that were stored before they were kept.
	Standings []int `json:"standings,omitempty"`
	Scores    []int `json:"scores,omitempty"`
	Created   int64 `json:"created"`
	Updated   int64 `json:"updated"`
	Deadline  int64 `json:"deadline,omitempty"`
	Trial     bool  `json:"trial,omitempty"`
	Late      *int  `json:"late,omitempty"`
	// Unreadable is set once the journal was found to be.
	Unreadable bool `json:"unreadable,omitempty"`
	// Figures are missing in summaries that were stored before they were kept.
	Figures []SeatFigures `json:"figures,omitempty"`
}

type storedSeat struct {
	Kind   string `json:"kind"`
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	Away   string `json:"away,omitempty"`
	// Holiday is missing in summaries that were stored before there was one.
	Holiday bool `json:"holiday,omitempty"`
}

// Encode returns the summary as it is kept.
func (sum *Summary) Encode() []byte {
	v := storedSummary{ID: sum.ID, settings: *settingsFrom(sum.Settings), Status: sum.Status, Owner: sum.Owner, Owing: sum.Owing, Decision: sum.Decision,
		Winners: sum.Winners, WonBy: sum.WonBy, Standings: sum.Standings, Scores: sum.Scores, Created: sum.Created, Updated: sum.Updated, Deadline: sum.Deadline, Trial: sum.Trial,
		Late: sum.Late, Unreadable: sum.Unreadable, Figures: sum.Figures}
	v.Places = make([]storedSeat, 0, len(sum.Places))
	for _, p := range sum.Places {
		v.Places = append(v.Places, storedSeat{Kind: p.Kind, Person: p.Person, Bot: p.Bot, Away: p.Away, Holiday: p.Holiday})
	}
	return exact(func(buf []byte) []byte { return jsondiff.Append(buf, &v) })
}

// ReadSummary reads what Encode wrote. Summaries of the journal's first version are read too: what they hold beyond
// this, such as names, is left aside.
func ReadSummary(data []byte) (*api.TableSummary, error) {
	sum, err := ReadPlayed(data)
	if err != nil {
		return nil, err
	}
	return &sum.TableSummary, nil
}

// ReadPlayed reads what Encode wrote, with what is not for lists: why a game was aborted, and the figures of its seats.
func ReadPlayed(data []byte) (*Summary, error) {
	var v storedSummary
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	t := api.TableSummary{ID: v.ID, Settings: v.settings.api(), Status: v.Status, Owner: v.Owner, Places: []api.Seat{}, Owing: v.Owing, Decision: v.Decision,
		Winners: v.Winners, WonBy: v.WonBy, Standings: v.Standings, Scores: v.Scores, Created: v.Created, Updated: v.Updated, Deadline: v.Deadline, Seat: game.NoSeat, Trial: v.Trial, Unreadable: v.Unreadable}
	for i, p := range v.Places {
		seat := api.Seat{Seat: i, Kind: p.Kind, Person: p.Person, Bot: p.Bot, Away: p.Away, Holiday: p.Holiday}
		if p.Kind == holderBot {
			seat.Name = p.Bot
		}
		t.Places = append(t.Places, seat)
	}
	return &Summary{TableSummary: t, Late: v.Late, Figures: v.Figures}, nil
}
