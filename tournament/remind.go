package tournament

import (
	"context"
	"fmt"
	"time"

	"mirabilia/api"
)

// What people are reminded of.
const (
	RemindBegins = "begins" // it begins soon
	RemindEnds   = "ends"   // an arena ends soon
	RemindRound  = "round"  // the round ends soon, and their game still runs
	RemindBye    = "bye"    // they have no opponent in the round that was paired
)

const (
	// beginsSoon and endsSoon are how long before an arena or a tournament begins or ends people are reminded of it.
	beginsSoon, endsSoon = 15 * time.Minute, 10 * time.Minute
	// slowRound is how long a round lasts at least whose end people are reminded of, first and last before it: in shorter ones they sit at their tables.
	slowRound, firstOfRound, lastOfRound = 24 * time.Hour, 12 * time.Hour, 2 * time.Hour
	// byeFor is for how long after the draw it is told that somebody has no opponent, and slowByeFor in rounds over days.
	byeFor, slowByeFor = 5 * time.Minute, 24 * time.Hour
)

// Reminder is something that people of a tournament are to be reminded of, once.
type Reminder struct {
	Tournament string
	What       string
	// Key names it among all reminders.
	Key    string
	People []string
	// Until is when it is of no use any more.
	Until int64
}

// Remind finds the people to be reminded of something by now, in the tournaments whose steward this node is. It finds reminders again that were told before a restart: tell
// must not tell anybody twice by the same key.
func (a *Tournaments) Remind(ctx context.Context, tell func(ctx context.Context, r *Reminder) error) error {
	due, err := a.Store.DueTournaments(ctx, a.Now()+beginsSoon.Milliseconds(), mostDue)
	if err != nil {
		return err
	}
	for _, id := range due {
		if !a.Steward(steward + id) {
			continue
		}
		l := a.live(id)
		var list []Reminder
		if err := a.look(ctx, l, func(t *Tournament) { list = t.reminders(a.Now(), l.reminded) }); err != nil {
			a.Log.Error("nobody can be reminded of a tournament", "tournament", id, "error", err)
			continue
		}
		for i := range list {
			if err := tell(ctx, &list[i]); err != nil {
				return err
			}
			l.mu.Lock()
			l.reminded[list[i].Key] = true
			l.mu.Unlock()
		}
	}
	return nil
}

// reminders returns what people are to be reminded of now, but for what this node has reminded them of.
func (t *Tournament) reminders(now int64, told map[string]bool) (list []Reminder) {
	add := func(what string, n int, until int64, people []string) {
		r := Reminder{Tournament: t.ID, What: what, Key: fmt.Sprintf("%s-%s-%d", t.ID, what, n), People: people, Until: until}
		if now < until && len(people) > 0 && !told[r.Key] {
			list = append(list, r)
		}
	}
	slow := t.roundTime() >= slowRound
	switch {
	case t.Status == api.TournamentAnnounced && t.Begins > 0 && now >= t.Begins-beginsSoon.Milliseconds():
		// Whoever joins later knows when it begins.
		add(RemindBegins, 0, t.Begins, t.people(func(p *Player) bool { return p.Since < t.Begins-beginsSoon.Milliseconds() }))
	case t.Status != api.TournamentRunning:
	case !t.InRounds():
		if now >= t.Ends-endsSoon.Milliseconds() {
			add(RemindEnds, 0, t.Ends, t.people(func(p *Player) bool { return p.State != Left }))
		}
	default:
		life := byeFor
		if slow {
			life = slowByeFor
		}
		add(RemindBye, t.Round, t.drawn+life.Milliseconds(), t.people(func(p *Player) bool { return t.Round > 0 && t.hasBye(p) }))
		for i, before := range []time.Duration{firstOfRound, lastOfRound} {
			if slow && now >= t.Ends-before.Milliseconds() {
				add(RemindRound, 2*t.Round+i, t.Ends, t.people(func(p *Player) bool { return p.Game != nil }))
			}
		}
	}
	return list
}

// people returns the ids of certain players.
func (t *Tournament) people(which func(*Player) bool) (list []string) {
	for _, p := range t.Players {
		if which(p) {
			list = append(list, p.Person)
		}
	}
	return list
}

// hasBye reports whether a player has no opponent in the round that was paired last.
func (t *Tournament) hasBye(p *Player) bool {
	return len(p.rounds) == t.Round && cellKinds[p.rounds[t.Round-1].Kind] == api.CellBye
}
