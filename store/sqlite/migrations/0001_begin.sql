CREATE TABLE person (
	id      TEXT PRIMARY KEY,
	name    TEXT NOT NULL,
	owner   TEXT REFERENCES person (id),
	created INTEGER NOT NULL
) STRICT;
CREATE INDEX person_owner ON person (owner, created) WHERE owner IS NOT NULL;

CREATE TABLE token (
	hash    BLOB PRIMARY KEY,
	person  TEXT NOT NULL REFERENCES person (id),
	seen    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_person ON token (person);

-- The truth: what happened at each table, in order. Rows are added and never changed.
CREATE TABLE entry (
	table_id TEXT NOT NULL,
	seq      INTEGER NOT NULL,
	data     TEXT NOT NULL,
	PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- What follows from the truth, kept so that it can be searched.
CREATE TABLE game_table (
	id      TEXT PRIMARY KEY,
	seq     INTEGER NOT NULL,
	game    TEXT NOT NULL,
	status  TEXT NOT NULL,
	public  INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	wake    INTEGER NOT NULL,
	data    TEXT NOT NULL
) STRICT;
CREATE INDEX game_table_public ON game_table (status, updated DESC, id) WHERE public;
CREATE INDEX game_table_wake ON game_table (wake) WHERE wake > 0;

CREATE TABLE involved (
	table_id TEXT NOT NULL REFERENCES game_table (id),
	person   TEXT NOT NULL,
	turn     INTEGER NOT NULL,
	PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX involved_person ON involved (person);

CREATE TABLE ping (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	at INTEGER NOT NULL
) STRICT;
