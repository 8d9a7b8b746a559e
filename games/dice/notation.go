package dice

import (
	"strings"

	"mirabilia/game"
)

// Moves as text: pass; d:<die>:<space>; w:<wonder step>; m:<space> by an effect; b:<bonus>; stop.

// Text returns the move in the ids of the sheet.
func (s *State) Text(m game.Move) string {
	sh := s.book()
	kind, d, space := unpack(m)
	switch kind {
	case kindDie:
		return "d:" + nameOf(sh.diceIDs, d) + ":" + nameOf(sh.spaceIDs, int(space))
	case kindWonder:
		return "w:" + nameOf(sh.spaceIDs, int(space))
	case kindMark:
		return "m:" + nameOf(sh.spaceIDs, int(space))
	case kindBonus:
		return "b:" + nameOf(sh.bonusIDs, int(space))
	case kindStop:
		return "stop"
	}
	return "pass"
}

// nameOf returns an id by its number; a number that no move has reads as a question mark.
func nameOf(ids []string, i int) string {
	if i >= len(ids) {
		return "?"
	}
	return ids[i]
}

// Parse reads a move.
func (s *State) Parse(text string) (game.Move, error) {
	switch text {
	case "pass":
		return movePass, nil
	case "stop":
		return moveStop, nil
	}
	sh := s.book()
	kind, rest, _ := strings.Cut(text, ":")
	d := 0
	ids := sh.spaceIDs
	var k int
	switch kind {
	case "d":
		k = kindDie
		var id string
		id, rest, _ = strings.Cut(rest, ":")
		if d = indexOf(sh.diceIDs, id); d < 0 {
			return 0, game.Refuse(game.Invalid, "bad_move", "in %q there is no die %q; dice are: %s", text, id, strings.Join(sh.diceIDs, ", "))
		}
	case "w":
		k = kindWonder
	case "m":
		k = kindMark
	case "b":
		k, ids = kindBonus, sh.bonusIDs
	default:
		return 0, game.Refuse(game.Invalid, "bad_move", "%q is not a move; moves are pass, d:<die>:<space>, w:<wonder step>, m:<space>, b:<bonus> and stop", text)
	}
	i := indexOf(ids, rest)
	if i < 0 {
		return 0, game.Refuse(game.Invalid, "bad_move", "in %q there is no %q; there are: %s", text, rest, strings.Join(ids, ", "))
	}
	return pack(k, d, i), nil
}

// moveForms describes the moves for the reference.
var moveForms = []game.MoveForm{
	{Form: "pass", Does: "pass, for coins"},
	{Form: "d:<die>:<space>", Does: "choose a die and mark a space with it"},
	{Form: "w:<space>", Does: "build the next step of the wonder, without a die"},
	{Form: "m:<space>", Does: "mark a space by an effect"},
	{Form: "b:<bonus>", Does: "take a bonus"},
	{Form: "stop", Does: "give up the rest of an effect"},
}
