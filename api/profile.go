package api

// Who may see or do something.
const (
	SeenByAll     = "all"     // everybody
	SeenByNamed   = "named"   // people who have kept their name
	SeenByFriends = "friends" // friends
	SeenByNobody  = "nobody"  // nobody
)

// Privacy is what a person decides about who may know and ask what: the body of PATCH /api/me, and part of Me.
type Privacy struct {
	// Profile says who may see the person's profile: all, named or friends. Only those whom everybody may see are in leaderboards.
	Profile string `json:"profile"`
	// Presence says who may see that the person is here: all, friends or nobody.
	Presence string `json:"presence"`
	// Asked says who may ask the person to a table: all or friends.
	Asked string `json:"asked"`
}

// Profile is the answer of GET /api/people/{name}: what a person's name stands for.
type Profile struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	// Since is when the name became the person's own.
	Since int64 `json:"since"`
	// You says that it is the client's own.
	You bool `json:"you"`
	// Friend is what the person is to the client: one of the Friend words.
	Friend string `json:"friend,omitempty"`
	// Here says that the person was here a moment ago; false also if the person does not tell. Table is a game of theirs that everybody may watch, and Playing
	// what is played there as it is rated.
	Here    bool   `json:"here"`
	Table   string `json:"table,omitempty"`
	Playing string `json:"playing,omitempty"`
	// MayAsk says that the client may ask the person to a table.
	MayAsk bool `json:"may_ask"`
	// Played is how many of the latest games with other people were looked at, at most 50, and Finished how many of them the person did not leave, by
	// going away or running out of time. Somebody who held up a game before counts as having left two.
	Played   int `json:"played"`
	Finished int `json:"finished"`
	// Pace is how many milliseconds the person usually takes for a move: in games at days per move if PaceDays says so, otherwise in live ones. 0: too few games say it.
	Pace     int64 `json:"pace,omitempty"`
	PaceDays bool  `json:"pace_days,omitempty"`
	// Scores are those of the games in which the person has played rated ones.
	Scores []Score `json:"scores"`
	// Recent are the latest games that were public or rated, or at which the client sat, too.
	Recent []RecentGame `json:"recent"`
}

// Score is a rating with what it rests on.
type Score struct {
	Rating
	// Won is how many of the rated games were won, alone or shared.
	Won int `json:"won"`
	// Place is the person's among Of people in the leaderboard; 0: not listed.
	Place int `json:"place"`
	Of    int `json:"of"`
	// Change is by how many points the rating has changed in 30 days.
	Change int `json:"change"`
}

// RecentGame is a finished game of a person.
type RecentGame struct {
	Table TableSummary `json:"table"`
	// Seat is the person's.
	Seat int `json:"seat"`
	// Rated says that the game counted, and Change by how many points it changed the person's rating.
	Rated  bool `json:"rated"`
	Change int  `json:"change"`
}

// ProfileGame is the answer of GET /api/people/{name}/games/{game}: a person at one game.
type ProfileGame struct {
	// Game is the game as it is rated.
	Game string `json:"game"`
	// History is the rating after each of the latest rated games, the oldest first.
	History []RatingPoint `json:"history"`
	// Bots are the levels of bots on the same scale, the weakest first.
	Bots []BotRating `json:"bots"`
	// Played is how many of the latest games with people, rated or not, the following counts.
	Played int `json:"played"`
	// Ways are how games of two were won and lost, the most frequent first.
	Ways []WayCount `json:"ways"`
	// Places are how often the person was first, second and so on at tables of more than two.
	Places []int `json:"places"`
	// Began is in how many games of two the person had the first seat, and WonBegun how many of these were won.
	Began    int `json:"began"`
	WonBegun int `json:"won_begun"`
	// Score is the mean of the person's points in games that were counted to the end, and Parts those of the categories, in tenths; nothing if there were none.
	Score int          `json:"score,omitempty"`
	Parts []PartOfMean `json:"parts,omitempty"`
	// Wonders are those that the person has built or played ten times or more, the most frequent first; at most four.
	Wonders []WonderCount `json:"wonders"`
	// AgainstBots is how many games against bots alone there were, and WonAgainstBots how many of them were won.
	AgainstBots    int `json:"against_bots"`
	WonAgainstBots int `json:"won_against_bots"`
	// Both is how the client has played against the person; nil for oneself and for people without a name of their own.
	Both *Both `json:"both,omitempty"`
}

// Ranks is the answer of GET /api/ranks/{game}: a page of a leaderboard.
type Ranks struct {
	// Game is the game as it is rated.
	Game string `json:"game"`
	// People are at most 50, the strongest first.
	People []Ranked `json:"people"`
	// Page is which page it is, of Pages.
	Page  int `json:"page"`
	Pages int `json:"pages"`
	// Of is how many people are listed: certain to within 150 points, with a rated game in the last 60 days, and a profile that everybody may see. Others
	// is how many play, but are not certain yet.
	Of     int `json:"of"`
	Others int `json:"others"`
	// Few says that too few are listed for a leaderboard: People are all who play, and those who are not certain follow without a place.
	Few bool `json:"few"`
	// You is the client's own row, wherever it is; nil if the client is not listed.
	You *Ranked `json:"you,omitempty"`
	// Bots are the levels of bots on the same scale, the weakest first.
	Bots []BotRating `json:"bots"`
	// BotsEstimated says that too few games of people against bots are known yet to place them: their distances are measured, but where they all are among people is estimated.
	BotsEstimated bool `json:"bots_estimated"`
}

// Ranked is a person in a leaderboard.
type Ranked struct {
	Score
	Name string `json:"name"`
	// You says that it is the client.
	You bool `json:"you"`
}

// RatingPoint is a rating at a time.
type RatingPoint struct {
	At     int64 `json:"at"`
	Points int   `json:"points"`
	Margin int   `json:"margin"`
}

// BotRating is the place of a level of bots on the scale.
type BotRating struct {
	Level  int `json:"level"`
	Points int `json:"points"`
}

// WayCount is how often games were won and lost in a way.
type WayCount struct {
	WonBy string `json:"won_by"`
	Won   int    `json:"won"`
	Lost  int    `json:"lost"`
}

// PartOfMean is the mean of a category's points, in tenths.
type PartOfMean struct {
	Category string `json:"category"`
	Mean     int    `json:"mean"`
}

// WonderCount is how often somebody has built a wonder, or played its city, and won.
type WonderCount struct {
	Wonder string `json:"wonder"`
	Built  int    `json:"built"`
	Won    int    `json:"won"`
}

// How a game between two people ended for one of them.
const (
	EndWon    = "won"
	EndLost   = "lost"
	EndShared = "shared"
)

// Both is how two people have played against each other, as the client sees it.
type Both struct {
	Won    int `json:"won"`
	Lost   int `json:"lost"`
	Shared int `json:"shared"`
	// Last are how the last five games ended, the latest last.
	Last []string `json:"last"`
	// Chance is the client's to finish before the person today, in percent; 0 if one of them has no rating.
	Chance int `json:"chance"`
}
