-- When the finished game of a person was last changed, so that the latest are found without a look at all the others; 0: it is not finished.
ALTER TABLE involved ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
UPDATE involved SET ended = coalesce((SELECT t.updated FROM game_table t WHERE t.id = involved.table_id AND t.status = 'finished'), 0);
CREATE INDEX involved_ended ON involved (person, ended DESC, table_id);
DROP INDEX involved_person;

-- How many of the rated games a person has won.
ALTER TABLE rating ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
UPDATE rating SET won = (SELECT count(*) FROM finish f JOIN result r ON r.seq = f.seq WHERE f.person = rating.person AND r.game = rating.game AND f.place = 1);
CREATE INDEX rating_rank ON rating (game, points DESC, person);

-- Who may see a person's profile; empty: everybody.
ALTER TABLE account ADD COLUMN profile TEXT NOT NULL DEFAULT '';
