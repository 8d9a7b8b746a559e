-- When the finished game of a person was last changed, so that the latest are found without a look at all the others. 0: it is not finished, or a node
-- of the version before has finished it.
ALTER TABLE involved ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
UPDATE involved SET ended = t.updated FROM game_table t WHERE t.id = involved.table_id AND t.status = 'finished';
CREATE INDEX involved_ended ON involved (person, ended DESC, table_id);

-- How many of the rated games a person has won, of the first so many. A node of the version before counts none.
ALTER TABLE rating ADD COLUMN won BIGINT NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;
UPDATE rating SET counted = games, won = (SELECT count(*) FROM finish f JOIN result r ON r.seq = f.seq WHERE f.person = rating.person AND r.game = rating.game AND f.place = 1);
CREATE INDEX rating_rank ON rating (game, points DESC, person);

-- Who may see a person's profile. Empty: everybody.
ALTER TABLE account ADD COLUMN profile TEXT NOT NULL DEFAULT '';
