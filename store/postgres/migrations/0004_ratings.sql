-- The results of rated games in one sequence without gaps, each table once.
CREATE TABLE result (
	seq      BIGINT PRIMARY KEY,
	table_id TEXT NOT NULL,
	game     TEXT NOT NULL,
	at       BIGINT NOT NULL
);
CREATE UNIQUE INDEX result_table ON result (table_id);

-- The number of the last result. Whoever adds one holds this row, so that numbers have no gaps and no order but one.
CREATE TABLE last_result (
	id  BIGINT PRIMARY KEY,
	seq BIGINT NOT NULL
);
INSERT INTO last_result (id, seq) VALUES (1, 0);

-- How the people of a result finished, in the order n, and what it changed: ratings before and after. A person who was forgotten has finished, but has no ratings any more.
CREATE TABLE finish (
	seq               BIGINT NOT NULL,
	n                 BIGINT NOT NULL,
	person            TEXT NOT NULL,
	place             BIGINT NOT NULL,
	before_points     DOUBLE PRECISION,
	before_deviation  DOUBLE PRECISION,
	before_volatility DOUBLE PRECISION,
	before_games      BIGINT,
	before_at         BIGINT,
	points            DOUBLE PRECISION,
	deviation         DOUBLE PRECISION,
	volatility        DOUBLE PRECISION,
	games             BIGINT,
	at                BIGINT,
	PRIMARY KEY (seq, n)
);
CREATE INDEX finish_person ON finish (person, seq);

-- Ratings after the last game of each person: the fold of what the results changed.
CREATE TABLE rating (
	person     TEXT NOT NULL,
	game       TEXT NOT NULL,
	points     DOUBLE PRECISION NOT NULL,
	deviation  DOUBLE PRECISION NOT NULL,
	volatility DOUBLE PRECISION NOT NULL,
	games      BIGINT NOT NULL,
	at         BIGINT NOT NULL,
	PRIMARY KEY (person, game)
);
