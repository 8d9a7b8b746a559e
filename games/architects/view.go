package architects

// View is what a seat, a spectator or everyone after the game may see. All of it is public but for the top of the
// central deck, which is shown to those who looked at it with the cat, and, where the table plays so, the
// cards that Halicarnassus looks at.
type View struct {
	// Turn is the seat whose turn it is; it owes every decision.
	Turn int `json:"turn"`
	// Phase is what that seat must decide: "draw" a card; "act": build, exchange a set, take an extra card or end the
	// turn; "take_any": Alexandria takes from any deck; "pick" a progress token; "look": Halicarnassus looks into a deck;
	// "keep": Halicarnassus takes one of the cards looked at; "over".
	Phase string `json:"phase"`
	// Ended says why the game is over: "wonder", "decks" (all empty) or "no_draw"; empty before.
	Ended    string       `json:"ended"`
	Seats    []SeatView   `json:"seats"`
	Decks    []DeckView   `json:"decks"`
	Discard  []CardCount  `json:"discard"`
	Progress ProgressView `json:"progress"`
	Conflict ConflictView `json:"conflict"`
	// Cat is the holder of the cat pawn.
	Cat *int `json:"cat"`
	// For is the seat that Takes, the offers of Progress and Look speak of: the one that sees this view, or the one
	// whose turn it is when a spectator sees it.
	For int `json:"for"`
	// Takes are the decks that this seat may take from, now or as its next main draw: left, central, right; all decks of
	// the table when Alexandria takes. Empty decks are included.
	Takes []TakeView `json:"takes"`
	// Look is what Halicarnassus looks at, while it chooses.
	Look *LookView `json:"look"`
	// Builds are the payments that are legal now, by stage.
	Builds []BuildView `json:"builds"`
	// Exchanges are the sets of symbols that may be exchanged now.
	Exchanges []ExchangeView `json:"exchanges"`
	// ExtraDraws is how many cards may still be taken by tokens this turn.
	ExtraDraws int `json:"extra_draws"`
	// End says whether the turn may be ended now.
	End bool `json:"end"`
}

// CardCount is a number of equal cards.
type CardCount struct {
	Card string `json:"card"`
	N    int    `json:"n"`
}

// SeatView is a player's side of the table.
type SeatView struct {
	Wonder string      `json:"wonder"`
	Built  int         `json:"built"`
	Stages []StageView `json:"stages"`
	Cards  []CardCount `json:"cards"`
	// Shields now; Standing are the cards and effects among them that survive a battle.
	Shields  int `json:"shields"`
	Standing int `json:"standing"`
	// Left and Right are the neighbours, and how a battle against them would end now.
	Left  Rival `json:"left"`
	Right Rival `json:"right"`
	// Spoils are the victory tokens that a battle would give now.
	Spoils    int         `json:"spoils"`
	Victories int         `json:"victories"`
	Tokens    []TokenView `json:"tokens"`
	Cat       bool        `json:"cat"`
	// KnowsTop reports whether this seat has looked at the card that is on top of the central deck now.
	KnowsTop bool      `json:"knows_top"`
	Score    ScoreView `json:"score"`
}

// StageView is a stage of a wonder and what is missing for it.
type StageView struct {
	// Stage is its number, 1 to 5 in the order of costs.
	Stage     int  `json:"stage"`
	Count     int  `json:"count"`
	Identical bool `json:"identical"`
	Points    int  `json:"points"`
	Ability   bool `json:"ability"`
	// Row from the bottom and Column from the left are its place in the wonder.
	Row    int `json:"row"`
	Column int `json:"column"`
	// State is "built", "payable" (open, and the cards suffice), "open" or "shut" (stages below are missing).
	State string `json:"state"`
	// Missing is how many cards are wanted besides those at hand, tokens that help counted; 0 if built.
	Missing int `json:"missing"`
	// Helps are the cards of which one more brings an open stage nearer.
	Helps []string `json:"helps"`
}

// Rival is a neighbour in war.
type Rival struct {
	Seat    int `json:"seat"`
	Shields int `json:"shields"`
	// Result of a battle now: "win", "lose" or "tie".
	Result string `json:"result"`
}

// TokenView is a progress token that a player owns.
type TokenView struct {
	Token string `json:"token"`
	// State within the turn: "ready" (its extra draw may be taken), "used", or "".
	State string `json:"state"`
	// Points it would be worth if the game ended now; the second Culture is worth what it adds to the first.
	Points int `json:"points"`
}

