-- What tells whether a payment could be written now, and who holds an idempotency key.

-- Several rows, so that processes that ask at the same moment seldom wait for each other.
CREATE TABLE readiness_probes (
  slot      smallint    PRIMARY KEY,
  probed_at timestamptz NOT NULL
) WITH (fillfactor = 10);

INSERT INTO readiness_probes SELECT slot, now() FROM generate_series(0, 15) AS slot;

COMMENT ON TABLE readiness_probes IS 'Written by prove_writable() to find out whether anything can be written at all. Holds nothing of worth.';

-- An UPDATE of an old row proves that the server takes writes and makes them durable, but not that there is room: it finds its place in a page that is
-- there. So pages are added to a temporary table too, which costs neither log nor fsync and is cut to nothing again when the transaction commits.
CREATE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE readiness_probes SET probed_at = clock_timestamp() WHERE slot = pg_backend_pid() % 16;
  IF to_regclass('pg_temp.room_probe') IS NULL THEN
    CREATE TEMPORARY TABLE room_probe (filler text STORAGE PLAIN) ON COMMIT DELETE ROWS;
  END IF;
  INSERT INTO pg_temp.room_probe SELECT repeat('x', 7000) FROM generate_series(1, 32);
END
$$;

COMMENT ON FUNCTION prove_writable() IS 'Fails as a payment would when the database is read-only or full.';

ALTER TABLE idempotency_keys ADD COLUMN holder uuid;

COMMENT ON COLUMN idempotency_keys.holder IS 'Names the one request that runs under this key now; only it may settle the key. Null: taken by a version that knew no holders.';
COMMENT ON COLUMN idempotency_keys.attempt IS 'Counts take-overs.';
