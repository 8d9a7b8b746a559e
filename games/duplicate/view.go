package duplicate

import "mirabilia/games/duel"

// Match is what a seat, a spectator or the open viewer sees of a match. Inside the view of a board seats are those of the board; everywhere else they are
// those of the table.
type Match struct {
	Boards [numBoards]MatchBoard `json:"boards"`
	// Sum of the points of both boards now, from the side of seat 0. It follows from what everyone sees; pages leave it out while a rated match is
	// played.
	Sum int `json:"sum"`
	// Supremacies are the boards won by war or science, by seat. They decide when the sum is 0.
	Supremacies [2]int `json:"supremacies"`
}

// MatchBoard is one board of a match.
type MatchBoard struct {
	// Board is its number, 1 or 2.
	Board int `json:"board"`
	// Seats are the seats of the table by those of the board: on the second board they are swapped.
	Seats [2]int `json:"seats"`
	// State is "open" (its seat must decide), "waiting" (it is a whole turn ahead of the other board) or "over".
	State string `json:"state"`
	// Turn is how many turns are complete. A turn is the run of decisions of one seat: extra turns and choices belong to it.
	Turn int `json:"turn"`
	// Owing is the seat of the table that decides next on this board, also while it waits; null when it is over.
	Owing *int `json:"owing"`
	// Points that the board gives now, from the side of seat 0: -30 to 30.
	Points int `json:"points"`
	// View is the board as the viewer sees it. Its moves are to be played with the board's number before them: "1:b:walls".
	View duel.View `json:"view"`
	// Outcome is null until the board is over.
	Outcome *BoardOutcome `json:"outcome"`
}

// BoardOutcome is how a board ended. One that was given up stays as it was, and its view does not say that it is over.
type BoardOutcome struct {
	// Winners are seats of the table.
	Winners []int `json:"winners"`
	// WonBy is one of Duel's ways to win, or "resignation" or "time".
	WonBy string `json:"won_by"`
	// Points that the board gives seat 0; seat 1 loses as many.
	Points int `json:"points"`
}
