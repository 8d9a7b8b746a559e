// Package pair makes two records of Duel of the record of a match of Duplicate Duel, one of each board. Each is a plain game of Duel: everything that
// reads, replays or analyses such games reads it.
package pair

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duel"
	"mirabilia/games/duplicate"
)

// Split returns the records of both boards. It refuses a record of another game, and one whose moves are not legal.
func Split(match *record.Record) ([duplicate.NumBoards]*record.Record, error) {
	var boards [duplicate.NumBoards]*record.Record
	if match.Game != duplicate.Game.Info().ID {
		return boards, game.Refuse(game.Invalid, "no_board", "a game of %s has one board", match.Game)
	}
	state, err := match.Start(duplicate.Game)
	if err != nil {
		return boards, err
	}
	for i := range boards {
		boards[i] = header(match, i)
	}
	for i, step := range match.Steps {
		if err := game.PlayText(state, step.Seat, step.Move, nil); err != nil {
			return boards, game.Refuse(game.Invalid, "bad_record", "decision %d: %v", i+1, err)
		}
		board, move, ok := onBoard(step.Move)
		if !ok {
			continue // it gives something up, which is no move of Duel
		}
		seat := step.Seat
		if board == 1 {
			seat = 1 - seat
		}
		boards[board].Add(seat, move)
		steps := boards[board].Steps
		steps[len(steps)-1].Comment = step.Comment
	}
	for i, rec := range boards {
		finish(rec, state.(*duplicate.State), i)
		rec.Twin = &record.Twin{Board: i + 1, Other: boards[1-i].Digest()}
	}
	return boards, nil
}

// Board returns the record of one board, from 1.
func Board(match *record.Record, board int) (*record.Record, error) {
	boards, err := Split(match)
	if err != nil {
		return nil, err
	}
	if board < 1 || board > len(boards) {
		return nil, game.Refuse(game.Invalid, "no_board", "there is no board %d; there are 1 and 2", board)
	}
	return boards[board-1], nil
}

// header returns the record of a board without its moves. On the second board the seats are swapped.
func header(match *record.Record, board int) *record.Record {
	seats := slices.Clone[[]string]
	if board == 1 {
		seats = func(list []string) []string {
			list = slices.Clone(list)
			slices.Reverse(list)
			return list
		}
	}
	rec := &record.Record{Game: duel.Game.Info().ID, Options: maps.Clone(match.Options), Rules: duel.Game.Info().Rules, Names: seats(match.Names), Date: match.Date,
		Seed: match.Seed, Result: record.Unfinished}
	if d := match.Deal; d != nil {
		rec.Deal = &record.Deal{Commit: d.Commit, Table: d.Table, Round: d.Round, Secret: d.Secret, Nonces: seats(d.Nonces), Commitments: seats(d.Commitments)}
	}
	return rec
}

// onBoard returns the board of a move, from 0, and the move of Duel on it.
func onBoard(text string) (board int, move string, ok bool) {
	number, move, ok := strings.Cut(text, ":")
	if !ok || move == "resign" {
		return 0, "", false
	}
	return int(number[0] - '1'), move, true
}

// finish writes how a board ended. One that was given up has no result by the rules; how it ended is said after its last move, as in other records.
func finish(rec *record.Record, match *duplicate.State, board int) {
	b := match.Board(board)
	rec.Finish(b)
	given, loser, ok := match.Given(board)
	if n := len(rec.Steps); ok && n > 0 {
		rec.Steps[n-1].Comment = fmt.Sprintf("won by %s: %s", given, (1 - loser).Letter())
	}
}
