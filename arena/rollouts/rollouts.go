// Package rollouts has an opponent for Duel that is built like programs which know no network: the search of the levels, but each leaf is
// valued by playing the game out at random, with both sides hunting science.
package rollouts

import (
	"math/bits"

	"mirabilia/bot"
	knowledge "mirabilia/bot/eval/duel"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// The parameters that played best against each other at 4 ms per move. The priors are the heuristic's: without any the search won 42%.
const (
	exploration = 1
	temperature = 0.2
)

// New returns a player of Duel, with or without Pantheon.
func New(budget bot.Budget, seed game.Seed) bot.Player {
	knows := knowledge.New()
	params := search.SequentialParams
	params.Exploration, params.Temperature = exploration, temperature
	return search.New[duel.State, *duel.State](search.Config[duel.State]{
		NewEvaluator: func() search.Evaluator[duel.State] { return search.Evaluator[duel.State](knows.Heuristic) },
		MoveKey:      knows.MoveKey,
		Params:       params,
		Rollout:      play,
	}, budget, seed)
}

// play plays a game to its end.
func play(s *duel.State, r *game.Rand) {
	for owing := s.Owing(); owing != 0; owing = s.Owing() {
		seat := owing.First()
		s.Apply(seat, choose(s, seat, r), nil)
	}
}

// choose returns the move that builds a card which wins at once, else one that builds a card with a science symbol, else any legal move.
func choose(s *duel.State, seat game.Seat, r *game.Rand) game.Move {
	if !s.InTurn() {
		return s.RandomMove(seat, r)
	}
	var science [duel.NumSlots]duel.Card
	n, coins := 0, s.Coins(seat)
	for _, open := s.FaceUp(); open != 0; open &= open - 1 {
		card := s.CardAt(bits.TrailingZeros32(open))
		symbol, ok := card.Symbol()
		wins := s.Lead(seat)+card.Shields() >= duel.CapitalAt && card.Shields() > 0 ||
			ok && s.Symbols(seat) == duel.SymbolsToWin-1 && s.SymbolSet(seat)>>symbol&1 == 0
		if !wins && !ok || s.CardPrice(seat, card) > coins {
			continue
		}
		if wins {
			return duel.Build(card)
		}
		science[n] = card
		n++
	}
	if n == 0 {
		return s.RandomMove(seat, r)
	}
	return duel.Build(science[r.IntN(n)])
}
