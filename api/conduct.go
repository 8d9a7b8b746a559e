package api

// Shunned is somebody whom the client mutes or blocks.
type Shunned struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	// Blocked says that the two never meet: they are not paired, sit at no table together, and the client reads nothing of the other. Otherwise the client only reads nothing.
	Blocked bool `json:"blocked"`
	// Since is when it began.
	Since int64 `json:"since"`
}

// ShunnedList is the answer of GET /api/shunned, the latest first.
type ShunnedList struct {
	People []Shunned `json:"people"`
}

// ShunRequest is the body of PUT /api/shunned/{person}.
type ShunRequest struct {
	// Blocked asks that the two never meet; otherwise the client only reads nothing of the other.
	Blocked bool `json:"blocked"`
}

// Reasons of a report.
const (
	ReportWords     = "words"     // what somebody wrote
	ReportName      = "name"      // what somebody is called
	ReportCheating  = "cheating"  // help of a program, or an arranged result
	ReportLeaving   = "leaving"   // games left or held up
	ReportOther     = "other"     // something else
	ReportObjection = "objection" // somebody objects to a measure against themselves
	// ReportSandbagging is what the rules tell the host: somebody gave up rated games at once, several times a day.
	ReportSandbagging = "sandbagging"
)

// ReportRequest is the body of POST /api/reports: what a person tells the host about another, or about a measure against themselves.
type ReportRequest struct {
	Person string `json:"person"`
	Reason string `json:"reason"`
	// Text is in the person's own words.
	Text string `json:"text"`
	// Table is where it happened: what was said there is kept with the report. Line is the number of the line that it is about; without it the last lines are kept.
	Table string `json:"table,omitempty"`
	Line  int64  `json:"line,omitempty"`
}

// Kinds of measures that hosts take.
const (
	MeasureWarn     = "warn"     // the person is told something
	MeasureMute     = "mute"     // the person cannot write in the chat
	MeasureRestrict = "restrict" // the person plays no rated games
	MeasureClose    = "close"    // the person cannot play
)

// Measure is what a host has decided about a person, as the person is told.
type Measure struct {
	Kind string `json:"kind"`
	// Reason is in the host's words. Rule is set instead if it follows from a rule: "leaving", if three of the last ten games were not finished, or "sandbagging", if three rated games
	// of a day were given up within ten moves.
	Reason string `json:"reason"`
	Rule   string `json:"rule,omitempty"`
	At     int64  `json:"at"`
	// Until is how long it lasts; 0 means that it has no end.
	Until int64 `json:"until"`
}

// ReportedLine is a line of the chat in a report.
type ReportedLine struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	At     int64  `json:"at"`
	Text   string `json:"text"`
}

// HostReport is a report as hosts see it.
type HostReport struct {
	ID string `json:"id"`
	At int64  `json:"at"`
	// By is its author; empty if forgotten.
	By     string `json:"by"`
	ByName string `json:"by_name"`
	// Person is whom it is about.
	Person string `json:"person"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
	// Table is where it happened; empty if it names none. Lines are what was said there around it.
	Table string         `json:"table,omitempty"`
	Lines []ReportedLine `json:"lines"`
	// Closed is when it was decided; 0 means that it is still open.
	Closed int64 `json:"closed"`
	// Deeds is what hosts did about the person before, the latest first.
	Deeds []Deed `json:"deeds"`
}

// HostReports is the answer of GET /api/host/reports, the latest first.
type HostReports struct {
	Reports []HostReport `json:"reports"`
}

// Deed is an entry of the journal of what hosts did.
type Deed struct {
	N  int64 `json:"n"`
	At int64 `json:"at"`
	// By is the host, and ByName what the host is called; both are empty if forgotten. "console" stands for whoever acted at the command line, and "rules" for what follows without
	// a host; the reason is then the name of the rule.
	By     string `json:"by"`
	ByName string `json:"by_name"`
	// Kind is a measure, or "lift_" and a measure, or "dismiss", "rename", "recovered", "sign_out", "exported", "deleted", "end", "host", "no_host".
	Kind string `json:"kind"`
	// Person is whom it concerns; empty if nobody, or if forgotten.
	Person string `json:"person"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
	// Until is how long it lasts; 0 means that it has no end, or does not last.
	Until  int64  `json:"until"`
	Report string `json:"report,omitempty"`
}

// DeedList is the answer of GET /api/host/deeds, the latest first.
type DeedList struct {
	Deeds []Deed `json:"deeds"`
	// More is the value of before that continues the list; 0 at its end.
	More int64 `json:"more"`
}

// DeedRequest is the body of POST /api/host/deeds: what a host does.
type DeedRequest struct {
	// Kind is a measure, "dismiss" for a report that needs nothing to be done, "rename", "end" for a game that is to end without a result, or "unrate" for one whose result
	// is to be taken out of the ratings.
	Kind   string `json:"kind"`
	Person string `json:"person"`
	// Table is the game to end or to take out of the ratings.
	Table string `json:"table,omitempty"`
	// Reason is told to the person.
	Reason string `json:"reason"`
	// Days is how long a measure lasts; 0 means as long as usual. Lift ends it instead.
	Days int  `json:"days,omitempty"`
	Lift bool `json:"lift,omitempty"`
	// Name is the new name.
	Name string `json:"name,omitempty"`
	// Report is the report that this decides.
	Report string `json:"report,omitempty"`
}

// HostPerson is somebody as hosts see them.
type HostPerson struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	Kept   bool   `json:"kept"`
	// Created is when the person came, and Seen about when they were last here.
	Created int64 `json:"created"`
	Seen    int64 `json:"seen"`
	// Measures are those that last.
	Measures []Measure `json:"measures"`
	// Reports is how many there are about the person.
	Reports int `json:"reports"`
	// Aborts is how many games the person has aborted within a day; Played and Finished are those of Profile.
	Aborts   int `json:"aborts"`
	Played   int `json:"played"`
	Finished int `json:"finished"`
	// Together are the names of those who kept theirs on the same day and from the same address, in the last two days.
	Together []string `json:"together,omitempty"`
}

// HostState is the answer of GET /api/host/state: what goes on at the server.
type HostState struct {
	// Here is how many people are here, and Reports how many reports are open, at most 50.
	Here    int `json:"here"`
	Reports int `json:"reports"`
	// Tables is how many tables are in memory, and Playing how many games are played, as the store counted them last.
	Tables  int `json:"tables"`
	Playing int `json:"playing"`
	// Waits are the pools in which people wait, and how long they usually do.
	Waits []PoolWait `json:"waits"`
}

// PoolWait is a pool in which people wait.
type PoolWait struct {
	PoolCount
	// Usual is how many milliseconds people usually wait; 0: too few are known.
	Usual int64 `json:"usual"`
}

// HostPeople is the answer of GET /api/host/people, those who came last first.
type HostPeople struct {
	People []HostPerson `json:"people"`
}
