package bot

import (
	"mirabilia/game"
	"mirabilia/games/duel"
	"mirabilia/games/duplicate"
)

// matchPlayer plays Duplicate Duel. On each board sits a bot of Duel of its own, which sees that board alone and keeps its tree from move to move. What the other board has shown
// of the common deal it does not use.
type matchPlayer struct {
	boards [duplicate.NumBoards]Player
}

// newMatchPlayer returns the bot of the spec for a match.
func (s Spec) newMatchPlayer(seed game.Seed) (Player, error) {
	r := game.NewRand(seed)
	p := new(matchPlayer)
	for i := range p.boards {
		var err error
		if p.boards[i], err = s.New(duel.Game, r.Seed()); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Choose implements Player.
func (p *matchPlayer) Choose(b game.Board, seat game.Seat) game.Move {
	s := b.(*duplicate.State)
	board, own := s.Pending(seat)
	return duplicate.Mark(board, p.boards[board].Choose(s.Board(board), own))
}

// Release frees what the player holds.
func (p *matchPlayer) Release() {
	for _, player := range p.boards {
		Release(player)
	}
}
