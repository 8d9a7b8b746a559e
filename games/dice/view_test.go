package dice

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// TestViewOffersTheMoves plays random games and demands, at each decision, that the view offers exactly the legal moves
// and that the price it shows is the price that is paid.
func TestViewOffersTheMoves(t *testing.T) {
	r := game.NewRand(game.NumberSeed(21))
	for g := range 30 {
		s := table(t, 2+g%6, "random")
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			v := s.View(seat).(View)
			var offered []string
			targets := map[string]TargetView{}
			for _, d := range v.Forum {
				ok := false
				for _, target := range d.Targets {
					targets[target.Move] = target
					ok = ok || target.OK
				}
				if ok != (d.State == "ok") {
					t.Fatalf("die %s is %s with targets %+v", d.Die, d.State, d.Targets)
				}
			}
			for _, target := range slices.Concat(v.Mine.Wonder, v.Mine.Marks) {
				targets[target.Move] = target
			}
			for move, target := range targets {
				if target.OK != (target.Reason == "") || target.Price.Total != target.Price.Die+target.Price.Missing {
					t.Fatalf("%s: %+v", move, target)
				}
				if target.OK {
					offered = append(offered, move)
				} else if m, err := s.Parse(move); err != nil || s.Check(seat, m).(*game.Error).Reason != target.Reason {
					t.Fatalf("%s is refused for another reason than %s: %v", move, target.Reason, s.Check(seat, m))
				}
			}
			for _, b := range v.Mine.Bonuses {
				offered = append(offered, "b:"+b)
			}
			switch v.Mine.Owes {
			case "action":
				offered = append(offered, "pass")
			case "mark", "free_die":
				offered = append(offered, "stop")
			}
			var legal []string
			for _, m := range s.Moves(seat, nil) {
				legal = append(legal, s.Text(m))
			}
			slices.Sort(offered)
			slices.Sort(legal)
			if !slices.Equal(offered, legal) {
				t.Fatalf("the view offers %v, legal are %v", offered, legal)
			}
			m := s.RandomMove(seat, r)
			last := s.Owing().Len() == 1
			before := s
			s.Apply(seat, m, nil)
			if target, ok := targets[before.Text(m)]; ok && !last {
				want := min(target.Price.After+target.Coins, int(printed.reserve))
				if target.Bonus || before.players[seat].stack[0] != mainAction {
					continue // what follows may have brought coins by itself
				}
				if got := s.Coins(seat); got != want {
					t.Fatalf("%s left %d coins, the view said %d + %d", before.Text(m), got, target.Price.After, target.Coins)
				}
				if target.Points != nil {
					space := indexOf(printed.spaceIDs, target.Space)
					if got := int(s.players[seat].written >> (4 * s.plan(seat).attack[space]) & 15); got != *target.Points {
						t.Fatalf("%s wrote %d, the view said %d", before.Text(m), got, *target.Points)
					}
				}
			}
		}
	}
}

// TestViewShowsWhatMatters: the things a board shows at a glance.
func TestViewShowsWhatMatters(t *testing.T) {
	s := stage(t, "purple=compare_yellow@3 red=axe@1", seatOf("giza", 5, with(6, "m_coin", "u_tablet1", "u_tablet2", "be_def1")),
		seatOf("rhodes", 7, with(0, "m_coin", "m_camel1", "be_def1")), seatOf("babylon", 9, slices.Concat(wonderDone), "bonus_coins"))
	v := s.View(0).(View)
	find := func(die string) DieView {
		return v.Forum[slices.IndexFunc(v.Forum, func(d DieView) bool { return d.Die == die })]
	}
	if d := find("purple"); d.State != "guild_condition" || d.Guild == nil || d.Guild.Mine != 1 || d.Guild.Left != 2 || d.Guild.Right != 0 || d.Guild.Met || !slices.Equal(d.Owners, []int{0}) {
		t.Errorf("purple: %+v, %+v", d, d.Guild)
	}
	if d := find("red"); d.State != "ok" || len(d.Targets) != 1 || *d.Targets[0].Points != 2 || d.Targets[0].Price != (PriceView{Die: 1, Owned: 6, Total: 1, After: 4}) {
		t.Errorf("red: %+v", d)
	}
	if w := v.Seats[0].Barracks[west]; w.Faces != 1 || w.Next == nil || *w.Next != (AttackView{"bw_att1", 3, 1, 2}) {
		t.Errorf("west barracks: %+v", w)
	}
	if n := v.Seats[1].Barracks[east]; n.Faces != 0 || n.Defences != 1 || n.DefenceOf != 2 || n.Attacks != 0 || n.AttacksOf != 3 {
		t.Errorf("the facing barracks: %+v", n)
	}
	if !slices.Equal(v.Waiting, []string{"white", "black"}) || !v.Agora.Open || v.LastRound != nil || len(v.Seats[2].Bonuses) != 1 || len(v.Mine.Guild) != 6 {
		t.Errorf("waiting %v, agora %+v, last round %v, bonuses %v, guild %v", v.Waiting, v.Agora, v.LastRound, v.Seats[2].Bonuses, v.Mine.Guild)
	}
	locked := s.View(1).(View)
	if d := locked.Forum[slices.IndexFunc(locked.Forum, func(d DieView) bool { return d.Die == "purple" })]; d.State != "locked" {
		t.Errorf("purple for seat 1: %+v", d)
	}
}

