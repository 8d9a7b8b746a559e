-- Who owns a table, and whether a seat can be taken, so that both can be counted and searched.
ALTER TABLE game_table ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE game_table ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
UPDATE game_table SET owner = coalesce(json_extract(data, '$.owner'), ''),
	open = status = 'lobby' AND EXISTS (SELECT 1 FROM json_each(data, '$.places') WHERE json_extract(value, '$.kind') = 'open');
CREATE INDEX game_table_owner ON game_table (owner, status, updated);
CREATE INDEX game_table_status ON game_table (status, updated);

-- Every table there is was written by the first journal. Waking brings it into the form of the second.
UPDATE game_table SET wake = 1;

-- A table after one of its entries, so that it need not be built from its first. An archived game is its snapshot alone.
CREATE TABLE snapshot (
	table_id TEXT PRIMARY KEY REFERENCES game_table (id),
	seq      INTEGER NOT NULL,
	data     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
	table_id TEXT NOT NULL,
	n        INTEGER NOT NULL,
	person   TEXT NOT NULL,
	command  TEXT NOT NULL,
	at       INTEGER NOT NULL,
	text     TEXT NOT NULL,
	PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX chat_command ON chat (table_id, person, command);
CREATE INDEX chat_at ON chat (at);

CREATE INDEX token_seen ON token (seen);

CREATE TABLE heartbeat (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	at INTEGER NOT NULL
) STRICT;
