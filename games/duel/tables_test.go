package duel

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The tables in Go were typed apart from the JSON files of the rules; here the two are compared.

func load(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

type jsonCost struct {
	Coins     uint8
	Resources map[string]int
}

// goods returns the cost in lanes.
func (c jsonCost) goods() goods {
	var g goods
	for r, n := range c.Resources {
		g += goods(n) * one(resource(r))
	}
	return g
}

func resource(id string) Resource { return Resource(slices.Index(resourceIDs[:], id)) }

func resourceLanes(ids []string) goods {
	var g goods
	for _, id := range ids {
		g |= lane(resource(id))
	}
	return g
}

type jsonEffect struct {
	Type      string
	Resources json.RawMessage
	Options   []string
	Amount    int
	Price     int
	Value     uint8
	Symbol    string
	Per       string
	Counts    []string
	City      string
	CoinsEach uint8 `json:"coins_each_on_build"`
	VPEach    uint8 `json:"vp_each_at_end"`
	Colour    string
	Draw      int
	Keep      int
	Target    string
	Units     int
}

func countedByID(t *testing.T, id string) counted {
	switch id {
	case "wonder":
		return countWonders
	case "coin_triplet":
		return countTriplets
	}
	i := slices.Index(colourIDs[:], id)
	if i < 0 {
		t.Fatalf("nothing counts %q", id)
	}
	return colours(Colour(i))
}

func TestTablesCards(t *testing.T) {
	var file struct {
		Cards []struct {
			ID           string
			Age          uint8
			Deck         string
			Colour       string
			Cost         jsonCost
			ChainGives   *string `json:"chain_gives"`
			ChainAccepts *string `json:"chain_accepts"`
			Effects      []jsonEffect
		}
		Resources []struct{ ID string }
		Colours   []struct{ ID string }
		Symbols   []struct {
			ID string
			On []string
		} `json:"science_symbols"`
		Chains []struct{ Symbol, From, To string }
		Decks  map[string]struct {
			Cards   int
			Removed int `json:"removed_unseen"`
			Drawn   int `json:"drawn_into_age3"`
		}
	}
	load(t, "cards.json", &file)
	if len(file.Cards) != int(firstTemple) {
		t.Fatalf("%d cards in the file, %d in the table", len(file.Cards), firstTemple)
	}
	backOf := map[string]back{"age1": backAge1, "age2": backAge2, "age3": backAge3, "guilds": backGuild}
	for _, j := range file.Cards {
		i := slices.IndexFunc(cards[:], func(c cardRow) bool { return c.id == j.ID })
		if i < 0 {
			t.Errorf("%s is not in the table", j.ID)
			continue
		}
		row := cards[i]
		want := cardRow{id: j.ID, age: j.Age, colour: Colour(slices.Index(colourIDs[:], j.Colour)), coins: j.Cost.Coins, cost: row.cost}
		if units(row.cost) != j.Cost.goods() || len(row.cost) != j.Cost.goods().total() {
			t.Errorf("%s costs %q, in the file %v", j.ID, row.cost, j.Cost)
		}
		if j.ChainGives != nil {
			want.gives = *j.ChainGives
		}
		if j.ChainAccepts != nil {
			want.takes = *j.ChainAccepts
		}
		want.effect.symbol = noSymbol
		for _, e := range j.Effects {
			switch e.Type {
			case "produce":
				var n map[string]int
				if err := json.Unmarshal(e.Resources, &n); err != nil {
					t.Fatal(err)
				}
				want.effect.makes = jsonCost{Resources: n}.goods()
			case "produce_choice":
				if e.Amount != 1 {
					t.Errorf("%s makes a choice of %d", j.ID, e.Amount)
				}
				want.effect.choice = resourceLanes(e.Options)
			case "fixed_price":
				var list []string
				if err := json.Unmarshal(e.Resources, &list); err != nil || e.Price != 1 {
					t.Fatal(j.ID, err, e.Price)
				}
				want.effect.fixed = resourceLanes(list)
			case "vp":
				want.vp = e.Value
			case "shields":
				want.effect.shields = e.Value
			case "science":
				want.effect.symbol = Symbol(slices.Index(symbolIDs[:], e.Symbol))
			case "coins":
				want.effect.coins = e.Value
			case "coins_per_own":
				want.effect.each, want.effect.per = e.Value, countedByID(t, e.Per)
			case "guild":
				if e.City != "most" {
					t.Errorf("%s counts in city %q", j.ID, e.City)
				}
				for _, c := range e.Counts {
					want.effect.guild |= countedByID(t, c)
				}
				want.effect.perCoin, want.effect.perVP = e.CoinsEach, e.VPEach
			default:
				t.Errorf("%s has an unknown effect %q", j.ID, e.Type)
			}
		}
		if row != want {
			t.Errorf("%s:\ntable %+v\nfile  %+v", j.ID, row, want)
		}
		if Card(i).back() != backOf[j.Deck] {
			t.Errorf("%s has back %s, in the file %s", j.ID, backIDs[Card(i).back()], j.Deck)
		}
	}
	for i, r := range file.Resources {
		if resourceIDs[i] != r.ID {
			t.Errorf("resource %d is %s, in the file %s", i, resourceIDs[i], r.ID)
		}
	}
	for i, c := range file.Colours {
		if colourIDs[i] != c.ID {
			t.Errorf("colour %d is %s, in the file %s", i, colourIDs[i], c.ID)
		}
	}
	for i, s := range file.Symbols {
		if symbolIDs[i] != s.ID {
			t.Errorf("symbol %d is %s, in the file %s", i, symbolIDs[i], s.ID)
		}
		var on []string
		for _, c := range cards {
			if c.effect.symbol == Symbol(i) {
				on = append(on, c.id)
			}
		}
		if s.ID == "scales" {
			on = []string{"token:law"}
		}
		slices.Sort(on)
		slices.Sort(s.On)
		if !slices.Equal(on, s.On) {
			t.Errorf("%s stands on %v, in the file on %v", s.ID, on, s.On)
		}
	}
	for _, chain := range file.Chains {
		to := cardTable[cardIDs.by[chain.To]]
		if !to.chained || cards[to.chain].id != chain.From || cards[to.chain].gives != chain.Symbol {
			t.Errorf("chain %+v is not in the table", chain)
		}
	}
	for name, b := range backOf {
		d := file.Decks[name]
		if n := int(deckStart[b+1] - deckStart[b]); n != d.Cards {
			t.Errorf("deck %s has %d cards, in the file %d", name, n, d.Cards)
		}
		laid := d.Cards - d.Removed
		if name == "guilds" {
			laid = d.Drawn
		}
		if want := map[back]int{backAge1: numSlots, backAge2: numSlots, backAge3: agedCards, backGuild: extraCards}[b]; laid != want {
			t.Errorf("of deck %s %d are laid, in the file %d", name, want, laid)
		}
	}
}

// TestTablesCounts recounts the table against figures typed here.
func TestTablesCounts(t *testing.T) {
	got := map[string][numColours]int{}
	for i, c := range cards {
		n := got[backIDs[Card(i).back()]]
		n[c.colour]++
		got[backIDs[Card(i).back()]] = n
	}
	//                     brown grey blue green yellow red purple temple
	want := map[string][numColours]int{
		"age-1":        {6, 2, 3, 4, 4, 4, 0, 0},
		"age-2":        {3, 2, 5, 4, 4, 5, 0, 0},
		"age-3":        {0, 0, 6, 4, 5, 5, 0, 0},
		"guild":        {0, 0, 0, 0, 0, 0, 7, 0},
		"grand-temple": {0, 0, 0, 0, 0, 0, 0, 5},
	}
	if !maps.Equal(got, want) {
		t.Errorf("the decks hold %v, not %v", got, want)
	}
}

func TestTablesBoard(t *testing.T) {
	var file struct {
		Components struct {
			StartCoins  int `json:"start_coins_each"`
			Tokens      int `json:"progress_tokens"`
			OnBoard     int `json:"progress_tokens_on_board"`
			Loot        int `json:"military_tokens"`
			Wonders     int
			InGame      int `json:"wonders_in_game"`
			Constructed int `json:"wonders_constructible_in_total"`
		}
		Draft struct {
			Pools []int
			Order [][]string `json:"pick_order"`
		} `json:"wonder_draft"`
		First   map[string][]string `json:"first_game_wonders"`
		Wonders []struct {
			ID        string
			Cost      jsonCost
			Effects   []jsonEffect
			VP        uint8
			Shields   uint8
			PlayAgain bool `json:"play_again"`
		}
		Tokens []struct {
			ID      string
			Effects []jsonEffect
		} `json:"progress_tokens"`
		Military struct {
			VP     map[string]int16 `json:"vp_by_distance"`
			Tokens []struct {
				ID     string
				Zone   []int8 `json:"zone_positions"`
				Victim string
				Coins  int16
			}
			Supremacy int `json:"supremacy_at"`
		}
		Layouts []struct {
			Age   int
			Slots []struct {
				Slot, Row, Col int
				FaceUp         bool  `json:"face_up"`
				CoveredBy      []int `json:"covered_by"`
				AtStart        bool  `json:"accessible_at_start"`
			}
		}
	}
	load(t, "board.json", &file)

	c := file.Components
	for _, n := range [][2]int{
		{c.StartCoins, startCoins}, {c.Tokens, numBaseTokens}, {c.OnBoard, tokensOnBoard}, {c.Loot, len(loots)},
		{c.Wonders, numBaseWonders}, {c.InGame, numDrafted}, {c.Constructed, wonderLimit}, {file.Military.Supremacy, capital},
	} {
		if n[0] != n[1] {
			t.Errorf("components: file %d, table %d", n[0], n[1])
		}
	}
	var order []uint8
	for _, round := range file.Draft.Order {
		for _, who := range round {
			order = append(order, map[string]uint8{"first": 0, "second": 1}[who])
		}
	}
	if !slices.Equal(order, draftOrder[:]) || !slices.Equal(file.Draft.Pools, []int{poolSize, poolSize}) {
		t.Errorf("draft order %v, in the file %v of %v", draftOrder, order, file.Draft.Pools)
	}
	for seat, key := range []string{"player_1", "player_2"} {
		if !slices.Equal(firstGameWonders[seat][:], file.First[key]) {
			t.Errorf("first game of %s: %v, in the file %v", key, firstGameWonders[seat], file.First[key])
		}
	}

	if len(file.Wonders) != numBaseWonders {
		t.Fatalf("%d wonders in the file", len(file.Wonders))
	}
	for i, j := range file.Wonders {
		row := wonders[i]
		want := wonderRow{id: j.ID, cost: row.cost}
		if units(row.cost) != j.Cost.goods() || len(row.cost) != j.Cost.goods().total() || j.Cost.Coins != 0 {
			t.Errorf("%s costs %q, in the file %v", j.ID, row.cost, j.Cost)
		}
		for _, e := range j.Effects {
			switch e.Type {
			case "coins":
				want.coins = e.Value
			case "opponent_loses_coins":
				want.robs = e.Value
			case "play_again":
				want.again = true
			case "vp":
				want.vp = e.Value
			case "shields":
				want.shields = e.Value
			case "discard_opponent_card":
				want.special = map[string]special{"brown": destroyBrown, "grey": destroyGrey}[e.Colour]
			case "progress_from_box":
				if e.Draw != libraryDraw || e.Keep != 1 {
					t.Errorf("%s draws %d and keeps %d", j.ID, e.Draw, e.Keep)
				}
				want.special = fromBox
			case "build_from_discard":
				want.special = fromDiscard
			case "produce_choice":
				for _, r := range e.Options {
					want.choice += resourceLetters[resource(r) : resource(r)+1]
				}
			default:
				t.Errorf("%s has an unknown effect %q", j.ID, e.Type)
			}
		}
		if row != want || want.vp != j.VP || want.shields != j.Shields || want.again != j.PlayAgain {
			t.Errorf("%s:\ntable %+v\nfile  %+v", j.ID, row, want)
		}
	}
	if wonders[theGreatLibrary].id != "the-great-library" {
		t.Errorf("theGreatLibrary is %s", wonders[theGreatLibrary].id)
	}

	// What a token does beyond coins and points is a rule in code; the file says which rule.
	rules := map[string]Token{
		"resource_discount:wonder": Architecture, "receive_opponent_trade_coins:": Economy, "science:": Law,
		"resource_discount:blue": Masonry, "vp_per_own_progress_token:": Mathematics, "extra_shields:red": Strategy,
		"wonders_play_again:": Theology, "coins_per_chain_build:": Urbanism,
	}
	for i, j := range file.Tokens {
		row, want := tokens[i], tokenRow{id: j.ID}
		for _, e := range j.Effects {
			switch key := e.Type + ":" + e.Target; {
			case e.Type == "coins":
				want.coins = e.Value
			case e.Type == "vp":
				want.vp = e.Value
			case rules[key] != Token(i):
				t.Errorf("%s has the rule %s", j.ID, key)
			case e.Type == "resource_discount" && e.Units != discountUnits,
				e.Type == "vp_per_own_progress_token" && e.Value != mathematicsVP,
				e.Type == "coins_per_chain_build" && e.Value != urbanismCoins,
				e.Type == "extra_shields" && e.Value != 1:
				t.Errorf("%s: another figure in the file: %+v", j.ID, e)
			}
		}
		if row != want {
			t.Errorf("token %+v, in the file %+v", row, want)
		}
	}

	for distance, vp := range file.Military.VP {
		if d := int(distance[0] - '0'); militaryVP[d] != vp {
			t.Errorf("a lead of %d scores %d, in the file %d", d, militaryVP[d], vp)
		}
	}
	for i, j := range file.Military.Tokens {
		l := loots[i]
		sign, victim := int8(1), "player_2"
		if l.victim == 0 {
			sign, victim = -1, "player_1"
		}
		zone := []int8{sign * l.from, sign * (l.from + 1), sign * l.to}
		if l.id != j.ID || victim != j.Victim || l.coins != j.Coins || !slices.Equal(zone, j.Zone) {
			t.Errorf("military token %+v, in the file %+v", l, j)
		}
	}

	for _, j := range file.Layouts {
		l := &layouts[j.Age-1]
		if len(j.Slots) != numSlots {
			t.Errorf("age %d has %d slots", j.Age, len(j.Slots))
		}
		for _, s := range j.Slots {
			var cover slots
			for _, c := range s.CoveredBy {
				cover |= 1 << c
			}
			if int(l.row[s.Slot]) != s.Row || int(l.col[s.Slot]) != s.Col || l.cover[s.Slot] != cover ||
				l.faceUp>>s.Slot&1 != 0 != s.FaceUp || l.open>>s.Slot&1 != 0 != s.AtStart {
				t.Errorf("age %d: slot %+v differs", j.Age, s)
			}
		}
	}
}

// TestTablesChains: ids are unique and kebab-case, chain symbols lead from one card to one other.
func TestTablesChains(t *testing.T) {
	isKebab := func(id string) bool {
		return id != "" && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.Contains(id, "--")
	}
	for _, d := range []*domain{cardIDs, wonderIDs, tokenIDs, godIDs, mythIDs, spaceIDs, lootIDs, structureIDs} {
		if len(d.by) != len(d.ids) {
			t.Errorf("an id stands twice among %v", d.ids)
		}
		for _, id := range d.ids {
			if !isKebab(id) {
				t.Errorf("%q is not kebab-case", id)
			}
		}
	}
	gives, takes := map[string]int{}, map[string]int{}
	for _, c := range cards {
		if c.gives != "" {
			gives[c.gives]++
		}
		if c.takes != "" {
			takes[c.takes]++
		}
	}
	if !reflect.DeepEqual(gives, takes) || len(gives) != 17 {
		t.Errorf("chains given %v, taken %v", gives, takes)
	}
}
