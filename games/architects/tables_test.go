package architects

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"mirabilia/game"
)

// data is testdata/architects.json, the second entry of all tables.
type data struct {
	CardKinds []struct {
		ID, Colour string
		VP         int
		Cat        bool
		Horns      uint8
		Shields    int
		Total      int
	}
	Decks map[string]struct {
		Size  int
		Cards map[string]int
	}
	Wonders []struct {
		ID, Deck string
		Stages   []struct {
			ID   int
			Cost struct {
				Count int
				Mode  string
			}
			VP          int
			Ability     bool
			Requires    []int
			Row, Column int
		}
		TotalVP int
	}
	ProgressTokens []struct {
		ID          string
		Copies      int
		OncePerTurn bool
		Effect      struct {
			Type, Trigger string
			Cards         []string
			Shields       int
		}
	}
	ProgressSetup  struct{ Total, FaceUp, FaceDown int }
	ConflictTokens struct {
		ByPlayers map[string]uint8
	}
	MilitaryVictoryTokens struct{ InBox, VP int }
	CatPawn               struct{ VP int }
	Rulings               map[string]bool
}

func readData(t *testing.T) data {
	t.Helper()
	raw, err := os.ReadFile("testdata/architects.json")
	if err != nil {
		t.Fatal(err)
	}
	var d data
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTablesCards(t *testing.T) {
	d := readData(t)
	if len(d.CardKinds) != NumKinds {
		t.Fatalf("%d kinds", len(d.CardKinds))
	}
	for i, want := range d.CardKinds {
		got := cards[i]
		if got.id != want.ID || got.colour != want.Colour || got.points != want.VP || got.cat != want.Cat || got.horns != want.Horns {
			t.Errorf("card %d is %+v, the data say %+v", i, got, want)
		}
		if p := (player{cards: one(Kind(i))}); p.shields() != want.Shields {
			t.Errorf("%s has %d shields, the data say %d", got.id, p.shields(), want.Shields)
		}
		total := 0
		for _, list := range deckLists {
			total += int(list[i])
		}
		if total != want.Total {
			t.Errorf("there are %d %s, the data say %d", total, got.id, want.Total)
		}
	}
}

func TestTablesDecks(t *testing.T) {
	d := readData(t)
	if len(d.Decks) != NumDecks {
		t.Fatalf("%d decks", len(d.Decks))
	}
	for deck := range Deck(NumDecks) {
		want := d.Decks[deck.String()]
		if fullDecks[deck].Len() != want.Size {
			t.Errorf("%s has %d cards, the data say %d", deck, fullDecks[deck].Len(), want.Size)
		}
		for k := range Kind(NumKinds) {
			if n := fullDecks[deck].Count(k); n != want.Cards[k.String()] {
				t.Errorf("%s has %d %s, the data say %d", deck, n, k, want.Cards[k.String()])
			}
		}
	}
}

func TestTablesWonders(t *testing.T) {
	d := readData(t)
	if len(d.Wonders) != NumWonders {
		t.Fatalf("%d wonders", len(d.Wonders))
	}
	for i, want := range d.Wonders {
		w := Wonder(i)
		if w.String() != want.ID || Deck(w).String() != want.Deck {
			t.Errorf("wonder %d is %s, the data say %s", i, w, want.ID)
		}
		if total := int(stages[w][allStages].points); total != want.TotalVP {
			t.Errorf("%s has %d points, the data say %d", w, total, want.TotalVP)
		}
		s := table(t, 2, "wonders="+want.ID+",random")
		s.Deal(game.NewRand(game.NumberSeed(1)))
		view := s.viewStages(0)
		for j, stage := range want.Stages {
			got := view[j]
			if got.Stage != stage.ID || got.Count != stage.Cost.Count || got.Identical != (stage.Cost.Mode == "identical") ||
				got.Points != stage.VP || got.Ability != stage.Ability || got.Row != stage.Row || got.Column != stage.Column {
				t.Errorf("%s has %+v, the data say %+v", w, got, stage)
			}
			needs := uint8(0)
			for _, r := range stage.Requires {
				needs |= 1 << (r - 1)
			}
			for built := range uint8(allStages + 1) {
				if !stages[w][built].possible || built>>j&1 != 0 {
					continue
				}
				if open := stages[w][built].open>>j&1 != 0; open != (built&needs == needs) {
					t.Errorf("%s with %b built: stage %d open %v", w, built, stage.ID, open)
				}
			}
		}
	}
}

func TestTablesTokens(t *testing.T) {
	d := readData(t)
	if len(d.ProgressTokens) != NumTokens || allTokens.Len() != d.ProgressSetup.Total || faceUpPlaces != d.ProgressSetup.FaceUp {
		t.Fatalf("%d kinds of tokens, setup %+v", len(d.ProgressTokens), d.ProgressSetup)
	}
	for i, want := range d.ProgressTokens {
		token := Token(i)
		if token.String() != want.ID || allTokens.Count(token) != want.Copies {
			t.Errorf("token %d is %s, the data say %+v", i, token, want)
		}
		var by []string
		for k, row := range cards {
			if row.extra == token {
				by = append(by, Kind(k).String())
			}
		}
		slices.Sort(by)
		slices.Sort(want.Effect.Cards)
		if !slices.Equal(by, want.Effect.Cards) {
			t.Errorf("%s is triggered by %v, the data say %v", token, by, want.Effect.Cards)
		}
		if extra := Tokens(extraDraws).Has(token); extra != (want.Effect.Type == "extraDraw") {
			t.Errorf("%s gives extra draws: %v", token, extra)
		}
		if p := (player{tokens: 1 << token}); p.shields() != want.Effect.Shields {
			t.Errorf("%s has %d shields", token, p.shields())
		}
	}
	for seats, want := range d.ConflictTokens.ByPlayers {
		if got := conflictTokens[seats[0]-'0']; got != want {
			t.Errorf("%s players have %d conflict tokens, the data say %d", seats, got, want)
		}
	}
	if d.MilitaryVictoryTokens.InBox != victoryTokens || d.MilitaryVictoryTokens.VP != victoryPoints || d.CatPawn.VP != pawnPoints {
		t.Error("victory tokens or the pawn differ from the data")
	}
}

// TestTablesRulings: every ruling of the data is either an option here or fixed by the rulebooks.
func TestTablesRulings(t *testing.T) {
	option := map[string]string{
		"singleCoinsOnlyForMissingResources":  "coins",
		"doubledCoinMayReplaceGrey":           "coins",
		"economyCountsForMandatoryBuild":      "economy",
		"economyOncePerTurn":                  "economy",
		"engineeringCountsForMandatoryBuild":  "engineering",
		"engineeringOncePerTurn":              "engineering",
		"noObligationToMaximiseStages":        "payment",
		"extraDrawsOptional":                  "extra",
		"pendingExtraDrawKeepsUntilEndOfTurn": "extra_time",
		"passWhenNoCardReachable":             "no_draw",
		"dutiesHoldWithoutADraw":              "no_draw",
		"halicarnassusLookIsPublic":           "look",
		"militaryTokenSupplyUnlimited":        "victories",
		// Not a choice: the rulebooks say so, or the game would not end.
		"stageAbilitiesMandatory":        "",
		"tokenNotRetroactive":            "",
		"battleBeforeGameEnd":            "",
		"gameEndsWhenAllDecksEmpty":      "",
		"greenSetsStayWhenNoTokenLeft":   "",
		"halicarnassusShufflesWholeDeck": "",
	}
	for name, value := range readData(t).Rulings {
		key, known := option[name]
		if !known || !value {
			t.Errorf("ruling %s = %v is not known", name, value)
		}
		if key != "" && !slices.ContainsFunc(options, func(o game.Option) bool { return o.Key == key }) {
			t.Errorf("there is no option %s for %s", key, name)
		}
		delete(option, name)
	}
	if len(option) > 0 {
		t.Errorf("the data do not name %v", option)
	}
	if len(options) != 1+int(numRulings) {
		t.Errorf("%d options for %d rulings", len(options), numRulings)
	}
}

// TestBag compares the packed counts with plain ones.
func TestBag(t *testing.T) {
	r := game.NewRand(game.NumberSeed(1))
	for range 2000 {
		var a, b [NumKinds]int
		var x, y Bag
		var sorted []Kind
		within := true
		for k := range Kind(NumKinds) {
			a[k], b[k] = r.IntN(9), r.IntN(3)
			x += Bag(a[k]) * one(k)
			y += Bag(b[k]) * one(k)
			within = within && a[k] >= b[k]
			sorted = append(sorted, slices.Repeat([]Kind{k}, a[k])...)
		}
		if x.Len() != len(sorted) || x.has(y) != within {
			t.Fatalf("%v: Len %d, has %v: %v", a, x.Len(), b, x.has(y))
		}
		for i, k := range sorted {
			if x.nth(i) != k {
				t.Fatalf("%v: card %d is %s, not %s", a, i, x.nth(i), k)
			}
		}
		for n := 1; n <= 3; n++ {
			for k := range Kind(NumResources) {
				if got := x.with(n, greyOnes)>>(4*k)&1 != 0; got != (a[k] >= n) {
					t.Fatalf("%v: at least %d of %s: %v", a, n, k, got)
				}
			}
		}
	}
}

// TestHandsFitBags: nobody can ever have more of a kind than a bag counts.
func TestHandsFitBags(t *testing.T) {
	for k := range Kind(NumKinds) {
		for own := range Deck(NumWonders) {
			for right := range Deck(NumWonders) {
				most := fullDecks[own].Count(k) + fullDecks[right].Count(k) + fullDecks[Central].Count(k)
				if own == Deck(Alexandria) {
					most += 2
				}
				if own != right && most > maxOfKind {
					t.Errorf("%s beside %s may take %d %s", own, right, most, k)
				}
			}
		}
	}
}

func TestStateIsSmall(t *testing.T) {
	if size := reflect.TypeFor[State]().Size(); size > 400 {
		t.Errorf("state has %d bytes", size)
	}
}
