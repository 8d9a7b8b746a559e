package wonders

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// The tables of this package against testdata/cards.json and testdata/boards.json, which were typed
// separately from the printed cards.

type costJSON struct {
	Coins     uint8          `json:"coins"`
	Resources map[string]int `json:"resources"`
}

type effectJSON struct {
	Kind      string            `json:"kind"`
	Amount    uint8             `json:"amount"`
	Options   []json.RawMessage `json:"options"`
	Tradeable bool              `json:"tradeable"`
	Symbol    string            `json:"symbol"`
	Resources []string          `json:"resources"`
	From      []string          `json:"from"`
	Price     int               `json:"price"`
	Count     struct {
		Type    string   `json:"type"`
		Colours []string `json:"colours"`
	} `json:"count"`
	Where []string `json:"where"`
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func lettersOf(units map[string]int) string {
	var b strings.Builder
	for i, id := range resources {
		b.WriteString(strings.Repeat(letters[i:i+1], units[id]))
	}
	return b.String()
}

func placesOf(t *testing.T, names []string) (w where) {
	for _, n := range names {
		place, ok := map[string]where{"left": left, "self": self, "right": right}[n]
		if !ok {
			t.Errorf("no place %q", n)
		}
		w |= place
	}
	return w
}

// effectOf puts the effects of a card or stage together as the tables have them.
func effectOf(t *testing.T, list []effectJSON) (e effect) {
	for _, j := range list {
		switch j.Kind {
		case "produce":
			var options []string
			for _, o := range j.Options {
				units := map[string]int{}
				if err := json.Unmarshal(o, &units); err != nil {
					t.Fatal(err)
				}
				options = append(options, lettersOf(units))
			}
			e.produce, e.kept = strings.Join(options, "/"), !j.Tradeable
		case "vp":
			e.vp = j.Amount
		case "shields":
			e.shields = j.Amount
		case "coins":
			e.coins = j.Amount
		case "science":
			e.science = map[string]symbol{"compass": compass, "gear": gear, "tablet": tablet}[j.Symbol]
		case "science_choice":
			e.science = anySymbol
		case "trade_discount":
			units := map[string]int{}
			for _, id := range j.Resources {
				units[id] = 1
			}
			e.cheap, e.where = lettersOf(units), placesOf(t, j.From)
			if j.Price != 1 {
				t.Errorf("a discount to %d", j.Price)
			}
		case "coins_per", "vp_per":
			if j.Kind == "coins_per" {
				e.coins = j.Amount
			} else {
				e.vp = j.Amount
			}
			e.where, e.per = placesOf(t, j.Where), 0
			for _, c := range j.Count.Colours {
				e.per |= 1 << slices.Index(colours[:], c)
			}
			if j.Count.Type == "wonder_stages" {
				e.per = stages
			}
		case "vp_if_wonder_complete":
			e.vp, e.per, e.where = j.Amount, wonderComplete, self
		case "build_from_discard":
			e.power = digs
		case "play_last_card":
			e.power = lastCard
		case "free_first_of_colour":
			e.power = freeColour
		case "free_first_card_of_age":
			e.power = freeFirst
		case "free_last_card_of_age":
			e.power = freeLast
		default:
			t.Errorf("unknown kind of effect %q", j.Kind)
		}
	}
	return e
}

func TestTablesCards(t *testing.T) {
	var file struct {
		Cards []struct {
			ID       string   `json:"id"`
			Building string   `json:"building"`
			Age      uint8    `json:"age"`
			Colour   string   `json:"colour"`
			Cost     costJSON `json:"cost"`
			Chain    struct{ Gives, Accepts []string }
			Effects  []effectJSON `json:"effects"`
			Guild    bool         `json:"guild"`
			Copies   []int        `json:"min_players"`
		} `json:"cards"`
		Signs []struct {
			GivenBy    []string `json:"given_by"`
			AcceptedBy []string `json:"accepted_by"`
		} `json:"chain_symbols"`
	}
	readJSON(t, "cards.json", &file)
	if len(file.Cards) != numCards {
		t.Fatalf("%d cards in the file, %d in the table", len(file.Cards), numCards)
	}
	for i, want := range file.Cards {
		got := cards[i]
		if got.id != want.ID || named(got.id) != want.Building || got.age != want.Age || colours[got.colour] != want.Colour {
			t.Errorf("%s: identity differs: %+v", want.ID, got)
		}
		if got.coins != want.Cost.Coins || got.cost != lettersOf(want.Cost.Resources) {
			t.Errorf("%s: cost %d %q, want %+v", want.ID, got.coins, got.cost, want.Cost)
		}
		if got.accepts != strings.Join(want.Chain.Accepts, " ") || got.gives != strings.Join(want.Chain.Gives, " ") {
			t.Errorf("%s: chain %q to %q, want %+v", want.ID, got.accepts, got.gives, want.Chain)
		}
		var digits []byte
		for _, n := range want.Copies {
			digits = append(digits, byte('0'+n))
		}
		if got.copies != string(digits) || want.Guild != (Card(i) >= firstGuild) {
			t.Errorf("%s: copies %q, want %v", want.ID, got.copies, want.Copies)
		}
		if e := effectOf(t, want.Effects); got.effect != e {
			t.Errorf("%s: effect %+v, want %+v", want.ID, got.effect, e)
		}
	}
	// The chains as worked out from the signs, against the file's own list of them.
	links := map[[2]string]bool{}
	for _, sign := range file.Signs {
		for _, from := range sign.GivenBy {
			for _, to := range sign.AcceptedBy {
				links[[2]string{from, to}] = true
			}
		}
	}
	for from := range cards {
		for to := range cards {
			want := links[[2]string{cards[from].id, cards[to].id}]
			if chainedBy[to].has(Card(from)) != want || leadsTo[from].has(Card(to)) != want {
				t.Errorf("chain from %s to %s: want %v", cards[from].id, cards[to].id, want)
			}
		}
	}
}

func TestTablesBoards(t *testing.T) {
	type sideJSON struct {
		Stages []struct {
			Cost    costJSON     `json:"cost"`
			Effects []effectJSON `json:"effects"`
		} `json:"stages"`
	}
	var file struct {
		Boards []struct {
			ID    string `json:"id"`
			Start struct {
				Resource string `json:"resource"`
			} `json:"start"`
			Sides map[string]sideJSON `json:"sides"`
		} `json:"boards"`
	}
	readJSON(t, "boards.json", &file)
	if len(file.Boards) != int(numBoards) {
		t.Fatalf("%d boards in the file", len(file.Boards))
	}
	row := 0
	for b, want := range file.Boards {
		if boards[b].id != want.ID || boards[b].start != lettersOf(map[string]int{want.Start.Resource: 1}) {
			t.Errorf("board %d is %+v, want %+v", b, boards[b], want)
		}
		for _, sd := range []side{day, night} {
			list := want.Sides[sides[sd]].Stages
			if int(numStages[b][sd]) != len(list) {
				t.Errorf("%s %s has %d stages, want %d", want.ID, sides[sd], numStages[b][sd], len(list))
			}
			for k, st := range list {
				got := stageTable[row]
				row++
				if got.board != board(b) || got.side != sd || got.cost != lettersOf(st.Cost.Resources) || st.Cost.Coins != 0 {
					t.Errorf("%s %s stage %d: %+v, want %+v", want.ID, sides[sd], k+1, got, st)
				}
				if e := effectOf(t, st.Effects); got.effect != e || *stageEffect[b][sd][k] != e {
					t.Errorf("%s %s stage %d: effect %+v, want %+v", want.ID, sides[sd], k+1, got.effect, e)
				}
			}
		}
	}
	if row != len(stageTable) {
		t.Errorf("%d stages in the table, %d in the file", len(stageTable), row)
	}
}

// Totals typed from docs/rules/wonders.md and from the box.
func TestTablesCounts(t *testing.T) {
	for n := 3; n <= game.MaxSeats; n++ {
		for age, want := range []int{7 * n, 7 * n, 6*n - 2} {
			if deckSize[n][age] != want {
				t.Errorf("%d players, age %d: %d cards, want %d", n, age+1, deckSize[n][age], want)
			}
		}
	}
	var printed [numAges]int
	colourTotals := map[string]int{}
	for i, row := range cards {
		n := len(row.copies)
		if Card(i) >= firstGuild {
			n = 1
		}
		printed[row.age-1] += n
		colourTotals[colours[row.colour]] += n
	}
	if printed != [numAges]int{49, 49, 50} {
		t.Errorf("the box holds %v cards by age, want 49, 49, 50", printed)
	}
	want := map[string]int{"brown": 22, "grey": 12, "blue": 26, "yellow": 29, "red": 25, "green": 24, "purple": 10}
	for c, n := range want {
		if colourTotals[c] != n {
			t.Errorf("%d %s cards, want %d", colourTotals[c], c, n)
		}
	}
	symbols := [5]int{}
	for _, row := range cards {
		symbols[row.effect.science]++
	}
	if symbols != [5]int{numCards - 13, 4, 4, 4, 1} {
		t.Errorf("science symbols %v", symbols)
	}
}
