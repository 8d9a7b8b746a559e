-- What people report to the host. closed is 0 while nothing was decided, and reporter is empty once forgotten.
CREATE TABLE report (
	id       TEXT PRIMARY KEY,
	reporter TEXT NOT NULL,
	person   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	text     TEXT NOT NULL,
	table_id TEXT NOT NULL,
	at       BIGINT NOT NULL,
	closed   BIGINT NOT NULL
);
CREATE INDEX report_at ON report (at);
CREATE INDEX report_person ON report (person, at);
CREATE INDEX report_reporter ON report (reporter, at);

-- What was said around it, which outlives the chat of the table.
CREATE TABLE report_line (
	report TEXT NOT NULL,
	n      BIGINT NOT NULL,
	person TEXT NOT NULL,
	at     BIGINT NOT NULL,
	text   TEXT NOT NULL,
	PRIMARY KEY (report, n)
);
CREATE INDEX report_line_person ON report_line (person);

-- The journal of what hosts did.
CREATE TABLE deed (
	n      BIGINT PRIMARY KEY,
	at     BIGINT NOT NULL,
	host   TEXT NOT NULL,
	kind   TEXT NOT NULL,
	person TEXT NOT NULL,
	until  BIGINT NOT NULL,
	reason TEXT NOT NULL,
	report TEXT NOT NULL
);
CREATE INDEX deed_person ON deed (person, n);

CREATE TABLE host (
	person TEXT PRIMARY KEY,
	since  BIGINT NOT NULL
);
