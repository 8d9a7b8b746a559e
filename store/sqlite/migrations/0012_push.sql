-- The keys by which push services know this server.
CREATE TABLE push_key (
	id   INTEGER PRIMARY KEY CHECK (id = 1),
	data BLOB NOT NULL
) STRICT;

-- Where people are told things while no page of theirs is open. A subscription counts for as long as the session of its token.
CREATE TABLE subscription (
	id       TEXT PRIMARY KEY,
	person   TEXT NOT NULL,
	token    BLOB NOT NULL UNIQUE,
	endpoint TEXT NOT NULL UNIQUE,
	key      BLOB NOT NULL,
	auth     BLOB NOT NULL,
	created  INTEGER NOT NULL,
	seen     INTEGER NOT NULL,
	reached  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_person ON subscription (person, created);

-- What people want to be told.
CREATE TABLE notices (
	person TEXT PRIMARY KEY,
	data   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
