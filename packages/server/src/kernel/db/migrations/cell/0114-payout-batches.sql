-- Payout batches: many payouts in one file.

-- A batch is checked as a whole before anything is sent, approved by the hash of what was checked, and sent row by row.
CREATE TABLE payout_batches (
  org_id         uuid           NOT NULL,
  batch_id       uuid           NOT NULL,
  name           text           NOT NULL,
  status         text           NOT NULL,
  retry_of       uuid,
  duplicates     text           NOT NULL,
  row_count      count_of       NOT NULL,
  -- How many rows are in which status.
  ready_rows     count_of       NOT NULL DEFAULT 0,
  invalid_rows   count_of       NOT NULL DEFAULT 0,
  sent_rows      count_of       NOT NULL DEFAULT 0,
  completed_rows count_of       NOT NULL DEFAULT 0,
  failed_rows    count_of       NOT NULL DEFAULT 0,
  canceled_rows  count_of       NOT NULL DEFAULT 0,
  -- How far the check, the sending and the following of payments are.
  checked_to     count_of       NOT NULL DEFAULT 0,
  sent_to        count_of       NOT NULL DEFAULT 0,
  followed_to    count_of       NOT NULL DEFAULT 0,
  -- What the check found for the batch as a whole.
  totals         jsonb          NOT NULL DEFAULT '[]',
  rates          jsonb          NOT NULL DEFAULT '[]',
  problems       jsonb          NOT NULL DEFAULT '[]',
  controls       jsonb,
  preview_hash   text,
  approval_id    uuid,
  scheduled_at   timestamptz(3),
  pause_reason   text,
  requester      jsonb          NOT NULL,
  event_sequence count_of       NOT NULL DEFAULT 0,
  lease_token    uuid,
  lease_until    timestamptz,
  follow_at      timestamptz,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  submitted_at   timestamptz(3),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  released_by    jsonb,
  erased_at      timestamptz(3),
  repeat         jsonb,
  next_run_at    timestamptz(3),
  repeat_of      uuid,
  repeat_run     count_of,
  submits_itself boolean        NOT NULL DEFAULT false,
  check_names    boolean        NOT NULL DEFAULT false,
  named_to       count_of       NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, batch_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (status IN ('checking', 'ready', 'awaiting_approval', 'scheduled', 'sending', 'paused', 'sent', 'completed', 'canceled', 'rejected')),
  CHECK (duplicates IN ('refuse', 'allow'))
);
COMMENT ON TABLE payout_batches IS 'A list of payouts, and how far it is. A payment of a batch is created under FOR SHARE of its batch, so pausing and canceling are exact.';
COMMENT ON COLUMN payout_batches.ready_rows IS 'Checked, and not sent yet.';
COMMENT ON COLUMN payout_batches.sent_to IS 'No row up to this one will be sent again.';
COMMENT ON COLUMN payout_batches.released_by IS 'Who let the batch go: submitted it, or resumed it last. It is sent only while that person may pay.';
COMMENT ON COLUMN payout_batches.erased_at IS 'When the personal data of its rows was erased.';
COMMENT ON COLUMN payout_batches.repeat IS 'Of a batch that is sent again by the calendar: how often, and how far it is. Each run is a batch of its own.';
COMMENT ON COLUMN payout_batches.submits_itself IS 'A run that nobody has looked at yet: it is submitted by itself once, if its rows are those that were approved.';
COMMENT ON COLUMN payout_batches.check_names IS 'Whether a provider is asked for the holders of the bank accounts.';
COMMENT ON COLUMN payout_batches.named_to IS 'Up to which row it was asked.';
CREATE INDEX payout_batches_by_id ON payout_batches (batch_id);
CREATE INDEX payout_batches_checking ON payout_batches (updated_at) WHERE status = 'checking';
CREATE INDEX payout_batches_sending ON payout_batches (updated_at) WHERE status = 'sending';
CREATE INDEX payout_batches_scheduled ON payout_batches (scheduled_at) WHERE status = 'scheduled';
CREATE INDEX payout_batches_followed ON payout_batches (follow_at) WHERE follow_at IS NOT NULL;
CREATE INDEX payout_batches_by_name ON payout_batches (lower(name) text_pattern_ops, org_id);
CREATE INDEX payout_batches_to_erase ON payout_batches (finished_at) WHERE finished_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX payout_batches_repeating ON payout_batches (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX payout_batches_unsubmitted ON payout_batches (updated_at) WHERE submits_itself;
CREATE UNIQUE INDEX payout_batches_runs ON payout_batches (org_id, repeat_of, repeat_run) WHERE repeat_of IS NOT NULL;

CREATE TABLE payout_batch_rows (
  org_id          uuid    NOT NULL,
  batch_id        uuid    NOT NULL,
  "row"           integer NOT NULL,
  input           jsonb   NOT NULL,
  same_as         text    NOT NULL,
  status          text    NOT NULL,
  errors          jsonb,
  -- Results of the check.
  beneficiary_id  uuid,
  beneficiary_at  timestamptz(3),
  amount          unsigned_amount,
  currency        text,
  target_amount   unsigned_amount,
  target_currency text,
  fee             unsigned_amount,
  org_rate_id     uuid,
  provider        text,
  intent          jsonb,
  -- The payment, and how it ended.
  payment_id      uuid,
  failure         jsonb,
  retried_in      uuid,
  PRIMARY KEY (org_id, batch_id, "row"),
  CHECK (status IN ('unchecked', 'ready', 'invalid', 'sent', 'completed', 'failed', 'canceled')),
  CHECK ("row" > 0)
) WITH (fillfactor = 80);
COMMENT ON TABLE payout_batch_rows IS 'The payouts of a batch. The id of a row''s payment follows from batch and row, so a row has one payment at most.';
COMMENT ON COLUMN payout_batch_rows.input IS 'As it was sent to us.';
COMMENT ON COLUMN payout_batch_rows.same_as IS 'Equal for rows that pay the same: the reference where there is one, otherwise payee, amount and currency.';
CREATE INDEX payout_batch_rows_same ON payout_batch_rows (org_id, batch_id, same_as, row);
CREATE TRIGGER payout_batch_rows_kept BEFORE UPDATE ON payout_batch_rows FOR EACH ROW
  WHEN (OLD.status <> 'unchecked' AND NEW.status <> 'unchecked'
    AND (OLD.input, OLD.amount, OLD.currency, OLD.target_amount, OLD.target_currency, OLD.beneficiary_id, OLD.intent)
      IS DISTINCT FROM (NEW.input, NEW.amount, NEW.currency, NEW.target_amount, NEW.target_currency, NEW.beneficiary_id, NEW.intent))
  EXECUTE FUNCTION keep_previewed_rows();
