package wonders

import "mirabilia/game"

// tellDeed adds the event of what a seat does with its card, before it is done. A tucked or sold card is shown to its
// player only.
func (s *State) tellDeed(seat int, m game.Move, bank int, tell *game.Events) {
	me := game.Seat(seat)
	c := &s.city[seat]
	card := cardOf(m)
	switch kindOf(m) {
	case build:
		tell.Add(game.Everyone, game.Event{Type: "build", Seat: me, To: game.NoSeat, What: card.String(), N: bank + paid(m).total()})
		chain, by := s.free(seat, card)
		if chain {
			from := set{c.built[0] & chainedBy[card][0], c.built[1] & chainedBy[card][1]}
			tell.Add(game.Everyone, game.Event{Type: "chain", Seat: me, To: game.NoSeat, What: card.String(), With: from.first().String()})
		}
		if by != 0 {
			tell.Add(game.Everyone, game.Event{Type: "power", Seat: me, To: game.NoSeat, What: powerIDs[by]})
		}
	case stage:
		tell.Add(game.Everyone, game.Event{Type: "stage", Seat: me, To: game.NoSeat, What: stageID(c.board, c.side, c.stages), N: paid(m).total()})
		tell.Add(game.SeatSet(me), game.Event{Type: "tucked_card", Seat: me, To: game.NoSeat, What: card.String()})
	case sell:
		tell.Add(game.Everyone, game.Event{Type: "sell", Seat: me, To: game.NoSeat, N: salePrice})
		tell.Add(game.SeatSet(me), game.Event{Type: "sold_card", Seat: me, To: game.NoSeat, What: card.String()})
	}
}

func (s *State) tellAge(tell *game.Events) {
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "age", Seat: game.NoSeat, To: game.NoSeat, What: ageID(int(s.age)), N: int(s.age) + 1})
	}
}

func ageID(age int) string { return [...]string{"age-1", "age-2", "age-3"}[age] }

// tellEnd adds the events of the scores and of how the game was won.
func (s *State) tellEnd(tell *game.Events) {
	if tell == nil {
		return
	}
	res := s.Result()
	for seat := range int(s.seats) {
		tell.Add(game.Everyone, game.Event{Type: "score", Seat: game.Seat(seat), To: game.NoSeat, N: int(res.Score[seat])})
	}
	for winners := res.Winners(); winners != 0; winners = winners.Without(winners.First()) {
		tell.Add(game.Everyone, game.Event{Type: "win", Seat: winners.First(), To: game.NoSeat, N: int(res.Score[winners.First()])})
	}
	tell.Add(game.Everyone, game.Event{Type: "game_end", Seat: res.Winners().First(), To: game.NoSeat, What: res.WonBy})
}
