package api

// Rating is how strong a person is at a game, and how sure that is.
type Rating struct {
	// Game is the game as it is rated: Duel with Pantheon has a rating of its own.
	Game string `json:"game"`
	// Points is the estimate; the true strength lies within Margin of it, 19 times of 20.
	Points int `json:"points"`
	Margin int `json:"margin"`
	// Provisional says that it rests on too little to be compared.
	Provisional bool `json:"provisional"`
	// Games is how many rated games it rests on.
	Games int `json:"games"`
}

// Reasons why a game does not count.
const (
	UnratedFriendly   = "friendly"   // the table is not rated
	UnratedGuest      = "guest"      // somebody's name was not their own when the game began
	UnratedMet        = "met"        // two of the people have played their rated games of the day with each other
	UnratedRestricted = "restricted" // the host allows somebody friendly games only
	UnratedUnplayed   = "unplayed"   // the game ended before everybody had moved
	UnratedGroup      = "group"      // the same people have played their rated games of the week with each other
	UnratedGivenUp    = "given_up"   // somebody gave up several games of this day at once
	UnratedHost       = "host"       // a host has taken the game out of the ratings
)

// TableRating is the answer of GET /api/tables/{id}/rating: what is at stake at a table, or what its game has changed.
type TableRating struct {
	// Rated says that the game counts; Why says why not.
	Rated bool   `json:"rated"`
	Why   string `json:"why,omitempty"`
	// Seats are those of people whose names are their own.
	Seats []SeatRating `json:"seats"`
}

// SeatRating is what is at stake for a person.
type SeatRating struct {
	Seat int `json:"seat"`
	// Before is the rating before the game, and After the one that it led to; nil while it is played.
	Before Rating  `json:"before"`
	After  *Rating `json:"after,omitempty"`
	// First and Last are by how many points the rating would change with the first and with the last place. Both are 0 if the game does not count.
	First int `json:"first"`
	Last  int `json:"last"`
}
