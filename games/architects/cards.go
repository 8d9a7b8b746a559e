package architects

// Kind is what a card shows; all cards of a kind are alike (docs/rules/architects.md 1.1).
type Kind uint8

// The fourteen kinds: five resources (grey), gold (yellow), points (blue), shields (red) and symbols (green).
const (
	Wood Kind = iota
	Stone
	Brick
	Papyrus
	Glass
	Gold
	ThreePoints
	CatPoints
	Shield
	ShieldHorn
	ShieldTwoHorns
	Compass
	Gear
	Tablet
	// Kinds is how many kinds there are.
	NumKinds = 14
	// NoCard means that there is no card, or that none has been seen.
	NoCard Kind = 15
)

// NumResources is how many kinds are resources; they come first.
const NumResources = 5

const (
	pawnPoints    = 2 // of the cat pawn
	victoryPoints = 3 // of a military victory token
)

type cardRow struct {
	id     string
	colour string
	points int
	cat    bool
	horns  uint8
	// extra is the token that this card makes ready (docs/rules/architects.md 6).
	extra Token
}

var cards = [NumKinds]cardRow{
	Wood:           {"wood", "grey", 0, false, 0, Urbanism},
	Stone:          {"stone", "grey", 0, false, 0, Jewellery},
	Brick:          {"brick", "grey", 0, false, 0, Urbanism},
	Papyrus:        {"papyrus", "grey", 0, false, 0, Crafts},
	Glass:          {"glass", "grey", 0, false, 0, Crafts},
	Gold:           {"gold", "yellow", 0, false, 0, Jewellery},
	ThreePoints:    {"vp3", "blue", 3, false, 0, NoToken},
	CatPoints:      {"vp2cat", "blue", 2, true, 0, NoToken},
	Shield:         {"shield0", "red", 0, false, 0, NoToken},
	ShieldHorn:     {"shield1", "red", 0, false, 1, Propaganda},
	ShieldTwoHorns: {"shield2", "red", 0, false, 2, Propaganda},
	Compass:        {"compass", "green", 0, false, 0, Science},
	Gear:           {"gear", "green", 0, false, 0, Science},
	Tablet:         {"tablet", "green", 0, false, 0, Science},
}

// String returns the id of the kind, "none" for NoCard.
func (k Kind) String() string {
	if k < NumKinds {
		return cards[k].id
	}
	return "none"
}

func kindByID(id string) (Kind, bool) {
	for k := range cards {
		if cards[k].id == id {
			return Kind(k), true
		}
	}
	return NoCard, false
}

// Set is a set of symbols that is exchanged for a progress token (docs/rules/architects.md 5).
type Set uint8

// The pairs are in the order of their symbols.
const (
	CompassPair Set = iota
	GearPair
	TabletPair
	Triple
	// Sets is how many sets there are.
	NumSets = 4
)

var sets = [NumSets]struct {
	id    string
	cards Bag
}{
	CompassPair: {"compass-pair", 2 * one(Compass)},
	GearPair:    {"gear-pair", 2 * one(Gear)},
	TabletPair:  {"tablet-pair", 2 * one(Tablet)},
	Triple:      {"triple", one(Compass) + one(Gear) + one(Tablet)},
}

// String returns the id of the set.
func (set Set) String() string { return sets[set].id }
