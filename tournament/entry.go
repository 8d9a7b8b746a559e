package tournament

import (
	"encoding/json"
	"fmt"

	"mirabilia/api"
	"mirabilia/tournament/rules"
)

// version of the journal's entries.
const version = 1

// entry is one line of a tournament's journal: something that happened, with all that is needed to apply it again. People are named by id only.
type entry struct {
	V    int    `json:"v"`
	At   int64  `json:"at"`
	Kind string `json:"kind"`
	// By is who did it; empty: it happened by itself, or the person concerned did.
	By string `json:"by,omitempty"`
	// Person concerned, with the rating that counts in this tournament.
	Person string  `json:"person,omitempty"`
	Rating float64 `json:"rating,omitempty"`
	Guest  bool    `json:"guest,omitempty"`
	Plan   *Plan   `json:"plan,omitempty"`
	// Asked says that the host is asked to make the tournament public.
	Asked bool `json:"asked,omitempty"`
	// Round that was paired, and until when it lasts; Rounds is how many there will be.
	Round  int `json:"round,omitempty"`
	Rounds int `json:"rounds,omitempty"`
	// Secrets are those that the deals of the rounds are made of, in hex, where all tables of a round are dealt alike.
	Secrets []string `json:"secrets,omitempty"`
	Until   int64    `json:"until,omitempty"`
	// Games are those that were paired; Bye has no opponent, and those of Half miss the round for half a point.
	Games []paired `json:"games,omitempty"`
	Bye   string   `json:"bye,omitempty"`
	Half  []string `json:"half,omitempty"`
	// Table has ended, as Finishes say, at the time Finished.
	Table    string   `json:"table,omitempty"`
	Finishes []Finish `json:"finishes,omitempty"`
	Finished int64    `json:"finished,omitempty"`
	Why      string   `json:"why,omitempty"`
}

// paired is a game that was paired: its table, and its people in the order of their seats.
type paired struct {
	Table  string   `json:"table"`
	People []string `json:"people"`
}

// Finish is how a person finished a game.
type Finish struct {
	Person string `json:"person"`
	// Place among the people, from 1; equal places are shared.
	Place int `json:"place"`
	// Absent says that the person never moved.
	Absent bool `json:"absent,omitempty"`
	// Score is what the person had at the end of the game.
	Score int `json:"score,omitempty"`
}

// Kinds of entries.
const (
	kindCreated   = "created"
	kindAllowed   = "allowed" // it is public from now on
	kindJoined    = "joined"
	kindLeft      = "left"
	kindRested    = "rested"  // of an arena: no next game for the person
	kindResumed   = "resumed" // after a rest
	kindSkipped   = "skipped" // of a Swiss tournament: the person misses the next round
	kindUnskipped = "unskipped"
	kindStarted   = "started"
	kindPaired    = "paired"
	kindResult    = "result"
	kindVoid      = "void" // a game is lost without a result
	kindEnded     = "ended"
	kindCancelled = "cancelled"
)

func (e *entry) encode() []byte {
	e.V = version
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return data
}

func decode(data []byte) (*entry, error) {
	e := &entry{}
	if err := json.Unmarshal(data, e); err != nil {
		return nil, err
	}
	if e.V != version {
		return nil, fmt.Errorf("an entry of version %d; this program knows version %d", e.V, version)
	}
	return e, nil
}

// apply changes the tournament as an entry says.
func (t *Tournament) apply(e *entry) error {
	player := t.byPerson[e.Person]
	if e.Person != "" && player == nil && e.Kind != kindJoined {
		return fmt.Errorf("%s: %q does not take part", e.Kind, e.Person)
	}
	switch e.Kind {
	case kindCreated:
		if e.Plan == nil {
			return fmt.Errorf("a tournament without a plan")
		}
		t.Plan, t.Owner, t.Created, t.Status = *e.Plan, e.By, e.At, api.TournamentAnnounced
		t.Asked, t.Listed = e.Asked, e.Plan.Public && !e.Asked
	case kindAllowed:
		t.Asked, t.Listed = false, true
	case kindJoined:
		t.join(e)
	case kindLeft:
		if t.Status == api.TournamentAnnounced {
			t.remove(player)
		} else {
			player.State = Left
		}
	case kindRested:
		player.State = Resting
	case kindResumed:
		player.State, player.Since = In, e.At
	case kindSkipped, kindUnskipped:
		player.Skips = e.Kind == kindSkipped
	case kindStarted:
		t.start(e)
	case kindPaired:
		return t.pair(e)
	case kindResult:
		return t.count(e)
	case kindVoid:
		if g := t.byTable[e.Table]; g != nil && !g.Done {
			t.free(g, e.At)
			g.Done, g.Void = true, true
		}
	case kindEnded:
		t.Status, t.Over = api.TournamentFinished, e.At
		t.Ends = min(t.Ends, e.At)
		if t.InRounds() {
			t.Ends = e.At
		}
	case kindCancelled:
		t.Status, t.Over, t.Why = api.TournamentCancelled, e.At, e.Why
	default:
		return fmt.Errorf("there is no kind of entry %q", e.Kind)
	}
	return nil
}

