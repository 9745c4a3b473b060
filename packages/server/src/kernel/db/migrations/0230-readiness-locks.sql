-- Readiness asks for the locks of a payment too: while somebody holds one of its tables (an index built without CONCURRENTLY, a forgotten
-- transaction), no payment can be written.
CREATE OR REPLACE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
BEGIN
  LOCK TABLE idempotency_keys, payments, ledger_chains, events IN ROW EXCLUSIVE MODE;
  UPDATE readiness_probes SET probed_at = clock_timestamp() WHERE slot = pg_backend_pid() % 16;
  IF to_regclass('pg_temp.room_probe') IS NULL THEN
    CREATE TEMPORARY TABLE room_probe (filler text STORAGE PLAIN) ON COMMIT DELETE ROWS;
  END IF;
  INSERT INTO pg_temp.room_probe SELECT repeat('x', 7000) FROM generate_series(1, 32);
END
$$;

COMMENT ON FUNCTION prove_writable() IS 'Fails as a payment would when the database is read-only, full, or holds a table of the payment.';
