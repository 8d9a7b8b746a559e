package wonders

import (
	"slices"
	"testing"

	"mirabilia/game"
)

// The worked examples of docs/rules/wonders.md 12. Seat A is "I", B its left neighbour and the last seat its right one.
// Seats of which nothing is said sell a card, which brings them 3 coins.

const sold = 3

func TestExamplesSetup(t *testing.T) {
	count := func(n int, id string) int {
		s := table(t, n, nil)
		s.Deal(game.NewRand(game.NumberSeed(uint64(n))))
		c, _ := CardByID(id)
		found := 0
		for age := range numAges {
			for p := range n {
				for _, held := range s.packet[age][p] {
					if held == c {
						found++
					}
				}
			}
		}
		return found
	}
	sizes := func(n int) (size [numAges]int, guilds int) {
		s := table(t, n, nil)
		s.Deal(game.NewRand(game.NumberSeed(uint64(n))))
		for age := range numAges {
			for p := range n {
				for _, c := range s.packet[age][p] {
					size[age]++
					if c >= firstGuild {
						guilds++
					}
				}
			}
		}
		return size, guilds
	}
	t.Run("E1 decks of five players", func(t *testing.T) {
		if size, guilds := sizes(5); size != [numAges]int{35, 35, 35} || guilds != 7 {
			t.Errorf("decks %v with %d guilds", size, guilds)
		}
	})
	t.Run("E2 guilds in play", func(t *testing.T) {
		for i, want := range []int{5, 6, 7, 8, 9} {
			size, guilds := sizes(3 + i)
			if ordinary := size[2] - guilds; guilds != want || ordinary != []int{16, 22, 28, 34, 40}[i] {
				t.Errorf("%d players: %d guilds, %d ordinary cards", 3+i, guilds, ordinary)
			}
		}
	})
	t.Run("E3 copies by number of players", func(t *testing.T) {
		for _, id := range []string{"tavern", "well", "excavation", "forest-cave", "tree-farm", "mine"} {
			if n := count(3, id); n != 0 {
				t.Errorf("3 players: %d %s", n, id)
			}
		}
		if count(3, "loom-age1") != 1 || count(7, "tavern") != 3 || count(7, "well") != 2 {
			t.Error("wrong number of looms, taverns or wells")
		}
	})
	t.Run("E4 leftovers make the pile", func(t *testing.T) {
		s := setup{age: 1, turn: 6, seats: []seatSetup{
			{wonder: "gizah day", city: "stockade barracks guard-tower apothecary workshop", hand: "altar"},
			{wonder: "rhodes day", city: "baths scriptorium loom-age1 timber-yard theater", hand: "tavern"},
			{wonder: "olympia day", city: "guard-tower scriptorium glassworks-age1 clay-pit marketplace", hand: "well"},
			{wonder: "ephesos day", city: "press-age1 east-trading-post excavation west-trading-post lumber-yard", hand: "ore-vein"},
		}}.load(t)
		turn(t, s, "b:altar", "b:tavern", "b:well", "b:ore-vein")
		if v := s.View(game.Spectator).(View); v.Discard.Count != 4 || v.Age != 2 {
			t.Errorf("%d cards in the pile, age %d", v.Discard.Count, v.Age)
		}
	})
}

func TestExamplesProduction(t *testing.T) {
	makesStoneOrePapyrus := func(right string, coins int) *State {
		return setup{age: 1, turn: 4, seats: []seatSetup{
			{wonder: "gizah day", coins: coins, city: "stone-pit ore-vein press-age1", hand: "barracks scriptorium guard-tower"},
			{wonder: "alexandria day"},
			{wonder: right},
		}}.load(t)
	}
	t.Run("E5 own production", func(t *testing.T) {
		s := makesStoneOrePapyrus("halikarnassos day", 0)
		wantWays(t, s, "b:barracks", "b:barracks")
		wantWays(t, s, "b:scriptorium", "b:scriptorium")
		refused(t, s, "b:guard-tower", "no_seller")
	})
	t.Run("E6 one clay bought on the right", func(t *testing.T) {
		s := makesStoneOrePapyrus("olympia day", 3)
		wantWays(t, s, "b:guard-tower", "b:guard-tower:0-2")
		turn(t, s, "b:guard-tower:0-2")
		wantCoins(t, s, 1, sold, 2+sold)
	})
	t.Run("E7 printed costs", func(t *testing.T) {
		for id, want := range map[string]struct {
			coins uint8
			cost  string
		}{"stockade": {0, "W"}, "timber-yard": {1, ""}, "altar": {0, ""}} {
			c, _ := CardByID(id)
			if bankPrice[c] != want.coins || cardNeed[c] != needOf(want.cost) {
				t.Errorf("%s has another cost", id)
			}
		}
		if stageNeed[alexandria][day][1] != needOf("OO") {
			t.Error("Alexandria's second stage has another cost")
		}
	})
	t.Run("E8 a coin for the bank", func(t *testing.T) {
		u := setup{age: 1, turn: 1, seats: []seatSetup{{hand: "timber-yard"}, {}, {}}}
		refused(t, u.load(t), "b:timber-yard", "too_dear")
		u.seats[0].coins = 1
		s := u.load(t)
		turn(t, s, "b:timber-yard")
		wantCoins(t, s, 0, sold, sold)
	})
	t.Run("E9 a card with a slash", func(t *testing.T) {
		u := setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "alexandria day", city: "tree-farm", hand: "stockade guard-tower"},
			{wonder: "ephesos day"}, {}, {}, {}, {wonder: "halikarnassos day"},
		}}
		s := u.load(t)
		wantWays(t, s, "b:stockade", "b:stockade")
		wantWays(t, s, "b:guard-tower", "b:guard-tower")
		u.age, u.turn, u.seats[0].hand, u.seats[0].coins = 2, 1, "forum", 9
		refused(t, u.load(t), "b:forum", "no_seller")
		u.seats[1].wonder = "olympia day"
		wantWays(t, u.load(t), "b:forum", "b:forum:2-0")
	})
}

