package arena

import (
	"context"
	"fmt"
	"math"
	"strings"

	"mirabilia/bot"
	"mirabilia/game"
)

// Calibration compares the chances that a bot claims with how its games end. All seats are played by the same bot; at
// each decision it claims a chance for the seat that decides.
type Calibration struct{ Series }

// CalibrationReport holds claims in groups.
type CalibrationReport struct {
	SeriesReport
	// All claims, those of each tenth of claimed chance, and in Duel those by the opponent's symbols.
	All     Claims   `json:"all"`
	Tenths  []Claims `json:"tenths"`
	Symbols []Claims `json:"symbols,omitempty"`
	// Sum is what the claims of all seats add up to where they decide at once, on average; 1 if none do.
	Sum float64 `json:"sum"`
}

// Claims are the claims of a group: how many there are, the mean chance claimed, and the share won with its 95%
// interval, in which the claims of one game go together.
type Claims struct {
	Group   string     `json:"group"`
	Cases   int        `json:"cases"`
	Claimed float64    `json:"claimed"`
	Won     float64    `json:"won"`
	CI95    [2]float64 `json:"ci95"`
}

// Widened is by how much an interval is widened before a claim counts as false, and MinCases the number of cases below
// which a group says nothing.
const (
	Widened  = 0.03
	MinCases = 50
)

// True reports whether the mean claim lies within the interval, widened, or there are too few cases to say.
func (c Claims) True() bool {
	return c.Cases < MinCases || c.Claimed >= c.CI95[0]-Widened && c.Claimed <= c.CI95[1]+Widened
}

// claim is one claim, and then what came of it.
type claim struct {
	seat    game.Seat
	symbols int // of the opponent; -1 in other games than Duel
	chance  float64
	won     float64
}

// claimed is a game: its claims, and the sums of those made at once.
type claimed struct {
	claims []claim
	sums   []float64
}

// symbols reports whether claims are told apart by the opponent's science symbols.
func (c *Calibration) symbols() bool {
	b, err := c.Game.New(c.Seats, c.Options)
	_, ok := b.(symbolCounter)
	return err == nil && ok && c.Seats == 2
}

// symbolCounter is a board on which different science symbols win.
type symbolCounter interface{ Symbols(seat game.Seat) int }

// Run plays the games.
func (c *Calibration) Run(ctx context.Context) (*CalibrationReport, error) {
	games := make([]claimed, c.Games)
	head, err := c.run(ctx, New, func(b game.Board, g int) { c.play(b, g, &games[g]) })
	if err != nil {
		return nil, err
	}
	r := &CalibrationReport{SeriesReport: head, Sum: 1}
	r.All = group("all", games, func(claim) bool { return true })
	for tenth := range 10 {
		name := fmt.Sprintf("%d%% to %d%%", 10*tenth, 10*tenth+10)
		r.Tenths = append(r.Tenths, group(name, games, func(c claim) bool { return min(9, int(c.chance*10)) == tenth }))
	}
	if c.symbols() {
		for n := range 6 {
			r.Symbols = append(r.Symbols, group(fmt.Sprintf("%d symbols", n), games, func(c claim) bool { return c.symbols == n }))
		}
	}
	total, rounds := 0.0, 0
	for _, g := range games {
		for _, s := range g.sums {
			total += s
			rounds++
		}
	}
	if rounds > 0 {
		r.Sum = total / float64(rounds)
	}
	return r, nil
}

func (c *Calibration) play(b game.Board, g int, out *claimed) {
	b.Deal(game.NewRand(ChildSeed(c.Seed, g, 0)))
	players := make([]bot.Player, c.Seats)
	for seat := range players {
		players[seat], _ = New(c.Game, c.Bot, ChildSeed(c.Seed, g, seat+1)) // the name was tried before
	}
	for b.Owing() != 0 {
		// Seats that decide at once claim on the same board.
		owing := b.Owing()
		sum, claims := 0.0, 0
		for set := owing; set != 0 && b.Owing() != 0; set = set.Without(set.First()) {
			seat := set.First()
			a := bot.Analyze(context.Background(), players[seat], b, seat)
			if a.Simulations > 0 {
				symbols := -1
				if s, ok := b.(symbolCounter); ok && c.Seats == 2 {
					symbols = s.Symbols(1 - seat)
				}
				out.claims = append(out.claims, claim{seat: seat, symbols: symbols, chance: a.Chances[seat]})
				sum += a.Chances[seat]
				claims++
			}
			b.Apply(seat, a.Move, nil)
		}
		if claims == c.Seats {
			out.sums = append(out.sums, sum)
		}
	}
	res := b.Result()
	winners := res.Winners()
	for i := range out.claims {
		if winners.Has(out.claims[i].seat) {
			out.claims[i].won = 1 / float64(winners.Len())
		}
	}
}

// group adds up the claims of a group.
func group(name string, games []claimed, in func(claim) bool) Claims {
	c := Claims{Group: name}
	for _, g := range games {
		for _, x := range g.claims {
			if in(x) {
				c.Cases++
				c.Claimed += x.chance
				c.Won += x.won
			}
		}
	}
	if c.Cases == 0 {
		c.CI95 = [2]float64{0, 1}
		return c
	}
	n := float64(c.Cases)
	c.Claimed /= n
	c.Won /= n
	squares := 0.0
	for _, g := range games {
		sum := 0.0
		for _, x := range g.claims {
			if in(x) {
				sum += x.won - c.Won
			}
		}
		squares += sum * sum
	}
	half := 1.959964 * math.Sqrt(squares) / n
	c.CI95 = [2]float64{max(0, c.Won-half), min(1, c.Won+half)}
	return c
}

// Markdown returns the report as a table.
func (r *CalibrationReport) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d seats%s, %s, %d games, seed %d; where all seats decide at once, their claims add up to %.3f\n\n", r.Game, r.Seats, optionText(r.Options), r.Bot, r.Games, r.Seed, r.Sum)
	b.WriteString("| claimed | cases | mean claim | won | 95% | |\n|---|---:|---:|---:|---:|---|\n")
	for _, list := range [][]Claims{r.Tenths, r.Symbols, {r.All}} {
		for _, c := range list {
			if c.Cases == 0 {
				continue
			}
			verdict := ""
			switch {
			case c.Cases < MinCases:
				verdict = "too few"
			case !c.True():
				verdict = "**false**"
			}
			fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f | %.3f to %.3f | %s |\n", c.Group, c.Cases, c.Claimed, c.Won, c.CI95[0], c.CI95[1], verdict)
		}
	}
	return b.String()
}

// String returns the same for a terminal.
func (r *CalibrationReport) String() string { return r.Markdown() }
