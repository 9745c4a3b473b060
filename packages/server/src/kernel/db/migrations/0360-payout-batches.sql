-- Lists of payouts: checked as a whole before anything is sent, approved by the hash of what was checked, and sent row by row.

CREATE TABLE payout_batches (
  org_id         uuid NOT NULL REFERENCES organizations (org_id),
  batch_id       uuid NOT NULL,
  name           text NOT NULL,
  status         text NOT NULL CHECK (status IN ('checking', 'ready', 'awaiting_approval', 'scheduled', 'sending', 'paused', 'sent', 'completed', 'canceled', 'rejected')),
  retry_of       uuid,
  duplicates     text NOT NULL CHECK (duplicates IN ('refuse', 'allow')),
  row_count      count_of NOT NULL,
  -- Rows by what became of them. A row that is checked and not sent yet is ready.
  ready_rows     count_of NOT NULL DEFAULT 0,
  invalid_rows   count_of NOT NULL DEFAULT 0,
  sent_rows      count_of NOT NULL DEFAULT 0,
  completed_rows count_of NOT NULL DEFAULT 0,
  failed_rows    count_of NOT NULL DEFAULT 0,
  canceled_rows  count_of NOT NULL DEFAULT 0,
  -- How far the check, the sending and the following of payments are. No row up to sent_to can be sent any more.
  checked_to     count_of NOT NULL DEFAULT 0,
  sent_to        count_of NOT NULL DEFAULT 0,
  followed_to    count_of NOT NULL DEFAULT 0,
  -- What the check found for the batch as a whole.
  totals         jsonb NOT NULL DEFAULT '[]',
  rates          jsonb NOT NULL DEFAULT '[]',
  problems       jsonb NOT NULL DEFAULT '[]',
  controls       jsonb,
  preview_hash   text,
  approval_id    uuid,
  scheduled_at   timestamptz(3),
  pause_reason   text,
  requester      jsonb NOT NULL,
  event_sequence count_of NOT NULL DEFAULT 0,
  lease_token    uuid,
  lease_until    timestamptz,
  follow_at      timestamptz,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  submitted_at   timestamptz(3),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  PRIMARY KEY (org_id, batch_id)
);
COMMENT ON TABLE payout_batches IS 'A list of payouts and how far it is. A payment of a batch is created under FOR SHARE of its batch, so pausing and canceling are exact.';
CREATE INDEX payout_batches_by_id ON payout_batches (batch_id);
CREATE INDEX payout_batches_checking ON payout_batches (updated_at) WHERE status = 'checking';
CREATE INDEX payout_batches_sending ON payout_batches (updated_at) WHERE status = 'sending';
CREATE INDEX payout_batches_scheduled ON payout_batches (scheduled_at) WHERE status = 'scheduled';
CREATE INDEX payout_batches_followed ON payout_batches (follow_at) WHERE follow_at IS NOT NULL;

CREATE TABLE payout_batch_rows (
  org_id          uuid NOT NULL,
  batch_id        uuid NOT NULL,
  row             integer NOT NULL CHECK (row > 0),
  -- As it was sent to us.
  input           jsonb NOT NULL,
  -- Equal for rows that pay the same: the reference where there is one, otherwise payee, amount and currency.
  same_as         text NOT NULL,
  status          text NOT NULL CHECK (status IN ('unchecked', 'ready', 'invalid', 'sent', 'completed', 'failed', 'canceled')),
  errors          jsonb,
  -- As it was checked.
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
  -- What became of it.
  payment_id      uuid,
  failure         jsonb,
  retried_in      uuid,
  PRIMARY KEY (org_id, batch_id, row)
) WITH (fillfactor = 80);
COMMENT ON TABLE payout_batch_rows IS 'The id of a row''s payment follows from batch and row, so a row can have one payment and no other.';
CREATE INDEX payout_batch_rows_same ON payout_batch_rows (org_id, batch_id, same_as, row);
CREATE INDEX payout_batch_rows_by_payee ON payout_batch_rows (org_id, batch_id, beneficiary_id) WHERE intent IS NOT NULL;
CREATE INDEX payout_batch_rows_sent ON payout_batch_rows (org_id, batch_id, row) WHERE status = 'sent';
CREATE INDEX payout_batch_rows_wrong ON payout_batch_rows (org_id, batch_id, row) WHERE status IN ('invalid', 'failed');

-- What was previewed is what is approved and sent: once a row is checked, only what became of it changes.
CREATE FUNCTION keep_previewed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'row % of payout batch % was previewed and cannot change any more', OLD.row, OLD.batch_id;
END $$;
CREATE TRIGGER payout_batch_rows_kept BEFORE UPDATE ON payout_batch_rows FOR EACH ROW
  WHEN (OLD.status <> 'unchecked' AND NEW.status <> 'unchecked'
    AND (OLD.input, OLD.amount, OLD.currency, OLD.target_amount, OLD.target_currency, OLD.beneficiary_id, OLD.intent)
      IS DISTINCT FROM (NEW.input, NEW.amount, NEW.currency, NEW.target_amount, NEW.target_currency, NEW.beneficiary_id, NEW.intent))
  EXECUTE FUNCTION keep_previewed_rows();

-- When each provider may be sent the next payouts of batches; every worker goes by it.
CREATE TABLE payout_paces (
  provider text PRIMARY KEY,
  free_at  timestamptz NOT NULL
);
COMMENT ON TABLE payout_paces IS 'Payouts of batches are spread out for each provider.';

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN ('payment', 'change', 'payout_batch'));
