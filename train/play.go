// Package train trains the networks of the bots: a population plays games, samples of their positions go to files, and
// networks learn from those and meet the population.
package train

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// Play plays training games between members of a population and samples their positions. The same Play gives the same
// file, whatever the number of workers.
type Play struct {
	Game    game.Game
	Options game.Options
	// Seats are the sizes of the tables, taken in turn.
	Seats []int
	Games int
	// Simulations per move; with 0 the network looks one move ahead (Greedy, if there is none), for many games of a plain
	// kind in little time.
	Simulations int
	Seed        uint64
	Workers     int
	// Net is the network that is trained; nil means the heuristic.
	Net *net.Net
	// Ancestors are earlier networks. AncestorShare is the share of games in which one of them has a seat.
	Ancestors     []*net.Net
	AncestorShare float64
	// BentShare is the share of games in which one seat is a specialist: its evaluation is bent towards one way to win.
	BentShare float64
	// Bends weighs the ways to win; without it the game's own weights are used.
	Bends map[string]int
	// SeededShare is the share of games that begin in the middle: specialists with a strong bend play up to there.
	SeededShare float64
	// Straight lets nobody explore: the games are as the network really plays them, and so are their outcomes.
	Straight bool
	// ScoreTemperature, if set, makes the outcome a softmax over the final scores at this temperature: it tells more
	// about a game than its winner, where points decide.
	ScoreTemperature float64
	// Keep is the share of positions that are sampled.
	Keep float64
	// Recipe is kept in the header of the file.
	Recipe string
	// Progress, if set, is called as games end, never twice at once.
	Progress func(done, total int)
}

const (
	// drawPercent is the chance that a move is drawn by its visits instead of taking the best.
	drawPercent = 15
	// maxRandomStart bounds the random moves at the beginning of a game.
	maxRandomStart = 10
	// seededMoves bounds the moves that specialists play in a game that begins in the middle, as a share of a usual
	// game: their number is drawn between a fifth and all of it.
	seededMoves = 45
	// seededBend is how much stronger than usual the bend of those specialists is.
	seededBend = 2
	// reflexNoise is the most noise in the choices of a game without search, as a logit: each game draws its own.
	// exploringNoise is that of its exploratory moves.
	reflexNoise    = 0.2
	exploringNoise = 0.6
	// blockGames is the number of games in a block of the file.
	blockGames = 64
)

// Summary is what was played.
type Summary struct {
	Games     int            `json:"games"`
	Positions int            `json:"positions"`
	WonBy     map[string]int `json:"won_by"`
	// Bent counts the games with a specialist of each kind, and BentWon those it won.
	Bent    map[string]int `json:"bent,omitempty"`
	BentWon map[string]int `json:"bent_won,omitempty"`
	SHA256  string         `json:"sha256"`
}

// played is one game.
type played struct {
	samples Samples
	wonBy   string
	bend    string
	bentWon bool
}

// Run plays the games into a file. If the file has games of the same Play already, it goes on after them.
func (p *Play) Run(ctx context.Context, path string) (*Summary, error) {
	trainable, err := bot.TrainableFor(p.Game)
	if err != nil {
		return nil, err
	}
	boards := make([]game.Board, len(p.Seats))
	for i, seats := range p.Seats {
		if boards[i], err = p.Game.New(seats, p.Options); err != nil {
			return nil, err
		}
	}
	bends, err := p.bends(trainable)
	if err != nil {
		return nil, err
	}
	f, first, err := p.open(path, trainable.Features())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := &Summary{WonBy: map[string]int{}, Bent: map[string]int{}, BentWon: map[string]int{}}
	games := make([]*played, p.Games-first)
	newWorker := func() func(int) {
		return func(i int) {
			g := first + i
			games[i] = p.play(p.Game.Clone(boards[g%len(boards)]), uint32(g), trainable, bends)
		}
	}
	written := 0 // of games
	err = arena.Parallel(ctx, p.Workers, len(games), newWorker, func(_, done int) error {
		if p.Progress != nil {
			p.Progress(first+done, p.Games)
		}
		for {
			n := min(blockGames, len(games)-written)
			for _, g := range games[written : written+n] {
				if g == nil {
					return nil
				}
			}
			if n == 0 {
				return nil
			}
			if err := sum.write(f, games[written:written+n], first+written); err != nil {
				return err
			}
			clear(games[written : written+n])
			written += n
		}
	})
	if err != nil {
		return sum, err
	}
	sum.SHA256, err = hashFile(path)
	return sum, err
}