func TestExamplesTrade(t *testing.T) {
	t.Run("E10 stone from Giza", func(t *testing.T) {
		s := setup{age: 1, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, hand: "baths"}, {wonder: "gizah day"}, {wonder: "ephesos day"},
		}}.load(t)
		wantWays(t, s, "b:baths", "b:baths:2-0")
		turn(t, s, "b:baths:2-0")
		wantCoins(t, s, 1, 2+sold, sold)
	})
	aqueduct := func(turn, coins int, left, right string) setup {
		return setup{age: 2, turn: turn, seats: []seatSetup{
			{wonder: "alexandria day", coins: coins, hand: "aqueduct"},
			{wonder: "gizah day", city: left},
			{wonder: "babylon day", city: right},
		}}
	}
	t.Run("E11 three stones from two neighbours", func(t *testing.T) {
		refused(t, aqueduct(1, 5, "stone-pit", "timber-yard").load(t), "b:aqueduct:4-2", "too_dear")
		s := aqueduct(1, 6, "stone-pit", "timber-yard").load(t)
		wantWays(t, s, "b:aqueduct", "b:aqueduct:4-2")
		turn(t, s, "b:aqueduct:4-2")
		wantCoins(t, s, 0, 4+sold, 2+sold)
	})
	t.Run("E12 three stones from one neighbour", func(t *testing.T) {
		s := aqueduct(2, 8, "stone-pit quarry", "").load(t)
		if sells := player(s).Left.Sells; len(sells) != 1 || sells[0].Units != 4 || sells[0].Price != 2 {
			t.Errorf("the left neighbour sells %+v", sells)
		}
		wantWays(t, s, "b:aqueduct", "b:aqueduct:6-0")
		turn(t, s, "b:aqueduct:6-0")
		wantCoins(t, s, 2, 6+sold, sold)
	})
	t.Run("E13 the only plan", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", coins: 9, city: "west-trading-post", hand: "archery-range"},
			{wonder: "ephesos day", city: "lumber-yard"}, {}, {},
			{wonder: "halikarnassos day", city: "forest-cave ore-vein"},
		}}.load(t)
		wantWays(t, s, "b:archery-range", "b:archery-range:1-4")
		turn(t, s, "b:archery-range:1-4")
		wantCoins(t, s, 4, 1+sold, sold, sold, 4+sold)
	})
	t.Run("E14 goods at the marketplace price", func(t *testing.T) {
		u := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "babylon day", coins: 4, city: "marketplace", hand: "study"},
			{wonder: "gizah day", city: "press-age1"},
			{wonder: "halikarnassos day"},
		}}
		s := u.load(t)
		wantWays(t, s, "b:study", "b:study:1-1")
		turn(t, s, "b:study:1-1")
		wantCoins(t, s, 2, 1+sold, 1+sold)
		u.seats[0].city = ""
		wantWays(t, u.load(t), "b:study", "b:study:2-2")
	})
	t.Run("E15 the trading post is for raw materials", func(t *testing.T) {
		s := setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "gizah day", coins: 3, city: "east-trading-post", hand: "workshop"},
			{wonder: "rhodes day"}, {wonder: "alexandria day"},
		}}.load(t)
		wantWays(t, s, "b:workshop", "b:workshop:0-2")
	})
	t.Run("E16 what is not for sale", func(t *testing.T) {
		s := setup{age: 2, turn: 2, seats: []seatSetup{
			{wonder: "olympia day", coins: 9, hand: "forum"}, // it lacks one clay
			{wonder: "alexandria night", stages: 1, city: "caravansery"},
			{wonder: "rhodes day", city: "loom-age1"},
		}}.load(t)
		refused(t, s, "b:forum", "no_seller")
		refused(t, s, "b:forum:2-0", "no_seller")
	})
	t.Run("E17 one symbol, two options", func(t *testing.T) {
		s := setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, hand: "guard-tower"},
			{wonder: "gizah day", city: "clay-pit", hand: "barracks"},
			{wonder: "ephesos day"},
		}}.load(t)
		turn(t, s, "b:guard-tower:2-0", "b:barracks")
		wantCoins(t, s, 1, 2, sold)
		s = setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "babylon day", coins: 9, hand: "stables"},
			{wonder: "gizah day", city: "clay-pit"},
			{wonder: "ephesos day"},
		}}.load(t)
		refused(t, s, "b:stables:4-0", "no_seller")
	})
	t.Run("E18 both neighbours buy one symbol", func(t *testing.T) {
		s := setup{age: 1, turn: 3, seats: []seatSetup{
			{wonder: "halikarnassos day", city: "ore-vein clay-pit", hand: "altar"},
			{wonder: "gizah day", coins: 2, hand: "barracks"}, {}, {},
			{wonder: "ephesos day", coins: 2, hand: "barracks"},
		}}.load(t)
		turn(t, s, "w:altar", "b:barracks:0-2", "", "", "b:barracks:2-0")
		wantCoins(t, s, 4, 0, sold, sold, 0)
		if player(s).Stages[0].State != "built" {
			t.Error("the ore did not serve its owner")
		}
	})
	t.Run("E19 coins of this turn cannot be spent", func(t *testing.T) {
		s := setup{age: 1, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", coins: 1, hand: "guard-tower altar"},
			{wonder: "alexandria day", coins: 2, hand: "baths"},
			{wonder: "olympia day"},
		}}.load(t)
		play(t, s, 1, "b:baths:0-2", nil)
		refused(t, s, "b:guard-tower:0-2", "too_dear")
		play(t, s, 0, "b:altar", nil)
		play(t, s, 2, "s:"+s.hand(2)[0].String(), nil)
		wantCoins(t, s, 3, 0, sold)
	})
	t.Run("E20 what is built now is sold next turn", func(t *testing.T) {
		s := setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, hand: "stockade altar"},
			{wonder: "gizah day", hand: "lumber-yard"},
			{}, {}, {}, {},
			{wonder: "ephesos day", hand: "stockade"},
		}}.load(t)
		play(t, s, 1, "b:lumber-yard", nil)
		refused(t, s, "b:stockade:2-0", "no_seller")
		if err := s.Withdraw(1); err != nil {
			t.Fatal(err)
		}
		turn(t, s, "b:altar", "b:lumber-yard", "", "", "", "", "s:"+firstOther(s, 6, "stockade"))
		wantWays(t, s, "b:stockade", "b:stockade:2-0")
	})
	t.Run("E21 brickyard, own and next door", func(t *testing.T) {
		u := setup{age: 2, turn: 2, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, city: "brickyard", hand: "forum"},
			{wonder: "gizah day"}, {wonder: "ephesos day"},
		}}
		wantWays(t, u.load(t), "b:forum", "b:forum")
		u.seats[0].city, u.seats[1].city = "clay-pool", "brickyard"
		wantWays(t, u.load(t), "b:forum", "b:forum:2-0")
	})
	t.Run("E22 no discount at the bank", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", coins: 1, city: "east-trading-post west-trading-post marketplace", hand: "sawmill"}, {}, {},
		}}.load(t)
		wantWays(t, s, "b:sawmill", "b:sawmill")
		turn(t, s, "b:sawmill")
		wantCoins(t, s, 0)
	})
}

