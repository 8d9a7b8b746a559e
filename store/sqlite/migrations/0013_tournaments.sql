-- Tournaments, each with the number of its last entry.
CREATE TABLE tournament (
	id     TEXT PRIMARY KEY,
	seq    INTEGER NOT NULL,
	public INTEGER NOT NULL,
	asked  INTEGER NOT NULL,
	over   INTEGER NOT NULL,
	begins INTEGER NOT NULL,
	wake   INTEGER NOT NULL,
	data   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_list ON tournament (over, begins, id);
CREATE INDEX tournament_wake ON tournament (wake) WHERE wake > 0;

-- Their journals.
CREATE TABLE tournament_entry (
	tournament TEXT NOT NULL,
	seq        INTEGER NOT NULL,
	data       TEXT NOT NULL,
	PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

-- Whom they concern.
CREATE TABLE tournament_person (
	person     TEXT NOT NULL,
	tournament TEXT NOT NULL,
	PRIMARY KEY (person, tournament)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_people ON tournament_person (tournament, person);
