package train

import (
	"context"
	"fmt"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// Gate lets a new network meet a population. It is accepted if it takes more than half of the points from every
// member.
type Gate struct {
	Game        game.Game
	Options     game.Options
	Seats       int
	Games       int
	Simulations int
	Seed        uint64
	Workers     int
	Net         *net.Net
	// Against are the members by name.
	Against []Member
	// Progress, if set, is called as deals end, never twice at once.
	Progress func(done, total int)
}

// Member is an opponent: a network, bent or not.
type Member struct {
	Name string
	Net  *net.Net
	Bend bot.Bend
}

// GateResult is how the new network did.
type GateResult struct {
	Accepted bool           `json:"accepted"`
	Matches  []MemberResult `json:"matches"`
}

// MemberResult is the share of points that the new network took from a member.
type MemberResult struct {
	Name  string     `json:"name"`
	Games int        `json:"games"`
	Share float64    `json:"share"`
	CI95  [2]float64 `json:"ci95"`
}

// Run plays the matches.
func (g *Gate) Run(ctx context.Context) (*GateResult, error) {
	trainable, err := bot.TrainableFor(g.Game)
	if err != nil {
		return nil, err
	}
	const newcomer = "new"
	setups := map[string]bot.Setup{newcomer: {Net: g.Net}}
	names := make([]string, len(g.Against))
	for i, m := range g.Against {
		names[i] = m.Name
		setups[m.Name] = bot.Setup{Net: m.Net, Bend: m.Bend}
	}
	runner := arena.Runner{Game: g.Game, Workers: g.Workers, Progress: g.Progress, NewBot: func(_ game.Game, name string, seed game.Seed) (bot.Player, error) {
		s, ok := setups[name]
		if !ok {
			return nil, fmt.Errorf("no member %q", name)
		}
		s.Budget, s.Seed = bot.Budget{Simulations: g.Simulations}, seed
		return trainable.SearchWith(s)
	}}
	t := &arena.Tournament{Game: g.Game.Info().ID, Options: g.Options, Seats: g.Seats, Seed: g.Seed, Deals: (g.Games + g.Seats - 1) / g.Seats, Pairings: arena.Gauntlet(newcomer, names)}
	if err := runner.Play(ctx, t); err != nil {
		return nil, err
	}
	result := &GateResult{Accepted: true}
	for _, p := range t.Pairings {
		share, ci, deals := p.Share()
		result.Matches = append(result.Matches, MemberResult{p.B, deals * g.Seats, share, ci})
		result.Accepted = result.Accepted && share > 0.5
	}
	return result, nil
}

// String returns the result in a few lines for people.
func (r *GateResult) String() string {
	text := ""
	for _, m := range r.Matches {
		text += fmt.Sprintf("%5.1f%% of the points (%.1f to %.1f) from %s in %d games\n", 100*m.Share, 100*m.CI95[0], 100*m.CI95[1], m.Name, m.Games)
	}
	if r.Accepted {
		return text + "accepted\n"
	}
	return text + "not accepted\n"
}
