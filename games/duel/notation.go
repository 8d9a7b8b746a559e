package duel

import (
	"strings"

	"mirabilia/game"
)

// A move is its kind in the highest byte and up to three operands below; unused bytes are 0. Its text is the
// word of the kind and the ids of the operands, with colons between: "w:the-pyramids:walls".

// kind is the kind of a move.
type kind uint8

const (
	moveNone kind = iota
	moveDraft
	moveBuild
	moveDiscard
	moveWonder
	moveToken
	moveDestroy
	moveRevive
	moveBegin

	// With Pantheon.
	moveActivate
	movePlace
	moveUncover
	moveNisaba
	moveBaal
	moveZeus
	moveAnubis
	moveIsis
	moveRa
	moveMinerva
	moveNeptune
	moveGod
	moveDeck
	moveOrder
	numKinds
)

func pack(k kind, a, b, c uint8) game.Move {
	return game.Move(k)<<24 | game.Move(a)<<16 | game.Move(b)<<8 | game.Move(c)
}

func unpack(m game.Move) (k kind, a, b, c uint8) {
	return kind(m >> 24), uint8(m >> 16), uint8(m >> 8), uint8(m)
}

// domain is what an operand of a move names: a list of ids, indexed by the operand.
type domain struct {
	ids []string
	by  map[string]uint8
}

func makeDomain(n int, id func(i int) string) *domain {
	d := &domain{by: map[string]uint8{}}
	for i := range n {
		d.ids = append(d.ids, id(i))
		d.by[id(i)] = uint8(i)
	}
	return d
}

var (
	cardIDs   = makeDomain(numCards, func(i int) string { return cards[i].id })
	wonderIDs = makeDomain(numWonders, func(i int) string { return wonders[i].id })
	tokenIDs  = makeDomain(int(numTokens), func(i int) string { return tokens[i].id })
	seatIDs   = makeDomain(2, func(i int) string { return game.Seat(i).Letter() })
)

// grammar has, for each kind of move, its word and what its operands name.
var grammar = [numKinds]struct {
	word     string
	operands []*domain
}{
	moveDraft:   {"draft", []*domain{wonderIDs}},
	moveBuild:   {"b", []*domain{cardIDs}},
	moveDiscard: {"d", []*domain{cardIDs}},
	moveWonder:  {"w", []*domain{wonderIDs, cardIDs}},
	moveToken:   {"token", []*domain{tokenIDs}},
	moveDestroy: {"destroy", []*domain{cardIDs}},
	moveRevive:  {"revive", []*domain{cardIDs}},
	moveBegin:   {"begin", []*domain{seatIDs}},

	moveActivate: {"a", []*domain{godIDs, offeringSetIDs}},
	movePlace:    {"place", []*domain{godIDs, spaceIDs}},
	moveUncover:  {"uncover", []*domain{structureIDs}},
	moveNisaba:   {"nisaba", []*domain{cardIDs}},
	moveBaal:     {"baal", []*domain{cardIDs}},
	moveZeus:     {"zeus", []*domain{structureIDs}},
	moveAnubis:   {"anubis", []*domain{wonderIDs}},
	moveIsis:     {"isis", []*domain{wonderIDs, cardIDs}},
	moveRa:       {"ra", []*domain{wonderIDs}},
	moveMinerva:  {"minerva", []*domain{trackIDs}},
	moveNeptune:  {"neptune", []*domain{lootIDs}},
	moveGod:      {"god", []*domain{godIDs}},
	moveDeck:     {"deck", []*domain{mythIDs}},
	moveOrder:    {"order", []*domain{godIDs, godIDs}},
}

var kindByWord = func() map[string]kind {
	by := map[string]kind{}
	for k := range grammar {
		if grammar[k].word != "" {
			by[grammar[k].word] = kind(k)
		}
	}
	return by
}()

// wellFormed reports whether a move is one that Text can write and Parse gives.
func wellFormed(m game.Move) bool {
	k, a, b, c := unpack(m)
	if k == moveNone || k >= numKinds {
		return false
	}
	operands := [3]uint8{a, b, c}
	for i, v := range operands {
		if i >= len(grammar[k].operands) {
			if v != 0 {
				return false
			}
		} else if int(v) >= len(grammar[k].operands[i].ids) {
			return false
		}
	}
	return true
}

