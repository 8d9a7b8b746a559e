// Package sentence puts the events of a game into words. It is apart from the records, because it carries all texts.
package sentence

import (
	"strconv"

	"mirabilia/game"
	"mirabilia/locales"
)

// Of returns an event as a sentence in a language, with the players' names in the order of their seats. What happened on one of several boards is told in the words
// of the game on it.
func Of(lang, gameID string, ev game.Event, names []string) string {
	if on, ok := onBoards[gameID]; ok && ev.Board > 0 {
		board := locales.Text(lang, gameID+".board", map[string]string{"n": strconv.Itoa(ev.Board)}) + ": "
		if _, own := locales.Lookup(lang, gameID+".log."+ev.Type); !own {
			gameID = on
		}
		return board + of(lang, gameID, ev, names)
	}
	return of(lang, gameID, ev, names)
}

// onBoards are the games on the boards of matches.
var onBoards = map[string]string{"duplicate": "duel"}

func of(lang, gameID string, ev game.Event, names []string) string {
	args := map[string]string{"n": strconv.Itoa(ev.N)}
	name := func(key string, seat game.Seat) {
		if int(seat) < len(names) {
			args[key] = names[seat]
		}
	}
	name("seat", ev.Seat)
	name("to", ev.To)
	thing := func(key, id string) {
		// A thing is a card or the like by its name, or a way to win.
		for _, kind := range []string{".name.", ".won_by."} {
			if text, ok := locales.Lookup(lang, gameID+kind+id); ok {
				args[key] = text
				return
			}
		}
		args[key] = id
	}
	thing("what", ev.What)
	thing("with", ev.With)
	return locales.Text(lang, gameID+".log."+ev.Type, args)
}
