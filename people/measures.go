package people

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/store"
)

// Kinds of deeds: what hosts do about people. The first four are measures, which last; for each of them the last deed about a person counts, so that one that lasts no longer
// lifts what was before.
const (
	Warn     = api.MeasureWarn
	Mute     = api.MeasureMute
	Restrict = api.MeasureRestrict
	Close    = store.DeedClose

	Dismiss   = "dismiss" // a report needs nothing to be done
	Rename    = "rename"  // the person has another name
	Recovered = store.DeedRecovered
	SignOut   = store.DeedSignOut
	Exported  = "exported" // what is kept of the person was written into a file
	Deleted   = "deleted"  // the person was removed
	End       = "end"      // a game was ended without a result
	Cut       = "cut"      // a table that could not be read was cut back
	Unrate    = "unrate"   // the result of a game was taken out of the ratings
)

// Measures are the kinds of deeds that last, with how many days they usually do; 0: for good.
var Measures = map[string]int{Warn: 30, Mute: 7, Restrict: 30, Close: 0}

// Forever is until when something lasts that has no end, in Unix milliseconds: the end of the year 9999.
const Forever = int64(253402300799999)

// Console stands for whoever acts at the command line, and Rules for what follows without a host from how people played; its reasons are the names of the rules.
const (
	Console = "console"
	Rules   = "rules"
)

const (
	// maxWords is how long a reason may be, and maxDays how long a measure with an end.
	maxWords, maxDays = 500, 3650
	// mostDeeds is how many deeds about one person are looked at.
	mostDeeds = 1000
)

// Words cleans a text of a few sentences and refuses one that is too long.
func Words(text string) (string, error) {
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	if utf8.RuneCountInString(text) > maxWords {
		return "", game.Refuse(game.Invalid, "too_long", "a text may have at most %d characters", maxWords)
	}
	return text, nil
}

// Deed is something that a host wants to do about a person.
type Deed struct {
	// By is the host.
	By, Person, Kind string
	// Days is how long a measure lasts; 0: as long as usual. Lift ends it instead.
	Days int
	Lift bool
	// Name is the name that is given.
	Name   string
	Reason string
	// Report is the report that this decides; empty if none.
	Report string
}

// Do does what a host wants and writes it into the journal. Every deed needs a reason: its person is told.
func (p *People) Do(ctx context.Context, d Deed) (store.Deed, error) {
	now := p.now()
	entry := store.Deed{At: now, By: d.By, Kind: d.Kind, Person: d.Person, Report: d.Report}
	usual, lasts := Measures[d.Kind]
	var err error
	if entry.Reason, err = Words(d.Reason); err != nil {
		return entry, err
	}
	switch {
	case entry.Reason == "":
		return entry, NoReason()
	case d.Days < 0 || d.Days > maxDays:
		return entry, game.Refuse(game.Invalid, "bad_days", "a measure lasts 1 to %d days, or as long as usual with 0", maxDays)
	case lasts && d.Lift:
		held, err := p.Held(ctx, d.Person)
		if err != nil {
			return entry, err
		}
		if !slices.ContainsFunc(held, func(h store.Deed) bool { return h.Kind == d.Kind }) {
			return entry, game.Refuse(game.Conflict, "no_measure", "there is no measure %q to lift", d.Kind)
		}
	case lasts:
		if d.Days == 0 {
			d.Days = usual
		}
		if entry.Until = Forever; d.Days > 0 {
			entry.Until = now + int64(d.Days)*(24*time.Hour).Milliseconds()
		}
	case d.Kind == Dismiss && d.Report == "":
		return entry, game.Refuse(game.Invalid, "no_report", "say which report")
	case d.Kind == Rename:
		if err := p.renameTo(ctx, d.Person, d.Name); err != nil {
			return entry, noPerson(err)
		}
	case d.Kind == Dismiss, d.Kind == Recovered, d.Kind == SignOut, d.Kind == Exported, d.Kind == Deleted, d.Kind == End, d.Kind == Unrate, d.Kind == Cut, d.Kind == store.DeedHost, d.Kind == store.DeedNoHost:
	default:
		return entry, game.Refuse(game.Invalid, "bad_measure", "there is no measure %q", d.Kind)
	}
	entry, err = p.store.Decide(ctx, entry)
	if errors.Is(err, store.ErrTaken) {
		return entry, game.Refuse(game.Conflict, "report_closed", "this report has been decided already")
	}
	return entry, noPerson(err)
}

// Unrate takes the result of a game out of the ratings: everybody's rating is what it would be without it. The journal names the host and the reason, and a report that asked for it is closed.
func (p *People) Unrate(ctx context.Context, db store.Ratings, by, table, reason, report string) (store.Deed, error) {
	reason, err := Words(reason)
	if err == nil && reason == "" {
		err = NoReason()
	}
	if err != nil {
		return store.Deed{}, err
	}
	switch _, _, err := store.Refit(ctx, db, table); {
	case errors.Is(err, store.ErrNotFound):
		return store.Deed{}, game.Refuse(game.NotFound, "not_rated", "no game of table %q counts", table)
	case errors.Is(err, store.ErrTaken):
		return store.Deed{}, game.Refuse(game.Conflict, "unrated", "this game was taken out of the ratings before")
	case err != nil:
		return store.Deed{}, err
	}
	return p.Do(ctx, Deed{By: by, Kind: Unrate, Reason: table + ": " + reason, Report: report})
}

// NoReason refuses a deed without a reason.
func NoReason() error {
	return game.Refuse(game.Invalid, "no_reason", "say why: the journal keeps it, and the person is told")
}

// noPerson says that there is nobody of whom something was asked.
func noPerson(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.NotFound, "no_person", "there is no such person")
	}
	return err
}

// renameTo gives somebody a name that a host chose. It counts as a change of the name, so that the person cannot take the old one again at once.
func (p *People) renameTo(ctx context.Context, person, name string) error {
	name, err := names.Clean(name)
	if err != nil {
		return err
	}
	a, err := p.store.Account(ctx, person)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if err := p.Free(ctx, name, person); err != nil {
			return err
		}
		return p.store.Rename(ctx, person, name)
	case err != nil:
		return err
	}
	if err := p.Keepable(ctx, name, person); err != nil {
		return err
	}
	now := p.now()
	a.Name, a.Folded, a.Renamed = name, names.Fold(name), now
	err = p.store.RenameAccount(ctx, a, now+holdFor.Milliseconds())
	if errors.Is(err, store.ErrTaken) {
		return nameTaken(name)
	}
	return err
}

// Held returns the measures that a person is under now, the latest first.
func (p *People) Held(ctx context.Context, person string) ([]store.Deed, error) {
	deeds, err := p.store.Deeds(ctx, person, 0, mostDeeds)
	return heldAt(deeds, p.now()), err
}

// heldAt returns those of the deeds about a person, the latest first, that last at a time.
func heldAt(deeds []store.Deed, now int64) (held []store.Deed) {
	seen := map[string]bool{}
	for _, d := range deeds {
		if _, lasts := Measures[d.Kind]; !lasts || seen[d.Kind] || d.At > now {
			continue
		}
		if seen[d.Kind] = true; d.Until > now {
			held = append(held, d)
		}
	}
	return held
}

// HeldAt reports whether a person was under a measure at a time.
func (p *People) HeldAt(ctx context.Context, person, kind string, at int64) (bool, error) {
	deeds, err := p.store.Deeds(ctx, person, 0, mostDeeds)
	return slices.ContainsFunc(heldAt(deeds, at), func(d store.Deed) bool { return d.Kind == kind }), err
}
