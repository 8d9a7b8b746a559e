package duplicate

import "mirabilia/game"

// categoryIDs are the columns of the score sheet: what each board gives.
var categoryIDs = [numBoards]string{"board_1", "board_2"}

// The ways to win a match. Boards are won in Duel's ways, or by resignation or time.
const (
	wonByPoints      = "points"
	wonByTieBreak    = "tie_break"
	wonByShared      = "shared"
	wonByResignation = "resignation"
	wonByTime        = "time"
)

// mostPoints is what a board gives at most, and what supremacy, resignation and time give.
const mostPoints = 30

// boardOutcome is what a board gives.
type boardOutcome struct {
	// points are those of seat 0 of the table; seat 1 has as many less than none.
	points int16
	// winners are seats of the table; wonBy is empty while the board is played.
	winners   game.Seats
	wonBy     string
	supremacy bool
}

// outcome returns what a board gives, or would give by the points so far.
func (s *State) outcome(board int) (o boardOutcome) {
	if f := s.given[board]; f.how != playedOn {
		o.wonBy = wonByResignation
		if f.how == timedOut {
			o.wonBy = wonByTime
		}
		o.win(game.Seat(1 - f.by))
		return o
	}
	res := s.boards[board].Result()
	first := swapped(board, 0)
	o.points = max(-mostPoints, min(mostPoints, res.Score[first]-res.Score[1-first]))
	if !res.Over {
		return o
	}
	o.wonBy, o.winners = res.WonBy, onTable(board, res.Winners())
	if o.supremacy = res.WonBy == "military" || res.WonBy == "science"; o.supremacy {
		o.win(o.winners.First())
	}
	return o
}

// win gives a board to a seat with all that it can give.
func (o *boardOutcome) win(seat game.Seat) {
	o.winners = game.SeatSet(seat)
	if o.points = mostPoints; seat == 1 {
		o.points = -mostPoints
	}
}

// Result returns the outcome of the match; before its end, the standing by the points so far.
func (s *State) Result() game.Result {
	var res game.Result
	var supremacies [game.MaxSeats]int16
	for i := range s.boards {
		o := s.outcome(i)
		res.Parts[0][i], res.Parts[1][i] = o.points, -o.points
		if o.supremacy {
			supremacies[o.winners.First()]++
		}
	}
	for seat := range s.Seats() {
		res.Score[seat] = res.Parts[seat][0] + res.Parts[seat][1]
	}
	how := res.Rank(s.Seats(), supremacies)
	if !s.ended(0) || !s.ended(1) {
		return res
	}
	res.Over, res.WonBy = true, how
	if how == wonByShared {
		return res
	}
	loser := uint8(1 - res.Winners().First())
	for _, f := range s.given {
		switch {
		case f.how == playedOn || f.by != loser:
		case f.how == timedOut:
			res.WonBy = wonByTime
			return res
		default:
			res.WonBy = wonByResignation
		}
	}
	return res
}
