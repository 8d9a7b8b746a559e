package architects

import (
	"strconv"
	"strings"

	"mirabilia/game"
)

// Text writes
//
//	t:<deck>                   take the top card of a deck: t:central, t:rhodes
//	b:<stage>:<card>:<card>... build a stage and pay with these cards: b:3:stone:glass:gold
//	s:<set>                    exchange a set of symbols: s:gear-pair, s:triple
//	p:<token>                  pick a progress token, p:pile the top of the pile
//	l:<deck>                   look into a deck (Halicarnassus)
//	k:<card>                   keep one of the cards looked at
//	end                        end the turn
func (s *State) Text(m game.Move) string {
	if !isMove(m) {
		return "none"
	}
	switch kindOf(m) {
	case moveTake:
		return "t:" + Deck(m&argument).String()
	case moveBuild:
		return "b:" + stageText(stageOf(m)) + ":" + strings.Join(cardIDs(paymentOf(m)), ":")
	case moveExchange:
		return "s:" + Set(m&argument).String()
	case movePick:
		return "p:" + Token(m&argument).String()
	case moveLook:
		return "l:" + Deck(m&argument).String()
	case moveKeep:
		return "k:" + Kind(m&argument).String()
	}
	return "end"
}

// Parse reads what Text writes; the cards of a payment may be in any order.
func (s *State) Parse(text string) (game.Move, error) {
	if m, ok := parse(text); ok {
		return m, nil
	}
	return 0, game.Refuse(game.Invalid, "bad_move", "%q is not a move; moves are t:<deck>, b:<stage>:<card>:..., s:<set>, p:<token> or p:pile, l:<deck>, k:<card> and end", text)
}

func parse(text string) (game.Move, bool) {
	kind, arg, _ := strings.Cut(text, ":")
	switch kind {
	case "t":
		d, ok := deckByID(arg)
		return takeMove(d), ok
	case "b":
		return parseBuild(arg)
	case "s":
		for set := range Set(NumSets) {
			if set.String() == arg {
				return exchangeMove(set), true
			}
		}
	case "p":
		if arg == Pile.String() {
			return pickMove(Pile), true
		}
		t, ok := tokenByID(arg)
		return pickMove(t), ok
	case "l":
		d, ok := deckByID(arg)
		return lookMove(d), ok && d != Central
	case "k":
		k, ok := kindByID(arg)
		return keepMove(k), ok
	case "end":
		return moveEnd, text == "end"
	}
	return 0, false
}

func parseBuild(text string) (game.Move, bool) {
	number, rest, _ := strings.Cut(text, ":")
	stage := strings.Index("12345", number)
	if len(number) != 1 || stage < 0 {
		return 0, false
	}
	ids := strings.Split(rest, ":")
	if len(ids) > costs[stage].count {
		return 0, false
	}
	var pay Bag
	for _, id := range ids {
		k, ok := kindByID(id)
		if !ok || k > Gold {
			return 0, false
		}
		pay += one(k)
	}
	return buildMove(stage, pay), isPayment(stage, pay)
}

// stageText returns the number of a stage as people count.
func stageText(stage int) string { return strconv.Itoa(stage + 1) }

// cardIDs returns the ids of the cards in a bag, each as often as it is there.
func cardIDs(b Bag) []string {
	ids := make([]string, 0, b.Len())
	for k := range Kind(NumKinds) {
		for range b.Count(k) {
			ids = append(ids, k.String())
		}
	}
	return ids
}

// moveForms describes the moves for the reference.
var moveForms = []game.MoveForm{
	{Form: "t:<deck>", Does: "take the top card of a deck"},
	{Form: "b:<stage>:<card>[:<card>...]", Does: "build a stage and pay with these cards"},
	{Form: "s:<set>", Does: "exchange a set of science symbols"},
	{Form: "p:<token>", Does: "pick a progress token; p:pile is the top of the pile"},
	{Form: "l:<deck>", Does: "look into a deck (Halicarnassus)"},
	{Form: "k:<card>", Does: "keep one of the cards looked at"},
	{Form: "end", Does: "end the turn"},
}