// write appends a block of games to the file.
func (s *Summary) write(f *os.File, games []*played, first int) error {
	var block Samples
	for _, g := range games {
		block.join(&g.samples)
		s.WonBy[g.wonBy]++
		if g.bend != "" {
			s.Bent[g.bend]++
			if g.bentWon {
				s.BentWon[g.bend]++
			}
		}
	}
	s.Games += len(games)
	s.Positions += block.Len()
	_, err := f.Write(block.block(first, len(games)))
	return err
}

// open opens the file for writing after the games it has, and returns the number of the next one.
func (p *Play) open(path string, features int) (f *os.File, next int, err error) {
	head := Header{Game: p.Game.Info().ID, Options: p.Options.String(), Features: features, Recipe: p.Recipe}.bytes()
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if info.Size() == 0 {
		_, err = f.Write(head)
		return f, 0, err
	}
	have := make([]byte, len(head))
	if _, err := io.ReadFull(f, have); err != nil || string(have) != string(head) {
		return nil, 0, game.Refuse(game.Conflict, "other_samples", "%s holds other samples; give another file or remove it", path)
	}
	end := int64(len(head))
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		s, n, err := readBlock(r, features)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		next = n
		end += int64(16 + 18*s.Len() + 2*len(s.features))
	}
	if next > p.Games {
		return nil, 0, game.Refuse(game.Conflict, "more_samples", "%s holds %d games, more than the %d asked for", path, next, p.Games)
	}
	if err := f.Truncate(end); err != nil { // a block that was cut off
		return nil, 0, err
	}
	_, err = f.Seek(end, io.SeekStart)
	return f, next, err
}

// bends returns the bends with the weights of this Play.
func (p *Play) bends(trainable bot.Trainable) ([]bot.BendInfo, error) {
	list := trainable.Bends()
	if p.Bends == nil {
		return list, nil
	}
	known := 0
	for i := range list {
		weight, ok := p.Bends[list[i].Name]
		list[i].Weight = weight
		if ok {
			known++
		}
	}
	if known != len(p.Bends) {
		names := ""
		for _, b := range list {
			names += " " + b.Name
		}
		return nil, game.Refuse(game.Invalid, "bad_bend", "the bends of %s are:%s", p.Game.Info().ID, names)
	}
	return list, nil
}

// drawBend draws a bend and its bonus.
func drawBend(bends []bot.BendInfo, r *game.Rand) bot.Bend {
	total := 0
	for _, b := range bends {
		total += b.Weight
	}
	if total == 0 {
		return bot.Bend{}
	}
	x := r.IntN(total)
	for _, b := range bends {
		if x < b.Weight {
			return bot.Bend{Name: b.Name, Bonus: b.Low + (b.High-b.Low)*unit(r)}
		}
		x -= b.Weight
	}
	return bot.Bend{}
}

// unit draws a number from 0 to 1.
func unit(r *game.Rand) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// play plays one game.
func (p *Play) play(b game.Board, number uint32, trainable bot.Trainable, bends []bot.BendInfo) *played {
	r := game.NewRand(arena.ChildSeed(p.Seed, int(number), 0))
	b.Deal(r)
	seats := b.Seats()
	g := new(played)
	// The roles are drawn whether they are used or not, so that a share of games does not change the others.
	bentSeat, bend, isBent := game.Seat(r.IntN(seats)), drawBend(bends, r), unit(r) < p.BentShare
	oldSeat, old, isOld := game.Seat(r.IntN(seats)), r.Uint64(), unit(r) < p.AncestorShare && len(p.Ancestors) > 0
	start, isSeeded := r.IntN(maxRandomStart), unit(r) < p.SeededShare && !p.greedy()
	noise := 0.0
	if p.Simulations == 0 {
		noise = reflexNoise * unit(r)
	}
	if p.Straight {
		start, noise = 0, 0
	}
	players := make([]bot.Player, seats)
	for i := range players {
		setup := bot.Setup{Net: p.Net, Budget: bot.Budget{Simulations: p.Simulations}, Seed: r.Seed()}
		if isOld && game.Seat(i) == oldSeat {
			setup.Net = p.Ancestors[old%uint64(len(p.Ancestors))]
		}
		if isBent && game.Seat(i) == bentSeat && !p.greedy() {
			setup.Bend, g.bend = bend, bend.Name
		}
		players[i] = p.player(trainable, setup)
	}
	if isSeeded {
		p.openMiddle(b, trainable, bends, r)
		start = 0
	}
	var kept []position
	for i := 0; b.Owing() != 0; i++ {
		seat := b.Owing().First()
		if i < start {
			b.Apply(seat, b.RandomMove(seat, r), nil)
			continue
		}
		m, chances := choose(players[seat], b, seat, p.exploring(), noise, r)
		if g.bend != "" && seat == bentSeat {
			chances = nil // a bent search's chances are no one's
		}
		if unit(r) < p.Keep {
			for viewer := range game.Seat(seats) {
				kept = append(kept, sample(b, trainable, viewer, chances))
			}
		}
		b.Apply(seat, m, nil)
	}
	res := b.Result()
	g.wonBy = res.WonBy
	g.bentWon = g.bend != "" && res.Winners().Has(bentSeat)
	for _, k := range kept {
		g.samples.add(number, k.features, k.baseLogit, outcome(&res, k.seat, seats, p.ScoreTemperature), k.chance)
	}
	return g
}

