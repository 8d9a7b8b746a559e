-- A result that hosts took out of the ratings keeps its number and changes nothing.
ALTER TABLE result ADD COLUMN void BOOLEAN NOT NULL DEFAULT false;

-- Where the bots of a game stand on the scale of people: moved by so many points from where the measured ladder alone puts them, by a fit of a month. Only ever added to.
CREATE TABLE bot_offset (
	game   TEXT NOT NULL,
	month  TEXT NOT NULL,
	points DOUBLE PRECISION NOT NULL,
	games  BIGINT NOT NULL,
	at     BIGINT NOT NULL,
	PRIMARY KEY (game, month)
);
