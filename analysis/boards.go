package analysis

import (
	"encoding/json"
	"strconv"
	"strings"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// Boards shows how the board would look after moves that were not played: after a candidate, or along the play that the engine expects.
// The record is the beginning of a finished game, so nothing is secret any more; moves are seats and moves, "0 b:rostrum"; and eye is
// whose view is shown. It ends early where a move is not legal in the true deal: the engine expected another card.
func Boards(g game.Game, rec *record.Record, moves []string, eye game.Seat) ([]api.ReplayFrame, error) {
	b, err := rec.Start(g)
	if err != nil {
		return nil, err
	}
	for _, s := range rec.Steps {
		if err := game.PlayText(b, s.Seat, s.Move, nil); err != nil {
			return nil, err
		}
	}
	frames := []api.ReplayFrame{}
	for _, text := range moves {
		word, move, ok := strings.Cut(text, " ")
		seat, err := strconv.Atoi(word)
		if !ok || err != nil || seat < 0 || seat >= b.Seats() {
			return nil, game.Refuse(game.Invalid, "bad_line", "a move of a line is a seat and a move such as \"0 b:rostrum\", not %q", text)
		}
		if game.PlayText(b, game.Seat(seat), move, nil) != nil {
			break
		}
		f := api.ReplayFrame{Seat: game.Seat(seat), Move: move, Owing: []int{}}
		if f.View, err = json.Marshal(b.View(eye)); err != nil {
			return nil, err
		}
		for set := b.Owing(); set != 0; set = set.Without(set.First()) {
			f.Owing = append(f.Owing, int(set.First()))
		}
		frames = append(frames, f)
	}
	return frames, nil
}