// ScoreView is the score so far, as the end of the game would count it.
type ScoreView struct {
	Wonder   int `json:"wonder"`
	Blue     int `json:"blue"`
	Military int `json:"military"`
	Cat      int `json:"cat"`
	Progress int `json:"progress"`
	Total    int `json:"total"`
}

// DeckView is a deck: those of the wonders in the order of seats, then the central one.
type DeckView struct {
	Deck string `json:"deck"`
	// Owner is the seat whose wonder's deck it is; the central deck has none.
	Owner *int `json:"owner"`
	Left  int  `json:"left"`
	// Top is the uppermost card if the viewer knows it, else empty.
	Top string `json:"top"`
	// Cards is what is left in it, the top included.
	Cards []CardCount `json:"cards"`
}

// ProgressView is the supply of progress tokens.
type ProgressView struct {
	// FaceUp are the three places; empty ones hold no token.
	FaceUp []OfferView `json:"face_up"`
	Pile   int         `json:"pile"`
	// Hidden is what lies in the pile, in no order.
	Hidden []string `json:"hidden"`
}

// OfferView is a token that lies face up.
type OfferView struct {
	Token string `json:"token"`
	// Points are what it would add to the score now.
	Points int `json:"points"`
}

// ConflictView are the conflict tokens.
type ConflictView struct {
	Total   int `json:"total"`
	Flipped int `json:"flipped"`
	// Battle reports whether one takes place at the end of this turn.
	Battle bool `json:"battle"`
}

// TakeView is a card that may be taken.
type TakeView struct {
	Deck string `json:"deck"`
	// Side is "left", "right", "central", or "far" for decks that only Alexandria reaches.
	Side string `json:"side"`
	Left int    `json:"left"`
	// Legal reports whether the seat may take it at this moment.
	Legal bool `json:"legal"`
	// Card is what taking it does, if the viewer knows the card.
	Card *Prospect `json:"card"`
	// Odds are the cards it may be, if the viewer does not know it.
	Odds []Prospect `json:"odds"`
}

// Prospect is what a card would do if the seat took it now.
type Prospect struct {
	Card string `json:"card"`
	// N is how many of it are left in the deck, or among the cards looked at.
	N int `json:"n"`
	// Points of a blue card.
	Points int `json:"points"`
	// Cat reports whether the pawn would come to the seat, From from whom if someone else has it.
	Cat  bool `json:"cat"`
	From *int `json:"from"`
	// Shields is what a red card adds, Flips the conflict tokens it turns, Battle that the last one is turned.
	Shields int  `json:"shields"`
	Flips   int  `json:"flips"`
	Battle  bool `json:"battle"`
	// Spoils are the victory tokens the seat would get in that battle.
	Spoils int `json:"spoils"`
	// Stages that could be paid then.
	Stages []StageProspect `json:"stages"`
	// Sets of symbols that could be exchanged then.
	Sets []string `json:"sets"`
	// Ready is the token that would give an extra draw, if any.
	Ready string `json:"ready"`
}

// StageProspect is a stage that a card lets the seat build.
type StageProspect struct {
	Stage   int  `json:"stage"`
	Points  int  `json:"points"`
	Ability bool `json:"ability"`
	// New reports whether it could not be paid without the card.
	New bool `json:"new"`
	// Completes reports whether it is the last stage of the wonder.
	Completes bool `json:"completes"`
}

// LookView are the cards that Halicarnassus looks at.
type LookView struct {
	Deck string `json:"deck"`
	// N is how many cards it looks at.
	N int `json:"n"`
	// Cards are those the viewer may see: all, or the top alone.
	Cards []Prospect `json:"cards"`
}

// BuildView is a legal payment for a stage.
type BuildView struct {
	// Move is what to play.
	Move   string      `json:"move"`
	Stage  int         `json:"stage"`
	Points int         `json:"points"`
	Pay    []CardCount `json:"pay"`
	// Economy reports whether one coin counts twice, Engineering that the cards do not fit the cost.
	Economy     bool `json:"economy"`
	Engineering bool `json:"engineering"`
}

// ExchangeView is a legal exchange of a set.
type ExchangeView struct {
	Move string      `json:"move"`
	Set  string      `json:"set"`
	Pay  []CardCount `json:"pay"`
}