func (t *Tournament) join(e *entry) {
	if p := t.byPerson[e.Person]; p != nil {
		p.State, p.Since = In, e.At // back after having left
		return
	}
	p := &Player{Person: e.Person, Rating: e.Rating, Guest: e.Guest, State: In, Since: e.At}
	if t.InRounds() && t.Round > 0 {
		p.rounds = append(p.rounds, round{Round: rules.Round{Kind: rules.Half, Points: 1}})
		p.HalfTaken = true
	}
	t.Players = append(t.Players, p)
	t.byPerson[e.Person] = p
}

func (t *Tournament) remove(p *Player) {
	for i, other := range t.Players {
		if other == p {
			t.Players = append(t.Players[:i:i], t.Players[i+1:]...)
			break
		}
	}
	delete(t.byPerson, p.Person)
}

func (t *Tournament) start(e *entry) {
	t.Status, t.Started = api.TournamentRunning, e.At
	if t.Kind == api.TournamentArena {
		t.Ends = e.At + int64(t.Minutes)*60_000
	}
	if t.Begins == 0 {
		t.Begins = e.At
	}
	if e.Rounds > 0 {
		t.Rounds = e.Rounds
	}
	t.secrets = e.Secrets
	for _, p := range t.Players {
		p.Since = max(p.Since, e.At)
	}
}

// pair adds the games of a draw.
func (t *Tournament) pair(e *entry) error {
	for _, one := range e.Games {
		if t.byTable[one.Table] != nil {
			return fmt.Errorf("table %s was paired twice", one.Table)
		}
		g := &Game{Table: one.Table, Round: e.Round, People: one.People, Began: e.At, Until: e.Until}
		for _, person := range one.People {
			p := t.byPerson[person]
			if p == nil || p.Game != nil {
				return fmt.Errorf("%q is not free to be paired", person)
			}
			p.Game = g
		}
		t.Games = append(t.Games, g)
		t.byTable[g.Table] = g
	}
	if !t.InRounds() {
		return nil
	}
	t.Round, t.Ends, t.drawn = e.Round, e.Until, e.At
	for _, p := range t.Players {
		r := round{}
		switch {
		case p.Game != nil && p.Game.Round == e.Round:
			r.game = p.Game
			r.Kind, r.Began = rules.Met, p.Game.People[0] == p.Person
			r.Opponent = p.Game.People[1]
			if !r.Began {
				r.Opponent = p.Game.People[0]
			}
		case p.Person == e.Bye:
			r.Kind, r.Points = rules.Bye, 2
		default:
			for _, person := range e.Half {
				if person == p.Person {
					r.Kind, r.Points, p.HalfTaken = rules.Half, 1, true
				}
			}
		}
		p.Skips = false
		p.rounds = append(p.rounds, r)
	}
	return nil
}

// free lets the people of a game go.
func (t *Tournament) free(g *Game, at int64) {
	for _, person := range g.People {
		if p := t.byPerson[person]; p != nil && p.Game == g {
			p.Game, p.Since = nil, at
		}
	}
}

// count keeps the result of a game. A host can set another.
func (t *Tournament) count(e *entry) error {
	g := t.byTable[e.Table]
	if g == nil {
		return fmt.Errorf("no game at table %s", e.Table)
	}
	if g.Done && e.By == "" {
		return nil // told again
	}
	again := g.Done && !g.Void
	g.Played = g.Played || !g.Done && e.By != ""
	t.free(g, e.At)
	g.Done, g.Void, g.Finishes, g.Finished = true, false, e.Finishes, e.Finished
	if again {
		return nil
	}
	t.finished = append(t.finished, g)
	for _, f := range e.Finishes {
		p := t.byPerson[f.Person]
		if p == nil || !f.Absent || f.Place == 1 {
			continue
		}
		if t.Kind == api.TournamentArena {
			p.State = Resting
		} else if p.Absent++; p.Absent >= mostAbsent {
			p.State = Left
		}
	}
	return nil
}

// mostAbsent is how many games of a Swiss tournament somebody may stay away from who is then out of it.
const mostAbsent = 2
