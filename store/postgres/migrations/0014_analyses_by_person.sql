-- breaking: older nodes keep one analysis for each game.
-- What devices found out about a finished game, at most one analysis of each person who sat there.
ALTER TABLE analysis DROP CONSTRAINT analysis_pkey, ADD PRIMARY KEY (table_id, person);
