-- Where an event stands in the log for whoever follows it. Ids and times are made before the commit, and commits come in another order: a
-- follower who goes by them passes what an open transaction has still to commit, and never sees it. Transaction ids tell what can still come:
-- everything below the oldest open one is decided (docs/decisions/0160).
--
-- A position is the transaction id below 2^44, and above it the generation of the database server: its WAL timeline, which every promotion of
-- a standby raises, counted from `first_generation`, which is raised when the rows were restored to another server (adopt_server). So the
-- positions of one log never go back, even where the transaction ids did.
CREATE TABLE event_log (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  server           text    NOT NULL,
  first_generation bigint  NOT NULL CHECK (first_generation >= 0)
);
INSERT INTO event_log (server, first_generation) SELECT system_identifier::text, 0 FROM pg_control_system();

COMMENT ON TABLE event_log IS 'One row: the database server that the positions of events come from.';
COMMENT ON COLUMN event_log.server IS 'Its system identifier. Another one means that the rows were restored there, and that its transaction ids have nothing to do with theirs.';

-- Called at every start, before anything is written. A server is never promoted a thousand times, so every generation of the new one lies
-- above every one of the old.
CREATE FUNCTION adopt_server() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here text := (SELECT system_identifier::text FROM pg_control_system());
BEGIN
  IF EXISTS (SELECT FROM event_log WHERE server <> here) THEN
    UPDATE event_log SET first_generation = first_generation + 1000, server = here WHERE server <> here;
  END IF;
END
$$;

COMMENT ON FUNCTION adopt_server() IS 'Tells the rows which database server they are on now.';

CREATE FUNCTION event_position(transaction_id xid8) RETURNS bigint LANGUAGE sql STABLE
RETURN (SELECT ((first_generation + ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint) << 44) | transaction_id::text::bigint
        FROM event_log WHERE only_row);

COMMENT ON FUNCTION event_position(xid8) IS 'The position of what that transaction writes. STABLE: the horizon must come from the snapshot that the events are read in.';

-- Events from before this migration stand at 0, in front of all others; they are decided.
ALTER TABLE events ADD COLUMN position bigint NOT NULL DEFAULT 0;
ALTER TABLE events ALTER COLUMN position SET DEFAULT event_position(pg_current_xact_id());

COMMENT ON COLUMN events.position IS 'Followers read in this order, and only below what an open transaction may still write.';

CREATE INDEX events_by_position ON events (org_id, position, event_id);
