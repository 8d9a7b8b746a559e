-- What a device found out about a finished game, at most one analysis for each. person is whose device it was.
CREATE TABLE analysis (
	table_id TEXT PRIMARY KEY,
	person   TEXT NOT NULL,
	at       BIGINT NOT NULL,
	net      TEXT NOT NULL,
	depth    BIGINT NOT NULL,
	bytes    BIGINT NOT NULL,
	data     BYTEA NOT NULL
);
