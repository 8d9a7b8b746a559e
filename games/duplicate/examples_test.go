package duplicate

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// TestExamplesDeal: both boards are the plain game of Duel of the seed.
func TestExamplesDeal(t *testing.T) {
	for _, options := range []game.Options{{"pantheon": "false"}, {"pantheon": "true"}} {
		s := table(t, options.String())
		plain, err := duel.Game.New(2, options)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			s.Deal(game.NewRand(game.NumberSeed(seed)))
			plain.Deal(game.NewRand(game.NumberSeed(seed)))
			for i := range s.boards {
				if !duel.Game.Equal(&s.boards[i], plain) {
					t.Fatalf("%s, seed %d: board %d is not the game of Duel of that seed", options, seed, i+1)
				}
			}
		}
	}
}

// TestExamplesWaiting: both begin, each on one board; a board that is a turn ahead waits; nobody owes on two boards at once.
func TestExamplesWaiting(t *testing.T) {
	s := table(t)
	r := game.NewRand(game.NumberSeed(1))
	s.Deal(r)
	if s.Owing() != game.SeatSet(0, 1) {
		t.Fatalf("at the beginning %b must decide", s.Owing())
	}
	for seat, prefix := range []string{"1:", "2:"} {
		for _, m := range s.Moves(game.Seat(seat), nil) {
			if !strings.HasPrefix(s.Text(m), prefix) {
				t.Errorf("seat %d may play %s", seat, s.Text(m))
			}
		}
	}
	first := s.Moves(0, nil)[0]
	s.Apply(0, first, nil)
	if s.Owing() != game.SeatSet(1) || s.open(0) || !s.open(1) {
		t.Errorf("after the first turn on board 1 it must wait; owing are %b", s.Owing())
	}
	var refusal *game.Error
	if err := s.Check(1, mustParse(t, &s, "1:"+onePick(&s, 0))); !errors.As(err, &refusal) || refusal.Reason != "board_waits" {
		t.Errorf("a move on the board that waits is refused with %v", err)
	}
	if err := s.Check(0, s.Moves(1, nil)[0]); !errors.As(err, &refusal) || refusal.Reason != "not_your_turn" {
		t.Errorf("a move of the other seat is refused with %v", err)
	}
	for s.Deal(r); s.Owing() != 0; {
		for i := range s.boards {
			if !s.ended(i) && !s.ended(1-i) && int(s.turn[i])-int(s.turn[1-i]) > 1 {
				t.Fatalf("board %d ran away: %v", i+1, s.turn)
			}
		}
		if s.open(0) && s.open(1) && s.owes(0) == s.owes(1) {
			t.Fatal("a seat owes on two boards")
		}
		seat := s.Owing().First()
		s.Apply(seat, s.RandomMove(seat, r), nil)
	}
}

// onePick returns a move of the draft on a board.
func onePick(s *State, board int) string {
	b := &s.boards[board]
	return b.Text(b.Moves(b.Owing().First(), nil)[0])
}

func mustParse(t *testing.T, s *State, text string) game.Move {
	t.Helper()
	m, err := s.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestExamplesExtraTurns: an extra turn and the choices of a wonder belong to the turn, so the other board goes on only when the seat changes.
func TestExamplesExtraTurns(t *testing.T) {
	s := table(t)
	r := game.NewRand(game.NumberSeed(2))
	again := 0
	for range 30 {
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			board, own := s.Pending(seat)
			before := s
			s.Apply(seat, s.RandomMove(seat, r), nil)
			same := s.boards[board].Owing().Has(own)
			if over := s.TurnOver(&before, seat); over == same {
				t.Fatalf("the seat decides again: %v, its turn is over: %v", same, over)
			}
			if same {
				again++
			}
		}
	}
	if again < 50 {
		t.Errorf("only %d decisions were followed by another of the same turn", again)
	}
}

// give plays moves, each with the letter of its seat before it, and returns what was told.
func give(t *testing.T, s *State, moves ...string) *game.Events {
	t.Helper()
	told := new(game.Events)
	for _, step := range moves {
		seat := game.Seat(step[0] - 'A')
		if err := game.PlayText(s, seat, step[2:], told); err != nil {
			t.Fatalf("%s: %v", step, err)
		}
	}
	return told
}

