-- Lists of one game, also of a game that is rarely played.
CREATE INDEX game_table_game ON game_table (game, status, updated DESC, id) WHERE public;
