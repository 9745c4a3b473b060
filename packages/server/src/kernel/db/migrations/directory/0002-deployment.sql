-- What a deployment has once, and what belongs to the server it runs on.

CREATE TABLE cells (
  number     integer     NOT NULL,
  state      text        NOT NULL DEFAULT 'active',
  countries  text[]      NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (number),
  CHECK (number BETWEEN 0 AND 4095),
  CHECK (state IN ('active', 'draining'))
);
INSERT INTO cells (number) VALUES (0);
COMMENT ON TABLE cells IS 'The cells (docs/decisions/0038-cells.md): cell n is the schema cell_n, and the first one is cell 0.';
COMMENT ON COLUMN cells.state IS 'draining: the cell takes no new organization.';
COMMENT ON COLUMN cells.countries IS 'The cell takes new organizations of these countries only. Empty: of any.';

-- The position of an event says where it stands in the log. Ids and times do not: they are made before the commit, and commits come in
-- another order, so a follower that goes by them passes an event that an open transaction has still to commit. Transaction ids tell what
-- can still come: everything below the oldest open one is decided (decision 14).
--
-- The lower 44 bits of a position are the transaction id, and the upper ones the generation of the database server. The generation is the
-- WAL timeline, which every promotion of a standby raises, plus `first_generation`, which is raised when the rows are restored to another
-- server (adopt_server). So positions never go back, even where transaction ids do.
CREATE TABLE event_log (
  only_row         boolean NOT NULL DEFAULT true,
  server           text    NOT NULL,
  first_generation bigint  NOT NULL,
  bases            jsonb   NOT NULL DEFAULT '{}',
  PRIMARY KEY (only_row),
  CHECK (only_row),
  CHECK (first_generation >= 0)
);
INSERT INTO event_log (server, first_generation) SELECT system_identifier::text, 0 FROM pg_control_system();
COMMENT ON TABLE event_log IS 'One row: the database server that the positions of events come from.';
COMMENT ON COLUMN event_log.bases IS 'On Citus: what each node, by its group, adds to its generation. It is raised before a cell moves there.';
COMMENT ON COLUMN event_log.server IS 'The system identifier of the server. On a server with another one the rows were restored, and its transaction ids say nothing about theirs.';

CREATE TABLE readiness_probes (
  slot      smallint    NOT NULL,
  probed_at timestamptz NOT NULL,
  PRIMARY KEY (slot)
) WITH (fillfactor = 10);
INSERT INTO readiness_probes SELECT slot, now() FROM generate_series(0, 15) AS slot;
COMMENT ON TABLE readiness_probes IS 'prove_writable() writes here to find out whether anything can be written. There are several rows, so that processes that ask at the same moment seldom wait for each other.';

CREATE TABLE operator_runs (
  name     text           NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  seconds  numeric        NOT NULL,
  ok       boolean        NOT NULL,
  succeeded_at timestamptz(3),
  PRIMARY KEY (name),
  CHECK (name IN ('backup', 'drill', 'verify'))
);
COMMENT ON TABLE operator_runs IS 'How the last backup, drill and verify ended. A metric and `doctor` say when one is old. It proves nothing: whoever writes rows can write this one.';

CREATE TABLE test_clock (
  only_row boolean NOT NULL DEFAULT true,
  shift_ms bigint  NOT NULL,
  PRIMARY KEY (only_row),
  CHECK (only_row),
  CHECK (shift_ms >= 0)
);
COMMENT ON TABLE test_clock IS 'Development only: how far POST /sandbox/clock has moved the time ahead, in milliseconds. No row: not at all. Production refuses to start with a row.';

-- A server is never promoted a thousand times, so every generation of the new server is above those of the old one.
CREATE FUNCTION adopt_server() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here text := (SELECT system_identifier::text FROM pg_control_system());
BEGIN
  IF EXISTS (SELECT FROM event_log WHERE server <> here) THEN
    UPDATE event_log SET first_generation = first_generation + 1000, server = here WHERE server <> here;
  END IF;
END
$$;
COMMENT ON FUNCTION adopt_server() IS 'Called at every start, before anything is written: notices that the rows were restored to another database server.';

-- PL/pgSQL, because a session then plans the query once, and because Citus cannot send a body that begins with RETURN to its nodes.
CREATE FUNCTION event_position(transaction_id xid8) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT ((first_generation + ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint) << 44) | transaction_id::text::bigint
          FROM event_log WHERE only_row);
END
$$;
COMMENT ON FUNCTION event_position(xid8) IS 'The position of what that transaction writes. STABLE: the horizon must come from the snapshot that the events are read in.';

-- ALTER sets the storage, because PostgreSQL 15 knows no STORAGE within CREATE TABLE. Rows that are not compressed need real room.
CREATE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
BEGIN
  LOCK TABLE idempotency_keys, payments, ledger_chains, events IN ROW EXCLUSIVE MODE;
  UPDATE readiness_probes SET probed_at = clock_timestamp() WHERE slot = pg_backend_pid() % 16;
  IF to_regclass('pg_temp.room_probe') IS NULL THEN
    CREATE TEMPORARY TABLE room_probe (filler text) ON COMMIT DELETE ROWS;
    ALTER TABLE pg_temp.room_probe ALTER COLUMN filler SET STORAGE PLAIN;
  END IF;
  INSERT INTO pg_temp.room_probe SELECT repeat('x', 7000) FROM generate_series(1, 32);
END
$$;
COMMENT ON FUNCTION prove_writable() IS 'Fails as a payment would when the database is read-only, full, or holds a table of the payment.';

CREATE FUNCTION service_time() RETURNS timestamptz LANGUAGE sql STABLE AS
  'SELECT clock_timestamp() + coalesce((SELECT shift_ms FROM test_clock), 0) * interval ''1 millisecond''';
COMMENT ON FUNCTION service_time() IS 'The clock of the database, moved ahead by test_clock. STABLE for the reason of database_time().';

CREATE FUNCTION database_time() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()';
COMMENT ON FUNCTION database_time() IS 'The clock of the database. STABLE, unlike clock_timestamp(): on Citus a statement that changes rows may call no volatile function.';

CREATE FUNCTION take_event_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := event_position(pg_current_xact_id());
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION take_event_position() IS 'Trigger, on Citus alone: the node of the cell computes the position of an event, since followers compare it with open transactions of the node. The default of the column is computed by the coordinator or the node, depending on the plan.';
