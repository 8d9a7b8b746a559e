package puzzle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"

	"mirabilia/analysis"
	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/game"
)

// Budget says what is spent on the search for puzzles.
type Budget struct {
	// Look is the simulations of the first look at every position.
	Look int
	// Redeals and Simulations for every legal move of a promising position, then for the three best of them.
	FirstRedeals, FirstSimulations int
	Redeals, Simulations           int
}

// Usual is the budget by which puzzles are verified.
var Usual = Budget{600, 8, 150, 48, 1000}

// Salts choose the redeals of the first measurement, of the second and of the check, so that none confirms itself.
const (
	firstSalt = 1 << 20 * (iota + 1)
	secondSalt
	checkSalt
	rateSalt
)

// players are the bots that play the games, in turn: good enough for sensible positions, weak enough to leave something to find.
var players = []string{"level6:60", "level5", "level7:60", "level4"}

// playerOf returns the bot that plays a seat of the game with a number.
func playerOf(number, seat int) string { return players[(number+seat)%len(players)] }

// finder looks for puzzles in one game.
type finder struct {
	ctx     context.Context
	g       game.Game
	c       *Collection
	budget  Budget
	number  int
	players []bot.Player
}

// apart is the least number of decisions between two puzzles of a game, and perGame the most of them.
const (
	apart   = 8
	perGame = 2
)

// find plays the game of a number and returns its puzzles; nil if the context ends.
func (f *finder) find(b game.Board) (found []*Puzzle) {
	r := game.NewRand(arena.ChildSeed(f.c.Seed, f.number, 0))
	b.Deal(r)
	for seat := range b.Seats() {
		p, err := bot.New(f.g, playerOf(f.number, seat), r.Seed())
		if err != nil {
			panic("puzzle: " + err.Error()) // the levels were tried before
		}
		f.players = append(f.players, p)
	}
	last := -apart
	for decision := 0; b.Owing() != 0 && f.ctx.Err() == nil; decision++ {
		seat := b.Owing().First()
		if decision-last >= apart && len(found) < perGame {
			if p := f.puzzle(b, seat, decision); p != nil {
				found, last = append(found, p), decision
			}
		}
		b.Apply(seat, f.players[seat].Choose(b, seat), nil)
	}
	return found
}

// puzzle returns the puzzle in a position, if it is one.
func (f *finder) puzzle(b game.Board, seat game.Seat, decision int) *Puzzle {
	moves := b.Moves(seat, nil)
	if len(moves) < fewestMoves || len(moves) > mostMoves {
		return nil
	}
	salt := f.number<<8 + decision
	if !f.promising(analysis.Search(f.ctx, f.g, b, seat, salt, f.budget.Look)) {
		return nil
	}
	// Every legal move, then the best three by fresh redeals.
	first := analysis.Compare(f.ctx, f.g, b, seat, moves, firstSalt+salt, f.budget.FirstRedeals, f.budget.FirstSimulations)
	if first == nil {
		return nil
	}
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(first.Q[j][seat] - first.Q[i][seat]) })
	// Half of the lead is enough to look closer: eight redeals are rough.
	if lead := first.Q[order[0]][seat] - first.Q[order[1]][seat]; 2*lead < f.c.lead() || f.announced(b, seat, moves[order[0]]) {
		return nil
	}
	top := []game.Move{moves[order[0]], moves[order[1]], moves[order[2]]}
	fine := analysis.Compare(f.ctx, f.g, b, seat, top, secondSalt+salt, f.budget.Redeals, f.budget.Simulations)
	if fine == nil {
		return nil
	}
	second := 1
	if fine.Q[2][seat] > fine.Q[1][seat] {
		second = 2
	}
	_, se := fine.Lead(second)
	p := &Puzzle{Number: f.number, Decision: decision, Seat: seat, Prompt: f.c.prompt(fine.Q[0][seat], fine.Q[second][seat])}
	if p.Prompt == "" || se > errorTo || fine.SE[0] > errorTo {
		return nil
	}
	for rank, i := range order {
		m := Move{Move: b.Text(moves[i]), Q: first.Q[i], SE: first.SE[i]}
		if rank < len(top) {
			m.Q, m.SE = fine.Q[rank], fine.SE[rank]
		}
		p.Moves = append(p.Moves, m)
	}
	// A move that was measured roughly may not be told to be better than the second.
	slices.SortStableFunc(p.Moves[1:], func(x, y Move) int { return int(y.Q[seat] - x.Q[seat]) })
	if p.Moves[0].Q[seat]-p.Moves[1].Q[seat] < f.c.lead() {
		return nil
	}
	return f.describe(p, b, top[0])
}

