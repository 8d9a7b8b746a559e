package api

// Turns is the answer of GET /api/turns: the games that wait for the client. A page that is in front asks it now and then; while it does, nothing is sent to the
// person's devices.
type Turns struct {
	// Count is how many there are, and Next the one with the least time left; left out if there is none.
	Count int    `json:"count"`
	Next  string `json:"next,omitempty"`
	// Title says that the person wants the page's title and icon to tell.
	Title bool `json:"title"`
	// Passkey is when the last passkey was added to the account, so that a page that is open asks anew who it is; left out if it was the first.
	Passkey int64 `json:"passkey,omitempty"`
}

// Push is the answer of GET /api/push: how the client is told things while no page of theirs is in front.
type Push struct {
	// Key is the key of the server that a browser subscribes with (applicationServerKey), in base64url.
	Key     string       `json:"key"`
	Devices []PushDevice `json:"devices"`
	Notices Notices      `json:"notices"`
	// Decided says that the person has been here before: the notices are their own and not the usual.
	Decided bool `json:"decided"`
	Away    Away `json:"away"`
}

// Away is a person's holiday. Their clocks of days are stopped during it.
type Away struct {
	Away bool `json:"away"`
	// Until is when it ends at the latest; left out if there is none.
	Until int64 `json:"until,omitempty"`
	// Left is how many days are left of this year's.
	Left int `json:"left"`
}

// AwayRequest is the body of PUT /api/away: it begins a holiday, or ends it.
type AwayRequest struct {
	Away bool `json:"away"`
}

// PushDevice is a browser on which the person is told things.
type PushDevice struct {
	ID    string `json:"id"`
	Agent string `json:"agent"`
	Since int64  `json:"since"`
	// Reached is when its push service last took a message; left out if never.
	Reached int64 `json:"reached,omitempty"`
	// Here says that it is the client's own.
	Here bool `json:"here"`
}

// PushSubscription is the body of PUT /api/push: where the browser can be reached, as its PushManager says.
type PushSubscription struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
}

// Notices are what a person wants to be told, and when: the body of PUT /api/notices.
type Notices struct {
	// Lang is the language of messages, and Zone the person's time zone, such as Europe/Budapest.
	Lang string `json:"lang"`
	Zone string `json:"zone"`
	// Turn tells that it is the person's turn in a game over days, Time that their time runs out, and Live that it is their turn in a live game.
	Turn bool `json:"turn"`
	Time bool `json:"time"`
	Live bool `json:"live"`
	// Call tells that an opponent was found, Ask that somebody asks them to a table or a rematch or has come, Cup that they are paired in a tournament, and Chat that somebody
	// writes at their table.
	Call bool `json:"call"`
	Ask  bool `json:"ask"`
	Cup  bool `json:"cup"`
	Chat bool `json:"chat"`
	// Title lets the page's title and icon tell how many games wait.
	Title bool `json:"title"`
	// Quiet keeps messages back between From and To, in minutes of the person's day. Wake lets through that a game is about to be lost on time.
	Quiet bool `json:"quiet"`
	From  int  `json:"from"`
	To    int  `json:"to"`
	Wake  bool `json:"wake"`
	// Silent keeps messages back until the person's day ends.
	Silent bool `json:"silent"`
}
