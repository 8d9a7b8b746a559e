-- Whose turn it is changes with nearly every move, and so does the table's row: it is kept there, as the ids of people with a space before and after each.
ALTER TABLE game_table ADD COLUMN turns TEXT NOT NULL DEFAULT '';
UPDATE game_table SET turns = coalesce((SELECT ' ' || group_concat(person, ' ') || ' ' FROM involved WHERE table_id = id AND turn), '');
ALTER TABLE involved DROP COLUMN turn;
