-- breaking: a node that does not know the mark would serve a database that is half filled.
-- The mark of a move of data into this database: from where, when it began and was complete, and when a server used it first. 0: not yet.
CREATE TABLE moved (
	id       BIGINT PRIMARY KEY,
	source   TEXT NOT NULL,
	began    BIGINT NOT NULL,
	complete BIGINT NOT NULL,
	served   BIGINT NOT NULL
);
