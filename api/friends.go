package api

// What two people are to each other.
const (
	FriendNone   = ""       // nothing
	FriendAsked  = "asked"  // the client has asked to be friends
	FriendWanted = "wanted" // the other has asked the client
	FriendBoth   = "friend" // they are friends
)

// FriendList is the answer of GET /api/friends: the client's friends, and what others ask of the client.
type FriendList struct {
	// Friends are those who are here first, then by name.
	Friends []Friend `json:"friends"`
	// Wanted are the names of people who want to be the client's friends, and Asked those whom the client has asked.
	Wanted []string `json:"wanted"`
	Asked  []string `json:"asked"`
	// Asks are tables to which the client is asked.
	Asks []Ask `json:"asks"`
}

// Friend is a friend of the client.
type Friend struct {
	Name string `json:"name"`
	// Here says that the friend was here a moment ago; false also if the friend does not tell.
	Here bool `json:"here"`
	// Table is a game of the friend that everybody may watch, and Game what is played there as it is rated; empty if there is none.
	Table string `json:"table,omitempty"`
	Game  string `json:"game,omitempty"`
}

// AskRequest is the body of POST /api/asks: the client asks somebody to a table at which the client sits.
type AskRequest struct {
	Name  string `json:"name"`
	Table string `json:"table"`
}

// Ask is a table to which somebody is asked.
type Ask struct {
	ID string `json:"id"`
	// From is the name of whoever asks.
	From string `json:"from"`
	// Game is the game as it is rated; empty if it has options with which it is not. Rated says that it counts.
	Game  string `json:"game"`
	Rated bool   `json:"rated"`
	// Table is the table. A client that says yes may sit down there.
	Table string `json:"table"`
	// Left is for how many milliseconds the client is asked.
	Left int64 `json:"left"`
}
