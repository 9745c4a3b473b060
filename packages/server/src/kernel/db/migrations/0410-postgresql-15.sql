-- PostgreSQL 15 knows no STORAGE within CREATE TABLE; otherwise as before.
CREATE OR REPLACE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
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
