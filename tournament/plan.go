package tournament

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/rating"
)

// Plan is what a tournament is announced with. Its words are the journal's own.
type Plan struct {
	// Kind is api.TournamentArena, api.TournamentSwiss or api.TournamentDuplicate.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Game is the game as it is rated, see rating.Models.
	Game string `json:"game"`
	// Base and Increment are the clock of every player, in seconds.
	Base      int  `json:"base"`
	Increment int  `json:"increment,omitempty"`
	Rated     bool `json:"rated,omitempty"`
	// Public says that it is meant to be in the lists of everybody.
	Public bool `json:"public,omitempty"`
	// Begins is when it begins, in Unix milliseconds; 0: when the organiser starts it.
	Begins int64 `json:"begins,omitempty"`
	// Minutes is how long an arena lasts.
	Minutes int `json:"minutes,omitempty"`
	// Rounds is how many rounds a Swiss tournament has; 0: as usual for the number of its players.
	Rounds int `json:"rounds,omitempty"`
	// Most is how many can take part.
	Most int `json:"most"`
	// Plain says that victories in a row count no more than others.
	Plain bool `json:"plain,omitempty"`
}

// Limits of a plan.
const (
	minName, maxName       = 2, 40
	minMinutes, maxMinutes = 20, 180
	maxRounds              = 15
	minMost, maxMost       = 2, 500
	// maxAhead is how long before its beginning a tournament can be announced, and startWithin how long one waits that is started by hand.
	maxAhead, startWithin = 90 * 24 * time.Hour, 24 * time.Hour
	// A clock has at least minBase seconds; in an arena, which is live, at most arenaBase and arenaIncrement.
	minBase, maxBase, maxIncrement = 60, 7 * 24 * 3600, 24 * 3600
	arenaBase, arenaIncrement      = 1800, 60
)

// settle checks a plan and fills in what it leaves open.
func (p *Plan) settle(now int64) error {
	p.Name = strings.Join(strings.Fields(strings.ToValidUTF8(p.Name, "")), " ")
	arena := p.Kind == api.TournamentArena
	if p.Most == 0 {
		p.Most = 200
	}
	if arena && p.Minutes == 0 {
		p.Minutes = 60
	}
	longest, most := maxBase, maxIncrement
	if arena {
		longest, most = arenaBase, arenaIncrement
	}
	switch length := utf8.RuneCountInString(p.Name); {
	case !arena && p.Kind != api.TournamentSwiss && p.Kind != api.TournamentDuplicate:
		return game.Refuse(game.Invalid, "bad_tournament_kind", "a tournament is of the kind %s, %s or %s, not %q", api.TournamentArena, api.TournamentSwiss, api.TournamentDuplicate, p.Kind)
	case length < minName || length > maxName || strings.ContainsFunc(p.Name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return game.Refuse(game.Invalid, "bad_tournament_name", "the name of a tournament has %d to %d visible characters", minName, maxName)
	case rating.Models[p.Game] == nil:
		return game.Refuse(game.Invalid, "bad_tournament_game", "there is no game %q to play a tournament of; there are: duel, pantheon, wonders, architects, dice", p.Game)
	case p.Kind == api.TournamentDuplicate && Seats(p.Game) > 2:
		return game.Refuse(game.Invalid, "bad_tournament_game", "a duplicate tournament is played with Duel or Pantheon")
	case !arena && leastSeats(p.Game) > 2:
		return game.Refuse(game.Invalid, "bad_tournament_game", "a Swiss tournament is played by two at a table, which 7 Wonders does not know; choose an arena")
	case p.Base < minBase || p.Base > longest || p.Increment < 0 || p.Increment > most:
		return game.Refuse(game.Invalid, "bad_tournament_clock", "a clock here has a base of %d to %d seconds and an increment of 0 to %d", minBase, longest, most)
	case p.Begins != 0 && (p.Begins < now-time.Minute.Milliseconds() || p.Begins > now+maxAhead.Milliseconds()):
		return game.Refuse(game.Invalid, "bad_tournament_time", "a tournament begins within the next 90 days, or when you start it")
	case arena && (p.Minutes < minMinutes || p.Minutes > maxMinutes):
		return game.Refuse(game.Invalid, "bad_tournament_length", "an arena lasts %d to %d minutes, not %d", minMinutes, maxMinutes, p.Minutes)
	case !arena && (p.Rounds < 0 || p.Rounds > maxRounds):
		return game.Refuse(game.Invalid, "bad_tournament_rounds", "a Swiss tournament has 1 to %d rounds, or the usual number with 0, not %d", maxRounds, p.Rounds)
	case p.Most < minMost || p.Most > maxMost:
		return game.Refuse(game.Invalid, "bad_tournament_size", "%d to %d people can take part, not %d", minMost, maxMost, p.Most)
	}
	if arena {
		p.Rounds = 0
	} else {
		p.Minutes, p.Plain = 0, false
	}
	return nil
}

// InRounds reports whether it is played in rounds, as a Swiss tournament is.
func (p *Plan) InRounds() bool { return p.Kind != api.TournamentArena }

// DealtAlike reports whether all tables of a round are dealt alike.
func (p *Plan) DealtAlike() bool { return p.Kind == api.TournamentDuplicate }

// Seats is how many seats the tables of an arena have at best. In a Swiss tournament there are always two.
func Seats(game string) int {
	if game == "duel" || game == "pantheon" {
		return 2
	}
	return 4
}

// leastSeats is how few can play a game.
func leastSeats(game string) int {
	if game == "wonders" {
		return 3
	}
	return 2
}

// movesOfGame is how many increments the time of a round allows for, of both players together.
const movesOfGame = 72

// roundTime is how long a round of a Swiss tournament lasts at most.
func (p *Plan) roundTime() time.Duration {
	return time.Duration(2*p.Base+movesOfGame*p.Increment) * time.Second
}

// FirstMove is within how many seconds the first move must be made; 0: any time.
func (p *Plan) FirstMove() int {
	if p.Kind == api.TournamentArena {
		return 30
	}
	return 0
}