// firstOther returns a card in a hand that is not the given one.
func firstOther(s *State, seat int, id string) string {
	i := slices.IndexFunc(s.hand(seat), func(c Card) bool { return c.String() != id })
	return s.hand(seat)[i].String()
}

func TestExamplesChains(t *testing.T) {
	poor := func(age int, city, hand string) *State {
		return setup{age: age, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", city: city, hand: hand}, {wonder: "rhodes day"}, {wonder: "ephesos day"},
		}}.load(t)
	}
	t.Run("E23 gardens after theater", func(t *testing.T) {
		s := poor(3, "theater", "gardens")
		if b := player(s).Hand[slices.IndexFunc(player(s).Hand, func(o Offer) bool { return o.Card == "gardens" })].Badge; b.State != "chain" || b.By != "theater" || b.Price != 0 {
			t.Errorf("the badge is %+v", b)
		}
		turn(t, s, "b:gardens")
		wantCoins(t, s, 0)
		wantPart(t, s, partBlue, 3+5)
	})
	t.Run("E24 forum after either trading post", func(t *testing.T) {
		wantWays(t, poor(2, "west-trading-post", "forum"), "b:forum", "b:forum")
		wantWays(t, poor(2, "east-trading-post", "forum"), "b:forum", "b:forum")
	})
	t.Run("E25 one symbol frees several", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", city: "scriptorium", hand: "courthouse"}, {hand: "library"}, {},
		}}.load(t)
		turn(t, s, "b:courthouse", "s:"+firstOther(s, 1, "library"))
		turn(t, s, "b:library")
		wantCoins(t, s, 0)
		s = poor(3, "library", "senate university")
		wantWays(t, s, "b:senate", "b:senate")
		wantWays(t, s, "b:university", "b:university")
	})
	t.Run("E26 habits of the first edition", func(t *testing.T) {
		refused(t, poor(2, "altar", "temple"), "b:temple", "no_seller")
		wantWays(t, poor(3, "altar", "pantheon"), "b:pantheon", "b:pantheon")
		refused(t, poor(3, "statue", "gardens"), "b:gardens", "no_seller")
	})
	t.Run("E27 the second press", func(t *testing.T) {
		u := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", city: "press-age1 lumber-yard timber-yard", hand: "press-age2"}, {}, {},
		}}
		s := u.load(t)
		refused(t, s, "b:press-age2", "already_built")
		wantWays(t, s, "w:press-age2", "w:press-age2")
		turn(t, s, "s:press-age2")
		wantCoins(t, s, 3)
		s = u.load(t)
		turn(t, s, "w:press-age2")
		wantPart(t, s, partWonder, 3)
	})
}

