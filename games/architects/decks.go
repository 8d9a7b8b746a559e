package architects

// Deck is a deck of cards: those of the wonders by their numbers, then the central one.
type Deck uint8

const (
	// Central is the deck of sixty cards in the middle, face down.
	Central Deck = 7
	// Decks is how many decks the box holds.
	NumDecks = 8
)

// deckLists are the contents of the decks (docs/rules/architects.md 1.2).
var deckLists = [NumDecks][NumKinds]uint8{
	//             wood stone brick papyrus glass gold vp3 cat shield horn horns compass gear tablet
	Alexandria:    {2, 2, 2, 2, 1, 4, 2, 2, 2, 1, 1, 1, 2, 1},
	Babylon:       {2, 1, 2, 2, 2, 3, 2, 2, 2, 1, 1, 2, 2, 1},
	Ephesos:       {2, 2, 2, 2, 2, 3, 1, 2, 2, 1, 1, 2, 1, 2},
	Gizah:         {2, 2, 1, 2, 2, 3, 2, 3, 2, 2, 0, 2, 1, 1},
	Halicarnassus: {2, 2, 2, 1, 2, 3, 2, 2, 2, 2, 1, 1, 1, 2},
	Olympia:       {1, 2, 2, 2, 2, 3, 1, 3, 2, 2, 1, 1, 1, 2},
	Rhodes:        {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 2, 1},
	Central:       {4, 4, 4, 4, 4, 6, 4, 8, 4, 4, 2, 4, 4, 4},
}

// fullDecks are the deck lists as bags.
var fullDecks = func() (full [NumDecks]Bag) {
	for d, list := range deckLists {
		for k, n := range list {
			full[d] += Bag(n) * one(Kind(k))
		}
	}
	return full
}()

// String returns the id of the deck: its wonder's, or "central".
func (d Deck) String() string {
	if d == Central {
		return "central"
	}
	return Wonder(d).String()
}

func deckByID(id string) (Deck, bool) {
	if id == "central" {
		return Central, true
	}
	w, ok := wonderByID(id)
	return Deck(w), ok
}
