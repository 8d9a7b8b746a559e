-- The results of rated games in one sequence without gaps, each table once.
CREATE TABLE result (
	seq      INTEGER PRIMARY KEY,
	table_id TEXT NOT NULL UNIQUE,
	game     TEXT NOT NULL,
	at       INTEGER NOT NULL
) STRICT;

-- How the people of a result finished, in the order n, and what it changed: ratings before and after. A person who was forgotten has finished, but has no ratings any more.
CREATE TABLE finish (
	seq               INTEGER NOT NULL REFERENCES result (seq),
	n                 INTEGER NOT NULL,
	person            TEXT NOT NULL,
	place             INTEGER NOT NULL,
	before_points     REAL,
	before_deviation  REAL,
	before_volatility REAL,
	before_games      INTEGER,
	before_at         INTEGER,
	points            REAL,
	deviation         REAL,
	volatility        REAL,
	games             INTEGER,
	at                INTEGER,
	PRIMARY KEY (seq, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX finish_person ON finish (person, seq);

-- Ratings after the last game of each person: the fold of what the results changed.
CREATE TABLE rating (
	person     TEXT NOT NULL,
	game       TEXT NOT NULL,
	points     REAL NOT NULL,
	deviation  REAL NOT NULL,
	volatility REAL NOT NULL,
	games      INTEGER NOT NULL,
	at         INTEGER NOT NULL,
	PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
