-- Who wants to be whose friend, and since when. Two are friends when each wants the other.
CREATE TABLE friend (
	person TEXT NOT NULL,
	other  TEXT NOT NULL,
	since  INTEGER NOT NULL,
	PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX friend_other ON friend (other);

-- Who may see that a person is here, and who may ask them to a table; empty: everybody.
ALTER TABLE account ADD COLUMN presence TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN asked TEXT NOT NULL DEFAULT '';
