-- breaking
-- Two appends of one number can follow different pasts: after a standby that lagged was promoted, or a backup restored. So a table's row names its past, and an append is
-- taken only from a node that knows the same. An older program knows no names. It is refused when it starts, and while it runs, because the column that it writes has another name.
ALTER TABLE game_table RENAME COLUMN append TO writer;
ALTER TABLE game_table ADD COLUMN tip TEXT NOT NULL DEFAULT '';

-- Keys that all nodes share.
CREATE TABLE shared_key (
	name TEXT PRIMARY KEY,
	data BYTEA NOT NULL
);
