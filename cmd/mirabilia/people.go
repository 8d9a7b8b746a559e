package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/server"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/sqlite"
)

type peopleCommand struct {
	List     listPeopleCommand   `cmd:"" help:"List people, those who came last first."`
	Show     showPersonCommand   `cmd:"" help:"Show a person: measures, reports, what was done."`
	Reports  reportsCommand      `cmd:"" help:"List the reports that are not decided."`
	Journal  journalCommand      `cmd:"" help:"List what hosts did, the latest first."`
	Warn     warnCommand         `cmd:"" help:"Tell a person something."`
	Mute     muteCommand         `cmd:"" help:"Let a person write nothing in the chat, for a week."`
	Restrict restrictCommand     `cmd:"" help:"Let a person play no rated games, for 30 days."`
	Close    closeCommand        `cmd:"" help:"Close an account, for good."`
	Lift     liftCommand         `cmd:"" help:"End a measure early."`
	Rename   renamePersonCommand `cmd:"" help:"Give a person another name."`
	Recover  recoverCommand      `cmd:"" help:"Make new recovery codes for somebody you know, who is signed out everywhere."`
	SignOut  signOutCommand      `cmd:"" help:"Sign a person out everywhere, with their programs."`
	Export   exportPersonCommand `cmd:"" help:"Write everything that is kept of a person into a zip, as they could download it."`
	Delete   deletePersonCommand `cmd:"" help:"Remove a person for good, as if they had deleted their account."`
	Host     hostCommand         `cmd:"" help:"Say who may use the page /host."`
}

// Help is shown by --help below the commands.
func (peopleCommand) Help() string {
	return `The data of a folder can be changed while its server is stopped; while it runs, hosts use the page /host. A PostgreSQL database can be changed at any time. Everything that is done needs a reason (--why), which its person is told, and is written into a journal.`
}

// place is where the data is.
type place struct {
	Place string `arg:"" help:"Where the data is: a data folder or postgres://…" placeholder:"DIR|URL"`
}

// with opens the data and lets f work with it.
func (p place) with(f func(ctx context.Context, db store.Store, all *people.People) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := openStore(ctx, p.Place)
	if err != nil {
		return err
	}
	err = f(ctx, db, people.New(db, func() int64 { return time.Now().UnixMilli() }))
	return errors.Join(err, db.Close())
}

// openStore opens a data folder or a database that is there already.
func openStore(ctx context.Context, place string) (store.Store, error) {
	if isURL(place) {
		if _, err := storeURL(place); err != nil {
			return nil, err
		}
		return postgres.Open(ctx, place, postgres.Options{})
	}
	if _, err := os.Stat(place); err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, place, sqlite.Options{})
}

// named is somebody by name: a kept one, or the id of a guest.
type named struct {
	place
	Name string `arg:"" help:"Name of the person, or the id of a guest." placeholder:"NAME"`
}

// found is a person, and the account if there is one.
type found struct {
	store.Person
	Account *store.Account
}

// find returns the person.
func (n named) find(ctx context.Context, db store.Store) (p found, err error) {
	id := n.Name
	a, err := db.AccountByName(ctx, names.Fold(n.Name))
	if err == nil {
		id = a.Person
	} else if !errors.Is(err, store.ErrNotFound) {
		return p, err
	}
	p.Person, err = db.Person(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return p, game.Refuse(game.NotFound, "no_person", "nobody has kept the name %q, and no guest has this id; mirabilia people list --find finds people by a part of the name", n.Name)
	}
	if err != nil {
		return p, err
	}
	if a, err = db.Account(ctx, id); err == nil {
		p.Account = &a
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return p, err
}

// do does something about a person and says so.
func (n named) do(c console, d people.Deed) error {
	return n.with(func(ctx context.Context, db store.Store, all *people.People) error {
		p, err := n.find(ctx, db)
		if err != nil {
			return err
		}
		d.By, d.Person = people.Console, p.ID
		done, err := all.Do(ctx, d)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: %s\n", p.Name, inWords(done))
		return nil
	})
}

// inWords says what a deed is.
func inWords(d store.Deed) string {
	_, lasts := people.Measures[d.Kind]
	switch {
	case lasts && d.Until == 0:
		return "lifted: " + d.Kind
	case d.Until == people.Forever:
		return d.Kind + ", for good"
	case lasts:
		return d.Kind + " until " + date(d.Until)
	}
	return d.Kind
}

func date(at int64) string {
	if at == 0 {
		return "never"
	}
	return time.UnixMilli(at).UTC().Format("2006-01-02")
}

// columns prints a table.
func columns(out io.Writer, head string, rows func(row func(cells ...any))) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.ReplaceAll(head, " | ", "\t"))
	rows(func(cells ...any) {
		texts := make([]string, len(cells))
		for i, cell := range cells {
			// What people write must not change what the terminal shows.
			texts[i] = strings.Map(printable, fmt.Sprint(cell))
		}
		fmt.Fprintln(t, strings.Join(texts, "\t"))
	})
	return t.Flush()
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
		return ' '
	}
	return r
}

