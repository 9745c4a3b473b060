CREATE DOMAIN event_type AS text CHECK (VALUE ~ '^[a-z_]+(\.[a-z_]+)+$');

-- The event log. One row is one event, with the exact text that is signed, sent and shown: nothing is rendered twice, so a number
-- or a key order can never differ between the log, a delivery and its replay.
CREATE TABLE events (
  org_id        uuid        NOT NULL,
  event_id      uuid        NOT NULL,
  type          event_type  NOT NULL,
  resource_type filled_text NOT NULL,
  resource_id   filled_text NOT NULL,
  sequence      count_of    NOT NULL,
  payload       text        NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id, event_id)
);

COMMENT ON TABLE events IS 'Append-only log of what happened to an organisation''s resources; written in the transaction of the change itself.';
COMMENT ON COLUMN events.payload IS 'The envelope as it is signed and sent, byte for byte.';
COMMENT ON COLUMN events.sequence IS 'Grows with every event of one resource; receivers order by it.';

-- A payload is longer than the 2 kB from which PostgreSQL compresses, and its old compression costs more than all else that is done with
-- the row. lz4 costs next to nothing; a server that was built without it (the embedded one) keeps the text as it is.
DO $$ BEGIN
  ALTER TABLE events ALTER COLUMN payload SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE events SET (toast_tuple_target = 8160);
END $$;

-- Two events of one resource can never share a sequence: whoever forgets to count fails instead of confusing receivers.
CREATE UNIQUE INDEX events_by_resource ON events (org_id, resource_id, sequence, resource_type);

-- The feed, newest first, and time ranges.
CREATE INDEX events_by_time ON events (org_id, created_at, event_id);

-- A page of a frequent type is found by walking the feed. A rare type would walk millions of rows for a page, so only those are
-- indexed; indexing all types would put a fourth index into the commit of every payment.
CREATE INDEX events_by_rare_type ON events (org_id, type, created_at, event_id)
  WHERE type NOT IN ('payment.processing', 'payment.pending', 'payment.completed', 'transaction.updated');

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
