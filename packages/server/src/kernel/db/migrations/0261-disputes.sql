-- Disputes: a payer's bank asks for the money of a payment back. The payment keeps its status; the dispute is a resource of its own.

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_purpose_check;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_purpose_check CHECK (purpose IN (
  'settlement', 'pending_settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit', 'disputes', 'virtual_account', 'escrow', 'ramp_clearing',
  'suspense', 'adjustments', 'sandbox'));

CREATE DOMAIN dispute_status AS text CHECK (VALUE IN ('needs_response', 'under_review', 'won', 'lost', 'accepted', 'expired'));

CREATE TABLE disputes (
  org_id              uuid NOT NULL,
  dispute_id          uuid NOT NULL,
  payment_id          uuid NOT NULL,
  provider            text NOT NULL,
  provider_dispute_id text NOT NULL,
  -- Our reference of the attempt that collected the money.
  reference           uuid NOT NULL,
  status              dispute_status NOT NULL,
  provider_status     text NOT NULL,
  currency            text NOT NULL,
  amount              positive_amount NOT NULL,
  fee                 unsigned_amount NOT NULL,
  reason              text,
  respond_by          timestamptz,
  -- When its evidence was handed over, or it was accepted; set before the provider is asked.
  responded_at        timestamptz,
  reminded_at         timestamptz,
  last_word_at        timestamptz,
  event_sequence      integer NOT NULL,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (org_id, dispute_id),
  UNIQUE (org_id, provider, provider_dispute_id)
);
COMMENT ON TABLE disputes IS 'What payers'' banks ask back. Amount and fee are held in the ledger until the dispute is decided.';
CREATE INDEX disputes_of_payment ON disputes (org_id, payment_id);
-- For platform staff, who list those of all organizations.
CREATE INDEX disputes_by_id ON disputes (dispute_id);
-- For the job that reminds before a deadline, and ends what passed it.
CREATE INDEX disputes_to_answer ON disputes (respond_by) WHERE status = 'needs_response';

CREATE FUNCTION disputes_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status OR OLD.status || '>' || NEW.status IN (
    'needs_response>under_review', 'needs_response>won', 'needs_response>lost', 'needs_response>accepted', 'needs_response>expired',
    'under_review>needs_response', 'under_review>won', 'under_review>lost', 'under_review>accepted',
    'won>needs_response', 'won>lost',
    'expired>under_review', 'expired>won'
  ) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'dispute % may not move from % to %', OLD.dispute_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER disputes_moves BEFORE UPDATE OF status ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_check_move();

CREATE TABLE dispute_evidence (
  org_id       uuid NOT NULL,
  dispute_id   uuid NOT NULL,
  evidence_id  uuid NOT NULL,
  name         text NOT NULL,
  body_text    text,
  content_type text,
  content      bytea,
  created_by   uuid NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, dispute_id, evidence_id),
  FOREIGN KEY (org_id, dispute_id) REFERENCES disputes (org_id, dispute_id),
  CHECK ((body_text IS NULL) = (content IS NOT NULL)),
  CHECK ((content IS NULL) = (content_type IS NULL))
);
COMMENT ON TABLE dispute_evidence IS 'What an organization says against a dispute: texts and files, collected here and handed over together.';

ALTER TABLE refunds ALTER COLUMN requested_by DROP NOT NULL;
COMMENT ON COLUMN refunds.requested_by IS 'Null for a refund that was made at the provider, past us.';
-- The same one twice is one.
CREATE UNIQUE INDEX refunds_made_elsewhere ON refunds (org_id, provider, provider_refund_id) WHERE requested_by IS NULL;
