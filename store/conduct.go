package store

import "context"

// Conduct keeps what people report to the host, and what the host did about people: a journal to which entries are only added.
type Conduct interface {
	// AddReport keeps a report. It refuses with ErrTaken if its author has an open report on the same person and table, with ErrTooMany if the author has most open
	// reports, and with ErrNotFound if there is no such person.
	AddReport(ctx context.Context, r Report, most int) error
	// Report returns one; ErrNotFound if there is none.
	Report(ctx context.Context, id string) (Report, error)
	// Reports returns reports, the latest first.
	Reports(ctx context.Context, q ReportQuery) ([]Report, error)
	// Decide adds a deed to the journal and gives it the next number. It closes the report that the deed names, and refuses with ErrTaken if that is not open.
	// It makes a person a host or takes that away if the deed is one of these, gives the person's account, if there is one, the next epoch if the deed ends all sessions,
	// and refuses with ErrNotFound if there is no such person.
	Decide(ctx context.Context, d Deed) (Deed, error)
	// Deeds returns the journal, the latest first: what was done about a person, or everything if none is given, before the given number if it is not 0.
	Deeds(ctx context.Context, person string, before int64, limit int) ([]Deed, error)
	// Find returns people whose name contains a text, or whose folded name contains its folded form, those who came last first; programs are left out.
	Find(ctx context.Context, text, folded string, limit int) ([]Found, error)
	// Hosts returns who is a host.
	Hosts(ctx context.Context) ([]string, error)
}

// Report is what a person tells the host about another.
type Report struct {
	ID string
	// By is its author; empty if forgotten. Person is whom it is about.
	By, Person string
	Reason     string
	Text       string
	// Table is where it happened; empty if it names none. Lines are what was said there around it.
	Table string
	Lines []Line
	At    int64
	// Closed is when the host decided; 0: not yet.
	Closed int64
}

// ReportQuery asks for reports.
type ReportQuery struct {
	// Open leaves out those that are closed.
	Open bool
	// By and Person restrict to reports of somebody and about somebody if set.
	By, Person string
	Limit      int
}

// Kinds of deeds that the store itself knows.
const (
	DeedHost   = "host"    // the person becomes a host
	DeedNoHost = "no_host" // the person is a host no longer
	// These end all sessions of the person's account.
	DeedClose     = "close"     // the account is closed, until a time
	DeedRecovered = "recovered" // it has new recovery codes
	DeedSignOut   = "sign_out"  // it is signed out everywhere
)

// Deed is what a host did.
type Deed struct {
	// N is its number in the journal; the store gives it.
	N  int64
	At int64
	// By is the host, or what else acted.
	By   string
	Kind string
	// Person is whom it concerns; empty if nobody, or if they were forgotten.
	Person string
	// Until is how long it lasts; 0: it does not last.
	Until  int64
	Reason string
	// Report is the report that it decides; empty if none.
	Report string
}

// Ends says why the sessions of its person end with a deed; empty if they go on.
func (d *Deed) Ends() string {
	switch {
	case d.Kind == DeedClose && d.Until > d.At:
		return EndedByClosing
	case d.Kind == DeedRecovered:
		return EndedByRecovery
	case d.Kind == DeedSignOut:
		return EndedByHost
	}
	return ""
}

// Found is a person with when they were last seen.
type Found struct {
	Person
	Seen int64
}
