-- What a device found out about a finished game, at most one analysis for each. person is whose device it was.
CREATE TABLE analysis (
	table_id TEXT PRIMARY KEY REFERENCES game_table (id),
	person   TEXT NOT NULL,
	at       INTEGER NOT NULL,
	net      TEXT NOT NULL,
	depth    INTEGER NOT NULL,
	data     BLOB NOT NULL
) STRICT, WITHOUT ROWID;
