-- Counts of payments, kept up to date without touching the payments' own rows or waiting for each other:
-- a payment's transaction appends what changed, a job folds that into sums, and readers add what is not folded yet.

CREATE DOMAIN payment_stat_kind AS text CHECK (VALUE IN ('payment', 'attempt'));

CREATE TABLE payment_stat_changes (
  org_id         uuid    NOT NULL,
  day            date    NOT NULL,
  kind           payment_stat_kind NOT NULL,
  direction      text    NOT NULL,
  payment_method text    NOT NULL,
  country        text    NOT NULL,
  currency       text    NOT NULL,
  provider       text    NOT NULL,
  status         text    NOT NULL,
  count          integer NOT NULL,
  volume         numeric NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000, vacuum_truncate = off);

-- vacuum_truncate is off because giving pages back takes a lock that commits of payments would wait for; the folding job does it after a backlog.

COMMENT ON TABLE payment_stat_changes IS 'What changed since the last fold: a queue, appended to by every commit of payments and emptied by one job. No key and no index: it is read and deleted whole.';
COMMENT ON COLUMN payment_stat_changes.day IS 'UTC day on which the payment was created; it stays the same however long the payment takes.';
COMMENT ON COLUMN payment_stat_changes.provider IS 'Who finished it; empty while a payment is unfinished, because until then it may still go to another one.';
COMMENT ON COLUMN payment_stat_changes.status IS 'Of a payment: its status, or awaiting_review. Of an attempt: its outcome.';
COMMENT ON COLUMN payment_stat_changes.count IS 'Negative for what a payment was before.';

CREATE TABLE payment_stats (
  org_id    uuid  NOT NULL,
  grain     text  NOT NULL CHECK (grain IN ('day', 'month')),
  dimension text  NOT NULL CHECK (dimension IN ('direction', 'provider', 'method', 'country', 'corridor', 'status', 'attempt')),
  period    date  NOT NULL,
  cells     jsonb NOT NULL CHECK (jsonb_typeof(cells) = 'array'),
  PRIMARY KEY (org_id, grain, dimension, period),
  CHECK (grain = 'day' OR date_part('day', period) = 1)
) WITH (fillfactor = 50);

COMMENT ON TABLE payment_stats IS 'Payments counted along one dimension at a time, per day and per month, per organisation and for the whole platform (nil UUID). Written by one job only.';
COMMENT ON COLUMN payment_stats.cells IS '[[value, count, completed, failed, currency, volume], ...], one per value and currency; without currency and volume where currencies are not told apart. A year is read as some hundred rows instead of ten thousand.';