func TestExamplesWonder(t *testing.T) {
	t.Run("E28 any card for a stage", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", city: "lumber-yard timber-yard", hand: "palace"}, {wonder: "rhodes day"}, {wonder: "ephesos day"},
		}}.load(t)
		wantWays(t, s, "w:palace", "w:palace")
		if st := player(s).Stages; st[0].State != "next" || st[1].State != "later" {
			t.Errorf("stages %+v", st)
		}
		turn(t, s, "w:palace")
		wantCoins(t, s, 0)
		if st := player(s).Stages; st[0].State != "built" || st[0].Card != "palace" || has(s, "palace") {
			t.Errorf("stages %+v, palace in the city: %v", st, has(s, "palace"))
		}
	})
	t.Run("E29 a sale", func(t *testing.T) {
		s := setup{age: 3, turn: 2, seats: []seatSetup{{coins: 4, hand: "pantheon"}, {}, {}}}.load(t)
		before := s.View(0).(View).Discard
		turn(t, s, "s:pantheon")
		wantCoins(t, s, 7)
		// All three seats have sold; of the three cards A knows its own.
		after := s.View(0).(View).Discard
		if after.Count != before.Count+3 || !slices.Contains(after.Known, "pantheon") || slices.Contains(before.Known, "pantheon") {
			t.Errorf("the pile was %+v and is %+v", before, after)
		}
	})
	t.Run("E30 Rhodes by night", func(t *testing.T) {
		s := setup{age: 2, turn: 2, seats: []seatSetup{
			{wonder: "rhodes night", coins: 2, city: "stone-pit quarry", hand: "walls"}, {}, {},
		}}.load(t)
		turn(t, s, "w:walls")
		wantCoins(t, s, 5)
		wantPart(t, s, partWonder, 3)
		if player(s).Shields != 1 {
			t.Errorf("%d shields", player(s).Shields)
		}
	})
	t.Run("E31 the coins of a stage come after its price", func(t *testing.T) {
		u := setup{age: 1, turn: 3, seats: []seatSetup{
			{wonder: "ephesos day", coins: 3, stages: 1, hand: "altar"},
			{wonder: "babylon day", city: "lumber-yard"},
			{wonder: "gizah day"},
		}}
		refused(t, u.load(t), "w:altar:4-0", "too_dear")
		u.seats[0].coins = 4
		s := u.load(t)
		turn(t, s, "w:altar:4-0")
		wantCoins(t, s, 9, 4+sold, sold)
	})
}

