package api

// Kinds of tournaments.
const (
	TournamentArena = "arena" // as many games as one likes, for a time
	TournamentSwiss = "swiss" // rounds, in which people with equal points meet
	// TournamentDuplicate is like a Swiss one, of matches of Duplicate Duel: all tables of a round are dealt alike, and equal points are told apart by the sum of the differences.
	TournamentDuplicate = "duplicate"
)

// States of a tournament.
const (
	TournamentAnnounced = "announced"
	TournamentRunning   = "running"
	TournamentFinished  = "finished"
	TournamentCancelled = "cancelled"
)

// Reasons why a tournament was called off by itself.
const (
	CancelledTooFew   = "too_few"
	CancelledNotBegun = "not_begun"
)

// TournamentPlan is the body of POST /api/tournaments.
type TournamentPlan struct {
	// Kind is "arena", "swiss" or "duplicate".
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Game is the game as it is rated: duel, pantheon, wonders, architects or dice.
	Game string `json:"game"`
	// Clock of every game; a live one.
	Clock Clock `json:"clock"`
	Rated bool  `json:"rated"`
	// Public asks for a place in the lists of everybody. The host must agree; until then the tournament is open to all who have its link.
	Public bool `json:"public"`
	// Begins is when it begins; 0: when its organiser starts it.
	Begins int64 `json:"begins,omitempty"`
	// Minutes is how long an arena lasts, 20 to 180; 0: an hour.
	Minutes int `json:"minutes,omitempty"`
	// Rounds is how many a Swiss tournament has; 0: as usual for the number of players.
	Rounds int `json:"rounds,omitempty"`
	// Most is how many can take part; 0: 200.
	Most int `json:"most,omitempty"`
	// Plain says that in an arena victories in a row count no more than others.
	Plain bool `json:"plain,omitempty"`
}

// TournamentSummary is a tournament as lists show it.
type TournamentSummary struct {
	ID string `json:"id"`
	TournamentPlan
	// State is "announced", "running", "finished" or "cancelled".
	State string `json:"state"`
	// Asked says that the host has not yet answered whether it may be public.
	Asked bool `json:"asked,omitempty"`
	// Organiser is their name; empty if they have left.
	Organiser string `json:"organiser,omitempty"`
	// Why it was called off: one of the Cancelled words, or what the organiser or the host said.
	Why string `json:"why,omitempty"`
	// Players is how many take part, and First the names of those who are ahead, five at most.
	Players int      `json:"players"`
	First   []string `json:"first"`
	// Podium are the first three of a finished tournament with their points.
	Podium []TournamentPoints `json:"podium,omitempty"`
	// Ends is when an arena ends, or the round of a Swiss tournament; 0 before it begins.
	Ends int64 `json:"ends,omitempty"`
	// Round is the one that is played, from 1.
	Round int `json:"round,omitempty"`
	// Joined says that the client takes part.
	Joined bool `json:"joined,omitempty"`
}

// TournamentPoints is somebody with their points, in halves in a Swiss tournament. A person who was forgotten has no name.
type TournamentPoints struct {
	Name   string `json:"name,omitempty"`
	Points int    `json:"points"`
}

// TournamentList is the answer of GET /api/tournaments.
type TournamentList struct {
	Tournaments []TournamentSummary `json:"tournaments"`
	// Now is the server's clock.
	Now int64 `json:"now"`
}

// Tournament is the answer of GET /api/tournaments/{id}.
type Tournament struct {
	TournamentSummary
	Standings []TournamentRow `json:"standings"`
	// Tables are those where a game is running; in a Swiss tournament, all tables of the round.
	Tables []TournamentTable `json:"tables"`
	// You is what the client has to do with it; left out for somebody without a session.
	You *TournamentYou `json:"you,omitempty"`
	// Deals are those of the rounds of a duplicate tournament, from its beginning on.
	Deals []TournamentDeal `json:"deals,omitempty"`
	// Next is when free players of an arena are paired next.
	Next int64 `json:"next,omitempty"`
	// Now is the server's clock.
	Now int64 `json:"now"`
}

// LiveWatch is what a page says on its socket, GET /api/live: what it shows and wants to hear of.
type LiveWatch struct {
	// Tournament is the id of the one that the page shows; empty: none.
	Tournament string `json:"tournament"`
}

// LiveTournament says that the tournament which the page shows has changed. GET /api/tournaments/{id} tells how.
type LiveTournament struct {
	ID string `json:"id"`
}