// TestSecretUntilAllHaveFinished: nobody sees, nor is told, what others decide in a round before it ends.
func TestSecretUntilAllHaveFinished(t *testing.T) {
	s := stage(t, "red=axe@0", seatOf("giza", 7, nil), seatOf("rhodes", 7, nil), seatOf("babylon", 7, nil))
	before, _ := json.Marshal(s.View(2))
	var told game.Events
	if err := game.PlayText(s, 0, "d:red:bw_att1", &told); err != nil {
		t.Fatal(err)
	}
	after, _ := json.Marshal(s.View(2))
	if want := strings.Replace(string(before), `"city":"giza","ready":false`, `"city":"giza","ready":true`, 1); string(after) != want {
		t.Errorf("seat 2 sees more than that seat 0 is ready:\n%s\n%s", before, after)
	}
	if len(told.List) != 1 || told.List[0].Type != "ready" {
		t.Errorf("told: %+v", told.List)
	}
	if own := s.View(0).(View); !slices.Equal(own.Seats[0].Marked, []string{"bw_att1"}) || !slices.Equal(own.Seats[0].Done, []string{"d:red:bw_att1"}) || !own.Mine.Withdrawable {
		t.Errorf("seat 0 sees %+v", own.Seats[0])
	}
	s.play(1, "pass")
	s.play(2, "pass")
	if !slices.ContainsFunc(s.told.List, func(e game.Event) bool { return e.Type == "attack" && e.Seat == 0 && e.To == 1 && e.N == 3 }) {
		t.Errorf("at the end of the round nobody was told of the attack: %+v", s.told.List)
	}
}

// TestStepsOfATurnAreSecret: a step that does not finish a seat's turn is told to nobody and changes nothing that others
// see, so nobody can tell from it that the seat builds a wonder or takes a bonus.
func TestStepsOfATurnAreSecret(t *testing.T) {
	r := game.NewRand(game.NumberSeed(23))
	steps := 0
	for g := range 24 {
		s := table(t, 2+g%6, "random")
		s.Deal(r)
		for s.Owing() != 0 {
			seat, before := s.Owing().First(), s
			var tell game.Events
			s.Apply(seat, s.RandomMove(seat, r), &tell)
			if !s.Owing().Has(seat) || s.round != before.round {
				continue
			}
			steps++
			if len(tell.List) > 0 {
				t.Fatalf("game %d: an unfinished turn tells %+v", g, tell.List)
			}
			for viewer := range game.Spectator + 1 {
				if viewer == seat || viewer >= game.Seat(s.Seats()) && viewer != game.Spectator {
					continue
				}
				old, _ := json.Marshal(before.View(viewer))
				now, _ := json.Marshal(s.View(viewer))
				if string(old) != string(now) {
					t.Fatalf("game %d: viewer %d sees an unfinished turn of %s:\n%s\n%s", g, viewer, seat.Letter(), old, now)
				}
			}
		}
	}
	if steps < 200 {
		t.Errorf("only %d steps left a turn unfinished", steps)
	}
}