func TestExamplesCoins(t *testing.T) {
	t.Run("E32 vineyard counts this turn's cards", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{city: "lumber-yard stone-pit", hand: "vineyard"},
			{city: "clay-pool ore-vein timber-yard"},
			{coins: 1, hand: "sawmill"},
		}}.load(t)
		turn(t, s, "b:vineyard", "", "b:sawmill")
		wantCoins(t, s, 6, sold, 0)
	})
	t.Run("E33 bazar counts this turn's cards", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{city: "loom-age1", hand: "bazar"}, {city: "glassworks-age1 press-age1"}, {}, {hand: "press-age2"},
		}}.load(t)
		turn(t, s, "b:bazar", "", "", "b:press-age2")
		wantCoins(t, s, 8)
	})
	t.Run("E34 haven", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{city: "lumber-yard stone-pit clay-pool ore-vein forum", hand: "haven"}, {}, {},
		}}.load(t)
		turn(t, s, "b:haven")
		wantCoins(t, s, 4)
		wantPart(t, s, partYellow, 4)
	})
	t.Run("E35 lighthouse counts itself", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{city: "east-trading-post west-trading-post caravansery", hand: "lighthouse"}, {}, {},
		}}.load(t)
		turn(t, s, "b:lighthouse")
		wantCoins(t, s, 4)
		wantPart(t, s, partYellow, 4)
		s = setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{
			{city: "east-trading-post west-trading-post caravansery lighthouse forum"}, {}, {},
		}}.load(t)
		wantPart(t, s, partYellow, 5)
	})
	t.Run("E36 chamber of commerce and ludus", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "olympia day", city: "clay-pool loom-age1 glassworks-age1 press-age1", hand: "chamber-of-commerce"}, {}, {}, {},
		}}.load(t)
		turn(t, s, "b:chamber-of-commerce")
		wantCoins(t, s, 6)
		wantPart(t, s, partYellow, 6)
		u := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", city: "ore-vein stockade barracks", hand: "ludus"}, {}, {}, {}, {},
		}}
		s = u.load(t)
		turn(t, s, "b:ludus")
		wantCoins(t, s, 6)
		u.turn, u.phase, u.seats[0].city, u.seats[0].hand = 6, "over", "ore-vein stockade barracks ludus walls", ""
		wantPart(t, u.load(t), partYellow, 3)
	})
	t.Run("E37 arena", func(t *testing.T) {
		u := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", stages: 1, city: "dispensary", hand: "arena"}, {}, {},
		}}
		s := u.load(t)
		turn(t, s, "b:arena")
		wantCoins(t, s, 3)
		u.turn, u.phase, u.seats[0] = 6, "over", seatSetup{wonder: "gizah day", stages: 3, city: "dispensary arena"}
		wantPart(t, u.load(t), partYellow, 3)
	})
}

func TestExamplesConflicts(t *testing.T) {
	// wars are the tokens told, as winner, loser and value.
	wars := func(events []game.Event) (list [][3]int) {
		for _, e := range events {
			if e.Type == "victory" {
				list = append(list, [3]int{int(e.Seat), int(e.To), e.N})
			}
		}
		return list
	}
	t.Run("E38 end of Age II", func(t *testing.T) {
		s := setup{age: 2, turn: 6, seats: []seatSetup{
			{city: "walls stables"},
			{city: "training-ground archery-range guard-tower"},
			{},
			{city: "stockade barracks"},
		}}.load(t)
		before := player(s).War
		got := wars(turn(t, s))
		if player(s).War != before+3-1 || !slices.Contains(got, [3]int{1, 0, 3}) || !slices.Contains(got, [3]int{0, 3, 3}) {
			t.Errorf("tokens %d to %d, %v", before, player(s).War, got)
		}
	})
	t.Run("E39 end of Age III", func(t *testing.T) {
		s := setup{age: 3, turn: 6, seats: []seatSetup{
			{city: "fortifications arsenal"}, {city: "siege-workshop"}, {city: "stockade barracks guard-tower"},
		}}.load(t)
		got := wars(turn(t, s))
		if len(got) != 2 || !slices.Contains(got, [3]int{0, 1, 5}) || !slices.Contains(got, [3]int{0, 2, 5}) {
			t.Errorf("%v", got)
		}
	})
	t.Run("E40 tokens score", func(t *testing.T) {
		s := setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{
			{city: "stockade walls fortifications"},
			{city: "barracks guard-tower arsenal"},
			{city: "stables archery-range"},
		}}.load(t)
		tokens := slices.Clone(player(s).Tokens)
		slices.Sort(tokens)
		if !slices.Equal(tokens, []int{-1, -1, 1, 3, 5, 5}) {
			t.Errorf("tokens %v", tokens)
		}
		wantPart(t, s, partConflicts, 12)
		s = setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{{}, {city: "stockade"}, {city: "barracks"}}}.load(t)
		wantPart(t, s, partConflicts, -6)
	})
	t.Run("E41 Rhodes by day", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{{wonder: "rhodes day", stages: 2, city: "barracks"}, {}, {}}}.load(t)
		if player(s).Shields != 3 {
			t.Errorf("%d shields", player(s).Shields)
		}
	})
}