// TournamentDeal is how all tables of a round are dealt. Until the round is over, nobody but those who play sees anything of its boards.
type TournamentDeal struct {
	Round int `json:"round"`
	// Commit is the SHA-256 of the secret that the deal is made of, in hex; it is known before the first round is paired. Secret is left out until the round is over.
	Commit string `json:"commit"`
	Secret string `json:"secret,omitempty"`
}

// States of a player.
const (
	PlayerWaits = "waits"
	PlayerPlays = "plays"
	PlayerRests = "rests"
	PlayerLeft  = "left"
)

// Kinds of cells in the standings.
const (
	CellPlayed  = "played"
	CellRunning = "running"
	CellBye     = "bye"  // no opponent was left: a full point
	CellHalf    = "half" // missed, for half a point
	CellMissed  = "missed"
)

// TournamentRow is a player in the standings.
type TournamentRow struct {
	Place int `json:"place"`
	// Name is empty for somebody who was forgotten. Kept says that there is a profile under it.
	Name string `json:"name,omitempty"`
	Kept bool   `json:"kept,omitempty"`
	// Rating is what it was when the player joined; 0 for guests.
	Rating int `json:"rating,omitempty"`
	// Points and Buchholz are in halves in a Swiss tournament.
	Points   int `json:"points"`
	Buchholz int `json:"buchholz,omitempty"`
	// Difference is the sum of the differences of points in all matches (duplicate).
	Difference int              `json:"difference,omitempty"`
	Cells      []TournamentCell `json:"cells"`
	// State is "waits", "plays", "rests" or "left", and Table where the player plays.
	State string `json:"state"`
	Table string `json:"table,omitempty"`
}

// TournamentCell is a game of an arena, or a round of a Swiss tournament.
type TournamentCell struct {
	// Kind is "played", "running", "bye", "half" or "missed".
	Kind   string `json:"kind"`
	Points int    `json:"points"`
	// Opponents are rows of the standings, from 0.
	Opponents []int  `json:"opponents,omitempty"`
	Table     string `json:"table,omitempty"`
	// Doubled says that it counted double, after two victories in a row.
	Doubled bool `json:"doubled,omitempty"`
}

// TournamentTable is a game of a tournament.
type TournamentTable struct {
	Table string `json:"table"`
	// Players are rows of the standings, from 0, in the order of their seats.
	Players []int `json:"players"`
	Began   int64 `json:"began"`
	// Points are what it brought to each, in halves, when it is over (Swiss).
	Points []int `json:"points,omitempty"`
	Over   bool  `json:"over,omitempty"`
	// Sealed says that only those who play there see the table until the round is over (duplicate).
	Sealed bool `json:"sealed,omitempty"`
}

// TournamentYou is what a tournament is to somebody.
type TournamentYou struct {
	// Row is the client's in the standings, from 0; left out if there is none.
	Row *int `json:"row,omitempty"`
	// Joined says that the client takes part, and State is as in the standings.
	Joined bool   `json:"joined"`
	State  string `json:"state,omitempty"`
	// Table is where the client plays.
	Table string `json:"table,omitempty"`
	// Skips says that the client misses the next round, and MaySkip that this brings half a point.
	Skips   bool `json:"skips,omitempty"`
	MaySkip bool `json:"may_skip,omitempty"`
	// MayJoin says that the client can join now; otherwise CannotJoin is the reason word of the refusal.
	MayJoin    bool   `json:"may_join"`
	CannotJoin string `json:"cannot_join,omitempty"`
	// Organises says that the client may start, end and call off, and Hosts that the client is a host of the server.
	Organises bool `json:"organises,omitempty"`
	Hosts     bool `json:"hosts,omitempty"`
}

// What somebody wants in a tournament.
const (
	WantPlay = "play" // join, or go on after a rest
	WantRest = "rest" // no next game for now (arena)
	WantSkip = "skip" // miss the next round for half a point (Swiss)
)

// TournamentWish is the body of PUT /api/tournaments/{id}/me.
type TournamentWish struct {
	// Want is "play", "rest" or "skip".
	Want string `json:"want"`
}

// What organisers and hosts do.
const (
	DoStart  = "start"
	DoEnd    = "end"    // an arena ends now; what was played counts
	DoCancel = "cancel" // it is called off
	DoAllow  = "allow"  // a host makes it public
	DoResult = "result" // a host sets the result of a game
)

// TournamentDeed is the body of POST /api/tournaments/{id}/deeds.
type TournamentDeed struct {
	// Do is "start", "end", "cancel", "allow" or "result".
	Do string `json:"do"`
	// Why says why it is called off, or why a result is set.
	Why string `json:"why,omitempty"`
	// Table names the game whose result is set. Winner is the winner's name; without one the victory is shared.
	Table  string `json:"table,omitempty"`
	Winner string `json:"winner,omitempty"`
}
