package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"mirabilia/game"
)

// Tournament is a set of pairings played on the same deals. What was played is kept deal by deal, so that it
// can be saved at any time and gone on with later, and so that error bars can respect that the games of one
// deal belong together.
type Tournament struct {
	Game    string       `json:"game"`
	Options game.Options `json:"options,omitempty"`
	// Seats at each table; the two players of a pairing take them alternately.
	Seats int    `json:"seats"`
	Seed  uint64 `json:"seed"`
	// Deals of each pairing; each is played once for every rotation.
	Deals int `json:"deals"`
	// Machine is a note on the machine and its load.
	Machine  string     `json:"machine,omitempty"`
	Pairings []*Pairing `json:"pairings"`
}

// Pairing is two players and how they did against each other.
type Pairing struct {
	A string `json:"a"`
	B string `json:"b"`
	// Of is how many half points a deal has in all: two for every seat of A compared with a seat of B, in every
	// rotation. Better placed is two, placed alike is one.
	Of int `json:"of"`
	// Points are A's half points in each deal; -1 for a deal that is not played yet.
	Points []int `json:"points"`
}

// RoundRobin pairs everyone with everyone.
func RoundRobin(players []string) (list []*Pairing) {
	for i, a := range players {
		for _, b := range players[i+1:] {
			list = append(list, &Pairing{A: a, B: b})
		}
	}
	return list
}

// Gauntlet pairs one player with each of the others.
func Gauntlet(player string, others []string) (list []*Pairing) {
	for _, o := range others {
		list = append(list, &Pairing{A: player, B: o})
	}
	return list
}

// Ladder pairs each player with the one named before it.
func Ladder(players []string) (list []*Pairing) {
	for i := 1; i < len(players); i++ {
		list = append(list, &Pairing{A: players[i], B: players[i-1]})
	}
	return list
}

// Players returns the players of all pairings, each once, in the order in which they are first named from the end: opponents
// before those who challenge them.
func (t *Tournament) Players() (names []string) {
	for _, p := range t.Pairings {
		for _, name := range []string{p.B, p.A} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Runner plays tournaments.
type Runner struct {
	Game game.Game
	// NewBot makes players; nil means New.
	NewBot Maker
	// Workers is how many games are played at once; 0 means one for each core.
	Workers int
	// Save, if set, is called now and then and at the end, never twice at once.
	Save func(*Tournament) error
	// SaveEvery is how long may pass between saves; 0 means ten seconds.
	SaveEvery time.Duration
	// Progress, if set, is called as deals end, never twice at once.
	Progress func(done, total int)
}

// job is a deal of a pairing that is still to be played, and then A's half points.
type job struct {
	pairing *Pairing
	deal    int
	points  int
}

// Play plays what is missing of a tournament until all is played or the context ends.
func (r *Runner) Play(ctx context.Context, t *Tournament) error {
	newBot := r.NewBot
	if newBot == nil {
		newBot = New
	}
	base, err := r.Game.New(t.Seats, t.Options)
	if err != nil {
		return err
	}
	if err := tryNames(r.Game, newBot, t.Players()); err != nil {
		return err
	}
	jobs, total := t.missing()
	saved, every := time.Now(), r.SaveEvery
	if every == 0 {
		every = 10 * time.Second
	}
	newWorker := func() func(int) {
		b := r.Game.Clone(base)
		return func(i int) {
			j := jobs[i]
			j.points = r.deal(t, j, b, newBot)
		}
	}
	fault := Parallel(ctx, r.Workers, len(jobs), newWorker, func(i, done int) error {
		j := jobs[i]
		j.pairing.Points[j.deal] = j.points
		if r.Progress != nil {
			r.Progress(total-len(jobs)+done, total)
		}
		if r.Save == nil || time.Since(saved) <= every {
			return nil
		}
		saved = time.Now()
		return r.Save(t)
	})
	if r.Save != nil && (fault == nil || ctx.Err() != nil) {
		if err := r.Save(t); err != nil {
			return err
		}
	}
	return fault
}

// missing lists what is not played yet, deal by deal, so that all pairings grow alike.
func (t *Tournament) missing() (jobs []*job, total int) {
	for _, p := range t.Pairings {
		for len(p.Points) < t.Deals {
			p.Points = append(p.Points, -1)
		}
		p.Of = 0
		for _, a := range p.seats(t.Seats) {
			if a == p.A {
				p.Of++
			}
		}
		p.Of *= 2 * (t.Seats - p.Of) * t.Seats
	}
	for deal := range t.Deals {
		for _, p := range t.Pairings {
			total++
			if p.Points[deal] < 0 {
				jobs = append(jobs, &job{pairing: p, deal: deal})
			}
		}
	}
	return jobs, total
}

// seats returns the players around a table: alternately A and B.
func (p *Pairing) seats(n int) []string {
	seats := make([]string, n)
	for i := range seats {
		seats[i] = p.A
		if i%2 == 1 {
			seats[i] = p.B
		}
	}
	return seats
}

// deal plays all rotations of a deal and returns A's half points.
func (r *Runner) deal(t *Tournament, j *job, b game.Board, newBot Maker) int {
	d := pairedDeal{game: r.Game, players: j.pairing.seats(t.Seats), newBot: newBot, seed: t.Seed, deal: j.deal}
	points := 0
	for rotation := range t.Seats {
		player := d.play(b, rotation, nil)
		res := b.Result()
		for x, px := range player {
			for y, py := range player {
				if px%2 == 0 && py%2 == 1 {
					switch {
					case res.Place[x] < res.Place[y]:
						points += 2
					case res.Place[x] == res.Place[y]:
						points++
					}
				}
			}
		}
	}
	return points
}

// scores are A's shares of the points of each deal played, 0 to 1.
func (p *Pairing) scores() []float64 {
	var list []float64
	for _, n := range p.Points {
		if n >= 0 {
			list = append(list, float64(n)/float64(p.Of))
		}
	}
	return list
}

// Load reads a tournament that was saved.
func Load(path string) (*Tournament, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := new(Tournament)
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("%s is no tournament: %w", path, err)
	}
	return t, nil
}

// Save writes a tournament, so that a reader never finds half of one.
func (t *Tournament) Save(path string) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	tmp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.WriteFile(tmp, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// Resume takes over what an earlier tournament played, if it was the same but for the number of deals and
// the pairings.
func (t *Tournament) Resume(old *Tournament) error {
	if old.Game != t.Game || old.Options.String() != t.Options.String() || old.Seats != t.Seats || old.Seed != t.Seed {
		return game.Refuse(game.Conflict, "other_tournament", "the file holds another tournament: %s with %d seats, options %q and seed %d", old.Game, old.Seats, old.Options, old.Seed)
	}
	for _, p := range old.Pairings {
		i := slices.IndexFunc(t.Pairings, func(n *Pairing) bool { return n.A == p.A && n.B == p.B })
		if i < 0 {
			t.Pairings = append(t.Pairings, p)
			continue
		}
		t.Pairings[i].Points = p.Points
	}
	return nil
}