func TestExamplesScience(t *testing.T) {
	final := func(wonder string, stages int, city string) *State {
		return setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{{wonder: wonder, stages: stages, city: city}, {}, {}}}.load(t)
	}
	t.Run("E42 squares and sets", func(t *testing.T) {
		wantPart(t, final("", 0, "scriptorium library school apothecary workshop"), partGreen, 18)
		wantPart(t, final("", 0, "scriptorium library apothecary dispensary workshop laboratory"), partGreen, 26)
		wantPart(t, final("", 0, "apothecary workshop scriptorium dispensary laboratory library school lodge observatory university academy study"), partGreen, 76)
	})
	t.Run("E43 one choice", func(t *testing.T) {
		wantPart(t, final("", 0, "apothecary dispensary workshop scientists-guild"), partGreen, 13)
		for i, want := range []int{10, 8, 13} {
			n := [3]int{2, 1, 0}
			n[i]++
			if got := bestScience(n, 0); got != want {
				t.Errorf("symbols %v: %d points, want %d", n, got, want)
			}
		}
	})
	t.Run("E44 choices", func(t *testing.T) {
		wantPart(t, final("", 0, "apothecary dispensary lodge scientists-guild"), partGreen, 16)
		wantPart(t, final("babylon day", 2, "apothecary dispensary workshop scientists-guild"), partGreen, 18)
	})
}

func TestExamplesGuilds(t *testing.T) {
	final := func(seats ...seatSetup) *State {
		return setup{age: 3, turn: 6, phase: "over", seats: seats}.load(t)
	}
	t.Run("E45 workers and craftsmens", func(t *testing.T) {
		five := func(guild string) *State {
			return final(
				seatSetup{city: "lumber-yard stone-pit clay-pool ore-vein timber-yard " + guild},
				seatSetup{city: "lumber-yard stone-pit clay-pool loom-age1"},
				seatSetup{}, seatSetup{},
				seatSetup{city: "ore-vein clay-pit excavation forest-cave glassworks-age1 press-age1"},
			)
		}
		wantPart(t, five("workers-guild"), partPurple, 7)
		wantPart(t, five("craftsmens-guild"), partPurple, 6)
	})
	t.Run("E46 shipowners", func(t *testing.T) {
		s := final(seatSetup{city: "lumber-yard stone-pit clay-pool ore-vein loom-age1 press-age1 shipowners-guild decorators-guild"}, seatSetup{}, seatSetup{})
		wantPart(t, s, partPurple, 8)
	})
	t.Run("E47 builders", func(t *testing.T) {
		s := final(seatSetup{wonder: "rhodes day", stages: 3, city: "builders-guild"}, seatSetup{wonder: "ephesos day", stages: 2}, seatSetup{wonder: "gizah night", stages: 4})
		wantPart(t, s, partPurple, 9)
	})
	t.Run("E48 decorators", func(t *testing.T) {
		wantPart(t, final(seatSetup{wonder: "babylon night", stages: 2, city: "decorators-guild"}, seatSetup{}, seatSetup{}), partPurple, 7)
		wantPart(t, final(seatSetup{wonder: "gizah night", stages: 3, city: "decorators-guild"}, seatSetup{}, seatSetup{}), partPurple, 0)
	})
}

