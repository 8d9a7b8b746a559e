package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"

	"mirabilia/bot"
	"mirabilia/game"
)

// level is the engine that judges.
var level = bot.Levels[len(bot.Levels)-1]

// othersSimulations is the most that the choice of each other seat costs where seats choose at once.
const othersSimulations = 40

// seed returns the seed of one piece of work. It depends on nothing that a seat could not know, not even on the game's own
// seed: two games in which a seat knows the same are judged by the same redeals.
func seed(what string, numbers ...uint64) game.Seed {
	data := []byte("mirabilia analysis " + what)
	for _, n := range numbers {
		data = binary.LittleEndian.AppendUint64(data, n)
	}
	return sha256.Sum256(data)
}

// measure spends a budget on positions.
type measure struct {
	ctx context.Context
	g   game.Game
}

// player returns an engine for one search.
func (m *measure) player(simulations int, s game.Seed) bot.Player {
	p, err := bot.New(m.g, level+":"+strconv.Itoa(simulations)+":1x", s)
	if err != nil {
		panic("analysis: " + err.Error()) // tried by New
	}
	return p
}

// search lets the engine think for a seat.
func (m *measure) search(b game.Board, seat game.Seat, simulations int, s game.Seed) *bot.Analysis {
	return bot.Analyze(m.ctx, m.player(simulations, s), b, seat)
}

// chances returns the chances in a position, by a search of one seat to act; the given one if it is. Where there is nothing to
// choose, the position is played on, so the board may change.
func (m *measure) chances(b game.Board, asked game.Seat, simulations int, s game.Seed) []float64 {
	for m.ctx.Err() == nil {
		owing := b.Owing()
		if owing == 0 {
			return outcome(b)
		}
		var only [game.MaxSeats]game.Move
		for set := owing; set != 0; {
			seat := set.First()
			if set.Has(asked) {
				seat = asked
			}
			set = set.Without(seat)
			a := m.search(b, seat, simulations, s)
			if a.Simulations > 0 {
				return a.Chances
			}
			only[seat] = a.Move
		}
		for set := owing; set != 0; set = set.Without(set.First()) {
			b.Apply(set.First(), only[set.First()], nil)
		}
	}
	return nil
}

// outcome returns what the seats made of a finished game.
func outcome(b game.Board) []float64 {
	winners := winnersOf(b)
	list := make([]float64, b.Seats())
	for seat := range list {
		if winners.Has(game.Seat(seat)) {
			list[seat] = 1 / float64(winners.Len())
		}
	}
	return list
}

// sketch returns the chances of a position by one search.
func (m *measure) sketch(b game.Board, seat game.Seat, t, simulations int) Chances {
	b = m.g.Clone(b)
	b.Redeal(seat, game.NewRand(seed("sketched redeal", uint64(t))))
	withdrawOthers(b, seat)
	return m.done(m.chances(b, seat, simulations, seed("sketch", uint64(t))))
}

// observe returns the chances as a viewer sees them that knows all hands.
func (m *measure) observe(b game.Board, t, simulations int) Chances {
	b = m.g.Clone(b)
	b.RedealUnseen(game.NewRand(seed("observed redeal", uint64(t))))
	for m.ctx.Err() == nil && b.Owing() != 0 {
		if c := m.player(simulations, seed("observe", uint64(t))).(bot.Observer).Observe(m.ctx, b); c != nil {
			return m.done(c)
		}
		seat := b.Owing().First()
		b.Apply(seat, b.Moves(seat, nil)[0], nil) // the only one
	}
	return m.done(outcome(b))
}

// done returns chances rounded; nil if the work was stopped, because a search that was stopped has seen too little.
func (m *measure) done(values []float64) Chances {
	if m.ctx.Err() != nil {
		return nil
	}
	return rounded(values)
}

// withdrawOthers takes back what other seats have chosen in a turn that is not over: the engine chooses for them.
func withdrawOthers(b game.Board, seat game.Seat) {
	for o := range game.Seat(b.Seats()) {
		for o != seat && b.Withdraw(o) == nil {
			continue
		}
	}
}

// decision measures a decision: the candidates, and their chances by paired redeals. It returns nil if the work was stopped.
func (m *measure) decision(p *position, t, pass, redeals, simulations int) *Decision {
	d := &Decision{T: t, Seat: p.seat, Pass: pass}
	moves := m.candidates(d, p, simulations)
	values := m.paired(p.board, p.seat, moves, t, redeals, simulations)
	if values == nil {
		return nil
	}
	d.figures(values)
	return d
}

