package api

// Whom a server's home page offers first.
const (
	MeetPeople = "people" // the large button looks for people
	MeetBots   = "bots"   // the large button plays a bot: nobody has looked for people for a day, or the host wants it so
)

// SeekRequest is the body of POST /api/seeks: what the client looks for.
type SeekRequest struct {
	// Game is the game as it is rated: Duel with Pantheon has one of its own.
	Game string `json:"game"`
	// Days asks for a game at two days per move; otherwise it is live, 15 minutes and 5 seconds per move for each.
	Days bool `json:"days"`
	// Rated asks for a rated game; only for people who have kept their name.
	Rated bool `json:"rated"`
	// Bots agrees to begin with bots in the open seats if not enough people come.
	Bots bool `json:"bots"`
}

// Seek is somebody who looks for opponents.
type Seek struct {
	SeekRequest
	ID string `json:"id"`
	// Since is when it began. Low and High are between which ratings it looks now.
	Since int64 `json:"since"`
	Low   int   `json:"low"`
	High  int   `json:"high"`
	// Usual is for how many milliseconds people usually wait for it; left out if too few have.
	Usual int64 `json:"usual,omitempty"`
	// Seats is how many seats the table will have.
	Seats int `json:"seats"`
}

// Called is somebody whom a call concerns.
type Called struct {
	Name   string  `json:"name"`
	You    bool    `json:"you"`
	Yes    bool    `json:"yes"`
	Rating *Rating `json:"rating,omitempty"`
}

// Call is a game that was found.
type Call struct {
	ID    string `json:"id"`
	Game  string `json:"game"`
	Days  bool   `json:"days"`
	Rated bool   `json:"rated"`
	// Left is how many milliseconds are left to answer.
	Left   int64    `json:"left"`
	People []Called `json:"people"`
	// Bots is how many seats bots take.
	Bots int `json:"bots"`
	// Table is the table, once everybody has sat down.
	Table string `json:"table,omitempty"`
}

// PoolCount is how many people look for the same.
type PoolCount struct {
	Game  string `json:"game"`
	Days  bool   `json:"days"`
	Rated bool   `json:"rated"`
	// Waiting is how many there are, and Bots how many of them would begin with bots.
	Waiting int `json:"waiting"`
	Bots    int `json:"bots"`
}

// Seeking is the answer of GET /api/seeks: what the client looks for, and who else does.
type Seeking struct {
	Seeks []Seek `json:"seeks"`
	// Call goes out to the client; nil if none does.
	Call  *Call       `json:"call,omitempty"`
	Pools []PoolCount `json:"pools"`
}

// CallAnswer is the body of POST /api/calls/{id}.
type CallAnswer struct {
	Accept bool `json:"accept"`
}
