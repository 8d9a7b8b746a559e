-- Whom people do not want to read, or, where blocked is set, to have anything to do with.
CREATE TABLE shunned (
	person  TEXT NOT NULL,
	other   TEXT NOT NULL,
	blocked BOOLEAN NOT NULL,
	since   BIGINT NOT NULL,
	PRIMARY KEY (person, other)
);
CREATE INDEX shunned_other ON shunned (other);
