-- Keys begin with the table's id, so that engines that shard can shard by it. There are no references between tables: they would
-- tie together what belongs to different shards.
CREATE TABLE person (
	id      TEXT PRIMARY KEY,
	name    TEXT NOT NULL,
	owner   TEXT NOT NULL,
	created BIGINT NOT NULL
);
CREATE INDEX person_owner ON person (owner, created, id);
CREATE INDEX person_created ON person (created, id);

CREATE TABLE token (
	hash   BYTEA PRIMARY KEY,
	person TEXT NOT NULL,
	seen   BIGINT NOT NULL
);
CREATE INDEX token_person ON token (person);
CREATE INDEX token_seen ON token (seen);

-- The truth: what happened at each table, in order. Rows are added and never changed.
CREATE TABLE entry (
	table_id TEXT NOT NULL,
	seq      BIGINT NOT NULL,
	data     BYTEA NOT NULL,
	PRIMARY KEY (table_id, seq)
);

-- What follows from the truth, kept so that it can be searched. seq is the number of the last entry, and append names the append
-- that wrote it. entries and bytes count what is kept of the table's journal and snapshot.
CREATE TABLE game_table (
	id      TEXT PRIMARY KEY,
	seq     BIGINT NOT NULL,
	append  TEXT NOT NULL,
	game    TEXT NOT NULL,
	status  TEXT NOT NULL,
	owner   TEXT NOT NULL,
	public  BOOLEAN NOT NULL,
	open    BOOLEAN NOT NULL,
	updated BIGINT NOT NULL,
	wake    BIGINT NOT NULL,
	entries BIGINT NOT NULL,
	bytes   BIGINT NOT NULL,
	data    BYTEA NOT NULL
);
CREATE INDEX game_table_public ON game_table (status, updated DESC, id) WHERE public;
CREATE INDEX game_table_game ON game_table (game, status, updated DESC, id) WHERE public;
CREATE INDEX game_table_wake ON game_table (wake) WHERE wake > 0;
CREATE INDEX game_table_owner ON game_table (owner, status, updated);
CREATE INDEX game_table_status ON game_table (status, updated);

CREATE TABLE involved (
	table_id TEXT NOT NULL,
	person   TEXT NOT NULL,
	turn     BOOLEAN NOT NULL,
	PRIMARY KEY (table_id, person)
);
CREATE INDEX involved_person ON involved (person);

-- A table after one of its entries, so that it need not be built from its first. An archived game is its snapshot alone.
CREATE TABLE snapshot (
	table_id TEXT PRIMARY KEY,
	seq      BIGINT NOT NULL,
	data     BYTEA NOT NULL
);

-- The id of a command is the client's, and may hold what is no text.
CREATE TABLE chat (
	table_id TEXT NOT NULL,
	n        BIGINT NOT NULL,
	person   TEXT NOT NULL,
	command  BYTEA NOT NULL,
	at       BIGINT NOT NULL,
	text     TEXT NOT NULL,
	PRIMARY KEY (table_id, n)
);
CREATE UNIQUE INDEX chat_command ON chat (table_id, person, command);
CREATE INDEX chat_at ON chat (at);

CREATE TABLE heartbeat (
	id INTEGER PRIMARY KEY,
	at BIGINT NOT NULL
);

-- Stretches of time in which no server was alive, which tables leave out of their clocks.
CREATE TABLE outage (
	until  BIGINT PRIMARY KEY,
	length BIGINT NOT NULL
);

CREATE TABLE ping (
	node TEXT PRIMARY KEY,
	at   BIGINT NOT NULL
);