// promising reports whether a first look sees one move far before the others. It may miss a puzzle, and what it lets through is measured.
func (f *finder) promising(a *bot.Analysis) bool {
	if len(a.Moves) < 2 || 10*a.Moves[0].Visits < 4*a.Simulations || a.Moves[0].Chance*1000 < saveFrom {
		return false
	}
	for _, m := range a.Moves[1:] {
		if m.Visits >= 8 && (a.Moves[0].Chance-m.Chance)*1000 < float64(f.c.lead())/2 {
			return false
		}
	}
	return true
}

// announced reports whether the best move wins at once, whatever is hidden: the board says so itself, and it is no puzzle.
func (f *finder) announced(b game.Board, seat game.Seat, best game.Move) bool {
	for k := range 4 {
		c := f.redeal(b, seat, k)
		c.Apply(seat, best, nil)
		if c.Owing() != 0 || outcomeOf(c, seat) == 0 {
			return false
		}
	}
	return true
}

// redeal returns redeal number k of a position for a seat.
func (f *finder) redeal(b game.Board, seat game.Seat, k int) game.Board {
	c := f.g.Clone(b)
	c.Redeal(seat, game.NewRand(game.NumberSeed(uint64(k))))
	return c
}

func outcomeOf(b game.Board, seat game.Seat) float64 {
	res := b.Result()
	if winners := res.Winners(); winners.Has(seat) {
		return 1 / float64(winners.Len())
	}
	return 0
}

// describe fills in the rest: the position as the seat knows it, the line, the difficulty and the reason.
func (f *finder) describe(p *Puzzle, b game.Board, best game.Move) *Puzzle {
	known := f.redeal(b, p.Seat, 0)
	data, err := json.Marshal(known)
	if err != nil {
		panic("puzzle: " + err.Error()) // every board has a position
	}
	p.Position = data
	sum := sha256.Sum256(append(data, byte(p.Seat)))
	p.ID = f.c.Game + "-" + hex.EncodeToString(sum[:5])
	p.Line = f.line(known, p.Seat, best)
	p.Difficulty, p.Missed = f.rate(known, p.Seat, best)
	p.Reason = f.reason(known, p)
	if f.ctx.Err() != nil {
		return nil
	}
	return p
}

// line returns the play that the engine expects, the best move first.
func (f *finder) line(b game.Board, seat game.Seat, best game.Move) []string {
	for _, m := range analysis.Search(f.ctx, f.g, b, seat, rateSalt, 4*f.budget.Simulations).Moves {
		if m.Move != best || len(m.Line) == 0 {
			continue
		}
		line := []string{}
		for _, ply := range m.Line {
			line = append(line, strconv.Itoa(int(ply.Seat))+" "+ply.Move)
		}
		return line
	}
	return []string{strconv.Itoa(int(seat)) + " " + b.Text(best)}
}

// rate returns the difficulty, by the visits of the right move in a search of 100, and the levels that miss it.
func (f *finder) rate(b game.Board, seat game.Seat, best game.Move) (difficulty int, missed []string) {
	quick := analysis.Search(f.ctx, f.g, b, seat, rateSalt, 100)
	for _, m := range quick.Moves {
		if m.Move == best {
			difficulty = 1
			for _, share := range []int{70, 45, 25, 10} {
				if 100*m.Visits < share*quick.Simulations {
					difficulty++
				}
			}
		}
	}
	if difficulty == 0 { // the search does not even try it
		difficulty = 5
	}
	missed = []string{}
	for _, name := range bot.Levels {
		spec := name
		if name == bot.Levels[len(bot.Levels)-1] {
			spec += ":1000" // its own budget depends on the clock
		}
		p, err := bot.New(f.g, spec, game.NumberSeed(1))
		if err != nil {
			panic("puzzle: " + err.Error()) // the levels were tried before
		}
		if p.Choose(b, seat) != best {
			missed = append(missed, name)
		}
	}
	return difficulty, missed
}
