-- breaking
-- What an account's name is taken for at a glance, so that no other account gets a name that looks like it. It is filled in from the names by the program (names.Alike) as part of this step.
ALTER TABLE account ADD COLUMN alike TEXT NOT NULL DEFAULT '';
CREATE INDEX account_alike ON account (alike);
