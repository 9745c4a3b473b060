CREATE DOMAIN payment_kind AS text CHECK (VALUE IN ('payment', 'ramp'));
CREATE DOMAIN payment_direction AS text CHECK (VALUE IN ('inbound', 'outbound', 'external'));
CREATE DOMAIN payment_method AS text CHECK (VALUE IN ('bank_transfer', 'card', 'mobile_money', 'crypto', 'wallet'));
CREATE DOMAIN payment_status AS text
  CHECK (VALUE IN ('initiated', 'reviewed', 'confirmed', 'processing', 'pending', 'completed', 'failed', 'refunded', 'rejected', 'canceled'));

CREATE TABLE payments (
  org_id              uuid NOT NULL,
  payment_id          uuid NOT NULL,
  transaction_id      uuid NOT NULL,
  user_id             uuid NOT NULL,
  kind                payment_kind NOT NULL,
  direction           payment_direction NOT NULL,
  payment_method      payment_method NOT NULL,
  country             text NOT NULL,
  amount              positive_amount NOT NULL,
  currency            text NOT NULL,
  target_amount       positive_amount NOT NULL,
  target_currency     text NOT NULL,
  org_rate_id         uuid,
  client_reference    text,
  beneficiary_id      uuid,
  fee_ids             text[] NOT NULL,
  total_fees          unsigned_amount NOT NULL,
  details             json NOT NULL,
  created_at          timestamptz NOT NULL,
  -- What changes stands last: of a row that changes in place, the log then holds only its end.
  status              payment_status NOT NULL,
  updated_at          timestamptz NOT NULL,
  event_sequence      integer NOT NULL,
  expires_at          timestamptz,
  refunded_amount     numeric NOT NULL DEFAULT 0,
  provider            text,
  provider_payment_id text,
  provider_status     text,
  next_action         json,
  progress            json NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  CHECK (refunded_amount BETWEEN 0 AND amount)
) WITH (fillfactor = 45); -- Room for the second version of every row, since the payments of a page move on together.
COMMENT ON TABLE payments IS 'One row a payment or ramp. `details` is what was asked for and never changes; `progress` is what happened (route, attempts, timeline, ramp legs). No column that changes is indexed, so updates stay in place.';
-- As for events: fast compression or none.
DO $$ BEGIN
  ALTER TABLE payments ALTER COLUMN details SET COMPRESSION lz4, ALTER COLUMN progress SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE payments SET (toast_tuple_target = 8160);
END $$;
CREATE INDEX payments_by_transaction ON payments (transaction_id);
-- Platform people find and list payments without knowing their organisation: these two serve them, and an organisation's own searches as well.
CREATE INDEX payments_by_id ON payments (payment_id);
CREATE INDEX payments_by_client_reference ON payments (client_reference, org_id) WHERE client_reference IS NOT NULL;
CREATE INDEX payments_by_beneficiary ON payments (org_id, beneficiary_id) WHERE beneficiary_id IS NOT NULL;
CREATE INDEX payments_by_time ON payments USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);

-- The moves of api-decisions, held by the database too: whatever writes, a status never jumps.
CREATE FUNCTION payments_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status OR OLD.status || '>' || NEW.status IN (
    'initiated>processing', 'initiated>pending', 'initiated>completed', 'initiated>failed', 'initiated>reviewed',
    'reviewed>confirmed', 'reviewed>rejected',
    'confirmed>processing', 'confirmed>pending', 'confirmed>completed', 'confirmed>failed',
    'pending>processing', 'pending>completed', 'pending>failed', 'pending>canceled',
    'processing>pending', 'processing>completed', 'processing>failed',
    'completed>refunded'
  ) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'payment % may not move from % to %', OLD.payment_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_moves BEFORE UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION payments_check_move();

CREATE TABLE payment_references (
  reference  uuid NOT NULL,
  org_id     uuid NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (reference, org_id)
);
COMMENT ON TABLE payment_references IS 'Our reference at a provider (attempt or refund id) to the payment it belongs to; written once, before anything is sent. The first attempt has the payment''s own id and no row here.';

CREATE TABLE payment_checks (
  org_id      uuid NOT NULL,
  payment_id  uuid NOT NULL,
  due_at      timestamptz NOT NULL,
  check_count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, payment_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE payment_checks IS 'Unfinished payments and when to look at each again: crash recovery, polling and expiry are one queue. A finished payment has no row.';
CREATE INDEX payment_checks_due ON payment_checks (due_at);

CREATE TABLE refunds (
  org_id             uuid NOT NULL,
  refund_id          uuid NOT NULL,
  payment_id         uuid NOT NULL,
  amount             numeric NOT NULL CHECK (amount > 0),
  currency           text NOT NULL,
  reason             text NOT NULL,
  status             text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  provider           text NOT NULL,
  provider_refund_id text,
  failure_reason     text,
  requested_by       uuid NOT NULL,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (org_id, refund_id)
);
COMMENT ON TABLE refunds IS 'Money sent back to a payer. The amount is reserved on the payment before the provider is asked, so that refunds together never exceed it.';
CREATE INDEX refunds_by_payment ON refunds (org_id, payment_id);
CREATE INDEX refunds_pending ON refunds (updated_at) WHERE status = 'pending';

CREATE TABLE provider_callbacks (
  provider    text NOT NULL,
  external_id text NOT NULL,
  body        text NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at  timestamptz,
  failure     text,
  PRIMARY KEY (provider, external_id)
);
COMMENT ON TABLE provider_callbacks IS 'Verified callbacks, each stored once. One that could not be applied keeps its failure and is tried again; applied ones are deleted after a while.';
CREATE INDEX provider_callbacks_unapplied ON provider_callbacks (received_at) WHERE applied_at IS NULL;
-- For the job that deletes old ones.
CREATE INDEX provider_callbacks_by_time ON provider_callbacks USING brin (applied_at) WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE reconciliation_items (
  org_id      uuid NOT NULL,
  item_id     uuid NOT NULL,
  payment_id  uuid,
  kind        text NOT NULL,
  provider    text,
  message     text NOT NULL,
  detail      jsonb NOT NULL,
  status      text NOT NULL CHECK (status IN ('open', 'resolved')),
  resolution  text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, item_id)
);
COMMENT ON TABLE reconciliation_items IS 'Contradictions between a provider''s word and our record, for a person to resolve.';
CREATE INDEX reconciliation_items_open ON reconciliation_items (org_id, item_id) WHERE status = 'open';
CREATE UNIQUE INDEX reconciliation_items_once ON reconciliation_items (org_id, payment_id, kind, message) WHERE status = 'open';
