-- What was appended in one transaction to tables of which nothing else changed, until it is written where it belongs: many moves in one row.
CREATE TABLE pending (
	n    INTEGER PRIMARY KEY,
	data BLOB NOT NULL
) STRICT;
