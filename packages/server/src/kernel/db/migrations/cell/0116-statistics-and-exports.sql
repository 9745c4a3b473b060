-- Statistics, and exports.

-- Payments never wait for each other to be counted: a payment's transaction appends what changed, a job folds that into sums, and readers
-- add what is not folded yet.
CREATE TABLE payment_stat_changes (
  org_id         uuid              NOT NULL,
  day            date              NOT NULL,
  kind           payment_stat_kind NOT NULL,
  direction      text              NOT NULL,
  payment_method text              NOT NULL,
  country        text              NOT NULL,
  currency       text              NOT NULL,
  provider       text              NOT NULL,
  status         text              NOT NULL,
  count          integer           NOT NULL,
  volume         numeric           NOT NULL,
  fees           numeric           NOT NULL DEFAULT 0,
  outcome        text              NOT NULL DEFAULT ''
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000, vacuum_truncate = off);
COMMENT ON TABLE payment_stat_changes IS 'What changed since the last fold: every commit of payments appends to it, and one job empties it. It has no key and no index, because it is read and deleted whole.';
COMMENT ON COLUMN payment_stat_changes.day IS 'UTC day on which the payment was created; it stays the same however long the payment takes.';
COMMENT ON COLUMN payment_stat_changes.provider IS 'Who finished it. Empty while a payment is unfinished, because it may still go to another provider.';
COMMENT ON COLUMN payment_stat_changes.status IS 'Of a payment: its status, or awaiting_review. Of an attempt: its outcome.';
COMMENT ON COLUMN payment_stat_changes.count IS 'Negative for the status that a payment left.';
COMMENT ON COLUMN payment_stat_changes.fees IS 'Of the same payments as the volume, in the same currency.';
COMMENT ON COLUMN payment_stat_changes.outcome IS 'Of a failed payment: its cause. Of a completed one: the bucket of its duration. Empty for everything else.';

CREATE TABLE payment_stats (
  org_id    uuid  NOT NULL,
  grain     text  NOT NULL,
  dimension text  NOT NULL,
  period    date  NOT NULL,
  cells     jsonb NOT NULL,
  PRIMARY KEY (org_id, grain, dimension, period),
  CHECK (grain = 'day' OR extract(day FROM period) = 1),
  CHECK (dimension IN ('direction', 'provider', 'method', 'country', 'corridor', 'status', 'attempt', 'decline', 'duration')),
  CHECK (jsonb_typeof(cells) = 'array'),
  CHECK (grain IN ('day', 'month'))
) WITH (fillfactor = 50);
COMMENT ON TABLE payment_stats IS 'Payments counted along one dimension at a time, for each day and month, each organization and the whole platform (nil UUID). One job writes it.';
COMMENT ON COLUMN payment_stats.cells IS '[[value, count, completed, failed, currency, volume], ...], one for each value and currency; without currency and volume where currencies are counted together. So a year is some hundred rows, and not ten thousand.';

CREATE TABLE exports (
  org_id         uuid        NOT NULL,
  export_id      uuid        NOT NULL,
  kind           text        NOT NULL,
  format         text        NOT NULL,
  filters        jsonb       NOT NULL,
  until          timestamptz NOT NULL,
  status         text        NOT NULL,
  cursor         text,
  part_count     integer     NOT NULL DEFAULT 0,
  rows_done      bigint      NOT NULL DEFAULT 0,
  rows_total     bigint,
  size_bytes     bigint      NOT NULL DEFAULT 0,
  tries          integer     NOT NULL DEFAULT 0,
  failure_reason text,
  requested_by   uuid        NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  expires_at     timestamptz,
  PRIMARY KEY (org_id, export_id),
  CHECK (kind IN ('transactions', 'ledger', 'fees', 'audit')),
  CHECK (format IN ('csv', 'jsonl', 'parquet')),
  CHECK (status IN ('pending', 'running', 'completed', 'failed', 'expired'))
);
COMMENT ON TABLE exports IS 'Files of an organization''s own data. A worker makes them part by part. A part and the cursor after it are written together, so a crash repeats or loses nothing.';
CREATE INDEX exports_by_id ON exports (export_id);
CREATE INDEX exports_unfinished ON exports (updated_at) WHERE status IN ('pending', 'running');
CREATE INDEX exports_kept ON exports (expires_at) WHERE status = 'completed';

CREATE TABLE export_parts (
  org_id    uuid    NOT NULL,
  export_id uuid    NOT NULL,
  part      integer NOT NULL,
  content   bytea   NOT NULL,
  row_group text,
  PRIMARY KEY (org_id, export_id, part)
);
-- The parts are compressed already.
ALTER TABLE export_parts ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE export_parts IS 'The file in parts of some thousand rows, each compressed by itself (gzip). They are kept for a while, so that every process can send them.';
COMMENT ON COLUMN export_parts.row_group IS 'Of a Parquet file: what its footer says of this part, with positions in the whole file.';
