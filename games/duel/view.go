package duel

// View is what a seat, a spectator or the open viewer sees of a game. Nearly everything in Duel lies open to
// both players; hidden are the faces of cards lying face down, the draw of The Great Library, and in
// Pantheon the divinities chosen in secret.
//
// Things are named by their ids, seats by their number. Lists that can be empty are never null.
type View struct {
	Options Settings `json:"options"`
	// Phase is "draft", "turn" (a main action is owed), "choice" (an effect asks) or "over".
	Phase string `json:"phase"`
	// Age is 1 to 3; 0 while wonders are drafted before the first structure is laid out.
	Age int `json:"age"`
	// CardsLeft in the structure.
	CardsLeft int `json:"cards_left"`
	// Active is the seat that decides; null when the game is over.
	Active *int `json:"active"`
	// Choice is what is asked of the active seat, when it is no main action.
	Choice *Choice `json:"choice"`
	// Draft is null once all wonders are drafted.
	Draft *Draft `json:"draft"`
	// Structure holds the twenty slots of the age, row by row from the far row; empty before it is laid out.
	Structure []Slot `json:"structure"`
	// Unseen are the cards nobody has seen yet, by the four or five kinds of backs.
	Unseen []Unseen    `json:"unseen"`
	Seats  [2]SeatView `json:"seats"`
	// Tokens on the board, and in the box (known to all by elimination).
	Tokens    []string `json:"tokens"`
	TokensBox []string `json:"tokens_box"`
	Track     Track    `json:"track"`
	// Discard pile, in the order of the card list.
	Discard []string `json:"discard"`
	// WondersBuilt by both seats together, of WondersLimit.
	WondersBuilt int `json:"wonders_built"`
	WondersLimit int `json:"wonders_limit"`
	// WondersBox are the wonders out of play; empty during the draft, when they are not known.
	WondersBox []string `json:"wonders_box"`
	// Outcome is null until the game is over.
	Outcome *Outcome `json:"outcome"`
	// Pantheon is null without the expansion.
	Pantheon *PantheonView `json:"pantheon"`
}

// Settings are the options the game is played with.
type Settings struct {
	FirstGame       bool   `json:"first_game"`
	CentrePawnStart string `json:"centre_pawn_start"`
	Pantheon        bool   `json:"pantheon"`
	ZeusTakesToken  bool   `json:"zeus_takes_token"`
}

// Choice is a decision that an effect asks for.
type Choice struct {
	// Kind of the choice: "draft", "token" (for a pair), "destroy", "revive", "library", "begin", and with
	// Pantheon "uncover", "place", "enki", "nisaba", "baal", "zeus", "anubis", "isis", "ra", "minerva",
	// "neptune_remove", "neptune_apply", "gate", "deck", "divinity", "order".
	Kind string `json:"kind"`
	Seat int    `json:"seat"`
	// Options are the legal answers; empty for viewers that may not know them.
	Options []Answer `json:"options"`
	// Secret reports whether only the seat that chooses knows the options.
	Secret bool `json:"secret"`
}

// Answer is one legal answer to a choice.
type Answer struct {
	// Move is the text to play.
	Move string `json:"move"`
	// What is the card, wonder, token, divinity, place or loot token it names; With a second one (the wonder for
	// Isis, the Pantheon space for a placed divinity). For "begin" What is "seat-0" or "seat-1".
	What string `json:"what"`
	With string `json:"with"`
}

// Draft is the state of the choosing of wonders.
type Draft struct {
	// Pool is what can be taken now.
	Pool []string `json:"pool"`
	// Round is 1 or 2; Order are the seats that take from this round's four, Picked how many are taken.
	Round  int   `json:"round"`
	Order  []int `json:"order"`
	Picked int   `json:"picked"`
}

// Slot is one place of the structure.
type Slot struct {
	// Place names it in moves: "row-4-col-1". Row 1 is the far row, Col counts half cards.
	Place string `json:"place"`
	Row   int    `json:"row"`
	Col   int    `json:"col"`
	// Taken slots are empty and say nothing more.
	Taken bool `json:"taken"`
	// Back is "age-1", "age-2", "age-3", "guild" or "grand-temple"; Card is empty while face down.
	Back   string `json:"back"`
	Card   string `json:"card"`
	FaceUp bool   `json:"face_up"`
	// Accessible cards can be taken. CoveredBy are the places that still lie on the others.
	Accessible bool     `json:"accessible"`
	CoveredBy  []string `json:"covered_by"`
	// Uncovers are the places that become accessible when this card is taken now.
	Uncovers []string `json:"uncovers"`
	// Prices to build it, by seat; null while face down.
	Prices [2]*Price `json:"prices"`
	// After is what building it now would bring the active seat; null unless that is legal.
	After *After `json:"after"`
	// Wins is, by seat, how building the card would win on the spot, whether or not the seat can reach and pay
	// it now: "military", "science" or empty.
	Wins [2]string `json:"wins"`
	// Token lying on the card (Pantheon): a mythology id, or "offering-2" to "offering-4".
	Token string `json:"token"`
}

