package dice

import "mirabilia/game"

// reveal adds the events of what everyone did in this round, by replaying it.
func (s *State) reveal(tell *game.Events) {
	again := *s
	for seat := range game.Seat(s.seats) {
		again.rewind(seat)
		p := &s.players[seat]
		for _, m := range p.log[:p.logged] {
			again.step(seat, game.Move(m), tell)
		}
	}
}

// tellEnd adds the events of what each seat played with, its place, and how the game was won.
func (s *State) tellEnd(tell *game.Events) {
	res := s.Result()
	for seat := range game.Seat(s.seats) {
		tell.Add(game.Everyone, game.Event{Type: "score", Seat: seat, To: game.NoSeat, N: int(res.Score[seat])})
		tell.Add(game.Everyone, game.Event{Type: "city", Seat: seat, To: game.NoSeat, What: s.book().cityIDs[s.city[seat]], N: int(res.Place[seat])})
	}
	winner := game.NoSeat
	if winners := res.Winners(); winners.Len() == 1 {
		winner = winners.First()
	}
	tell.Add(game.Everyone, game.Event{Type: "game_end", Seat: winner, To: game.NoSeat, What: res.WonBy})
}
