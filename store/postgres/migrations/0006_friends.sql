-- Who wants to be whose friend, and since when. Two are friends when each wants the other.
CREATE TABLE friend (
	person TEXT NOT NULL,
	other  TEXT NOT NULL,
	since  BIGINT NOT NULL,
	PRIMARY KEY (person, other)
);
CREATE INDEX friend_other ON friend (other);

-- Who may see that a person is here, and who may ask them to a table. Empty: everybody.
ALTER TABLE account ADD COLUMN presence TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN asked TEXT NOT NULL DEFAULT '';
