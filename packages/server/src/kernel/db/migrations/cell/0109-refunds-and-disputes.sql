-- Refunds and disputes: money that goes back to payers.

CREATE TABLE refunds (
  org_id             uuid        NOT NULL,
  refund_id          uuid        NOT NULL,
  payment_id         uuid        NOT NULL,
  amount             numeric     NOT NULL,
  currency           text        NOT NULL,
  reason             text        NOT NULL,
  status             text        NOT NULL,
  provider           text        NOT NULL,
  provider_refund_id text,
  failure_reason     text,
  requested_by       uuid,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  waits_for          uuid,
  PRIMARY KEY (org_id, refund_id),
  CHECK (amount > 0),
  CHECK (status IN ('pending', 'completed', 'failed'))
);
COMMENT ON TABLE refunds IS 'Money sent back to a payer. The amount is reserved on the payment before the provider is asked, so that refunds together never exceed it.';
COMMENT ON COLUMN refunds.requested_by IS 'Null for a refund that was made at the provider''s own dashboard.';
COMMENT ON COLUMN refunds.waits_for IS 'The approval that the refund waits for. Null: none.';
CREATE INDEX refunds_by_payment ON refunds (org_id, payment_id);
CREATE INDEX refunds_pending ON refunds (updated_at) WHERE status = 'pending';
-- A refund that was made at the provider is recorded once.
CREATE UNIQUE INDEX refunds_made_elsewhere ON refunds (org_id, provider, provider_refund_id) WHERE requested_by IS NULL;
-- The platform's people list and find refunds without knowing their organization.
CREATE INDEX refunds_by_id ON refunds (refund_id);
CREATE INDEX refunds_out_of_step ON refunds (created_at, org_id, refund_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(refund_id), 0) * 16777216.0
    + get_byte(uuid_send(refund_id), 1) * 65536.0
    + get_byte(uuid_send(refund_id), 2) * 256.0
    + get_byte(uuid_send(refund_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';

CREATE TABLE disputes (
  org_id              uuid            NOT NULL,
  dispute_id          uuid            NOT NULL,
  payment_id          uuid            NOT NULL,
  provider            text            NOT NULL,
  provider_dispute_id text            NOT NULL,
  reference           uuid            NOT NULL,
  status              dispute_status  NOT NULL,
  provider_status     text            NOT NULL,
  currency            text            NOT NULL,
  amount              positive_amount NOT NULL,
  fee                 unsigned_amount NOT NULL,
  reason              text,
  respond_by          timestamptz,
  responded_at        timestamptz,
  reminded_at         timestamptz,
  last_word_at        timestamptz,
  event_sequence      integer         NOT NULL,
  created_at          timestamptz     NOT NULL,
  updated_at          timestamptz     NOT NULL,
  UNIQUE (org_id, provider, provider_dispute_id),
  PRIMARY KEY (org_id, dispute_id)
);
COMMENT ON TABLE disputes IS 'Money that payers'' banks ask back. Amount and fee are held in the ledger until the dispute is decided.';
COMMENT ON COLUMN disputes.reference IS 'Our reference of the attempt that collected the money.';
COMMENT ON COLUMN disputes.responded_at IS 'When its evidence was handed over, or it was accepted; set before the provider is told.';
COMMENT ON COLUMN disputes.last_word_at IS 'When the newest applied update happened, as the provider says.';
CREATE INDEX disputes_of_payment ON disputes (org_id, payment_id);
-- The platform's people list the disputes of all organizations.
CREATE INDEX disputes_by_id ON disputes (dispute_id);
-- For the job that reminds before a deadline, and ends what passed it.
CREATE INDEX disputes_to_answer ON disputes (respond_by) WHERE status = 'needs_response';
CREATE TRIGGER disputes_moves BEFORE UPDATE OF status ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_check_move();

CREATE TABLE dispute_evidence (
  org_id       uuid        NOT NULL,
  dispute_id   uuid        NOT NULL,
  evidence_id  uuid        NOT NULL,
  name         text        NOT NULL,
  body_text    text,
  content_type text,
  content      bytea,
  created_by   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, dispute_id, evidence_id),
  FOREIGN KEY (org_id, dispute_id) REFERENCES disputes(org_id, dispute_id),
  CHECK ((content IS NULL) = (content_type IS NULL)),
  CHECK ((body_text IS NULL) = (content IS NOT NULL))
);
COMMENT ON TABLE dispute_evidence IS 'What an organization says against a dispute: texts and files, collected here and handed over together.';
