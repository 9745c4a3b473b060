-- Receipts of payments that were made through the hosted checkout.

CREATE TABLE receipts (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  code       text        NOT NULL UNIQUE,
  language   text        NOT NULL,
  due_at     timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE receipts IS 'The short, unguessable name of a payment''s receipt and the language of its payer; written before the payment is started, shown once it has completed. due_at: since when it waits to be sent by e-mail.';
CREATE INDEX receipts_due ON receipts (due_at) WHERE due_at IS NOT NULL;
