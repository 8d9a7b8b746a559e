package dice

import (
	"encoding/json"
	"mirabilia/game"
	"mirabilia/game/gametest"
	"strings"
	"testing"
)

// TestImpossiblePositions: each is refused, with the reason, and leaves the receiver alone.
func TestImpossiblePositions(t *testing.T) {
	s := table(t, 3, "random")
	s.Deal(game.NewRand(game.NumberSeed(4)))
	data, err := json.Marshal(&s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(p *position)
		want   string
	}{
		{func(p *position) { p.Sheet = "abcdef01" }, "no sheet"},
		{func(p *position) { p.Players = p.Players[:1] }, "players: 1"},
		{func(p *position) { p.Players[1].City = p.Players[0].City }, "two seats have"},
		{func(p *position) { p.ChosenCities = "giza,rhodes,babylon"; p.Players[0].City = "olympia" }, "chose giza but has olympia"},
		{func(p *position) { *p.Players[0].Coins = 31 }, "31 coins do not fit"},
		{func(p *position) { p.Players[0].Marked = []string{"a_22"} }, "a_22 cannot be marked"},
		{func(p *position) { p.Players[0].Marked = []string{"a_11", "a_11"} }, "marked twice"},
		{func(p *position) { p.Players[0].Marked = []string{"wo_1", "wo_2", "wo_3"} }, "1 buildings are finished"},
		{func(p *position) { p.Players[0].Bonuses = []string{"bonus_coins"} }, "0 buildings are finished"},
		{func(p *position) {
			p.Players[0].Marked = []string{"bw_att1"}
			p.Players[0].Written = []writtenPosition{{"bw_att1", 0}}
		}, "0 cannot be written"},
		{func(p *position) { p.Players[0].Written = []writtenPosition{{"bw_att1", 3}} }, "no marked attack"},
		{func(p *position) { p.Forum = p.Forum[:6] }, "it holds 7 dice"},
		{func(p *position) { p.Forum[1] = p.Forum[0] }, "there twice"},
		{func(p *position) { p.Forum[0] = diePosition{"white", "leader_blue", 0} }, "nobody has obtained"},
		{func(p *position) { p.Forum[3].Symbol = "axe" }, "no face"},
		{func(p *position) { p.Forum[3].Quarter = 4 }, "no quarter"},
		{func(p *position) { p.AgoraFirst = []int{1} }, "not finished its agora"},
		{func(p *position) { p.LastRound = 1 }, "last_round"},
		{func(p *position) { p.Over = true }, "last_round"},
		{func(p *position) { p.Round = 0 }, "rounds count from 1 to"},
		{func(p *position) { p.Players[0].Done = []string{"pass", "pass"} }, "after the seat has finished"},
		{func(p *position) { p.Players[0].Done = []string{"b:bonus_coins"} }, "does not answer the decision at hand"},
		{func(p *position) {
			for i := range p.Players {
				p.Players[i].Done = []string{"pass"}
			}
		}, "0 seats owe"},
	} {
		var pos position
		if err := json.Unmarshal(data, &pos); err != nil {
			t.Fatal(err)
		}
		c.change(&pos)
		changed, err := json.Marshal(pos)
		if err != nil {
			t.Fatal(err)
		}
		back := s
		if err := json.Unmarshal(changed, &back); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		if back != s {
			t.Error("a refused position changed the state")
		}
	}
}

func TestMutatedPositions(t *testing.T) {
	var tables []State
	for seats := 2; seats <= game.MaxSeats; seats++ {
		tables = append(tables, table(t, seats, "random"))
	}
	gametest.MutatedPositions(t, tables, 900, 110)
}
