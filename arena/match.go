// Package arena lets bots play each other and measures them: seeded matches with error bars, and the
// speed of the games themselves.
package arena

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"mirabilia/game"
)

// Match is a number of games between the same players. Every deal is played once for each rotation of the
// players around the table, so that neither cards nor seats favour anyone.
type Match struct {
	Game    game.Game
	Options game.Options
	// Players are names of bots, see New; one for each seat.
	Players []string
	// Games asked for; rounded up to whole rotations.
	Games int
	Seed  uint64
	// Workers is how many games are played at once; 0 means one for each core. The outcome is the same.
	Workers int
	// NewBot makes a player; nil means New.
	NewBot Maker
	// Progress, if set, is called as games end, never twice at once.
	Progress func(done, total int)
}

// Standing is one player's part of a match.
type Standing struct {
	Name string `json:"name"`
	Wins int    `json:"wins"`
	// Draws are shared first places.
	Draws int `json:"draws"`
	// WinRate counts a shared first place as its share.
	WinRate         float64            `json:"win_rate"`
	CI95            [2]float64         `json:"ci95"`
	MeanScore       float64            `json:"mean_score"`
	ScoreByCategory map[string]float64 `json:"score_by_category"`
}

// Report is the outcome of a match.
type Report struct {
	Game             string           `json:"game"`
	Options          game.Options     `json:"options"`
	Seed             uint64           `json:"seed"`
	Games            int              `json:"games"`
	DecisionsPerGame float64          `json:"decisions_per_game"`
	WonBy            map[string]int   `json:"won_by"`
	Players          []Standing       `json:"players"`
	Coverage         map[string]int64 `json:"coverage"`
	// WinShare is, for things that belong to a seat from the start (a city, a wonder board), how often
	// its owner won, as a multiple of the fair share.
	WinShare map[string]float64 `json:"win_share,omitempty"`
}

// tally is what workers add up; only integers, so that the order of games does not matter.
type tally struct {
	decisions int64
	wonBy     map[string]int
	wins      []int
	draws     []int
	// shares counts a shared victory as its share, in units of 1/420: every share of up to 7 winners is whole.
	shares   []int64
	parts    [][game.MaxCategories]int64
	coverage map[string]int64
	owned    map[string]int64
	ownedWon map[string]int64
}

const wholeShare = 420

// ownEvent is the type of the final event that says what each seat played with.
const ownEvent = "city"

func newTally(players int) *tally {
	return &tally{
		wonBy: map[string]int{}, wins: make([]int, players), draws: make([]int, players), shares: make([]int64, players),
		parts: make([][game.MaxCategories]int64, players), coverage: map[string]int64{}, owned: map[string]int64{}, ownedWon: map[string]int64{},
	}
}

