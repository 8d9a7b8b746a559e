-- How often all sessions of an account have ended at once. What is of another epoch counts no more. limited is until when a session, or what signs in with a passkey, may
-- not do what could take the account from its person. A passkey that is asleep lets nobody in.
ALTER TABLE account ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE passkey ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE passkey ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE passkey ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;

-- The session that began what waits, if it hangs on one. What was begun before is begun again.
ALTER TABLE waiting ADD COLUMN session BLOB;
ALTER TABLE waiting ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
DELETE FROM waiting WHERE kind IN ('passkey', 'link-secret', 'link-digits', 'link-claim');

-- The tokens that count.
CREATE VIEW live_token AS SELECT t.hash, t.person, t.seen, t.agent, t.verified, t.epoch, t.limited
	FROM token t JOIN person p ON p.id = t.person LEFT JOIN account a ON a.person = coalesce(p.owner, p.id) WHERE t.epoch = coalesce(a.epoch, 0);
