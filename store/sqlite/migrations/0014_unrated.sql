-- A result that hosts took out of the ratings keeps its number and changes nothing.
ALTER TABLE result ADD COLUMN void INTEGER NOT NULL DEFAULT 0;

-- Where the bots of a game stand on the scale of people: moved by so many points from where the measured ladder alone puts them, by a fit of a month. Only ever added to.
CREATE TABLE bot_offset (
	game   TEXT NOT NULL,
	month  TEXT NOT NULL,
	points REAL NOT NULL,
	games  INTEGER NOT NULL,
	at     INTEGER NOT NULL,
	PRIMARY KEY (game, month)
) STRICT, WITHOUT ROWID;
