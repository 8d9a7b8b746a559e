-- Tournaments, each with the number of its last entry.
CREATE TABLE tournament (
	id     TEXT PRIMARY KEY,
	seq    BIGINT NOT NULL,
	public BOOLEAN NOT NULL,
	asked  BOOLEAN NOT NULL,
	over   BOOLEAN NOT NULL,
	begins BIGINT NOT NULL,
	wake   BIGINT NOT NULL,
	data   BYTEA NOT NULL
);
CREATE INDEX tournament_list ON tournament (over, begins, id);
CREATE INDEX tournament_wake ON tournament (wake) WHERE wake > 0;

-- Their journals.
CREATE TABLE tournament_entry (
	tournament TEXT NOT NULL,
	seq        BIGINT NOT NULL,
	data       BYTEA NOT NULL,
	PRIMARY KEY (tournament, seq)
);

-- Whom they concern.
CREATE TABLE tournament_person (
	person     TEXT NOT NULL,
	tournament TEXT NOT NULL,
	PRIMARY KEY (person, tournament)
);
CREATE INDEX tournament_people ON tournament_person (tournament, person);
