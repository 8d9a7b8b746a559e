package architects

import "mirabilia/game"

// The events, by type. Seat is the seat whose turn it is, unless noted otherwise:
//
//	take        what card from with deck            turn_up   what card on with deck, of nobody
//	empty       deck what has run out, of nobody     cat       the pawn comes to seat, from to
//	horn        n conflict tokens turned             to_arms   the last of them: battle at the end of the turn
//	ready       token what may give an extra draw    extra     token what is used for it
//	decline     token what is not used               help      token what helps to pay
//	pay         n cards what                         build     stage n of wonder what
//	ability     of wonder what                       no_ability  nothing could be taken for it
//	skip_deck   deck what is empty for Olympia       look      into deck what, n cards
//	looked      what card lies there, n times        few       fewer than five cards lay in deck what
//	shuffle     deck what                            exchange  set what
//	token       what taken                           from_pile that token came unseen from the pile
//	refill      token what turned up, of nobody       no_refill the pile is empty
//	pass        no deck of the seat has cards        peek      at the top of the central deck
//	peeked      what card, to the seat alone         turn      of the seat begins
//	battle      begins, of nobody                    shields   seat has n
//	victory     seat gets n tokens                   disband   seat discards n cards with horns
//	peace       all conflict tokens turned back      complete  wonder what
//	decks_empty the game ends: no deck has cards     points    seat has n points for token what
//	score       seat has n points in all             city      seat played wonder what and came to place n
//	game_end    what is the way it was won, seat the winner unless it is shared

// tell adds an event of the seat whose turn it is.
func (s *State) tell(tell *game.Events, event, what, with string, n int) {
	tell.Add(game.Everyone, game.Event{Type: event, Seat: s.turn, To: game.NoSeat, What: what, With: with, N: n})
}

// tellTop adds the event of the new top of a deck that a card was taken from.
func (s *State) tellTop(d Deck, tell *game.Events) {
	switch {
	case !s.hasCards(d):
		tell.Add(game.Everyone, game.Event{Type: "empty", Seat: game.NoSeat, To: game.NoSeat, What: d.String()})
	case d != Central:
		tell.Add(game.Everyone, game.Event{Type: "turn_up", Seat: game.NoSeat, To: game.NoSeat, What: s.top[d].String(), With: d.String()})
	}
}

func (s *State) tellBuild(stage int, pay Bag, helped Tokens, tell *game.Events) {
	for k := range Kind(NumKinds) {
		if n := pay.Count(k); n > 0 {
			s.tell(tell, "pay", k.String(), "", n)
		}
	}
	for ; helped != 0; helped &= helped - 1 {
		s.tell(tell, "help", helped.first().String(), "", 0)
	}
	me := &s.players[s.turn]
	s.tell(tell, "build", me.wonder.String(), "", stage+1)
	if me.built == allStages {
		s.tell(tell, "complete", me.wonder.String(), "", 0)
	}
}

// tellLook adds the event of the cards that Halicarnassus looks at, for the viewers that may see them. Everyone sees the top anyway.
func (s *State) tellLook(tell *game.Events) {
	d := s.lookDeck
	shown := s.looked + one(s.top[d])
	s.tell(tell, "look", d.String(), "", shown.Len())
	if shown.Len() < lookAt {
		s.tell(tell, "few", d.String(), "", shown.Len())
	}
	for k := range Kind(NumKinds) {
		if n := shown.Count(k); n > 0 {
			tell.Add(s.lookers(), game.Event{Type: "looked", Seat: s.turn, To: game.NoSeat, What: k.String(), N: n})
		}
	}
}

// lookers returns the viewers that see the cards of Halicarnassus (case 30).
func (s *State) lookers() game.Seats {
	if s.rulings[look] == lookChooser {
		return 1 << s.turn
	}
	return game.Everyone
}

func (s *State) tellDeclined(tell *game.Events) {
	for rest := s.ready; rest != 0; rest &= rest - 1 {
		s.tell(tell, "decline", rest.first().String(), "", 0)
	}
}

func (s *State) tellBattle(shields *[game.MaxSeats]int, tell *game.Events) {
	tell.Add(game.Everyone, game.Event{Type: "battle", Seat: game.NoSeat, To: game.NoSeat})
	for seat := range game.Seat(s.seats) {
		tell.Add(game.Everyone, game.Event{Type: "shields", Seat: seat, To: game.NoSeat, N: shields[seat]})
	}
}

func (s *State) tellEnd(tell *game.Events) {
	if s.ended() == "decks" {
		tell.Add(game.Everyone, game.Event{Type: "decks_empty", Seat: game.NoSeat, To: game.NoSeat})
	}
	res := s.Result()
	for seat := range game.Seat(s.seats) {
		for t := Decor; t <= Culture; t++ {
			if n := s.players[seat].tokenPoints(t); n > 0 {
				tell.Add(game.Everyone, game.Event{Type: "points", Seat: seat, To: game.NoSeat, What: t.String(), N: n})
			}
		}
		tell.Add(game.Everyone, game.Event{Type: "score", Seat: seat, To: game.NoSeat, N: int(res.Score[seat])})
		tell.Add(game.Everyone, game.Event{Type: "city", Seat: seat, To: game.NoSeat, What: s.Wonder(seat).String(), N: int(res.Place[seat])})
	}
	winner := game.NoSeat
	if w := res.Winners(); w.Len() == 1 {
		winner = w.First()
	}
	tell.Add(game.Everyone, game.Event{Type: "game_end", Seat: winner, To: game.NoSeat, What: res.WonBy})
}