func TestExamplesPowers(t *testing.T) {
	t.Run("E49 Babylon's seventh card", func(t *testing.T) {
		s := setup{age: 1, turn: 6, seats: []seatSetup{
			{wonder: "babylon night", city: "stone-pit timber-yard", hand: "altar tavern"}, {}, {}, {},
		}}.load(t)
		turn(t, s, "w:altar")
		if s.Owing() != game.SeatSet(0) || s.View(0).(View).Phase != "last_card" {
			t.Fatalf("owing are %b", s.Owing())
		}
		wantWays(t, s, "b:tavern", "b:tavern")
		play(t, s, 0, "b:tavern", nil)
		wantCoins(t, s, 5)
		r := game.NewRand(game.NumberSeed(1))
		var deeds [numAges]int
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
		for d := range s.deeds(0) {
			deeds[d.age]++
		}
		if deeds != [numAges]int{7, 7, 7} {
			t.Errorf("Babylon played %v cards", deeds)
		}
	})
	t.Run("E50 the last card is a turn of its own", func(t *testing.T) {
		s := setup{age: 1, turn: 6, seats: []seatSetup{
			{wonder: "babylon night", stages: 1, hand: "altar baths"}, {wonder: "gizah day"}, {wonder: "ephesos day"},
		}}.load(t)
		turn(t, s, "s:altar")
		wantCoins(t, s, 3)
		wantWays(t, s, "b:baths", "b:baths:2-0")
		play(t, s, 0, "b:baths:2-0", nil)
		wantCoins(t, s, 1, sold+2, sold)
	})
	t.Run("E51 Halicarnassus takes walls before the conflict", func(t *testing.T) {
		// With three players the deck does not have the shields of the example; with four it has.
		s := setup{age: 2, turn: 6, seats: []seatSetup{
			{wonder: "halikarnassos night", city: "archery-range clay-pool clay-pit", hand: "temple"},
			{wonder: "gizah day", city: "stables stockade guard-tower", hand: "statue walls"},
			{wonder: "ephesos day"},
			{wonder: "alexandria day", city: "training-ground barracks guard-tower"},
		}}.load(t)
		if mine, l, r := s.city[0].strength(), s.city[1].strength(), s.city[3].strength(); mine != 2 || l != 4 || r != 4 {
			t.Fatalf("strengths %d, %d, %d", mine, l, r)
		}
		before := len(player(s).Tokens)
		turn(t, s, "w:temple", "s:statue")
		play(t, s, 0, "d:walls", nil)
		if p := player(s); p.Shields != 4 || len(p.Tokens) != before {
			t.Errorf("%d shields, tokens %v", p.Shields, p.Tokens)
		}
		wantPart(t, s, partWonder, 2)
	})
	early := func(coins int) *State {
		return setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "halikarnassos day", stages: 1, coins: coins, hand: "stockade"},
			{wonder: "alexandria day", city: "altar", hand: "workshop theater"},
			{wonder: "ephesos day", city: "marketplace", hand: "lumber-yard"},
		}}.load(t)
	}
	t.Run("E52 an empty pile and a workshop", func(t *testing.T) {
		s := early(4)
		turn(t, s, "w:stockade:2-2", "b:theater", "b:lumber-yard")
		if v := s.View(0).(View); v.Phase != "turn" || v.Turn != 3 {
			t.Errorf("phase %s of turn %d", v.Phase, v.Turn)
		}
		s = early(4)
		turn(t, s, "w:stockade:2-2", "s:workshop", "b:lumber-yard")
		wantWays(t, s, "d", "d:workshop d:none")
		play(t, s, 0, "d:workshop", nil)
		wantCoins(t, s, 0, 2+sold, 2)
		if !has(s, "workshop") {
			t.Error("no workshop in the city")
		}
	})
	t.Run("E53 only workshops, and one is built", func(t *testing.T) {
		s := setup{age: 1, turn: 3, seats: []seatSetup{
			{wonder: "halikarnassos day", stages: 1, coins: 4, city: "workshop", hand: "stockade"},
			{wonder: "alexandria day", city: "altar stone-pit", hand: "workshop"},
			{city: "marketplace barracks", hand: "theater"},
			{city: "baths clay-pool", hand: "tavern"},
			{city: "tavern ore-vein", hand: "lumber-yard"},
			{city: "apothecary mine", hand: "west-trading-post"},
			{wonder: "ephesos day", city: "guard-tower well", hand: "east-trading-post"},
		}}.load(t)
		turn(t, s, "w:stockade:2-2", "s:workshop", "b:theater", "b:tavern", "b:lumber-yard", "b:west-trading-post", "b:east-trading-post")
		// Being asked with nothing to take keeps the others from learning what is in the pile.
		wantWays(t, s, "d", "d:none")
		play(t, s, 0, "d:none", nil)
		if v := s.View(0).(View); v.Phase != "turn" || v.Turn != 4 {
			t.Errorf("phase %s of turn %d", v.Phase, v.Turn)
		}
	})
	t.Run("E54 vineyard from the pile", func(t *testing.T) {
		s := setup{age: 2, turn: 2, seats: []seatSetup{
			{wonder: "halikarnassos day", stages: 1, coins: 4, city: "lumber-yard", hand: "walls"},
			{wonder: "alexandria day", city: "stone-pit ore-vein", hand: "vineyard"},
			{wonder: "ephesos day", coins: 1, hand: "sawmill"},
		}}.load(t)
		turn(t, s, "w:walls:2-2", "s:vineyard", "b:sawmill")
		play(t, s, 0, "d:vineyard", nil)
		wantCoins(t, s, 1+2+1)
	})
	t.Run("E55 Olympia by day", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "olympia day", stages: 2, city: "lumber-yard loom-age1 altar", hand: "arsenal workers-guild"},
			{wonder: "gizah day"}, {}, {wonder: "ephesos day", hand: "circus"},
		}}.load(t)
		wantWays(t, s, "b:workers-guild", "b:workers-guild")
		wantWays(t, s, "b:arsenal", "b:arsenal")
		turn(t, s, "b:arsenal", "", "", "s:"+firstOther(s, 3, "circus"))
		wantCoins(t, s, 0)
		if ways(s, "b:circus") != "" || !slices.ContainsFunc(s.hand(0), func(c Card) bool { return c.String() == "circus" }) {
			t.Errorf("circus can be built: %q", ways(s, "b:circus"))
		}
	})
	t.Run("E56 Olympia by night, first card", func(t *testing.T) {
		u := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "olympia night", stages: 1, city: "clay-pool clay-pit", hand: "palace"},
			{wonder: "gizah day"}, {wonder: "ephesos day", hand: "town-hall"},
		}}
		s := u.load(t)
		turn(t, s, "b:palace", "", "s:"+firstOther(s, 2, "town-hall"))
		wantCoins(t, s, 0)
		wantPart(t, s, partBlue, 8)
		s = u.load(t)
		turn(t, s, "w:palace", "", "s:"+firstOther(s, 2, "town-hall"))
		refused(t, s, "b:town-hall", "no_seller")
	})
	t.Run("E57 Olympia by night, last card", func(t *testing.T) {
		s := setup{age: 3, turn: 6, seats: []seatSetup{
			{wonder: "olympia night", stages: 2, hand: "pantheon academy"}, {}, {},
		}}.load(t)
		turn(t, s, "b:pantheon")
		wantCoins(t, s, 0)
		wantPart(t, s, partBlue, 7)
		if v := s.View(0).(View); v.Phase != "over" || !slices.Contains(v.Discard.Known, "academy") {
			t.Errorf("phase %s, known discards %v", v.Phase, v.Discard.Known)
		}
	})
	t.Run("E58 Alexandria by night", func(t *testing.T) {
		u := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "alexandria night", coins: 9, stages: 2, hand: "town-hall"},
			{wonder: "gizah day", coins: 9, city: "stone-pit", hand: "study"},
			{wonder: "babylon day"},
		}}
		s := u.load(t)
		wantWays(t, s, "b:town-hall", "b:town-hall:4-0")
		if sells := s.View(1).(View).Players[1].Right.Sells; len(sells) != 1 || sells[0].Options[0] != "glass" || sells[0].Units != 1 {
			t.Errorf("Alexandria sells %+v", sells)
		}
		m, _ := s.Parse("b:study:2-4") // wood from Babylon, goods from Alexandria's stage
		if s.Check(1, m) == nil {
			t.Error("the stage of Alexandria sold its goods")
		}
	})
}

