package dice

// View is what a viewer may see. Seats other than one's own appear as they were when the round began; what
// they decide in it comes with the next one. In a finished game, and for the open viewer, all is as it is.
type View struct {
	Round int `json:"round"`
	// LastRound is the last round, once it is known.
	LastRound *int `json:"last_round"`
	Over      bool `json:"over"`
	// Seat is the seat that looks, null for a spectator.
	Seat  *int      `json:"seat"`
	Rules RulesView `json:"rules"`
	Forum []DieView `json:"forum"`
	// Waiting are the special dice that are not in the forum yet.
	Waiting []string  `json:"waiting"`
	Agora   AgoraView `json:"agora"`
	// Buildings are what is printed on every sheet; wonder and university are with the seats.
	Buildings []BuildingView `json:"buildings"`
	Bonuses   []BonusView    `json:"bonuses"`
	Seats     []SeatView     `json:"seats"`
	// Mine is what the seat that looks has to decide; null for a spectator.
	Mine *MineView `json:"mine"`
}

// RulesView are the numbers of the sheet that hold for all.
type RulesView struct {
	PassCoins    int `json:"pass_coins"`
	GoldReserve  int `json:"gold_reserve"`
	BonusesToEnd int `json:"bonuses_to_end"`
}

// DieView is a die in the forum.
type DieView struct {
	Die    string `json:"die"`
	Colour string `json:"colour"`
	// Symbol is the face it shows.
	Symbol string `json:"symbol"`
	// Quarter it lies in, and what that costs without anybody's discounts.
	Quarter int  `json:"quarter"`
	Cost    int  `json:"cost"`
	Special bool `json:"special"`
	// Owners are the seats that obtained a special die.
	Owners []int `json:"owners"`
	// State is, for the seat that looks: "ok" (a space can be marked), "locked", "guild_condition", "nothing" (no
	// space left for it), "too_dear", or "not_now".
	State string `json:"state"`
	// Guild is the comparison that the face asks for, null for most.
	Guild *GuildView `json:"guild"`
	// Targets are the spaces it points to now.
	Targets []TargetView `json:"targets"`
}

// GuildView is the comparison of a purple face, by marked spaces when the round began.
type GuildView struct {
	Symbol    string   `json:"symbol"`
	Buildings []string `json:"buildings"`
	Mine      int      `json:"mine"`
	Left      int      `json:"left"`
	Right     int      `json:"right"`
	// Strict: with two seats one needs more, not as many.
	Strict bool `json:"strict"`
	Met    bool `json:"met"`
}

// TargetView is a space that can be marked, with its price and what it would bring at once.
type TargetView struct {
	Space    string    `json:"space"`
	Building string    `json:"building"`
	Price    PriceView `json:"price"`
	// OK: the move may be played now. If not, Reason is a word as of refusals.
	OK     bool   `json:"ok"`
	Reason string `json:"reason"`
	Move   string `json:"move"`
	// Points an attack would write, printed less the neighbour's defences; null if it is no attack.
	Points *int `json:"points"`
	// Coins it would bring at once, by the space's own effects.
	Coins int `json:"coins"`
	// Fills: it is the last space of its building. Bonus: a bonus follows.
	Fills bool `json:"fills"`
	Bonus bool `json:"bonus"`
}

// PriceView is a price in parts: Total is Die + Missing.
type PriceView struct {
	// Die is the cost of the die with discounts.
	Die int `json:"die"`
	// Needed are the resources that the space costs, Owned those one has, Missing the coins for the rest.
	Needed  int `json:"needed"`
	Owned   int `json:"owned"`
	Missing int `json:"missing"`
	Total   int `json:"total"`
	// Income comes from choosing the die, before paying.
	Income int `json:"income"`
	// After is the coins left, before what the space brings; negative if the seat cannot afford it.
	After int `json:"after"`
}

// AgoraView is the race for the first finished agora.
type AgoraView struct {
	Points int  `json:"points"`
	Open   bool `json:"open"`
	// First are the seats that got the points.
	First []int `json:"first"`
}

// BuildingView is a building as printed.
type BuildingView struct {
	Building string `json:"building"`
	Colour   string `json:"colour"`
	// Bonus: finishing it gives a bonus.
	Bonus  bool        `json:"bonus"`
	Tracks []TrackView `json:"tracks"`
	Spaces []SpaceView `json:"spaces"`
}

// TrackView is an arrow: its spaces are marked in order, or in any.
type TrackView struct {
	Symbol   string   `json:"symbol"`
	AnyOrder bool     `json:"any_order"`
	Spaces   []string `json:"spaces"`
}

