-- When people were first told of something that is going to change.
CREATE TABLE announced (
	what TEXT PRIMARY KEY,
	at   BIGINT NOT NULL
);