type listPeopleCommand struct {
	place
	Find string `help:"Only people whose name contains this." placeholder:"TEXT"`
	Most int    `help:"At most so many." default:"50" placeholder:"N"`
}

func (l *listPeopleCommand) Run(c console) error {
	return l.with(func(ctx context.Context, db store.Store, all *people.People) error {
		list, err := db.Find(ctx, l.Find, names.Fold(l.Find), l.Most)
		if err != nil {
			return err
		}
		held := map[string][]string{}
		for _, f := range list {
			deeds, err := all.Held(ctx, f.ID)
			if err != nil {
				return err
			}
			for _, d := range deeds {
				held[f.ID] = append(held[f.ID], inWords(d))
			}
		}
		return columns(c.out, "name | id | kept | came | last seen | measures", func(row func(...any)) {
			for _, f := range list {
				row(f.Name, f.ID, map[bool]string{true: "kept", false: "guest"}[f.Kept], date(f.Created), date(f.Seen), strings.Join(held[f.ID], ", "))
			}
		})
	})
}

type showPersonCommand struct{ named }

func (s *showPersonCommand) Run(c console) error {
	return s.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		p, err := s.find(ctx, db)
		if err != nil {
			return err
		}
		tokens, err := db.Tokens(ctx, p.ID)
		if err != nil {
			return err
		}
		passkeys, err := db.Passkeys(ctx, p.ID)
		if err != nil {
			return err
		}
		codes, err := db.Codes(ctx, p.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s, %s, came %s, signed in on %d devices, %d passkeys, %d recovery codes\n", p.Name, p.ID, date(p.Created), len(tokens), len(passkeys), len(codes.Hashes))
		reports, err := db.Reports(ctx, store.ReportQuery{Person: p.ID, Limit: mostShown})
		if err != nil {
			return err
		}
		if err := printReports(c, reports); err != nil {
			return err
		}
		deeds, err := db.Deeds(ctx, p.ID, 0, mostShown)
		if err != nil {
			return err
		}
		return printDeeds(ctx, c, db, deeds)
	})
}

// mostShown is how many reports and deeds are shown.
const mostShown = 200

func printReports(c console, list []store.Report) error {
	return columns(c.out, "report | at | by | about | reason | text | decided", func(row func(...any)) {
		for _, r := range list {
			row(r.ID, date(r.At), r.By, r.Person, r.Reason, r.Text, date(r.Closed))
			for _, l := range r.Lines {
				row("", date(l.At), l.Person, "", "said", l.Text, "")
			}
		}
	})
}

func printDeeds(ctx context.Context, c console, db store.People, list []store.Deed) error {
	var ids []string
	for _, d := range list {
		ids = append(ids, d.Person, d.By)
	}
	names, err := db.Names(ctx, ids)
	if err != nil {
		return err
	}
	name := func(id string) string {
		if names[id] != "" {
			return names[id]
		}
		return id
	}
	return columns(c.out, "n | at | by | about | what | why", func(row func(...any)) {
		for _, d := range list {
			row(d.N, date(d.At), name(d.By), name(d.Person), inWords(d), d.Reason)
		}
	})
}

type reportsCommand struct{ place }

func (r *reportsCommand) Run(c console) error {
	return r.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		list, err := db.Reports(ctx, store.ReportQuery{Open: true, Limit: mostShown})
		if err != nil {
			return err
		}
		return printReports(c, list)
	})
}

type journalCommand struct{ place }

func (j *journalCommand) Run(c console) error {
	return j.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		list, err := db.Deeds(ctx, "", 0, mostShown)
		if err != nil {
			return err
		}
		return printDeeds(ctx, c, db, list)
	})
}

// because is why something is done.
type because struct {
	Why string `help:"Why; the person is told." required:"" placeholder:"TEXT"`
}

// lasting are the flags of measures.
type lasting struct {
	named
	because
	Days int `help:"How many days it lasts; 0 means as long as usual." default:"0" placeholder:"N"`
}

func (l *lasting) take(c console, kind string) error {
	return l.do(c, people.Deed{Kind: kind, Days: l.Days, Reason: l.Why})
}

type (
	warnCommand     struct{ lasting }
	muteCommand     struct{ lasting }
	restrictCommand struct{ lasting }
	closeCommand    struct{ lasting }
)

func (m *warnCommand) Run(c console) error     { return m.take(c, people.Warn) }
func (m *muteCommand) Run(c console) error     { return m.take(c, people.Mute) }
func (m *restrictCommand) Run(c console) error { return m.take(c, people.Restrict) }
func (m *closeCommand) Run(c console) error    { return m.take(c, people.Close) }

