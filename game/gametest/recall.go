package gametest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"mirabilia/game"
)

const (
	// recallGames is how many random games the suite plays for it at most, until recallMoves have hidden something.
	recallGames, recallMoves = 20, 80
	// recallRedeals find the hidden bytes of a state.
	recallRedeals = 12
	// recallWorlds must agree on a byte before it counts as concluded, of at most recallTries.
	recallWorlds, recallTries = 160, 1600
	// recallShare is the share of redeals, in percent, that must change a byte before it counts as forgotten: a part that is hardly ever
	// anything else may be the same in many worlds by chance.
	recallShare = 15
)

// recall checks that no move makes a viewer forget what it can conclude. The worlds that a viewer thinks possible before a move, less
// those in which the viewer would have been told or shown something else, are those possible after it. A part of the state that is the
// same in all of them is known, so a redeal must not change it. Where several seats choose at once, nobody is told that one of them has made a
// step, so nothing can be concluded from it.
func (h *harness[S, P]) recall(t *testing.T) {
	if h.Simultaneous {
		return
	}
	looked := 0
	for seed := uint64(3000); seed < 3000+recallGames*uint64(times(t)) && looked < recallMoves*times(t); seed++ {
		r := game.NewRand(game.NumberSeed(seed))
		s := h.base
		P(&s).Deal(r)
		for decision := 0; P(&s).Owing() != 0; decision++ {
			seat := P(&s).Owing().First()
			n, err := h.remembered(&s, seat, P(&s).RandomMove(seat, r), r)
			if err != nil {
				t.Fatalf("seed %d, decision %d: %v", seed, decision, err)
			}
			looked += n
		}
	}
	t.Logf("%d times a move hid something from a viewer", looked)
}

// Recall is the suite's check that nothing concluded is forgotten, for all that can happen within some decisions from a state: random
// games hardly ever meet what follows from rare moves that follow each other. It fails if less than a number of moves hid something.
func Recall[S comparable, P game.State[S]](t *testing.T, start S, decisions, least int) {
	t.Helper()
	h := &harness[S, P]{}
	r := game.NewRand(game.NumberSeed(1))
	looked := 0
	var explore func(s S, left int, line string)
	explore = func(s S, left int, line string) {
		if left == 0 || P(&s).Owing() == 0 {
			return
		}
		seat := P(&s).Owing().First()
		for _, m := range P(&s).Moves(seat, nil) {
			next, text := s, line+" "+P(&s).Text(m)
			n, err := h.remembered(&next, seat, m, r)
			if err != nil {
				t.Fatalf("after%s: %v", text, err)
			}
			looked += n
			explore(next, left-1, text)
		}
	}
	explore(start, decisions, "")
	t.Logf("%d times a move hid something from a viewer", looked)
	if looked < least {
		t.Errorf("only %d times a move hid something from a viewer, and less than %d are too few to have looked", looked, least)
	}
}

// remembered plays a move and checks that every viewer still knows what it can conclude; it returns from how many the move hid something.
func (h *harness[S, P]) remembered(s *S, seat game.Seat, m game.Move, r *game.Rand) (looked int, err error) {
	step := &recalled[S]{before: *s, seat: seat, move: m}
	P(s).Apply(seat, m, &step.told)
	step.after = *s
	if P(s).Owing() == 0 {
		return 0, nil
	}
	for i := range P(s).Seats() + 1 {
		viewer := game.Seat(i)
		if i == P(s).Seats() {
			viewer = game.Spectator
		}
		suspects := newlyHidden(h.hiddenBytes(step.before, viewer, r), h.hiddenBytes(step.after, viewer, r))
		if len(suspects) == 0 {
			continue
		}
		looked++
		if forgot := h.forgotten(step, viewer, suspects, r); len(forgot) > 0 {
			return looked, fmt.Errorf("after %s by seat %s, viewer %d can conclude the bytes %d of the state, and its redeals change them",
				P(&step.before).Text(m), seat.Letter(), viewer, forgot)
		}
	}
	return looked, nil
}

// recalled is a move whose viewers are asked what they remember.
type recalled[S comparable] struct {
	before, after S
	seat          game.Seat
	move          game.Move
	told          game.Events
}

// hiddenBytes reports which bytes of a state redeals for a viewer change, but for the chance to come, which hides nothing that has happened.
func (h *harness[S, P]) hiddenBytes(s S, viewer game.Seat, r *game.Rand) []bool {
	hidden := make([]bool, len(bytesOf(&s)))
	for range recallRedeals {
		c := s
		P(&c).Redeal(viewer, r)
		for i, b := range bytesOf(&c) {
			if b != bytesOf(&s)[i] {
				hidden[i] = true
			}
		}
	}
	if at := streamOf(reflect.TypeFor[S]()); at >= 0 {
		clear(hidden[at : at+int(reflect.TypeFor[game.Stream]().Size())])
	}
	return hidden
}

// newlyHidden returns the bytes that are hidden and were not.
func newlyHidden(was, is []bool) (list []int) {
	for i := range is {
		if is[i] && !was[i] {
			list = append(list, i)
		}
	}
	return list
}

// forgotten returns those of the suspected bytes that are the same in all worlds possible after a move, and yet changed by redeals.
func (h *harness[S, P]) forgotten(step *recalled[S], viewer game.Seat, suspects []int, r *game.Rand) []int {
	truth := bytesOf(&step.after)
	worlds := 0
	for range recallTries {
		world, ok := h.possible(step, viewer, r)
		if !ok {
			continue
		}
		worlds++
		suspects = slices.DeleteFunc(suspects, func(i int) bool { return bytesOf(&world)[i] != truth[i] })
		if len(suspects) == 0 || worlds == recallWorlds {
			break
		}
	}
	if worlds < recallWorlds {
		return nil // too few are alike to conclude anything
	}
	return slices.DeleteFunc(suspects, func(i int) bool {
		changed := 0
		for range recallWorlds {
			c := step.after
			P(&c).Redeal(viewer, r)
			if bytesOf(&c)[i] != truth[i] {
				changed++
			}
		}
		return changed*100 < recallShare*recallWorlds
	})
}

// possible draws a world that the viewer could not tell from the true one before the move, and plays in it a move after which the viewer
// cannot tell either: a seat's own move is known to it, and of another's it knows what it is told and shown. It reports whether there is one.
func (h *harness[S, P]) possible(step *recalled[S], viewer game.Seat, r *game.Rand) (world S, ok bool) {
	world = step.before
	P(&world).Redeal(viewer, r)
	moves := []game.Move{step.move}
	if viewer != step.seat {
		moves = P(&world).Moves(step.seat, nil)
		game.Shuffle(r, moves)
	}
	seen := step.told.SeenBy(viewer)
	for _, m := range moves {
		if P(&world).Check(step.seat, m) != nil {
			continue
		}
		next := world
		var told game.Events
		P(&next).Apply(step.seat, m, &told)
		if P(&next).Owing() == P(&step.after).Owing() && slices.Equal(told.SeenBy(viewer), seen) && sameJSON(P(&next).View(viewer), P(&step.after).View(viewer)) {
			return next, true
		}
	}
	return world, false
}
