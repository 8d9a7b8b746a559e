-- How far the time of all nodes is ahead of the database's clock, in milliseconds, as it was at since by that clock: it has gone back, and the nodes' time does not.
CREATE TABLE clock (
	id    BIGINT PRIMARY KEY,
	ahead BIGINT NOT NULL,
	since BIGINT NOT NULL
);
INSERT INTO clock (id, ahead, since) VALUES (1, 0, 0);
-- From now on by the database's clock, no longer by that of the node. The column has another name, so that an older node that still runs, whose clock may be ahead, is no witness.
ALTER TABLE ping RENAME COLUMN at TO clock;
UPDATE ping SET clock = 0;
