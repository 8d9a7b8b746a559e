-- What devices found out about a finished game, at most one analysis of each person who sat there; it was one for each game.
CREATE TABLE analysis_by (
	table_id TEXT NOT NULL REFERENCES game_table (id),
	person   TEXT NOT NULL,
	at       INTEGER NOT NULL,
	net      TEXT NOT NULL,
	depth    INTEGER NOT NULL,
	data     BLOB NOT NULL,
	PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
INSERT INTO analysis_by SELECT table_id, person, at, net, depth, data FROM analysis;
DROP TABLE analysis;
ALTER TABLE analysis_by RENAME TO analysis;
