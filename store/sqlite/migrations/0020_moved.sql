-- The mark of a move of data into this database: from where, when it began and was complete, and when a server used it first. 0: not yet.
CREATE TABLE moved (
	id       INTEGER PRIMARY KEY CHECK (id = 1),
	source   TEXT NOT NULL,
	began    INTEGER NOT NULL,
	complete INTEGER NOT NULL,
	served   INTEGER NOT NULL
) STRICT;
