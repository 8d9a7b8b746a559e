package architects

import (
	"math"
	"math/bits"

	"mirabilia/game"
	"mirabilia/games/architects"
)

// heuristic estimates the chance of winning in Architects. What a seat has is weighed by how much of the game is
// to come, and the chances are shared out among the seats by the weights (as odds are: two points of weight are a factor of
// e squared).
func heuristic(s *architects.State, seat game.Seat) float64 {
	rest := remaining(s)
	var worth [game.MaxSeats]float64
	for o := range game.Seat(s.Seats()) {
		worth[o] = seatWorth(s, o, rest)
	}
	sum := 0.0
	for o := range s.Seats() {
		sum += math.Exp(worth[o] - worth[seat])
	}
	return 1 / sum
}

// remaining returns how much of the game is to come, 1 at the beginning: what is missing of the wonder that has got
// farthest, resources for its next stage counted half.
func remaining(s *architects.State) float64 {
	const whole = 14 // resources that all stages cost
	most := 0.0
	for o := range game.Seat(s.Seats()) {
		p := planOf(s, o)
		most = math.Max(most, float64(p.built)+0.5*float64(p.most))
	}
	return math.Max(0, 1-most/whole)
}

// fading is what something is worth at the end of a game, and how much more at the beginning.
type fading struct{ late, early float64 }

// at returns the worth when so much of the game is to come.
func (w fading) at(rest float64) float64 { return w.late + w.early*rest }

// The weights were fitted to the winners of some ten thousand games of two to seven players, most of them greedy, some
// random.
var (
	pointWorth   = fading{0.30, -0.19}
	builtWorth   = fading{0.20, 0.14}  // a resource spent on a stage
	nextWorth    = fading{0.64, -0.43} // a resource that fits the open stage nearest to completion
	otherWorth   = fading{-0.24, 0.56} // one that fits another open stage
	lastWorth    = fading{0.32, -0.17} // one card is missing for a stage
	spareWorth   = fading{0.33, 0.38}  // a resource beyond those for the next stage
	greyWorth    = fading{0.10, -0.04} // a grey card
	goldWorth    = fading{0.37, -0.33} // a coin, besides being a resource
	pairWorth    = fading{-0.45, 0.51} // two grey cards or more of a kind
	starWorth    = fading{0.06, 0.18}  // an ability to come
	shieldWorth  = fading{-0.12, 0.49} // a shield that survives battles
	hornWorth    = fading{0.03, -0.25} // a shield that does not
	spoilsWorth  = fading{0.05, 0.11}  // a victory token in a battle fought now
	nearWorth    = fading{0.49, -0.11} // the same, by the share of conflict tokens turned
	catWorth     = fading{-0.23, 0.03} // the cat, besides its points: it may go as it came
	turnWorth    = fading{0.51, -0.21} // being on turn
	onDeckWorth  = fading{0.25, -0.12} // being next
	symbolsWorth = [4]fading{{}, {0.11, 0.13}, {0.34, 0.28}, {0.60, 0.16}}

	// Progress tokens, besides their points.
	tokensWorth = [architects.NumTokens]fading{
		architects.Urbanism:     {0.02, 1.45},
		architects.Crafts:       {-0.04, 1.47},
		architects.Jewellery:    {0.14, 1.75},
		architects.Science:      {0.13, 2.00},
		architects.Propaganda:   {-0.10, 0.54},
		architects.Architecture: {0.02, 1.46},
		architects.Economy:      {0.22, 0.83},
		architects.Engineering:  {0.40, -0.54},
		architects.Tactics:      {-0.06, 0.08},
		architects.Decor:        {0.28, -0.63},
		architects.Politics:     {0.00, -0.64},
		architects.Strategy:     {0.19, -0.54},
		architects.Education:    {0.09, -0.51},
		architects.Culture:      {0.29, -0.70},
	}

	// What a wonder is worth besides its points and abilities.
	wondersWorth = [architects.NumWonders]fading{
		architects.Alexandria:    {0.07, 0.16},
		architects.Babylon:       {0.28, -0.54},
		architects.Ephesos:       {-0.02, -0.28},
		architects.Gizah:         {-0.14, 0.52},
		architects.Halicarnassus: {-0.01, 0.17},
		architects.Olympia:       {0.11, 0.09},
		architects.Rhodes:        {-0.19, -0.04},
	}
)