// TestExamplesGivingUp: a board that is given up gives 30, the other is played on, time loses all that is left, and what is over stays as it is.
func TestExamplesGivingUp(t *testing.T) {
	for _, c := range []struct {
		name   string
		moves  []string
		over   bool
		scores [2]int16
		wonBy  string
		winner game.Seats
	}{
		{"one board", []string{"A 1:resign"}, false, [2]int16{}, "", 0},
		{"each one", []string{"A 1:resign", "B 2:resign"}, true, [2]int16{0, 0}, "shared", 3},
		{"both at once", []string{"B resign"}, true, [2]int16{60, -60}, "resignation", 1},
		{"both", []string{"A 2:resign", "A 1:resign"}, true, [2]int16{-60, 60}, "resignation", 2},
		{"one and the rest", []string{"A 2:resign", "A resign"}, true, [2]int16{-60, 60}, "resignation", 2},
		{"time", []string{"B time"}, true, [2]int16{60, -60}, "time", 1},
		{"one and then time", []string{"B 1:resign", "B time"}, true, [2]int16{60, -60}, "time", 1},
		{"one and then the other's time", []string{"B 1:resign", "A time"}, true, [2]int16{0, 0}, "shared", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := played(t, table(t), 8, 20)
			told := give(t, &s, c.moves...)
			res := s.Result()
			if res.Over != c.over || res.WonBy != c.wonBy {
				t.Fatalf("over %v, won by %q", res.Over, res.WonBy)
			}
			if err := s.Valid(); err != nil {
				t.Fatal(err)
			}
			ends := 0
			for _, e := range told.List {
				if strings.HasPrefix(e.Type, "board_") {
					ends++
				}
			}
			if !c.over {
				if s.Owing() == 0 || ends != 1 || s.open(0) || !s.open(1) {
					t.Errorf("the other board is not played on; %d boards ended", ends)
				}
				return
			}
			if [2]int16(res.Score[:2]) != c.scores || res.Winners() != c.winner || ends != 2 {
				t.Errorf("scores %v, winners %b, %d boards ended", res.Score[:2], res.Winners(), ends)
			}
			if err := s.Check(0, resignAll); err == nil {
				t.Error("a match that is over can be given up")
			}
		})
	}
	s := played(t, table(t), 8, 20)
	give(t, &s, "A 1:resign")
	var refusal *game.Error
	if err := s.Check(1, resignOne); !errors.As(err, &refusal) || refusal.Reason != "board_over" {
		t.Errorf("giving up a board that is over is refused with %v", err)
	}
	if _, err := s.Resign(3); !errors.As(err, &refusal) || refusal.Reason != "no_board" {
		t.Errorf("a third board is refused with %v", err)
	}
}

// TestExamplesGivingUpIsNeverListed: no list and no random move has it.
func TestExamplesGivingUpIsNeverListed(t *testing.T) {
	s := table(t)
	r := game.NewRand(game.NumberSeed(4))
	for s.Deal(r); s.Owing() != 0; {
		for seat := range game.Seat(2) {
			if slices.ContainsFunc(s.Moves(seat, nil), s.Forfeits) {
				t.Fatal("giving up is listed")
			}
		}
		seat := s.Owing().First()
		s.Apply(seat, s.RandomMove(seat, r), nil)
	}
}

// TestExamplesPoints: a board gives the difference of points up to 30, a supremacy 30, and the sum decides; at 0, supremacies.
func TestExamplesPoints(t *testing.T) {
	s := table(t)
	r := game.NewRand(game.NumberSeed(5))
	supremacies, clamped, ties := 0, 0, 0
	for range 3000 {
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
		want, sup := [2]int{}, [2]int{}
		for i := range s.boards {
			res := s.boards[i].Result()
			a, b := int(res.Score[i]), int(res.Score[1-i])
			diff := a - b
			if diff > 30 || diff < -30 {
				clamped++
			}
			diff = max(-30, min(30, diff))
			if res.WonBy == "military" || res.WonBy == "science" {
				supremacies++
				winner := int(res.Winners().First()) ^ i
				sup[winner]++
				diff = 30 - 60*winner
			}
			want[i] = diff
		}
		res := s.Result()
		sum := want[0] + want[1]
		if int(res.Parts[0][0]) != want[0] || int(res.Parts[0][1]) != want[1] || int(res.Score[0]) != sum || res.Score[1] != -res.Score[0] {
			t.Fatalf("boards give %v, the result is %+v", want, res)
		}
		winners := game.SeatSet(0, 1)
		how := "shared"
		switch {
		case sum > 0:
			winners, how = 1, "points"
		case sum < 0:
			winners, how = 2, "points"
		case sup[0] > sup[1]:
			winners, how = 1, "tie_break"
		case sup[0] < sup[1]:
			winners, how = 2, "tie_break"
		}
		if sum == 0 {
			ties++
		}
		if res.Winners() != winners || res.WonBy != how {
			t.Fatalf("boards give %v, supremacies %v: won by %s, %b", want, sup, res.WonBy, res.Winners())
		}
	}
	if supremacies < 100 || clamped < 20 || ties < 20 {
		t.Errorf("only %d supremacies, %d wide differences and %d ties", supremacies, clamped, ties)
	}
}