// paired returns the chances of every seat with each move on each redeal: by move, redeal and seat. It returns nil if the work was stopped.
func (m *measure) paired(board game.Board, seat game.Seat, moves []game.Move, t, redeals, simulations int) [][][]float64 {
	values := make([][][]float64, len(moves))
	for k := range redeals {
		b := m.g.Clone(board)
		b.Redeal(seat, game.NewRand(seed("redeal", uint64(t), uint64(k))))
		m.others(b, seat, t, k, simulations)
		for i, mv := range moves {
			c := m.g.Clone(b)
			c.Apply(seat, mv, nil)
			values[i] = append(values[i], m.chances(c, seat, simulations, seed("after", uint64(t), uint64(k))))
			if m.ctx.Err() != nil {
				return nil
			}
		}
	}
	return values
}

// candidates sets the moves of a decision: the played one, and the two others most visited in a search of four times the
// simulations.
func (m *measure) candidates(d *Decision, p *position, simulations int) []game.Move {
	moves := []game.Move{p.move}
	d.Moves = []Move{{Move: p.text, Played: true}}
	if p.forced {
		return moves
	}
	found := m.search(p.board, p.seat, 4*simulations, seed("candidates", uint64(d.T)))
	for _, s := range found.Moves {
		if s.Move == p.move || len(moves) == 3 {
			continue
		}
		moves = append(moves, s.Move)
		mv := Move{Move: p.board.Text(s.Move)}
		for _, ply := range s.Line {
			mv.Line = append(mv.Line, strconv.Itoa(int(ply.Seat))+" "+ply.Move)
		}
		d.Moves = append(d.Moves, mv)
	}
	return moves
}

// others lets the seats that choose at the same time choose by a search.
func (m *measure) others(b game.Board, seat game.Seat, t, k, simulations int) {
	withdrawOthers(b, seat)
	for set := b.Owing().Without(seat); set != 0; set = set.Without(set.First()) {
		o := set.First()
		for step := uint64(0); b.Owing().Has(o) && m.ctx.Err() == nil; step++ {
			a := m.search(b, o, min(othersSimulations, simulations), seed("others", uint64(t), uint64(k), uint64(o), step))
			b.Apply(o, a.Move, nil)
		}
	}
}

// figures fills in what the redeals showed. The best candidate is chosen on the even redeals and valued on the odd ones, and
// the reverse; otherwise the highest of several noisy figures would be too high.
func (d *Decision) figures(values [][][]float64) {
	redeals, seats := len(values[0]), len(values[0][0])
	for i := range d.Moves {
		d.Moves[i].Q = rounded(mean(values[i], seats, func(int) bool { return true }))
		d.Moves[i].SE = roundedUp(standardError(redeals, func(k int) float64 { return values[i][k][d.Seat] }))
	}
	var best [2]int // chosen on the even, on the odd redeals
	for half := range best {
		top := math.Inf(-1)
		for i := range values {
			if v := mean(values[i], seats, func(k int) bool { return k%2 == half })[d.Seat]; v > top {
				best[half], top = i, v
			}
		}
	}
	chosen := make([][]float64, redeals)
	for k := range chosen {
		chosen[k] = values[best[1-k%2]][k]
	}
	d.Value = rounded(mean(chosen, seats, func(int) bool { return true }))
	d.SE = roundedUp(standardError(redeals, func(k int) float64 { return chosen[k][d.Seat] - values[0][k][d.Seat] }))
}

// mean returns the mean over the redeals that count.
func mean(values [][]float64, seats int, counts func(k int) bool) []float64 {
	sum, n := make([]float64, seats), 0.0
	for k, v := range values {
		if counts(k) {
			n++
			for seat := range sum {
				sum[seat] += v[seat]
			}
		}
	}
	for seat := range sum {
		sum[seat] /= n
	}
	return sum
}

// standardError returns that of the mean of n values.
func standardError(n int, value func(k int) float64) float64 {
	sum, squares := 0.0, 0.0
	for k := range n {
		sum += value(k)
	}
	for k := range n {
		diff := value(k) - sum/float64(n)
		squares += diff * diff
	}
	return math.Sqrt(squares / float64(n-1) / float64(n))
}
