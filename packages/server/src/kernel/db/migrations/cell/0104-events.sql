-- The log of changes, and what follows it.

-- One row is one change of a resource, which may be several events (`payment.completed` and `transaction.updated`). They have the same
-- data, and their ids and sequences follow each other. The text that is signed, sent and shown is made from the columns. A row's id ends
-- in three zero bits, so the id of each of its events leads to it.
CREATE TABLE events (
  org_id        uuid        NOT NULL,
  event_id      uuid        NOT NULL,
  resource_type filled_text NOT NULL,
  resource_id   filled_text NOT NULL,
  sequence      count_of    NOT NULL,
  payload       text        NOT NULL,
  created_at    timestamptz NOT NULL,
  position      bigint      NOT NULL DEFAULT event_position(pg_current_xact_id()),
  types         text[]      NOT NULL,
  PRIMARY KEY (org_id, event_id)
) PARTITION BY RANGE (event_id);
CREATE TABLE events_default PARTITION OF events DEFAULT;
-- lz4, or none where the server was built without it: the default compression costs more than everything else that is done with the row.
DO $$ BEGIN
  ALTER TABLE events_default ALTER COLUMN payload SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE events_default SET (toast_tuple_target = 8160);
END $$;
COMMENT ON TABLE events IS 'Append-only log of the changes of an organization''s resources; written in the transaction of the change itself.';
COMMENT ON COLUMN events.event_id IS 'The id of the row''s first event; those of the others follow it.';
COMMENT ON COLUMN events.sequence IS 'Of the first event. It grows with every event of one resource, and receivers order by it.';
COMMENT ON COLUMN events.payload IS 'The resource after the change, as JSON; `sequence` is added to it for each event.';
COMMENT ON COLUMN events.position IS 'Followers read in this order, and only below what an open transaction may still write.';
COMMENT ON COLUMN events.types IS 'The types of the events of this change, in the order of their sequences.';
-- Two events of one resource never share a sequence: code that forgets to count fails, and confuses no receiver. Each month has its own
-- such index.
CREATE UNIQUE INDEX events_by_resource ON events_default (org_id, resource_id, sequence, resource_type);
-- A page of a frequent type is found by reading the feed. For a page of a rare type that could be millions of rows, so rare types have
-- an index. A rare type is the first of its row, so one entry finds it.
CREATE INDEX events_by_first_type ON events (org_id, (types[1]), event_id)
  WHERE types[1] NOT IN ('payment.processing', 'payment.pending', 'payment.completed', 'transaction.updated');
-- What an organization's followers read. The few rows of one position are sorted when they are read.
CREATE INDEX events_in_order ON events (org_id, position);
-- What read models follow: the payments of all organizations.
CREATE INDEX events_of_payments ON events (position) WHERE resource_type = 'payment';
CREATE INDEX events_out_of_step ON events (created_at, org_id, event_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(event_id), 0) * 16777216.0
    + get_byte(uuid_send(event_id), 1) * 65536.0
    + get_byte(uuid_send(event_id), 2) * 256.0
    + get_byte(uuid_send(event_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events_default FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_keep_their_place BEFORE UPDATE ON events FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.event_id <> OLD.event_id OR NEW.types <> OLD.types OR NEW.resource_id <> OLD.resource_id
    OR NEW.sequence <> OLD.sequence OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION refuse_change();
SELECT make_months('events', now() + interval '3 months');

CREATE TABLE followers (
  name     filled_text NOT NULL,
  position bigint      NOT NULL,
  event_id uuid        NOT NULL,
  PRIMARY KEY (name)
);
COMMENT ON TABLE followers IS 'How far each read model has followed the log. It is written in the transaction that applies the change.';
COMMENT ON COLUMN followers.event_id IS 'The row of the last applied change. Rows of the same position with a higher id are not applied.';
