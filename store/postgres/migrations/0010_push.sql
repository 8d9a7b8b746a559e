-- The keys by which push services know this server.
CREATE TABLE push_key (
	id   BIGINT PRIMARY KEY,
	data BYTEA NOT NULL
);

-- Where people are told things while no page of theirs is open. A subscription counts for as long as the session of its token.
CREATE TABLE subscription (
	id       TEXT PRIMARY KEY,
	person   TEXT NOT NULL,
	token    BYTEA NOT NULL UNIQUE,
	endpoint TEXT NOT NULL UNIQUE,
	key      BYTEA NOT NULL,
	auth     BYTEA NOT NULL,
	created  BIGINT NOT NULL,
	seen     BIGINT NOT NULL,
	reached  BIGINT NOT NULL
);
CREATE INDEX subscription_person ON subscription (person, created);

-- What people want to be told.
CREATE TABLE notices (
	person TEXT PRIMARY KEY,
	data   BYTEA NOT NULL
);
