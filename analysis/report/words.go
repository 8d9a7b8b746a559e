// Package report tells an analysis to people: a table of the decisions in words, and a drawing of the curve.
package report

import (
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record/sentence"
	"mirabilia/locales"
)

// teller says moves as sentences.
type teller struct {
	g     game.Game
	lang  string
	names []string
}

// candidate returns what a move would have done, in words; the move as it is written where that depends on cards that the seat could
// not know, so that nothing is told of the engine's choice that it did not know itself.
func (s *teller) candidate(b game.Board, seat game.Seat, text string) string {
	said := ""
	for k := range uint64(4) {
		r := game.NewRand(game.NumberSeed(k))
		c := s.g.Clone(b)
		c.Redeal(seat, r)
		words := s.played(c, seat, text)
		if k > 0 && words != said {
			return text
		}
		said = words
	}
	return said
}

// played returns what a move does on a board, in words. Where others choose at the same time they choose anything, because the choices
// take effect together.
func (s *teller) played(b game.Board, seat game.Seat, text string) string {
	r := game.NewRand(game.NumberSeed(1))
	b = s.g.Clone(b)
	for set := b.Owing().Without(seat); set != 0; set = set.Without(set.First()) {
		for o := set.First(); b.Owing().Has(o); {
			b.Apply(o, b.RandomMove(o, r), nil)
		}
	}
	var told game.Events
	if game.PlayText(b, seat, text, &told) != nil {
		return text
	}
	for b.Owing().Has(seat) && s.g.Clone(b).Withdraw(seat) == nil { // its turn goes on
		b.Apply(seat, b.RandomMove(seat, r), &told)
	}
	return s.tell(&told, seat, text)
}

// tell returns the sentence of the event that tells a move, which names most of the things in its text. Things that the sentence leaves
// out, such as a card that was sold face down, are added.
func (s *teller) tell(told *game.Events, seat game.Seat, text string) string {
	parts := strings.Split(text, ":")
	var best *game.Event
	most := -1
	for i := range told.List {
		ev := &told.List[i]
		if ev.Seat != seat || ev.For != game.Everyone || ev.What == "" && ev.N == 0 {
			continue
		}
		n := 0
		for _, name := range []string{ev.Type, ev.What, ev.With} {
			if slices.Contains(parts, name) {
				n++
			}
		}
		if n > most {
			best, most = ev, n
		}
	}
	if best == nil {
		return text
	}
	sentence := sentence.Of(s.lang, s.g.Info().ID, *best, s.names)
	for _, id := range parts[1:] {
		if name, ok := locales.Lookup(s.lang, s.g.Info().ID+".name."+id); ok && !strings.Contains(sentence, name) {
			sentence += " (" + name + ")"
		}
	}
	return sentence
}