// Price is what a seat pays to build a card or wonder, and why.
type Price struct {
	// Total coins, and whether the seat has them now; Short is how many coins it lacks.
	Total      int  `json:"total"`
	Affordable bool `json:"affordable"`
	Short      int  `json:"short"`
	// Printed coins of the cost, to the bank.
	Printed int `json:"printed"`
	// Trade is what must be bought; its coins go to the opponent if ToOpponent, else to the bank.
	Trade      []Purchase `json:"trade"`
	ToOpponent bool       `json:"to_opponent"`
	// Covered are the resources not paid for, and by what.
	Covered []Cover `json:"covered"`
	// Free says why nothing is paid: "none" (no cost), "chain", "mythology" (token for a Grand Temple),
	// "production" (own goods and discounts cover all); empty if coins are paid.
	Free string `json:"free"`
	// By is the card that gives the chain, the mythology of the token, or "engineering" where that token
	// sets the price to 1.
	By string `json:"by"`
}

// Purchase is some units of one resource bought at the same price.
type Purchase struct {
	Resource string `json:"resource"`
	Units    int    `json:"units"`
	Each     int    `json:"each"`
	Coins    int    `json:"coins"`
}

// Cover is some units of one resource that cost nothing.
type Cover struct {
	Resource string `json:"resource"`
	Units    int    `json:"units"`
	// By is "production" (brown and grey cards), "choice" (a card or wonder with a choice of resources) or
	// the token of the discount, "masonry" or "architecture".
	By string `json:"by"`
}

// After is what an action brings at once, the price included.
type After struct {
	// Coins the active seat gains (negative: pays on balance) and what its opponent gains or loses.
	Coins         int `json:"coins"`
	OpponentCoins int `json:"opponent_coins"`
	// Pawn is where the conflict pawn would be.
	Pawn int `json:"pawn"`
	// Pair is the symbol whose pair it completes, which earns a progress token.
	Pair string `json:"pair"`
	// Again: another turn follows.
	Again bool `json:"again"`
	// Wins is "military" or "science" if it wins on the spot.
	Wins string `json:"wins"`
}

// SeatView is one player's side of the table.
type SeatView struct {
	Coins int `json:"coins"`
	// DiscardGain is what discarding a card would bring now.
	DiscardGain int    `json:"discard_gain"`
	Goods       []Good `json:"goods"`
	// Makers are the cards and wonders that give a resource of choice.
	Makers []Maker `json:"makers"`
	// City holds the built cards by colour, always the same columns.
	City    []Column `json:"city"`
	Science Science  `json:"science"`
	// Tokens are the progress tokens held.
	Tokens       []string     `json:"tokens"`
	Wonders      []WonderView `json:"wonders"`
	WondersBuilt int          `json:"wonders_built"`
	// Score so far, as if the game ended now.
	Score Score `json:"score"`
	// Steps the pawn needs to the opponent's capital.
	StepsToWin int `json:"steps_to_win"`
	// With Pantheon: divinities activated, mythology tokens, offering tokens, and the coins on Astarte.
	Divinities []string `json:"divinities"`
	Mythology  []string `json:"mythology"`
	Offerings  []string `json:"offerings"`
	Purse      int      `json:"purse"`
}

// Good is one resource as a seat makes and buys it.
type Good struct {
	Resource string `json:"resource"`
	// Made by brown and grey cards for each construction.
	Made int `json:"made"`
	// Price of one unit bought; Fixed if a card sets it to 1.
	Price int  `json:"price"`
	Fixed bool `json:"fixed"`
}

// Maker gives one unit of one of its resources for each construction.
type Maker struct {
	By        string   `json:"by"`
	Resources []string `json:"resources"`
}

// Column is the built cards of one colour.
type Column struct {
	Colour string   `json:"colour"`
	Cards  []string `json:"cards"`
}

// Science is the symbols of a seat.
type Science struct {
	// Distinct symbols; six win.
	Distinct int           `json:"distinct"`
	Symbols  []SymbolCount `json:"symbols"`
}