// player returns a member of the population.
func (p *Play) player(trainable bot.Trainable, s bot.Setup) bot.Player {
	if p.greedy() {
		return trainable.Greedy(s.Seed)
	}
	var player bot.Player
	var err error
	if p.Simulations == 0 {
		player, err = trainable.ReflexWith(s)
	} else {
		player, err = trainable.SearchWith(s)
	}
	if err != nil {
		panic(err) // bends were checked before
	}
	return player
}

// exploring returns how often in a hundred moves players explore.
func (p *Play) exploring() int {
	if p.Straight {
		return 0
	}
	return drawPercent
}

// greedy reports whether Greedy plays.
func (p *Play) greedy() bool { return p.Simulations == 0 && p.Net == nil }

// openMiddle plays the first part of a game by specialists with a strong bend, at few simulations: it leads to rare
// positions that decide games.
func (p *Play) openMiddle(b game.Board, trainable bot.Trainable, bends []bot.BendInfo, r *game.Rand) {
	moves := seededMoves/5 + r.IntN(seededMoves*4/5)
	players := make([]bot.Player, b.Seats())
	for i := range players {
		bend := drawBend(bends, r)
		bend.Bonus *= seededBend
		players[i] = p.player(trainable, bot.Setup{Net: p.Net, Bend: bend, Budget: bot.Budget{Simulations: max(4, p.Simulations/10)}, Seed: r.Seed()})
	}
	for i := 0; i < moves && b.Owing() != 0; i++ {
		seat := b.Owing().First()
		b.Apply(seat, players[seat].Choose(b, seat), nil)
	}
}

// choose returns the player's move, or now and then an exploratory one, and the win probabilities if it searched.
func choose(player bot.Player, b game.Board, seat game.Seat, exploring int, noise float64, r *game.Rand) (game.Move, []float64) {
	explores := r.IntN(100) < exploring
	switch player := player.(type) {
	case bot.Analyzer:
		a := player.Analyze(context.Background(), b, seat)
		if explores {
			return drawByVisits(a, r), a.Chances
		}
		return a.Move, a.Chances
	case bot.Reflex:
		if explores {
			noise = exploringNoise
		}
		return player.ChooseNoisily(b, seat, noise), nil
	}
	if explores {
		return b.RandomMove(seat, r), nil
	}
	return player.Choose(b, seat), nil
}

// outcome returns what a result is worth to a seat: all seats share 1.
func outcome(res *game.Result, seat game.Seat, seats int, temperature float64) float64 {
	if temperature == 0 {
		if winners := res.Winners(); winners.Has(seat) {
			return 1 / float64(winners.Len())
		}
		return 0
	}
	sum := 0.0
	for o := range seats {
		sum += math.Exp(float64(res.Score[o]-res.Score[seat]) / temperature)
	}
	return 1 / sum
}

// position is a sampled position whose game is not over yet.
type position struct {
	seat      game.Seat
	features  []uint16
	baseLogit float64
	chance    float64 // by the search; -1 if it is not known
}

func sample(b game.Board, trainable bot.Trainable, seat game.Seat, chances []float64) position {
	features, baseLogit := trainable.Encode(b, seat)
	k := position{seat, features, baseLogit, -1}
	if chances != nil {
		k.chance = chances[seat]
	}
	return k
}

// drawByVisits draws a move with probability proportional to its visits.
func drawByVisits(a *bot.Analysis, r *game.Rand) game.Move {
	total := 0
	for _, m := range a.Moves {
		total += m.Visits
	}
	if total == 0 {
		return a.Move
	}
	x := r.IntN(total)
	for _, m := range a.Moves {
		if x < m.Visits {
			return m.Move
		}
		x -= m.Visits
	}
	return a.Move
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// String returns the summary in a few lines for people.
func (s *Summary) String() string {
	text := fmt.Sprintf("%d games, %d positions, won by %v\n", s.Games, s.Positions, s.WonBy)
	if len(s.Bent) > 0 {
		text += fmt.Sprintf("specialists sat in %v and won %v of them\n", s.Bent, s.BentWon)
	}
	return text + "sha256 " + s.SHA256 + "\n"
}
