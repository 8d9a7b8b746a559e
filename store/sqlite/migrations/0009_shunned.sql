-- Whom people do not want to read, or, where blocked is set, to have anything to do with.
CREATE TABLE shunned (
	person  TEXT NOT NULL,
	other   TEXT NOT NULL,
	blocked INTEGER NOT NULL,
	since   INTEGER NOT NULL,
	PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX shunned_other ON shunned (other);