func TestExamplesScoring(t *testing.T) {
	t.Run("E59 a whole score sheet", func(t *testing.T) {
		s := setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{
			{wonder: "gizah day", coins: 11, stages: 3, city: "guard-tower altar apothecary workshop scriptorium " +
				"walls training-ground laboratory forum caravansery vineyard palace town-hall lighthouse spies-guild"},
			{city: "stockade barracks stables arsenal"},
			{},
			{city: "siege-workshop"},
		}}.load(t)
		res := s.Result()
		if got := [numParts]int16(res.Parts[0][:numParts]); got != [numParts]int16{15, 3, 10, 17, 4, 13, 5} || res.Score[0] != 67 {
			t.Errorf("parts %v, total %d", got, res.Score[0])
		}
	})
	t.Run("E60 ties", func(t *testing.T) {
		const blue = "altar theater baths well aqueduct temple statue courthouse pantheon town-hall palace senate "
		tied := func(coins int, city string) game.Result {
			return setup{age: 3, turn: 6, phase: "over", seats: []seatSetup{
				{coins: 7, city: blue}, {coins: coins, city: city}, {}, {}, {}, {}, {},
			}}.load(t).Result()
		}
		res := tied(5, blue+"workshop")
		if res.Score[0] != 58 || res.Score[1] != 58 || res.Winners() != game.SeatSet(0) || res.WonBy != "tie_break" {
			t.Errorf("scores %v, places %v, %s", res.Score, res.Place, res.WonBy)
		}
		res = tied(7, blue)
		if res.Score[0] != 58 || res.Score[1] != 58 || res.Winners() != game.SeatSet(0, 1) || res.WonBy != "shared" {
			t.Errorf("scores %v, places %v, %s", res.Score, res.Place, res.WonBy)
		}
	})
}
