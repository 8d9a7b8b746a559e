package table

import (
	"context"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/rating"
)

// A rated game counts for the people who play it. What counts is decided before it begins, so that everybody knows: people whose names are their own, a
// clock, the usual options. A game of a tournament counts there. How it ended is told to Config.Ended, which knows about ratings and tournaments; a table does not.

// Outcome is how a game that is rated or part of a tournament ended for its people.
type Outcome struct {
	Table string
	// Rated says that it was a rated game, and Tournament is the id of its tournament; empty if it has none.
	Rated      bool
	Tournament string
	// Hurried says that the game could be aborted until everybody had moved.
	Hurried bool
	// Game is the game as it is rated, see rating.Models.
	Game              string
	Started, Finished int64
	// People are in the order of their seats.
	People []Finisher
}

// Finisher is a person at the end of a rated game.
type Finisher struct {
	Person string
	Seat   int
	// Place among the people; the lower is the better, and equal places are shared. Whoever left is behind everybody who stayed.
	Place int
	// Moved says that the person took a decision in this game.
	Moved bool
	// Score is what the person had at the end.
	Score int
}

// RatedAs returns the game as it is rated with these options; empty if it is not.
func RatedAs(g game.Game, options map[string]string) string {
	unusual := map[string]string{}
	for _, o := range g.Info().Options {
		if v, ok := options[o.Key]; ok && v != o.Default {
			unusual[o.Key] = v
		}
	}
	return rating.Game(g.Info().ID, unusual)
}

// RatedAs returns the game as it is rated with these options; empty if it is not.
func (h *Hub) RatedAs(id string, options map[string]string) string {
	g, err := h.gameByID(id)
	if err != nil {
		return ""
	}
	return RatedAs(g, options)
}

// mayBeRated refuses settings that no rated game has.
func mayBeRated(g game.Game, s api.Settings) error {
	switch {
	case !s.Rated:
	case s.Clock.Kind == api.ClockNone:
		return game.Refuse(game.Invalid, "rated_clock", "a rated game needs a clock: live or days")
	case RatedAs(g, s.Options) == "":
		return game.Refuse(game.Invalid, "rated_options", "a rated game is played with the usual options")
	}
	return nil
}

// maySitRated refuses those who cannot play a rated game.
func maySitRated(s api.Settings, p Person) error {
	if s.Rated && !p.Kept {
		return game.Refuse(game.Forbidden, "rated_name", "only people who have kept their name can play a rated game")
	}
	if s.Rated && p.Friendly {
		return game.Refuse(game.Forbidden, "friendly_only", "the host allows you friendly games only")
	}
	if s.FirstMove > 0 && p.Rests != nil {
		return p.Rests
	}
	return nil
}

// mayPlayBots refuses a bot at a table at which it would leave nobody to be compared with.
func mayPlayBots(s api.Settings) error {
	if s.Rated && s.Seats == 2 {
		return game.Refuse(game.Forbidden, "rated_bots", "a rated game of two is played by two people")
	}
	return nil
}

// leftShare is the share of a person's decisions, one in so many, that a bot must have taken for the person to count as having left.
const leftShare = 3

// ended returns how a game ended that counts; nil if programs played it, or not even two people.
func (s *state) ended() *Outcome {
	type standing struct {
		Finisher
		left bool
		// last is the number of the person's last own decision.
		last int64
	}
	var list []standing
	for i, p := range s.places {
		if p.holder == holderProgram {
			return nil
		}
		if p.holder != holderPerson {
			continue
		}
		one := standing{Finisher: Finisher{Person: p.person, Seat: i, Place: s.result.Places[i]}}
		if i < len(s.result.Scores) {
			one.Score = s.result.Scores[i]
		}
		all, byBot := 0, 0
		for _, d := range s.decisions {
			if int(d.seat) != i || s.forfeits(&d) {
				continue
			}
			if all++; d.byBot {
				byBot++
			} else {
				one.last, one.Moved = d.seq, true
			}
		}
		one.left = p.away == api.AwayResigned || p.away == api.AwayTime || p.away == api.AwayLeft || byBot > 0 && leftShare*byBot >= all
		list = append(list, one)
	}
	if len(list) < 2 {
		return nil
	}
	before := func(a, b *standing) bool {
		if a.left != b.left {
			return b.left
		}
		if a.left {
			return a.last > b.last // whoever left earlier is lower
		}
		return a.Place < b.Place
	}
	o := &Outcome{Table: s.id, Rated: s.settings.Rated, Hurried: s.settings.FirstMove > 0 && s.settings.Tournament == nil, Game: RatedAs(s.game, s.settings.Options), Started: s.started, Finished: s.finished}
	if t := s.settings.Tournament; t != nil {
		o.Tournament = t.ID
	}
	for i := range list {
		place := 1
		for k := range list {
			if before(&list[k], &list[i]) {
				place++
			}
		}
		f := list[i].Finisher
		f.Place = place
		o.People = append(o.People, f)
	}
	return o
}

// countsDue reports whether somebody is still to be told how the game ended.
func (t *table) countsDue() bool {
	s := t.s
	return s.status == api.StatusFinished && s.contested() && !s.archived && !t.counted && t.h.cfg.Ended != nil
}

// count tells how a game ended that counts. It may have been told before, here or by another node.
func (t *table) count(ctx context.Context) error {
	if o := t.s.ended(); o != nil && o.Game != "" {
		if err := t.h.cfg.Ended(ctx, o); err != nil {
			return err
		}
	}
	t.counted = true
	return nil
}

// Count makes sure that a game that has ended has been counted.
func (h *Hub) Count(ctx context.Context, id string) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) {
		if err := t.ready(); err != nil || !t.countsDue() {
			return struct{}{}, err
		}
		return struct{}{}, unavailable(t.count(ctx))
	})
	return err
}
