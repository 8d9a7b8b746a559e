package duel

import "mirabilia/game"

// The events of Duel. Seat is the seat that acted or is affected; unless noted, To is nobody.
//
//	pool            What: a wonder to draft from is shown
//	draft           What: the wonder taken
//	age             N: the age laid out
//	asked_to_begin  the seat chooses who begins
//	begin           the seat begins age N
//	build           What: the card, for N coins
//	build_chain     What: the card, free by the chain of With
//	discard         What: the card, for N coins gained
//	wonder          What: the wonder, With: the card under it, for N coins
//	wonder_boxed    What: the wonder nobody can build any more
//	economy         N coins of the trade of To are received
//	gain            N coins from the bank, What: the card, wonder or token that brings them
//	lose            N coins to the bank, What: the military token or wonder that takes them
//	march           the pawn moves N spaces for the seat, What: the card or wonder with the shields
//	pair            What: the symbol of which two are owned now
//	token           What: the progress token taken, With: "board" or "box"
//	no_token        a pair, but the board holds no token
//	library_draw    N tokens are drawn from the box
//	library_look    What: a token drawn, only the drawer sees it
//	destroy         What: the card of To that is discarded
//	revive          What: the card built from the discard pile
//	reveal          What: the card turned up, With: its place
//	again           the seat plays again
//
// With Pantheon:
//
//	mythology       What: the mythology token taken
//	mythology_look  What: a divinity drawn for it, only the drawer sees it
//	place           What: the mythology of the divinity placed face down on space N
//	place_secret    What: that divinity, only the seat that placed it sees it, or everyone if the drawn ones lie open
//	offering        What: the offering token taken
//	gate_placed     the Gate lies on space N
//	pantheon_reveal What: the divinity turned up on space N
//	enki_lay        What: a progress token laid on Enki
//	enki_return     What: a progress token put back from Enki into the box
//	activate        What: the card of the Pantheon activated, for N coins
//	activate_free   What: the divinity activated by the Gate or the Divine Theater
//	use_offering    What: the offering token used for it
//	no_effect       What: the divinity or wonder that can do nothing
//	gate_show       What: a divinity turned up by the Gate
//	deck_chosen     What: the mythology whose deck the Divine Theater turns up
//	deck_show       What: a divinity turned up by it
//	deck_order      What: the divinity put on top of the deck
//	snake           What: the green card that lends its symbol
//	purse           N coins are laid on What
//	steal           What: the card taken from To
//	strike          What: the card discarded from the structure, With: its place
//	token_lost      What: the token discarded with it
//	unbuild         What: the wonder of To that is no longer built, With: the card that was under it
//	wonder_free     What: the wonder built by Isis, With: the card under it
//	take_wonder     What: the unbuilt wonder taken from To
//	minerva         the Minerva pawn is put on space N
//	minerva_stops   the Minerva pawn stops the conflict pawn in front of space N
//	loot_removed    What: the military token removed
//	loot_applied    What: the military token applied to the opponent
//
//	game_end        What: how the game was won, once for each winner

const noSeat = uint8(game.NoSeat)

func event(kind string, seat uint8, what string, n int) game.Event {
	return game.Event{Type: kind, Seat: game.Seat(seat), To: game.NoSeat, What: what, N: n}
}

// force records that a choice had only one outcome.
func (s *State) force(me uint8, k kind, a, b uint8, tell *game.Events) {
	if tell != nil {
		tell.Force(game.Everyone, game.Seat(me), s.Text(pack(k, a, b, 0)))
	}
}

func (s *State) tellBuild(me uint8, card Card, byChain bool, coins int, tell *game.Events) {
	e := event("build", me, cards[card].id, coins)
	if byChain {
		e.Type = "build_chain"
		if chain := cardTable[card].chain; chain >= templeToken {
			e.With = mythologyIDs[chain-templeToken]
		} else {
			e.With = cards[chain].id
		}
	}
	tell.Add(game.Everyone, e)
}

func tellPool(pool wonderSet, tell *game.Events) {
	if tell == nil {
		return
	}
	for ; pool != 0; pool &= pool - 1 {
		tell.Add(game.Everyone, event("pool", noSeat, wonders[pool.first()].id, 0))
	}
}

func (s *State) tellReveals(turned slots, tell *game.Events) {
	for ; turned != 0; turned &= turned - 1 {
		slot := turned.first()
		e := event("reveal", noSeat, cards[s.laid[s.age-1][slot]].id, 0)
		e.With = placeID(int(s.age), slot)
		tell.Add(game.Everyone, e)
	}
}

func (s *State) tellEnd(tell *game.Events) {
	res := s.Result()
	for set := res.Winners(); set != 0; set = set.Without(set.First()) {
		tell.Add(game.Everyone, event("game_end", uint8(set.First()), res.WonBy, 0))
	}
}