// TestExamplesTieBreak: with the sum at 0 the seat with more supremacies wins.
func TestExamplesTieBreak(t *testing.T) {
	s := table(t)
	r := game.NewRand(game.NumberSeed(6))
	for n := range 20000 {
		s.Deal(r)
		for s.Owing() != 0 && !s.ended(0) {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
		o := s.outcome(0)
		if !o.supremacy || s.ended(1) {
			continue
		}
		winner := o.winners.First()
		give(t, &s, winner.Letter()+" 2:resign")
		if res := s.Result(); res.Score[0] != 0 || res.WonBy != "tie_break" || res.Winners() != game.SeatSet(winner) {
			t.Errorf("match %d: a supremacy against a board given up: %+v", n, res)
		}
		return
	}
	t.Fatal("no supremacy in all these matches")
}

// TestExamplesSeatsAreSwapped: what happens on the second board is told by the seats of the table, and its secrets go to the right one.
func TestExamplesSeatsAreSwapped(t *testing.T) {
	s := table(t, "pantheon=true")
	r := game.NewRand(game.NumberSeed(7))
	secrets := 0
	for range 20 {
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			if r.IntN(2) == 0 && s.Owing().Len() == 2 {
				seat = 1
			}
			board, own := s.Pending(seat)
			before := s.boards[board]
			m := s.RandomMove(seat, r)
			var told, plain game.Events
			s.Apply(seat, m, &told)
			_, move := split(m)
			before.Apply(own, move, &plain)
			if before != s.boards[board] {
				t.Fatal("the board played otherwise than Duel")
			}
			for i, e := range plain.List {
				if e.Type == "game_end" {
					continue // the match tells it in its own way
				}
				got := told.List[i]
				if got.Board != board+1 || got.Type != e.Type {
					t.Fatalf("%+v is told as %+v", e, got)
				}
				for _, pair := range [2][2]game.Seat{{e.Seat, got.Seat}, {e.To, got.To}} {
					if want := swapped(board, pair[0]); pair[1] != want {
						t.Fatalf("%+v is told as %+v", e, got)
					}
				}
				for viewer := range game.Seat(2) {
					if got.For.Has(viewer) != e.For.Has(swapped(board, viewer)) {
						t.Fatalf("%+v is told to %b", e, got.For)
					}
				}
				if got.For.Has(game.Spectator) != e.For.Has(game.Spectator) {
					t.Fatalf("%+v is told to %b", e, got.For)
				}
				if e.For != game.Everyone && board == 1 {
					secrets++
				}
			}
		}
	}
	if secrets < 20 {
		t.Errorf("only %d secrets on the second board", secrets)
	}
}

// TestExamplesOneDeal: in every redeal both boards are of one deal again, and what everybody sees of them stays.
func TestExamplesOneDeal(t *testing.T) {
	for _, option := range []string{"pantheon=false", "pantheon=true"} {
		s := table(t, option)
		r := game.NewRand(game.NumberSeed(9))
		changed := 0
		for range 40 {
			for s.Deal(r); s.Owing() != 0; {
				seat := s.Owing().First()
				s.Apply(seat, s.RandomMove(seat, r), nil)
				if r.IntN(10) > 0 {
					continue
				}
				c := s
				c.Redeal(game.Seat(r.IntN(2)), r)
				if err := c.Valid(); err != nil { // it compares the boards
					t.Fatal(err)
				}
				for i := range s.boards {
					if c.boards[i] != s.boards[i] {
						changed++
					}
				}
				for i := range s.boards {
					if x, y := structure(t, &s, i), structure(t, &c, i); !bytes.Equal(x, y) {
						t.Fatalf("a redeal shows another structure on board %d:\n%s\n%s", i+1, x, y)
					}
				}
			}
		}
		if changed < 100 {
			t.Errorf("%s: redeals changed only %d boards", option, changed)
		}
	}
}

// structure returns what everybody sees of the structure of a board.
func structure(t *testing.T, s *State, board int) []byte {
	t.Helper()
	data, err := json.Marshal(s.View(game.Spectator).(Match).Boards[board].View.Structure)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestLentViewsAreTheSame: a lent view is what View returns.
func TestLentViewsAreTheSame(t *testing.T) {
	s := table(t, "pantheon=true")
	r := game.NewRand(game.NumberSeed(11))
	for s.Deal(r); s.Owing() != 0; {
		seat := s.Owing().First()
		s.Apply(seat, s.RandomMove(seat, r), nil)
		for _, viewer := range []game.Seat{0, 1, game.Spectator, game.Open} {
			lent, giveBack := s.LendView(viewer)
			x, err := json.Marshal(lent)
			if err != nil {
				t.Fatal(err)
			}
			giveBack()
			y, err := json.Marshal(s.View(viewer))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(x, y) {
				t.Fatalf("viewer %d is lent another view", viewer)
			}
			if viewer < 2 && s.Alike(viewer, game.Spectator) {
				if z, _ := json.Marshal(s.View(game.Spectator)); !bytes.Equal(y, z) {
					t.Fatalf("viewer %d is said to see what a spectator sees", viewer)
				}
			}
		}
	}
}