// seatWorth weighs a seat.
func seatWorth(s *architects.State, seat game.Seat, rest float64) float64 {
	v := wondersWorth[s.Wonder(seat)].at(rest)
	v += float64(s.Points(seat)) * pointWorth.at(rest)
	for tokens := s.Tokens(seat); tokens != 0; tokens &= tokens - 1 {
		if t := bits.TrailingZeros16(uint16(tokens)); t < architects.NumTokens {
			v += tokensWorth[t].at(rest)
		}
	}
	if s.Cat() == seat {
		v += catWorth.at(rest)
	}
	switch int(seat) {
	case int(s.Turn()):
		v += turnWorth.at(rest)
	case (int(s.Turn()) + 1) % s.Seats():
		v += onDeckWorth.at(rest)
	}
	return v + cardsWorth(s, seat, rest) + warWorth(s, seat, rest)
}

// cardsWorth weighs the wonder, what there is to build it with, and the symbols.
func cardsWorth(s *architects.State, seat game.Seat, rest float64) float64 {
	p := planOf(s, seat)
	v := float64(p.built)*builtWorth.at(rest) + float64(p.stars)*starWorth.at(rest)
	v += float64(p.next)*nextWorth.at(rest) + float64(p.other)*otherWorth.at(rest)
	if p.missing == 1 {
		v += lastWorth.at(rest)
	}
	cards := s.Cards(seat)
	grey, gold := 0, cards.Count(architects.Gold)
	for k := range architects.Kind(architects.NumResources) {
		n := cards.Count(k)
		grey += n
		if n >= 2 {
			v += pairWorth.at(rest)
		}
	}
	v += float64(grey)*greyWorth.at(rest) + float64(gold)*goldWorth.at(rest)
	v += float64(max(0, grey+gold-p.next)) * spareWorth.at(rest)
	return v + symbolsWorth[symbolKinds(cards)].at(rest)
}

// warWorth weighs shields, and the battle that is coming.
func warWorth(s *architects.State, seat game.Seat, rest float64) float64 {
	flipped, total := s.Conflict()
	near := float64(flipped) / float64(total)
	horned := s.Horned(seat)
	v := float64(s.Shields(seat)-horned)*shieldWorth.at(rest) + float64(horned)*hornWorth.at(rest)
	return v + float64(s.Spoils(seat))*(spoilsWorth.at(rest)+near*nearWorth.at(rest))
}

// plan is how far a seat has got with its wonder.
type plan struct {
	built   int // resources spent on stages
	next    int // resources at hand for the open stage of which the largest part is there
	other   int // the most at hand for another open stage
	most    int // the most at hand for any
	missing int // the fewest cards missing for an open stage
	stars   int // stages with an ability to come
}

func planOf(s *architects.State, seat game.Seat) plan {
	p := plan{missing: architects.StageCost(architects.NumStages - 1)}
	w := s.Wonder(seat)
	for stage := range architects.NumStages {
		if s.IsBuilt(seat, stage) {
			p.built += architects.StageCost(stage)
		} else if architects.IsStarred(w, stage) {
			p.stars++
		}
	}
	best := -1.0
	for open := s.Open(seat); open != 0; open &= open - 1 {
		stage := bits.TrailingZeros8(open)
		missing := s.Missing(seat, stage)
		have := architects.StageCost(stage) - missing
		p.missing = min(p.missing, missing)
		p.most = max(p.most, have)
		if part := float64(have) / float64(architects.StageCost(stage)); part > best {
			best = part
			p.other = max(p.other, p.next)
			p.next = have
		} else {
			p.other = max(p.other, have)
		}
	}
	return p
}
