package duplicate

import (
	"mirabilia/game"
	"mirabilia/games/duel"
)

// View returns what a viewer sees, as the Match struct.
func (s *State) View(viewer game.Seat) any {
	m := new(Match)
	s.show(m, func(board int, own game.Seat) duel.View { return s.boards[board].View(own).(duel.View) }, viewer)
	return *m
}

// LendView returns what a viewer sees, as a *Match that is valid until it is given back.
func (s *State) LendView(viewer game.Seat) (view any, giveBack func()) {
	m := new(Match)
	var back [numBoards]func()
	s.show(m, func(board int, own game.Seat) duel.View {
		lent, giveBack := s.boards[board].LendView(own)
		back[board] = giveBack
		return *lent.(*duel.View)
	}, viewer)
	return m, func() {
		for _, giveBack := range back {
			giveBack()
		}
	}
}

// Alike reports whether two viewers see the same on both boards.
func (s *State) Alike(a, b game.Seat) bool {
	for i := range s.boards {
		if !s.boards[i].Alike(swapped(i, a), swapped(i, b)) {
			return false
		}
	}
	return true
}

// show fills a view; see returns that of a board for one of its viewers.
func (s *State) show(m *Match, see func(board int, own game.Seat) duel.View, viewer game.Seat) {
	for i := range s.boards {
		o := s.outcome(i)
		v := &m.Boards[i]
		*v = MatchBoard{Board: i + 1, Seats: [2]int{i, 1 - i}, State: "over", Turn: int(s.turn[i]), Points: int(o.points), View: see(i, swapped(i, viewer))}
		m.Sum += int(o.points)
		if s.ended(i) {
			v.Outcome = &BoardOutcome{Winners: []int{}, WonBy: o.wonBy, Points: int(o.points)}
			for set := o.winners; set != 0; set = set.Without(set.First()) {
				v.Outcome.Winners = append(v.Outcome.Winners, int(set.First()))
			}
			if o.supremacy {
				m.Supremacies[o.winners.First()]++
			}
			continue
		}
		next := int(s.owes(i))
		v.Owing, v.State = &next, "waiting"
		if s.open(i) {
			v.State = "open"
		}
	}
}
