-- Development only: how far POST /sandbox/clock has moved the time of the deployment. Production never has a row, and refuses to start with one.
CREATE TABLE test_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  shift_ms bigint NOT NULL CHECK (shift_ms >= 0)
);
COMMENT ON TABLE test_clock IS 'How far the time of a development deployment was moved ahead, in milliseconds. No row: not at all.';

-- The time by which statements judge, where they judge by the clock of the database.
CREATE FUNCTION service_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT clock_timestamp() + coalesce((SELECT shift_ms FROM test_clock), 0) * interval ''1 millisecond''';