// SymbolCount is how often a seat has one symbol; all seven are listed.
type SymbolCount struct {
	Symbol string `json:"symbol"`
	Count  int    `json:"count"`
}

// WonderView is a wonder in front of a seat.
type WonderView struct {
	Wonder string `json:"wonder"`
	Built  bool   `json:"built"`
	// Card is the card under a built wonder.
	Card string `json:"card"`
	// Price for its owner; null when built.
	Price *Price `json:"price"`
	// Again: building it now would give another turn (as long as cards are left).
	Again bool `json:"again"`
	// After is what building it now would bring the active seat; null unless that is legal.
	After *After `json:"after"`
}

// Score is the points of a seat by category, in the order of the game's categories.
type Score struct {
	Total int    `json:"total"`
	Parts []Part `json:"parts"`
}

// Part is the points of one category.
type Part struct {
	Category string `json:"category"`
	Points   int    `json:"points"`
}

// Track is the military track, seen from seat 0: positive means the pawn is on seat 1's half.
type Track struct {
	Pawn int `json:"pawn"`
	// Leader is the seat ahead, null at the centre; VP is what its lead is worth now.
	Leader *int   `json:"leader"`
	VP     int    `json:"vp"`
	Loot   []Loot `json:"loot"`
	// Minerva is the space of the Minerva pawn (Pantheon), null when it is not on the track.
	Minerva *int `json:"minerva"`
}

// Loot is one of the four military tokens.
type Loot struct {
	ID string `json:"id"`
	// Seat loses Coins when the pawn first comes into From..To on its half.
	Seat  int  `json:"seat"`
	Coins int  `json:"coins"`
	From  int  `json:"from"`
	To    int  `json:"to"`
	Taken bool `json:"taken"`
}

// Unseen is the cards of one back that nobody has seen.
type Unseen struct {
	Back  string   `json:"back"`
	Cards []string `json:"cards"`
	// FaceDown of them lie or will lie in a structure, the rest is out of the game.
	FaceDown int `json:"face_down"`
}

// Outcome is how the game ended.
type Outcome struct {
	Winners []int  `json:"winners"`
	WonBy   string `json:"won_by"`
}

// PantheonView is the board of the expansion.
type PantheonView struct {
	// Spaces 1 to 6, from seat 0's end to seat 1's.
	Spaces []Space `json:"spaces"`
	// Decks of divinities, by mythology.
	Decks []Deck `json:"decks"`
	// Enki are the progress tokens lying on Enki.
	Enki []string `json:"enki"`
	// Shown are the divinities turned up by the Gate or the Divine Theater while one is being chosen and
	// carried out.
	Shown []string `json:"shown"`
	// Snake is the green card with the Snake token; empty if it is not placed.
	Snake string `json:"snake"`
}

// Space is one space of the Pantheon.
type Space struct {
	Space int `json:"space"`
	// State is "empty", "face_down", "face_up".
	State string `json:"state"`
	// Card is the divinity or "gate"; empty if the viewer does not know it. Mythology is its back.
	Card      string `json:"card"`
	Mythology string `json:"mythology"`
	// Costs to activate it, by seat.
	Costs [2]Activation `json:"costs"`
	// Payments are the legal ways for the active seat to activate it now.
	Payments []Payment `json:"payments"`
	// After is what activating it now would bring the active seat at once; null if it cannot be activated, and
	// for the Gate, which nobody can foresee.
	After *After `json:"after"`
}

// Payment is one way to pay for an activation.
type Payment struct {
	// Move is the text to play.
	Move      string   `json:"move"`
	Offerings []string `json:"offerings"`
	Coins     int      `json:"coins"`
}

// Activation is what activating the card of a space costs a seat.
type Activation struct {
	// Printed cost of the space, doubled for the Gate; Total is less the Sanctuary's discount.
	Printed int `json:"printed"`
	Total   int `json:"total"`
	// Best is the least coins it can cost with all offering tokens of the seat.
	Best int `json:"best"`
	// Affordable with the coins at hand and all offering tokens.
	Affordable bool `json:"affordable"`
}

// Deck is the divinities of one mythology that are not in play.
type Deck struct {
	Mythology string `json:"mythology"`
	Size      int    `json:"size"`
	// Cards from the top as the viewer knows them; empty strings are unknown.
	Cards []string `json:"cards"`
	// Unknown are the divinities whose place the viewer does not know: each lies in the deck or face down on a
	// space with this back.
	Unknown []string `json:"unknown"`
}
