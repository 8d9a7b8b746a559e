// Package tournament runs tournaments: arenas, and Swiss tournaments. Each is a journal in the store, and what it is follows from its entries: who takes part, which
// games were paired, how they ended. A node that adds to it names the last entry, so any node can take the next step, two never take the same one, and a restart changes
// nothing. Who meets whom, and how results are counted, is decided by tournament/rules. It knows nothing of HTTP. Its errors are refusals (game.Error), or the store's.
package tournament

import (
	"math"
	"slices"

	"mirabilia/api"
	"mirabilia/tournament/rules"
)

// Tournament is a tournament as its journal tells it.
type Tournament struct {
	ID string
	Plan
	// Owner is who organises it.
	Owner string
	// Status is one of the words of the API.
	Status string
	// Listed says that it is in the lists of everybody, and Asked that the host is asked for it.
	Listed, Asked bool
	// Created, Started and Over are when it was announced, began and was over, in Unix milliseconds; 0: not yet. Ends is when an arena ends, or the round of a Swiss
	// tournament.
	Created, Started, Over, Ends int64
	// Round is the round that was paired last, from 1.
	Round int
	// Why it was called off.
	Why string
	// Players are in the order in which they joined, Games in the order in which they were paired.
	Players []*Player
	Games   []*Game

	// seq is the number of the last entry.
	seq int64
	// secrets are those of the deals by round, where all tables of a round are dealt alike.
	secrets []string
	// drawn is when the last round was paired.
	drawn    int64
	byPerson map[string]*Player
	byTable  map[string]*Game
	// finished are the games that have ended, in this order.
	finished []*Game
}

// Player is somebody who takes part.
type Player struct {
	Person string
	// Rating is what it was when the player joined.
	Rating float64
	Guest  bool
	State  State
	// Since is from when on the player waits for a game.
	Since int64
	// Game is the one that runs; nil: none.
	Game *Game
	// Skips says that the player misses the next round, and HalfTaken that half a point was given for one already.
	Skips, HalfTaken bool
	// Absent is how many games the player stayed away from.
	Absent int
	rounds []round
}

// State says whether a player is paired.
type State uint8

const (
	In State = iota
	// Resting are those who take no next game of an arena for now.
	Resting
	// Left are those who do not come back, unless they join again.
	Left
)

// round is a round of a player; game is nil in a round without one.
type round struct {
	rules.Round
	game *Game
}

// Game is a game of a tournament.
type Game struct {
	Table string
	Round int
	// People are in the order of their seats.
	People []string
	Began  int64
	// Until is when it must be over; 0: never.
	Until int64
	// Done says that it is over, and Void that it was lost without a result.
	Done, Void bool
	// Played says that people may still play it although its result stands, because a host set that before the end.
	Played   bool
	Finishes []Finish
	Finished int64
}

func newTournament(id string) *Tournament {
	return &Tournament{ID: id, byPerson: map[string]*Player{}, byTable: map[string]*Game{}}
}

// Player returns somebody who takes part; nil if they do not.
func (t *Tournament) Player(person string) *Player { return t.byPerson[person] }

// Seq is the number of the last entry of its journal.
func (t *Tournament) Seq() int64 { return t.seq }

// IsOver reports whether it has ended or was called off.
func (t *Tournament) IsOver() bool { return t.Over > 0 }

// place returns the place of a person in a game, from 0, and whether the first place is shared.
func (g *Game) place(person string) (place int, shared bool) {
	first := 0
	for _, f := range g.Finishes {
		if f.Place == 1 {
			first++
		}
		if f.Person == person {
			place = f.Place - 1
		}
	}
	return place, place == 0 && first > 1
}

// Points returns what a game of two brings to a person, in halves. A game without a result is shared.
func (g *Game) Points(person string) int {
	place, shared := g.place(person)
	switch {
	case g.Void || shared:
		return 1
	case place == 0:
		return 2
	}
	return 0
}

// difference returns by how much a person was ahead at the end of a game of two.
func (g *Game) difference(person string) (n int) {
	if g.Void || len(g.Finishes) != 2 {
		return 0
	}
	for _, f := range g.Finishes {
		if f.Person == person {
			n += f.Score
		} else {
			n -= f.Score
		}
	}
	return n / 2 // the scores of a match are a difference each, seen from both sides
}

// Standing is a player's place.
type Standing struct {
	*Player
	// Place counts from 1; players whom nothing tells apart share it.
	Place int
	// Points are those of the arena, or in halves those of the Swiss tournament, as are Buchholz.
	Points, Buchholz, Wins int
	// Difference is the sum of the differences of all games, where that counts.
	Difference int
	Cells      []Cell
}

// Cell is a game or a round in the standings.
type Cell struct {
	// Kind is one of the words of the API.
	Kind   string
	Points int
	// Opponents are those at the table; empty in a round without a game.
	Opponents []string
	// Table is where it was or is played.
	Table string
	// Doubled says that it counted double, after victories in a row.
	Doubled bool
}

// Standings returns the standings as they are now, the first place first.
func (t *Tournament) Standings() []Standing {
	if t.Kind == api.TournamentArena {
		return t.arenaStandings()
	}
	return t.swissStandings()
}