// SpaceView is a space as printed.
type SpaceView struct {
	Space   string       `json:"space"`
	Cost    int          `json:"cost"`
	Effects []EffectView `json:"effects"`
	// Row and Col place it where a building is drawn as a grid; 0 otherwise.
	Row int `json:"row,omitempty"`
	Col int `json:"col,omitempty"`
	// Designed: no source prints it, it was made for this program.
	Designed bool `json:"designed,omitempty"`
}

// EffectView is an effect as printed; which fields it has depends on the type.
type EffectView struct {
	Type      string   `json:"type"`
	Amount    int      `json:"amount,omitempty"`
	Coins     int      `json:"coins,omitempty"`
	Points    int      `json:"points,omitempty"`
	Max       int      `json:"max,omitempty"`
	Resource  string   `json:"resource,omitempty"`
	Colour    string   `json:"colour,omitempty"`
	Die       string   `json:"die,omitempty"`
	Side      string   `json:"side,omitempty"`
	Buildings []string `json:"buildings,omitempty"`
}

// BonusView is a bonus as printed.
type BonusView struct {
	Bonus   string       `json:"bonus"`
	Effects []EffectView `json:"effects"`
}

// SeatView is a player.
type SeatView struct {
	Seat int    `json:"seat"`
	City string `json:"city"`
	// Ready: it has finished the round.
	Ready bool `json:"ready"`
	Left  int  `json:"left"`
	Right int  `json:"right"`
	Coins int  `json:"coins"`
	// Resources are how many different ones it has.
	Resources int `json:"resources"`
	// Bonuses taken.
	Bonuses []string `json:"bonuses"`
	// Dice are the special dice obtained.
	Dice     []string     `json:"dice"`
	Discount int          `json:"discount"`
	Free     []string     `json:"free"`
	Incomes  []IncomeView `json:"incomes"`
	// Marked are the spaces marked, in the order of the sheet.
	Marked []string `json:"marked"`
	// Counts are the buildings with their marked spaces and points so far.
	Counts   []CountView    `json:"counts"`
	Written  []WrittenView  `json:"written"`
	Barracks []BarracksView `json:"barracks"`
	Score    int            `json:"score"`
	// Place is 0 until the game is over.
	Place int `json:"place"`
	// Sheet is what only its city has: wonder and university.
	Sheet []BuildingView `json:"sheet"`
	// Done are the moves of this round, for the seat itself, and of the last one when the game is over.
	Done []string `json:"done"`
}

// IncomeView is coins for choosing a die of a colour.
type IncomeView struct {
	Colour string `json:"colour"`
	Coins  int    `json:"coins"`
}

// CountView is how far a building is.
type CountView struct {
	Building string `json:"building"`
	Marked   int    `json:"marked"`
	Spaces   int    `json:"spaces"`
	Full     bool   `json:"full"`
	Points   int    `json:"points"`
}

// WrittenView is what an attack was written down as.
type WrittenView struct {
	Space  string `json:"space"`
	Points int    `json:"points"`
}

// BarracksView is one side of a city against the neighbour there.
type BarracksView struct {
	Building string `json:"building"`
	// Faces is the neighbour.
	Faces     int `json:"faces"`
	Attacks   int `json:"attacks"`
	AttacksOf int `json:"attacks_of"`
	Defences  int `json:"defences"`
	DefenceOf int `json:"defences_of"`
	// Next is the next attack space on this side, with its printed points, the neighbour's defences facing it when the round
	// began, and what it would write now; null if all are marked.
	Next *AttackView `json:"next"`
}

// AttackView is an attack before it is made.
type AttackView struct {
	Space    string `json:"space"`
	Printed  int    `json:"printed"`
	Defences int    `json:"defences"`
	Points   int    `json:"points"`
}

// MineView is what the seat that looks has to decide.
type MineView struct {
	// Owes is "action", "free_die", "mark", "bonus", or "nothing" when it has finished.
	Owes string `json:"owes"`
	// From is the space or bonus that brought the decision, empty for the action of the round.
	From string `json:"from"`
	// Left is how many marks are left, with "mark".
	Left int `json:"left"`
	// Wonder steps that can be built now, with "action".
	Wonder []TargetView `json:"wonder"`
	// Marks are the spaces to choose from, with "mark".
	Marks []TargetView `json:"marks"`
	// Bonuses to choose from, with "bonus".
	Bonuses []string `json:"bonuses"`
	// PassGain is what passing would bring, as far as the reserve holds it.
	PassGain int `json:"pass_gain"`
	// Withdrawable: the last decision of this round can be taken back.
	Withdrawable bool `json:"withdrawable"`
	// Guild are the comparisons of all purple faces.
	Guild []GuildView `json:"guild"`
}
