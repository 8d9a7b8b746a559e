package wonders

// View is the table as one viewer may see it. Cards, boards, stages and powers are given by their ids.
type View struct {
	// Eye is the seat that looks, nil for a spectator or an open table.
	Eye *int `json:"eye"`
	// Phase is "sides", "turn", "last_card", "discards" or "over".
	Phase string `json:"phase"`
	Age   int    `json:"age"`
	Turn  int    `json:"turn"`
	Turns int    `json:"turns"`
	// Pass is where the hands go after this turn: "left", "right", or "" when they do not.
	Pass  string `json:"pass"`
	Owing []int  `json:"owing"`
	// Actor is the seat that acts alone in the phases "last_card" and "discards".
	Actor *int `json:"actor"`
	// Sale is what a sold card brings, in coins.
	Sale    int      `json:"sale"`
	Discard Discard  `json:"discard"`
	Players []Player `json:"players"`
}

// Discard is the pile, face down.
type Discard struct {
	Count int `json:"count"`
	// Cards are shown to the seat that looks through them to build one, and on an open table; else null.
	Cards []Find `json:"cards"`
	// Decline is the move that takes none, for the seat that looks.
	Decline string `json:"decline,omitempty"`
	// Known are the cards that the viewer has seen on their way there, or when it looked.
	Known []string `json:"known"`
}

// Find is a card of the pile.
type Find struct {
	Card string `json:"card"`
	// Copies is how many there are.
	Copies int `json:"copies"`
	// State is "free", or "built" if the city has one of that name.
	State string `json:"state"`
	Gain  Gain   `json:"gain"`
	// Move takes it; empty if it cannot be taken.
	Move string `json:"move,omitempty"`
}

// Player is one seat with its city.
type Player struct {
	Seat  int `json:"seat"`
	Coins int `json:"coins"`
	// Shields are the strength in conflicts.
	Shields int    `json:"shields"`
	Board   string `json:"board"`
	// Side is "day", "night", or "" before it is chosen.
	Side   string  `json:"side"`
	Stages []Stage `json:"stages"`
	// City has one column for each colour, cards in the order they were built.
	City    []Column `json:"city"`
	Makes   []Ware   `json:"makes"`
	Science Science  `json:"science"`
	// Tokens are the conflict tokens in the order they were won and lost, War their sum.
	Tokens []int `json:"tokens"`
	War    int   `json:"war"`
	// Left and Right are what this seat has to do with its neighbours.
	Left  Neighbour `json:"left"`
	Right Neighbour `json:"right"`
	// PassTo is the seat that gets this hand after the turn; nil when hands are not passed.
	PassTo    *int `json:"pass_to"`
	HandSize  int  `json:"hand_size"`
	Committed bool `json:"committed"`
	// Hand is shown to its holder, and on an open table; else null.
	Hand []Offer `json:"hand"`
	// Recall is what the viewer remembers of a hand that it has held before.
	Recall *Recall `json:"recall"`
	// Choice is what the seat has committed to, shown to itself.
	Choice *Choice `json:"choice"`
	// Last is what the seat did last.
	Last *Deed `json:"last"`
	// Score is what the city is worth now: total, and parts in the order of the game's categories.
	Score Score `json:"score"`
}

// Stage is a stage of a wonder.
type Stage struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
	// State is "built", "next" or "later".
	State string `json:"state"`
	// Card is the one tucked under a built stage, as far as the viewer knows it.
	Card string `json:"card,omitempty"`
	// Badge is the price of the next stage for its owner, Gain what it brings.
	Badge *Badge `json:"badge"`
	Gain  *Gain  `json:"gain"`
}

// Column is the cards of one colour in a city.
type Column struct {
	Colour string   `json:"colour"`
	Cards  []string `json:"cards"`
}

// Ware is a source of resources: units of one kind, or one unit of any of several.
type Ware struct {
	Options []string `json:"options"`
	Units   int      `json:"units"`
	// Price of a unit for the neighbour that it is listed for; 0 where it is one's own.
	Price int `json:"price,omitempty"`
}

// Science is what a city has of it. Choices count as whatever is best at the end.
type Science struct {
	Compass int `json:"compass"`
	Gear    int `json:"gear"`
	Tablet  int `json:"tablet"`
	Choices int `json:"choices"`
	Points  int `json:"points"`
}

// Neighbour is the neighbour of a seat, as that seat sees it.
type Neighbour struct {
	Seat  int    `json:"seat"`
	Sells []Ware `json:"sells"`
	// War is how the conflict between them would end now: "win", "lose" or "tie" with Token as the gain.
	War   string `json:"war"`
	Token int    `json:"token"`
}

// Offer is a card of a hand with all that can be done with it.
type Offer struct {
	Card  string `json:"card"`
	Badge Badge  `json:"badge"`
	Gain  Gain   `json:"gain"`
	// LeadsTo are the cards that it makes free.
	LeadsTo []string `json:"leads_to"`
	// Build and Stage are the ways to pay for building it, or the next stage with it, cheapest first; empty
	// if that is impossible.
	Build []Payment `json:"build"`
	Stage []Payment `json:"stage"`
	// Sell is the move that sells it; empty when it is not the time.
	Sell string `json:"sell,omitempty"`
}

// Badge is the price of something for one seat.
type Badge struct {
	// State is "free" (it costs nothing), "chain", "power", "production" (covered by the own city), "trade"
	// (coins must be paid), "too_dear", "no_seller" (nobody has what is missing) or "built" (the name is in
	// the city).
	State string `json:"state"`
	// Price is the least total, of which Left and Right go to the neighbours and Bank to the bank.
	Price int `json:"price"`
	Left  int `json:"left"`
	Right int `json:"right"`
	Bank  int `json:"bank"`
	// Short is how many coins are missing if the seat cannot afford it.
	Short int `json:"short,omitempty"`
	// By is the card of the chain or the power that makes it free.
	By string `json:"by,omitempty"`
}

// Payment is one way to pay.
type Payment struct {
	Left  int `json:"left"`
	Right int `json:"right"`
	Bank  int `json:"bank"`
	Total int `json:"total"`
	// Move does it.
	Move string `json:"move"`
}

// Gain is what building something brings at once, counted on the cities as they are: coins, shields, and
// points on top of the present score, coins apart.
type Gain struct {
	Coins   int `json:"coins"`
	Shields int `json:"shields"`
	Points  int `json:"points"`
}

// Recall is what is known of a hand: it is made of these cards, but for Gone of them that have been tucked or
// sold unseen.
type Recall struct {
	Cards []string `json:"cards"`
	Gone  int      `json:"gone"`
}

// Choice is a committed choice.
type Choice struct {
	// Kind is "build", "stage", "sell" or "side".
	Kind  string `json:"kind"`
	Card  string `json:"card,omitempty"`
	Side  string `json:"side,omitempty"`
	Left  int    `json:"left"`
	Right int    `json:"right"`
	Move  string `json:"move"`
}

// Deed is what a seat did: "build" a card, "stage", "sell", or "take" a card from the discard pile.
type Deed struct {
	Kind string `json:"kind"`
	Age  int    `json:"age"`
	Turn int    `json:"turn"`
	// Card is the card built or taken, and the one tucked or sold as far as the viewer knows it.
	Card  string `json:"card,omitempty"`
	Stage string `json:"stage,omitempty"`
}

// Score is a total with its parts.
type Score struct {
	Total int   `json:"total"`
	Parts []int `json:"parts"`
}