// Text returns the move in stable ids: "b:walls", "w:the-pyramids:walls", "token:law".
func (s *State) Text(m game.Move) string {
	if !wellFormed(m) {
		return "?"
	}
	k, a, b, c := unpack(m)
	operands := [3]uint8{a, b, c}
	var buf [64]byte
	t := append(buf[:0], grammar[k].word...)
	for i, d := range grammar[k].operands {
		if id := d.ids[operands[i]]; id != "" {
			t = append(append(t, ':'), id...)
		}
	}
	return string(t)
}

// Parse reads what Text writes.
func (s *State) Parse(text string) (game.Move, error) {
	parts := strings.Split(text, ":")
	k, ok := kindByWord[parts[0]]
	if !ok {
		return 0, game.Refuse(game.Invalid, "bad_move", "no move begins with %q; moves begin with %s", parts[0], strings.Join(moveWords(), ", "))
	}
	g := &grammar[k]
	if n := len(g.operands); len(parts) == n && n > 0 && g.operands[n-1].ids[0] == "" {
		parts = append(parts, "") // the last operand is none
	} else if parts[len(parts)-1] == "" {
		return 0, game.Refuse(game.Invalid, "bad_move", "%q ends without naming anything", text)
	}
	if len(parts)-1 != len(g.operands) {
		return 0, game.Refuse(game.Invalid, "bad_move", "a move %q names %d things after it, not %d", g.word, len(g.operands), len(parts)-1)
	}
	var operands [3]uint8
	for i, d := range g.operands {
		v, ok := d.by[parts[i+1]]
		if !ok {
			return 0, game.Refuse(game.Invalid, "bad_move", "%q in %q is unknown; it is one of %s", parts[i+1], text, strings.Join(d.ids, ", "))
		}
		operands[i] = v
	}
	return pack(k, operands[0], operands[1], operands[2]), nil
}

func moveWords() []string {
	var words []string
	for _, g := range grammar {
		if g.word != "" {
			words = append(words, g.word)
		}
	}
	return words
}

// moveForms describes the moves for the reference.
var moveForms = []game.MoveForm{
	{Form: "draft:<wonder>", Does: "take a wonder of the pool"},
	{Form: "b:<card>", Does: "build an uncovered card"},
	{Form: "d:<card>", Does: "discard an uncovered card for coins"},
	{Form: "w:<wonder>:<card>", Does: "build a wonder with an uncovered card"},
	{Form: "token:<token>", Does: "take a progress token, from the board, from those that the Great Library drew, or from Enki"},
	{Form: "destroy:<card>", Does: "discard a card of the opponent"},
	{Form: "revive:<card>", Does: "build a card of the discard pile"},
	{Form: "begin:<seat>", Does: "say who begins the age: A or B"},
	{Form: "a:<card>[:<offering>...]", Does: "activate a card of the Pantheon, with offering tokens"},
	{Form: "place:<divinity>:<space>", Does: "place a divinity face down on a space of the Pantheon"},
	{Form: "uncover:<place>", Does: "choose the token to take first, of several cards about to be turned up"},
	{Form: "nisaba:<card>", Does: "choose the green card whose symbol Nisaba lends"},
	{Form: "baal:<card>", Does: "choose the card that Baal takes"},
	{Form: "zeus:<place>", Does: "choose the card that Zeus discards"},
	{Form: "anubis:<wonder>", Does: "choose the wonder that Anubis unbuilds"},
	{Form: "isis:<wonder>:<card>", Does: "choose the wonder that Isis builds, and the discarded card for it"},
	{Form: "ra:<wonder>", Does: "choose the unbuilt wonder that Ra takes"},
	{Form: "minerva:<space>", Does: "put the Minerva pawn on a space of the military track"},
	{Form: "neptune:<token>", Does: "choose the military token to remove, then the one to apply"},
	{Form: "god:<divinity>", Does: "choose the divinity that the Gate or the Divine Theater activates"},
	{Form: "deck:<mythology>", Does: "choose the deck that the Divine Theater turns up"},
	{Form: "order:<divinity>:<divinity>", Does: "put the two others back, the first on top"},
}
