package steps

import (
	"strconv"
	"strings"

	"mirabilia/game"
)

// Text implements game.Notation.
func (*State) Text(m game.Move) string {
	if m&drop != 0 {
		return "drop:" + strconv.Itoa(int(m&^drop))
	}
	return "step:" + strconv.Itoa(int(m))
}

// Parse implements game.Notation.
func (*State) Parse(text string) (game.Move, error) {
	kind, number, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > cards || strconv.Itoa(n) != number || kind != "step" && kind != "drop" {
		return 0, game.Refuse(game.Invalid, "bad_move", "a move is step:<card> or drop:<card> with a card from 1 to %d, not %q", cards, text)
	}
	if kind == "drop" {
		return game.Move(n) | drop, nil
	}
	return game.Move(n), nil
}
