package wonders

import (
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// source is a symbol in the brute force: the letters it can stand for, and how many of the same there are.
type source struct {
	options string
	n       int
}

// symbolsOf takes what a city produces from the tables, card by card and stage by stage.
func symbolsOf(c *city, forSale bool) (list []source) {
	add := func(produce string) {
		units := []string{produce}
		if !strings.Contains(produce, "/") {
			units = strings.Split(produce, "")
		}
		for _, u := range units {
			u = strings.ReplaceAll(u, "/", "")
			if i := slices.IndexFunc(list, func(s source) bool { return s.options == u }); i >= 0 {
				list[i].n++
			} else {
				list = append(list, source{u, 1})
			}
		}
	}
	add(boards[c.board].start)
	for i, row := range cards {
		if c.built.has(Card(i)) && row.effect.produce != "" && !(forSale && row.effect.kept) {
			add(row.effect.produce)
		}
	}
	for k := range c.stages {
		if e := stageEffect[c.board][c.side][k]; e.produce != "" && !forSale {
			add(e.produce)
		}
	}
	return list
}

// bruteForce tries every way to get the units of a cost.
type bruteForce struct {
	own, left, right         []source
	rawLeft, rawRight, goods int
	fewest                   int // units that own production leaves open
	plans                    map[payment]bool
}

// each calls then for every source in the list that has the unit, with one of it used up.
func each(list []source, unit byte, then func()) {
	for i := range list {
		if list[i].n > 0 && strings.IndexByte(list[i].options, unit) >= 0 {
			list[i].n--
			then()
			list[i].n++
		}
	}
}

// cover finds out how few units stay open.
func (b *bruteForce) cover(cost string, open int) {
	if cost == "" {
		b.fewest = min(b.fewest, open)
		return
	}
	each(b.own, cost[0], func() { b.cover(cost[1:], open) })
	b.cover(cost[1:], open+1)
}

// buy finds all sums that buy no more than that.
func (b *bruteForce) buy(cost string, bought, left, right int) {
	if bought > b.fewest {
		return
	}
	if cost == "" {
		b.plans[payment{uint8(left), uint8(right)}] = true
		return
	}
	priceLeft, priceRight := b.goods, b.goods
	if strings.IndexByte("WSCO", cost[0]) >= 0 {
		priceLeft, priceRight = b.rawLeft, b.rawRight
	}
	each(b.own, cost[0], func() { b.buy(cost[1:], bought, left, right) })
	each(b.left, cost[0], func() { b.buy(cost[1:], bought+1, left+priceLeft, right) })
	each(b.right, cost[0], func() { b.buy(cost[1:], bought+1, left, right+priceRight) })
}

// randomCity builds some producers and trading posts.
func randomCity(c *city, r *game.Rand) {
	c.side = side(r.IntN(2))
	c.own = boardSupply[c.board]
	c.sells = c.own
	chance := 1 + r.IntN(5)
	for i, row := range cards {
		if (row.effect.produce != "" || row.effect.cheap != "") && r.IntN(10) < chance && !c.built.meets(&sameName[i]) {
			c.raise(Card(i))
		}
	}
	for range r.IntN(int(numStages[c.board][c.side]) + 1) {
		c.own.add(&stageOwn[c.board][c.side][c.stages])
		c.stages++
	}
}

// randomCost returns a cost of the game, or another one as large.
func randomCost(r *game.Rand) string {
	if i := r.IntN(numCards + len(stageTable)); r.IntN(2) == 0 {
		if i < numCards {
			return cards[i].cost
		}
		return stageTable[i-numCards].cost
	}
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteByte(letters[r.IntN(numRaw)])
	}
	for range r.IntN(4) {
		b.WriteByte(letters[numRaw+r.IntN(numGoods)])
	}
	return b.String()
}

func TestPaymentsAgainstBruteForce(t *testing.T) {
	const cases = 20_000
	r := game.NewRand(game.NumberSeed(11))
	several, dear, unsold := 0, 0, 0
	for range cases {
		s := table(t, 3, nil)
		s.Deal(r)
		for seat := range 3 {
			randomCity(&s.city[seat], r)
		}
		me, cost, purse := r.IntN(3), randomCost(r), r.IntN(16)
		has := func(id string) int {
			c, _ := CardByID(id)
			if s.city[me].built.has(c) {
				return 1
			}
			return 0
		}
		brute := bruteForce{
			own:      symbolsOf(&s.city[me], false),
			left:     symbolsOf(&s.city[(me+1)%3], true),
			right:    symbolsOf(&s.city[(me+2)%3], true),
			rawLeft:  2 - has("west-trading-post"),
			rawRight: 2 - has("east-trading-post"),
			goods:    2 - has("marketplace"),
			fewest:   len(cost),
			plans:    map[payment]bool{},
		}
		brute.cover(cost, 0)
		brute.buy(cost, 0, 0, 0)
		var want []payment
		for p := range brute.plans {
			if p.total() <= purse {
				want = append(want, p)
			}
		}
		slices.SortFunc(want, func(p, q payment) int {
			return 16*(p.total()-q.total()) + int(p.left) - int(q.left)
		})
		n := needOf(cost)
		var buf [maxPayments]payment
		got := s.payments(me, &n, purse, &buf)
		if !slices.Equal(got, want) {
			t.Fatalf("cost %s with %d coins: payments %v, want %v\nown %v\nleft %v\nright %v", cost, purse, got, want, brute.own, brute.left, brute.right)
		}
		switch {
		case len(want) > 1:
			several++
		case len(brute.plans) > 0 && len(want) == 0:
			dear++
		case len(want) == 0:
			unsold++
		}
	}
	// The cases must cover what the solver is there for.
	if several < cases/20 || dear < cases/100 || unsold < cases/20 {
		t.Errorf("of %d cases %d have several payments, %d are too dear, %d have no seller", cases, several, dear, unsold)
	}
}

// undominatedMoves returns the moves that no other payment for the same beats in both sums.
func undominatedMoves(moves []game.Move) (kept []game.Move) {
	for _, m := range moves {
		if !slices.ContainsFunc(moves, func(o game.Move) bool {
			return o != m && unpaid(o) == unpaid(m) && paid(o).left <= paid(m).left && paid(o).right <= paid(m).right
		}) {
			kept = append(kept, m)
		}
	}
	return kept
}

// RandomMove is even over cards and actions, and over the payments of each.
func TestRandomMoveIsEven(t *testing.T) {
	r := game.NewRand(game.NumberSeed(13))
	for g := range 5 {
		s := table(t, 3+g, nil)
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			moves := undominatedMoves(s.Moves(seat, nil))
			if r.IntN(10) == 0 {
				groups := map[game.Move]int{}
				for _, m := range moves {
					groups[unpaid(m)]++
				}
				draws := 300 * len(moves)
				seen := map[game.Move]int{}
				for range draws {
					seen[s.RandomMove(seat, r)]++
				}
				for _, m := range moves {
					want := float64(draws) / float64(len(groups)*groups[unpaid(m)])
					if d := float64(seen[m]) - want; d*d > 36*want {
						t.Errorf("%s was drawn %d times, expected %.0f", s.Text(m), seen[m], want)
					}
				}
			}
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
	}
}
