-- People whose names are their own. folded is the name as it may be there once only.
CREATE TABLE account (
	person  TEXT PRIMARY KEY,
	folded  TEXT NOT NULL,
	kept    BIGINT NOT NULL,
	renamed BIGINT NOT NULL
);
CREATE UNIQUE INDEX account_folded ON account (folded);

-- Names that are held back for a while, as hashes: a deleted account leaves no name. person may take it again, or nobody if it is empty.
CREATE TABLE held_name (
	hash   BYTEA PRIMARY KEY,
	person TEXT NOT NULL,
	until  BIGINT NOT NULL
);
CREATE INDEX held_name_until ON held_name (until);

CREATE TABLE passkey (
	id      BYTEA PRIMARY KEY,
	person  TEXT NOT NULL,
	name    TEXT NOT NULL,
	data    BYTEA NOT NULL,
	created BIGINT NOT NULL,
	used    BIGINT NOT NULL
);
CREATE INDEX passkey_person ON passkey (person, created);

CREATE TABLE recovery_code (
	person TEXT NOT NULL,
	n      BIGINT NOT NULL,
	salt   BYTEA NOT NULL,
	hash   BYTEA NOT NULL,
	PRIMARY KEY (person, n)
);

-- What waits for its second half until a deadline, so that any node can go on with it.
CREATE TABLE waiting (
	kind     TEXT NOT NULL,
	key      TEXT NOT NULL,
	person   TEXT NOT NULL,
	data     BYTEA NOT NULL,
	deadline BIGINT NOT NULL,
	PRIMARY KEY (kind, key)
);
CREATE INDEX waiting_deadline ON waiting (deadline);
CREATE INDEX waiting_person ON waiting (person) WHERE person <> '';

ALTER TABLE token ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE token ADD COLUMN verified BIGINT NOT NULL DEFAULT 0;

-- Everything that one person said.
CREATE INDEX chat_person ON chat (person);
