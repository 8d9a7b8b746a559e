package duel

import (
	"math"
	"math/bits"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// heuristic estimates the chance of winning in Duel: both cities are weighed in points, those at hand and
// those their means will bring, and the difference is set against how much can still happen. A supremacy that
// the opponent could complete at once counts as all but lost.
func heuristic(s *duel.State, seat game.Seat) float64 {
	if s.Age() == 0 {
		return logistic((wonderWorth(s, seat) - wonderWorth(s, 1-seat)) / 16)
	}
	if owing := s.Owing(); owing != 0 {
		mover := owing.First()
		if winsNow(s, mover) {
			if mover == seat {
				return 0.97
			}
			return 0.03
		}
	}
	left := float64(s.CardsLeft() + 20*(3-s.Age()))
	swing := 3 + 9*math.Sqrt(left/60)
	x := cityWorth(s, seat, left) - cityWorth(s, 1-seat, left)
	return logistic(1.7 * x / swing)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// winsNow reports whether the seat to move can win with what it can pay now.
func winsNow(s *duel.State, seat game.Seat) bool {
	steps, science := threat(s, seat)
	return science || steps > 0 && s.Lead(seat)+steps >= duel.CapitalAt
}

// threat returns the most that a seat could do at once if the turn were its own: how far the pawn would go by
// a card, wonder or divinity it can pay, and whether one it can pay would bring the sixth symbol.
func threat(s *duel.State, seat game.Seat) (steps int, science bool) {
	coins := s.Coins(seat)
	lastSymbol := s.Symbols(seat) == duel.SymbolsToWin-1
	_, open := s.FaceUp()
	for ; open != 0; open &= open - 1 {
		c := s.CardAt(bits.TrailingZeros32(open))
		symbol, ok := c.Symbol()
		wins := lastSymbol && ok && s.SymbolSet(seat)>>symbol&1 == 0
		if c.Shields() == 0 && !wins || s.CardPrice(seat, c) > coins {
			continue
		}
		science = science || wins
		if n := c.Shields(); n > 0 {
			if s.Has(seat, duel.Strategy) {
				n++
			}
			steps = max(steps, n)
		}
	}
	for set := s.UnbuiltSet(seat); set != 0; set &= set - 1 {
		w := duel.Wonder(bits.TrailingZeros16(set))
		if n := w.Shields(); n > steps && s.WonderPrice(seat, w) <= coins {
			steps = n
		}
	}
	if s.CanActivate() && !science {
		return divineThreat(s, seat, steps, lastSymbol)
	}
	return steps, science
}

// divineThreat adds to a threat what the Pantheon offers a seat: Mars, and a sixth symbol by Ishtar or Nisaba.
func divineThreat(s *duel.State, seat game.Seat, steps int, lastSymbol bool) (int, bool) {
	means := s.Coins(seat) + s.Offerings(seat)
	own, others := s.SymbolSet(seat), s.SymbolSet(1-seat)
	for i := range duel.NumSpaces {
		g, cost, ok := s.Space(seat, i)
		if !ok || cost > means {
			continue
		}
		switch g {
		case duel.Mars:
			steps = max(steps, duel.MarsShields)
		case duel.Ishtar:
			if lastSymbol && own>>duel.Scales&1 == 0 {
				return steps, true
			}
		case duel.Nisaba:
			if lastSymbol && others&^own&^(1<<duel.Scales) != 0 {
				return steps, true
			}
		}
	}
	return steps, false
}

// How much the means of a city are worth in points, at the beginning of the game; all but the supremacies
// fade as cards are taken.
var (
	// A unit made of a resource: the first is worth most, papyrus and glass are scarce.
	madeWorth = [5][4]float64{
		duel.Wood:    {0, 2.6, 4.2, 4.8},
		duel.Stone:   {0, 2.6, 4.4, 5.2},
		duel.Clay:    {0, 2.6, 4.2, 4.8},
		duel.Glass:   {0, 2.4, 3.4, 3.6},
		duel.Papyrus: {0, 2.4, 3.4, 3.6},
	}
	// A lead on the track: what the threat of the capital is worth beyond the points of the zone.
	leadWorth = [10]float64{0, 0.3, 0.7, 1, 1.6, 2.4, 3.2, 5, 8, 30}
	// Different symbols: what the threat of the sixth is worth.
	symbolWorth = [7]float64{0, 0.6, 1.4, 2.6, 4.6, 8.5, 30}
	// Progress tokens beyond the points they score by themselves.
	tokenWorth = [...]float64{
		duel.Agriculture: 0, duel.Architecture: 2.5, duel.Economy: 3.5, duel.Law: 0, duel.Masonry: 2.5, duel.Mathematics: 1,
		duel.Philosophy: 0, duel.Strategy: 3, duel.Theology: 4, duel.Urbanism: 2.5,
		duel.Mysticism: 1, duel.Poliorcetics: 2, duel.Engineering: 4,
	}
)

// cityWorth returns the worth of a city in points.
func cityWorth(s *duel.State, seat game.Seat, left float64) float64 {
	rest := left / 60
	v := float64(s.Score(seat))
	// A coin scores a third of a point; what it can buy before is worth more.
	v += 0.25 * math.Min(float64(s.Coins(seat)), 14) * math.Min(1, 3*rest)
	for r := range duel.Resource(5) {
		v += madeWorth[r][min(s.Made(seat, r), 3)] * rest
		if s.Price(seat, r) == 1 {
			v += 1.2 * rest
		}
	}
	raw, manufactured := s.Choices(seat)
	v += float64(raw) * 3.2 * rest
	v += float64(manufactured) * 2.8 * rest
	v += symbolWorth[min(s.Symbols(seat), 6)] * math.Min(1, 0.2+1.2*rest)
	if lead := s.Lead(seat); lead > 0 {
		v += leadWorth[lead]
	}
	for t, worth := range tokenWorth {
		if s.Has(seat, duel.Token(t)) {
			v += worth * rest
		}
	}
	if s.Pantheon() {
		v += pantheonWorth(s, seat, rest)
	}
	return v + wonderWorth(s, seat)*math.Min(1, 2*rest)
}

// pantheonWorth returns what Pantheon still promises a seat: offering tokens, free Grand Temples, and the divinities that
// are worth more than they cost it. The weights won the most games against each other: a mythology token is
// worth little, because taking it opens a card to the opponent.
func pantheonWorth(s *duel.State, seat game.Seat, rest float64) float64 {
	v := 0.2 * float64(s.Offerings(seat))
	v += 0.3 * float64(bits.OnesCount16(s.Mythologies(seat))) * math.Min(1, 3*rest)
	means := s.Coins(seat) + s.Offerings(seat)
	for i := range duel.NumSpaces {
		g, cost, ok := s.Space(seat, i)
		if !ok {
			continue
		}
		worth := math.Max(0, divinityWorth[g]-0.4*float64(cost))
		if cost > means {
			worth /= 2
		}
		v += 0.15 * worth * math.Min(1, 4*rest)
	}
	return v
}

// divinityWorth is what activating a divinity brings, in points.
var divinityWorth = [...]float64{
	duel.Enki: 6, duel.Ishtar: 3, duel.Nisaba: 3, duel.Astarte: 6.5, duel.Baal: 3.5, duel.Tanit: 5, duel.Aphrodite: 9, duel.Hades: 5,
	duel.Zeus: 2, duel.Anubis: 4, duel.Isis: 6, duel.Ra: 4, duel.Mars: 4, duel.Minerva: 2, duel.Neptune: 2, duel.Gate: 6.5,
}

// wonderWorth returns what the wonders still to be built promise: their points and powers less what they cost, as
// far as they can be expected to be built.
func wonderWorth(s *duel.State, seat game.Seat) float64 {
	v := 0.0
	s.Unbuilt(seat, func(w duel.Wonder, vp, cost int) {
		v += math.Max(0.5, 0.45*float64(vp)+powerWorth[w]-0.12*float64(cost))
	})
	return v
}

// powerWorth is what the wonders do beyond their points, in points: another turn is worth most.
var powerWorth = [...]float64{3.4, 2, 1.5, 2.5, 1.5, 3.2, 2.5, 3.2, 0, 2.6, 2.2, 3.6, 2.6, 3}
