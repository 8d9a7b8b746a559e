package architects

import (
	"slices"
	"strings"

	"mirabilia/game"
)

// ruling is a question that tables answer differently (docs/rules/architects.md 12). The first of its values is the
// answer of docs/rules/architects.md 10.
type ruling uint8

const (
	coins ruling = iota
	economy
	engineering
	payment
	extra
	extraTime
	noDraw
	look
	victories
	numRulings
)

// Values of the rulings that differ from the first.
const (
	coinsFree        = 1 // a coin may be spent in place of any resource
	coinsStrict      = 2 // not even a doubled coin may be spent in place of a resource in hand
	tokenMay         = 1 // economy, engineering: never a duty
	tokenAlways      = 2 // economy, engineering: for every stage of a turn
	paymentMost      = 1 // only payments that keep the most stages within reach
	extraMust        = 1 // extra draws are a duty
	extraAtOnce      = 1 // an extra draw is lost by building or exchanging first
	noDrawSkip       = 1 // a seat that can take no card has no turn
	noDrawEnd        = 2 // a seat that can take no card ends the game
	lookChooser      = 1 // the five cards of Halicarnassus are shown to the chooser only
	victoriesLimited = 1 // there are 28 military victory tokens
)

// options are those of the game: the wonders, then the rulings in their order.
var options = []game.Option{
	{Key: "wonders", Default: random},
	{Key: "coins", Default: "missing", Values: []string{"missing", "free", "strict"}}, // case 4
	{Key: "economy", Default: "duty", Values: []string{"duty", "may", "always"}},      // cases 5, 7
	{Key: "engineering", Default: "duty", Values: []string{"duty", "may", "always"}},  // cases 6, 7
	{Key: "payment", Default: "any", Values: []string{"any", "most"}},                 // case 9
	{Key: "extra", Default: "may", Values: []string{"may", "must"}},                   // case 10
	{Key: "extra_time", Default: "turn", Values: []string{"turn", "at_once"}},         // section 6
	{Key: "no_draw", Default: "pass", Values: []string{"pass", "skip", "end"}},        // cases 25, 26
	{Key: "look", Default: "all", Values: []string{"all", "chooser"}},                 // case 30
	{Key: "victories", Default: "unlimited", Values: []string{"unlimited", "28"}},     // case 35
}

// random as the option "wonders", or in place of one wonder in it, leaves the choice to the deal.
const random = "random"

const victoryTokens = 28

// readWonders reads the option "wonders": "random", or for each seat a wonder's id or "random".
func readWonders(text string, seats int) (chosen [game.MaxSeats]Wonder, err error) {
	for seat := range chosen {
		chosen[seat] = noWonder
	}
	if text == random {
		return chosen, nil
	}
	ids := strings.Split(text, ",")
	if len(ids) != seats {
		return chosen, game.Refuse(game.Invalid, "bad_option", "option wonders must be %q or name a wonder for each of the %d seats, not %d", random, seats, len(ids))
	}
	for seat, id := range ids {
		if id == random {
			continue
		}
		w, ok := wonderByID(id)
		if !ok {
			return chosen, game.Refuse(game.Invalid, "bad_option", "there is no wonder %q; there are: %s", id, wonderIDs())
		}
		if slices.Contains(chosen[:seat], w) {
			return chosen, game.Refuse(game.Invalid, "bad_option", "there is only one %s", id)
		}
		chosen[seat] = w
	}
	return chosen, nil
}

// writeWonders returns the option "wonders" that readWonders read.
func writeWonders(chosen []Wonder) string {
	ids := make([]string, len(chosen))
	anyChosen := false
	for seat, w := range chosen {
		ids[seat] = random
		if w != noWonder {
			ids[seat] = w.String()
			anyChosen = true
		}
	}
	if !anyChosen {
		return random
	}
	return strings.Join(ids, ",")
}
