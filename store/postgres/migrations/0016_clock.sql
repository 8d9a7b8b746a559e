-- How far the time of all nodes is ahead of the database's clock, in milliseconds, as it was at since by that clock: it has gone back, and the nodes' time does not.
CREATE TABLE clock (
	id    BIGINT PRIMARY KEY,
	ahead BIGINT NOT NULL,
	since BIGINT NOT NULL
);
INSERT INTO clock (id, ahead, since) VALUES (1, 0, 0);
-- From now on by the database's clock, no longer by that of the node.
UPDATE ping SET at = 0;