// Run plays the match.
func (m *Match) Run() (*Report, error) {
	n := len(m.Players)
	base, err := m.Game.New(n, m.Options)
	if err != nil {
		return nil, err
	}
	newBot := m.NewBot
	if newBot == nil {
		newBot = New
	}
	if err := tryNames(m.Game, newBot, m.Players); err != nil {
		return nil, err
	}
	if m.Games < 1 {
		return nil, game.Refuse(game.Invalid, "bad_games", "a match needs at least 1 game, not %d", m.Games)
	}
	total := (m.Games + n - 1) / n * n
	var tallies []*tally
	newWorker := func() func(int) {
		b, t := m.Game.Clone(base), newTally(n)
		tallies = append(tallies, t)
		return func(g int) { m.play(b, g, newBot, t) }
	}
	err = Parallel(context.Background(), m.Workers, total, newWorker, func(_, done int) error {
		if m.Progress != nil {
			m.Progress(done, total)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m.report(tallies, total), nil
}

// play plays game g: deal g/n in rotation g%n.
func (m *Match) play(b game.Board, g int, newBot Maker, t *tally) {
	n := len(m.Players)
	d := pairedDeal{game: m.Game, players: m.Players, newBot: newBot, seed: m.Seed, deal: g / n}
	player := d.play(b, g%n, t.cover)
	res := b.Result()
	t.wonBy[res.WonBy]++
	winners := res.Winners()
	for seat, p := range player {
		for c, v := range res.Parts[seat] {
			t.parts[p][c] += int64(v)
		}
		if winners.Has(game.Seat(seat)) {
			t.shares[p] += wholeShare / int64(winners.Len())
			if winners.Len() == 1 {
				t.wins[p]++
			} else {
				t.draws[p]++
			}
		}
	}
}

// cover counts a decision and its events, and at the end who won with what.
func (t *tally) cover(told *game.Events, b game.Board) {
	t.decisions++
	for _, ev := range told.List {
		key := ev.Type
		if ev.What != "" {
			key += ":" + ev.What
		}
		t.coverage[key]++
		if ev.Type == ownEvent {
			res := b.Result()
			t.owned[ev.What]++
			if winners := res.Winners(); winners.Has(ev.Seat) {
				t.ownedWon[ev.What] += wholeShare / int64(winners.Len())
			}
		}
	}
}

func (m *Match) report(tallies []*tally, games int) *Report {
	n := len(m.Players)
	info := m.Game.Info()
	sum := newTally(n)
	for _, t := range tallies {
		sum.add(t)
	}
	r := &Report{
		Game: info.ID, Options: m.Options, Seed: m.Seed, Games: games, DecisionsPerGame: float64(sum.decisions) / float64(games),
		WonBy: map[string]int{}, Coverage: sum.coverage,
	}
	for _, way := range info.WonBy {
		r.WonBy[way] = sum.wonBy[way]
	}
	for p, name := range m.Players {
		s := Standing{Name: name, Wins: sum.wins[p], Draws: sum.draws[p], ScoreByCategory: map[string]float64{}}
		s.WinRate = float64(sum.shares[p]) / wholeShare / float64(games)
		s.CI95 = Wilson(s.WinRate, games)
		for c, category := range info.Categories {
			mean := float64(sum.parts[p][c]) / float64(games)
			s.ScoreByCategory[category] = mean
			s.MeanScore += mean
		}
		r.Players = append(r.Players, s)
	}
	if len(sum.owned) > 0 {
		r.WinShare = map[string]float64{}
		for what, times := range sum.owned {
			r.WinShare[what] = float64(sum.ownedWon[what]) / wholeShare / float64(times) * float64(n)
		}
	}
	return r
}

func (t *tally) add(o *tally) {
	t.decisions += o.decisions
	for p := range t.wins {
		t.wins[p] += o.wins[p]
		t.draws[p] += o.draws[p]
		t.shares[p] += o.shares[p]
		for c := range t.parts[p] {
			t.parts[p][c] += o.parts[p][c]
		}
	}
	for k, v := range o.wonBy {
		t.wonBy[k] += v
	}
	for _, m := range []struct{ to, from map[string]int64 }{{t.coverage, o.coverage}, {t.owned, o.owned}, {t.ownedWon, o.ownedWon}} {
		for k, v := range m.from {
			m.to[k] += v
		}
	}
}

// ChildSeed returns the seed of one part of a match: the deal (part 0) or a player's choices.
func ChildSeed(seed uint64, index, part int) game.Seed {
	s := game.NumberSeed(seed)
	binary.LittleEndian.PutUint64(s[8:], uint64(index))
	binary.LittleEndian.PutUint64(s[16:], uint64(part))
	return s
}

// Wilson returns the 95% interval of a rate measured over n games (the score interval, which is sound near
// 0 and 1 too).
func Wilson(rate float64, n int) [2]float64 {
	const z = 1.959964
	if n == 0 {
		return [2]float64{0, 1}
	}
	f := float64(n)
	mid := (rate + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(rate*(1-rate)/f+z*z/(4*f*f))
	return [2]float64{max(0, mid-half), min(1, mid+half)}
}

// String returns the report in a few lines for people.
func (r *Report) String() string {
	text := fmt.Sprintf("%s, %d games, %.1f decisions a game, won by %v\n", r.Game, r.Games, r.DecisionsPerGame, r.WonBy)
	for _, p := range r.Players {
		text += fmt.Sprintf("  %-12s %6.1f%%  (%.1f to %.1f)  %5d wins %4d shared  %6.1f points\n",
			p.Name, 100*p.WinRate, 100*p.CI95[0], 100*p.CI95[1], p.Wins, p.Draws, p.MeanScore)
	}
	return text
}
