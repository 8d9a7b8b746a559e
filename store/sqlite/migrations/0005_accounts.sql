-- People whose names are their own. folded is the name as it may be there once only.
CREATE TABLE account (
	person  TEXT PRIMARY KEY REFERENCES person (id),
	folded  TEXT NOT NULL UNIQUE,
	kept    INTEGER NOT NULL,
	renamed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Names that are held back for a while, as hashes: a deleted account leaves no name. person may take it again, or nobody if it is empty.
CREATE TABLE held_name (
	hash   BLOB PRIMARY KEY,
	person TEXT NOT NULL,
	until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX held_name_until ON held_name (until);

CREATE TABLE passkey (
	id      BLOB PRIMARY KEY,
	person  TEXT NOT NULL REFERENCES account (person),
	name    TEXT NOT NULL,
	data    BLOB NOT NULL,
	created INTEGER NOT NULL,
	used    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_person ON passkey (person, created);

CREATE TABLE recovery_code (
	person TEXT NOT NULL REFERENCES account (person),
	n      INTEGER NOT NULL,
	salt   BLOB NOT NULL,
	hash   BLOB NOT NULL,
	PRIMARY KEY (person, n)
) STRICT, WITHOUT ROWID;

-- What waits for its second half until a deadline, so that any node and any start of the server can go on with it.
CREATE TABLE waiting (
	kind     TEXT NOT NULL,
	key      TEXT NOT NULL,
	person   TEXT NOT NULL,
	data     BLOB NOT NULL,
	deadline INTEGER NOT NULL,
	PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_deadline ON waiting (deadline);
CREATE INDEX waiting_person ON waiting (person) WHERE person <> '';

ALTER TABLE token ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE token ADD COLUMN verified INTEGER NOT NULL DEFAULT 0;

-- Everything that one person said.
CREATE INDEX chat_person ON chat (person);
