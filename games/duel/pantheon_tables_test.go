package duel

import (
	"slices"
	"strings"
	"testing"
)

// kebab returns an id as this project spells it.
func kebab(id string) string { return strings.ReplaceAll(id, "_", "-") }

func TestTablesPantheon(t *testing.T) {
	type cost map[string]int
	var file struct {
		Components struct {
			Divinities int `json:"divinityCards"`
			Temples    int `json:"grandTempleCards"`
			Wonders    int `json:"wonderCards"`
			Mythology  int `json:"mythologyTokens"`
			Offering   int `json:"offeringTokens"`
			Progress   int `json:"progressTokens"`
		}
		Mythologies []struct {
			ID         string
			Divinities []string
		}
		Divinities []struct {
			ID        string
			Mythology string
			Effect    struct {
				Kind           string
				TokensOnCard   int `json:"tokensOnCard"`
				Coins          int
				VP             int
				Shields        int
				VPPerCoinAtEnd int `json:"vpPerCoinAtEnd"`
				Symbol         string
			}
		}
		Gate struct {
			ID         string
			CostFactor int `json:"costFactor"`
		}
		Temples []struct {
			ID        string
			Mythology string
			Age       uint8
			Cost      cost
			CoinCost  uint8 `json:"coinCost"`
			FreeWith  struct {
				Token     string `json:"mythologyToken"`
				Discarded bool   `json:"tokenIsDiscarded"`
			} `json:"freeWith"`
		} `json:"grandTemples"`
		TempleScoring map[string]int16 `json:"grandTempleScoring"`
		Wonders       []struct {
			ID        string
			Cost      cost
			VP        uint8
			PlayAgain bool `json:"playAgain"`
			Effect    struct {
				Kind  string
				Coins int
			}
		}
		Progress []struct {
			ID     string
			Effect struct {
				Kind          string
				VP            int
				Coins         int
				CoinsPerSpace int `json:"coinsPerSpace"`
			}
		} `json:"progressTokens"`
		Mythology struct {
			Total int
			Per   int `json:"perMythology"`
			Used  int `json:"usedPerGame"`
		} `json:"mythologyTokens"`
		Offerings struct {
			Tokens []struct {
				ID    string
				Value int
			}
		} `json:"offeringTokens"`
		Board struct {
			Spaces int
			Costs  []struct {
				Space    int
				Cost     struct{ A, B int }
				GateCost struct{ A, B int } `json:"gateCost"`
			}
		} `json:"pantheonBoard"`
		Layouts map[string]struct {
			Slots []struct {
				Slot, Row, X int
				FaceDown     bool  `json:"faceDown"`
				CoveredBy    []int `json:"coveredBy"`
			}
			TokenSlots []struct{ Slot int } `json:"tokenSlots"`
		}
		Decks struct {
			Age3 struct {
				TemplesAdded int `json:"grandTemplesAdded"`
			}
			Wonders  struct{ Drafted int }
			Progress struct {
				OnBoard int `json:"onBoard"`
				InBox   int `json:"inBox"`
			} `json:"progressTokens"`
		} `json:"ageDecks"`
	}
	load(t, "pantheon.json", &file)

	c := file.Components
	for _, n := range [][2]int{
		{c.Divinities, numGods}, {c.Temples, int(numCards - firstTemple)}, {c.Wonders, numWonders - numBaseWonders},
		{c.Mythology, tokensPerMyth * numMythologies}, {c.Offering, numOfferings}, {c.Progress, int(numTokens) - numBaseTokens},
		{file.Mythology.Total, tokensPerMyth * numMythologies}, {file.Mythology.Per, tokensPerMyth}, {file.Mythology.Used, mythologyTokens},
		{file.Board.Spaces, numSpaces}, {file.Gate.CostFactor, gateFactor}, {file.Decks.Age3.TemplesAdded, extraCards},
		{file.Decks.Wonders.Drafted, numDrafted}, {file.Decks.Progress.OnBoard, tokensOnBoard},
		{file.Decks.Progress.InBox, int(numTokens) - tokensOnBoard}, {len(file.Divinities), numGods},
	} {
		if n[0] != n[1] {
			t.Errorf("counts: file %d, table %d", n[0], n[1])
		}
	}
	if gods[Gate] != file.Gate.ID {
		t.Errorf("the Gate is %s", gods[Gate])
	}
	for m, j := range file.Mythologies {
		if mythologyIDs[m] != j.ID || !slices.Equal(gods[m*godsPerDeck:(m+1)*godsPerDeck], j.Divinities) {
			t.Errorf("mythology %s with %v, in the file %+v", mythologyIDs[m], gods[m*godsPerDeck:(m+1)*godsPerDeck], j)
		}
	}
	// What a god does is a rule in code; here its figures are compared, and that each has its kind.
	kinds := map[God]string{
		Enki: "choose_progress_token_on_card", Ishtar: "science_symbol", Nisaba: "copy_science_symbol", Astarte: "coins_on_card",
		Baal: "steal_building", Tanit: "gain_coins", Aphrodite: "victory_points", Hades: "build_from_discard",
		Zeus: "discard_structure_card", Anubis: "unbuild_wonder", Isis: "build_wonder_with_discarded_card",
		Ra: "steal_unbuilt_wonder", Mars: "shields", Minerva: "place_minerva_pawn", Neptune: "discard_and_apply_military_token",
	}
	figures := map[God]int{Enki: enkiTokens, Astarte: astarteCoins + 1, Tanit: tanitCoins, Aphrodite: aphroditeVP, Mars: marsShields}
	for i, j := range file.Divinities {
		e := j.Effect
		if gods[i] != j.ID || mythologyIDs[God(i).mythology()] != j.Mythology || kinds[God(i)] != e.Kind {
			t.Errorf("%s of %s: in the file %+v", gods[i], mythologyIDs[God(i).mythology()], j)
		}
		if sum := e.TokensOnCard + e.Coins + e.VP + e.Shields + e.VPPerCoinAtEnd; sum != figures[God(i)] {
			t.Errorf("%s: figures %d, in the file %d", gods[i], figures[God(i)], sum)
		}
	}
	for i, j := range file.Temples {
		card := firstTemple + Card(i)
		row := cards[card]
		want := cardRow{id: kebab(j.ID), age: j.Age, colour: Temple, coins: j.CoinCost, cost: row.cost, effect: points()}
		if row != want || units(row.cost) != (jsonCost{Resources: j.Cost}).goods() || len(row.cost) != units(row.cost).total() {
			t.Errorf("temple %+v, in the file %+v", row, j)
		}
		m := cardTable[card].chain - templeToken
		if mythologyIDs[m] != j.Mythology || j.FreeWith.Token != j.Mythology || j.FreeWith.Discarded || !cardTable[card].chained {
			t.Errorf("%s is free with %s, in the file %+v", row.id, mythologyIDs[m], j.FreeWith)
		}
	}
	for n, vp := range file.TempleScoring {
		if templeVP[n[0]-'0'] != vp {
			t.Errorf("%s temples score %d, in the file %d", n, templeVP[n[0]-'0'], vp)
		}
	}
	specials := map[string]special{"pantheon_discount": cheaperGods, "activate_from_deck": fromDeck}
	for i, j := range file.Wonders {
		row := wonders[numBaseWonders+i]
		want := wonderRow{id: kebab(j.ID), cost: row.cost, vp: j.VP, again: j.PlayAgain, special: specials[j.Effect.Kind]}
		if row != want || units(row.cost) != (jsonCost{Resources: j.Cost}).goods() || len(row.cost) != units(row.cost).total() {
			t.Errorf("wonder %+v, in the file %+v", row, j)
		}
		if j.Effect.Kind == "pantheon_discount" && j.Effect.Coins != sanctuaryCoins {
			t.Errorf("the Sanctuary takes %d off, in the file %d", sanctuaryCoins, j.Effect.Coins)
		}
	}
	if wonders[theSanctuary].special != cheaperGods || wonders[theDivineTheater].special != fromDeck {
		t.Error("the two wonders are misnamed")
	}
	for i, j := range file.Progress {
		row := tokens[numBaseTokens+i]
		kind := map[Token]string{Mysticism: "vp_per_token", Poliorcetics: "opponent_loses_coins_per_space", Engineering: "chain_cards_cost_one_coin"}[Token(numBaseTokens+i)]
		figure := map[Token]int{Mysticism: mysticismVP, Poliorcetics: 1, Engineering: engineeringCoin}[Token(numBaseTokens+i)]
		if row != (tokenRow{id: j.ID}) || j.Effect.Kind != kind || j.Effect.VP+j.Effect.Coins+j.Effect.CoinsPerSpace != figure {
			t.Errorf("token %+v, in the file %+v", row, j)
		}
	}
	for i, j := range file.Offerings.Tokens {
		if offeringIDs[i] != kebab(j.ID) || offeringValue[1<<i] != j.Value || offeringBase+i != j.Value {
			t.Errorf("offering %s, in the file %+v", offeringIDs[i], j)
		}
	}
	for set, value := range offeringValue {
		sum := 0
		for i := range numOfferings {
			if set>>i&1 != 0 {
				sum += offeringValue[1<<i]
			}
		}
		if sum != value {
			t.Errorf("offerings %b are worth %d, not %d", set, sum, value)
		}
	}
	for _, j := range file.Board.Costs {
		a, b := activationCost(0, j.Space-1), activationCost(1, j.Space-1)
		if a != j.Cost.A || b != j.Cost.B || a*gateFactor != j.GateCost.A || b*gateFactor != j.GateCost.B {
			t.Errorf("space %d costs %d and %d, in the file %+v", j.Space, a, b, j)
		}
		if max(a, b) > farthestCost {
			t.Errorf("space %d costs %d, more than %d", j.Space, max(a, b), farthestCost)
		}
	}
	for age, name := range []string{"age1", "age2", "age3"} {
		j := file.Layouts[name]
		var marked []int
		for _, s := range j.TokenSlots {
			marked = append(marked, s.Slot)
		}
		if !slices.Equal(marked, markedSlots[age]) {
			t.Errorf("%s has tokens on %v, in the file on %v", name, markedSlots[age], marked)
		}
		l := &layouts[age]
		for _, s := range j.Slots {
			var cover slots
			for _, c := range s.CoveredBy {
				cover |= 1 << c
			}
			if int(l.row[s.Slot]) != s.Row+1 || int(l.col[s.Slot]) != s.X-1 || l.cover[s.Slot] != cover || l.faceUp>>s.Slot&1 == 0 != s.FaceDown {
				t.Errorf("%s: slot %+v differs", name, s)
			}
		}
	}
}