type liftCommand struct {
	named
	Measure string `arg:"" help:"Measure to end: warn, mute, restrict or close." placeholder:"MEASURE"`
	because
}

func (l *liftCommand) Run(c console) error {
	if _, ok := people.Measures[l.Measure]; !ok {
		return game.Refuse(game.Invalid, "bad_measure", "there is no measure %q; choose warn, mute, restrict or close", l.Measure)
	}
	return l.do(c, people.Deed{Kind: l.Measure, Lift: true, Reason: l.Why})
}

type renamePersonCommand struct {
	named
	New string `arg:"" help:"The new name." placeholder:"NEW"`
	because
}

func (r *renamePersonCommand) Run(c console) error {
	return r.do(c, people.Deed{Kind: people.Rename, Name: r.New, Reason: r.Why})
}

type recoverCommand struct {
	named
	because
}

func (r *recoverCommand) Run(c console) error {
	return r.with(func(ctx context.Context, db store.Store, all *people.People) error {
		p, err := r.find(ctx, db)
		if err != nil {
			return err
		}
		if p.Account == nil {
			return game.Refuse(game.Invalid, "no_account", "%s has not kept the name, so there is nothing to recover", p.Name)
		}
		if _, err := all.Do(ctx, people.Deed{By: people.Console, Person: p.ID, Kind: people.Recovered, Reason: r.Why}); err != nil {
			return err
		}
		a, err := db.Account(ctx, p.ID)
		if err != nil {
			return err
		}
		codes, err := all.NewCodes(ctx, p.ID, a.Epoch)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "Recovery codes of %[1]s; those from before are worth nothing now, and %[1]s is signed out everywhere:\n%[2]s\n", p.Name, strings.Join(codes, "\n"))
		return nil
	})
}

type signOutCommand struct {
	named
	because
}

func (s *signOutCommand) Run(c console) error {
	return s.do(c, people.Deed{Kind: people.SignOut, Reason: s.Why})
}

type exportPersonCommand struct {
	named
	File string `help:"Where to write the zip." default:"mirabilia.zip" placeholder:"FILE"`
	because
}

func (e *exportPersonCommand) Run(c console) error {
	return e.with(func(ctx context.Context, db store.Store, all *people.People) (err error) {
		p, err := e.find(ctx, db)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(e.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		defer func() {
			if err = errors.Join(err, f.Close()); err != nil {
				_ = os.Remove(e.File)
			}
		}()
		person := p.Person
		person.Kept, person.Measured = p.Account != nil, true
		if err := server.Export(ctx, server.Config{Store: db, Games: games.All, Matches: games.Matches, Log: slog.New(slog.NewTextHandler(c.err, nil))}, person, f); err != nil {
			return err
		}
		if _, err := all.Do(ctx, people.Deed{By: people.Console, Person: p.ID, Kind: people.Exported, Reason: e.Why}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "What is kept of %s is in %s.\n", p.Name, e.File)
		return nil
	})
}

type deletePersonCommand struct {
	named
	because
}

func (d *deletePersonCommand) Run(c console) error {
	return d.with(func(ctx context.Context, db store.Store, all *people.People) error {
		p, err := d.find(ctx, db)
		if err != nil {
			return err
		}
		if err := all.Forget(ctx, p.ID); err != nil {
			return err
		}
		// Whom it was about is not kept: nothing of the person is.
		if _, err := all.Do(ctx, people.Deed{By: people.Console, Kind: people.Deleted, Reason: d.Why}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s is removed. Finished games stay, without the name.\n", p.Name)
		return nil
	})
}

type hostCommand struct {
	Add    addHostCommand    `cmd:"" help:"Let somebody who has kept their name use the page /host."`
	Remove removeHostCommand `cmd:"" help:"Let somebody use the page /host no longer."`
}

type addHostCommand struct {
	named
	because
}

func (h *addHostCommand) Run(c console) error {
	return h.with(func(ctx context.Context, db store.Store, all *people.People) error {
		p, err := h.find(ctx, db)
		if err != nil {
			return err
		}
		if p.Account == nil {
			return game.Refuse(game.Invalid, "no_account", "%s has not kept the name; a host proves to be it by a passkey", p.Name)
		}
		if _, err := all.Do(ctx, people.Deed{By: people.Console, Person: p.ID, Kind: store.DeedHost, Reason: h.Why}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s is a host now: the page is /host.\n", p.Name)
		return nil
	})
}

type removeHostCommand struct {
	named
	because
}

func (h *removeHostCommand) Run(c console) error {
	return h.do(c, people.Deed{Kind: store.DeedNoHost, Reason: h.Why})
}