func (t *Tournament) swissStandings() []Standing {
	entrants := t.entrants(func(*Player) bool { return true })
	list := make([]Standing, len(entrants))
	order := rules.SwissStandings
	if t.DealtAlike() {
		order = rules.DuplicateStandings
	}
	for i, s := range order(entrants) {
		p := t.byPerson[s.Entrant.ID]
		list[i] = Standing{Player: p, Place: s.Place, Points: s.Points, Buchholz: s.Buchholz, Wins: s.Wins, Difference: s.Difference}
		for _, r := range p.rounds {
			cell := Cell{Kind: cellKinds[r.Kind], Points: r.Points}
			if r.game != nil {
				cell.Opponents, cell.Table = []string{r.Opponent}, r.game.Table
				if cell.Points = r.game.Points(p.Person); !r.game.Done {
					cell.Kind, cell.Points = api.CellRunning, 0
				}
			}
			list[i].Cells = append(list[i].Cells, cell)
		}
	}
	return list
}

var cellKinds = map[rules.Kind]string{rules.Missed: api.CellMissed, rules.Met: api.CellPlayed, rules.Bye: api.CellBye, rules.Half: api.CellHalf}

// entrants returns players as the rules of the Swiss tournament know them, with the rounds that are over.
func (t *Tournament) entrants(which func(*Player) bool) (list []rules.Entrant) {
	for _, p := range t.Players {
		if !which(p) {
			continue
		}
		e := rules.Entrant{ID: p.Person, Rating: p.Rating}
		for _, r := range p.rounds {
			if r.game != nil {
				if !r.game.Done {
					continue
				}
				r.Points = r.game.Points(p.Person)
				if t.DealtAlike() {
					r.Difference = r.game.difference(p.Person)
				}
			}
			e.Rounds = append(e.Rounds, r.Round)
		}
		list = append(list, e)
	}
	return list
}

// contenders returns the players as the rules of the arena know them.
func (t *Tournament) contenders() []rules.Contender {
	list := make([]rules.Contender, len(t.Players))
	at := make(map[string]*rules.Contender, len(t.Players))
	for i, p := range t.Players {
		list[i] = rules.Contender{ID: p.Person, Rating: p.Rating}
		at[p.Person] = &list[i]
	}
	for _, g := range t.finished {
		if !t.counts(g) {
			continue
		}
		for seat, person := range g.People {
			c := at[person]
			if c == nil {
				continue
			}
			f := rules.Fought{Began: g.Began, First: seat == 0}
			f.Place, f.Shared = g.place(person)
			for _, other := range g.People {
				if other == person {
					continue
				}
				f.Opponents = append(f.Opponents, other)
				if p := t.byPerson[other]; p != nil {
					f.Ratings = append(f.Ratings, p.Rating)
				}
			}
			c.Games = append(c.Games, f)
		}
	}
	return list
}

// counts reports whether a game of an arena counts: whatever ended after the arena does not.
func (t *Tournament) counts(g *Game) bool { return !g.Void && g.Finished <= t.Ends }

func (t *Tournament) arenaStandings() []Standing {
	contenders := t.contenders()
	tables := make(map[string][]string)
	for _, g := range t.finished {
		if t.counts(g) {
			for _, person := range g.People {
				tables[person] = append(tables[person], g.Table)
			}
		}
	}
	list := make([]Standing, len(contenders))
	for i, r := range rules.ArenaRanks(contenders, t.Plain) {
		c := r.Contender
		list[i] = Standing{Player: t.byPerson[c.ID], Place: r.Place, Points: r.Points}
		for k, points := range rules.ArenaPoints(c.Games, t.Plain) {
			f := c.Games[k]
			cell := Cell{Kind: api.CellPlayed, Points: points, Opponents: f.Opponents, Table: tables[c.ID][k]}
			if len(f.Opponents) == 1 {
				if won := f.Place == 0 && !f.Shared; won {
					list[i].Wins++
					cell.Doubled = points > 2
				} else {
					cell.Doubled = points > 1
				}
			} else if f.Place == 0 {
				list[i].Wins++
			}
			list[i].Cells = append(list[i].Cells, cell)
		}
	}
	// Whoever joined and left without a game is not in the standings.
	return slices.DeleteFunc(list, func(s Standing) bool { return s.State == Left && len(s.Cells) == 0 && s.Game == nil })
}

// Running returns the games that are played now.
func (t *Tournament) Running() (list []*Game) {
	for _, g := range t.Games {
		if !g.Done {
			list = append(list, g)
		}
	}
	return list
}

// NextPairing returns when the free players of an arena are paired next.
func (t *Tournament) NextPairing(now int64) int64 {
	every := float64(pairEvery.Milliseconds())
	return t.Started + int64(math.Floor(float64(now-t.Started)/every)+1)*int64(every)
}

// wake returns when the tournament has something to do by itself; 0: never.
func (t *Tournament) wake() int64 {
	switch {
	case t.IsOver():
		return 0
	case t.Status == api.TournamentRunning:
		return 1 // it is looked at all the time
	case t.Begins > 0:
		return t.Begins
	}
	return t.Created + startWithin.Milliseconds()
}
