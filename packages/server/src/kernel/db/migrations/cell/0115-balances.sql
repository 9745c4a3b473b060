-- Balances: money that is not available yet, and corrections.

CREATE TABLE pending_settlements (
  org_id     uuid            NOT NULL,
  payment_id uuid            NOT NULL,
  currency   text            NOT NULL,
  amount     positive_amount NOT NULL,
  due_at     timestamptz     NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE pending_settlements IS 'Completed payins whose money is pending, and when it becomes available. A row is deleted when its money has moved.';
CREATE INDEX pending_settlements_due ON pending_settlements (due_at);

CREATE TABLE balance_adjustments (
  adjustment_id uuid        NOT NULL,
  org_id        uuid        NOT NULL,
  currency      text        NOT NULL,
  amount        numeric     NOT NULL,
  provider      text,
  reason        text        NOT NULL,
  requested_by  uuid        NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (adjustment_id),
  CHECK (amount <> 0)
);
COMMENT ON TABLE balance_adjustments IS 'Prefunding and corrections of balances, as they were posted.';
CREATE INDEX balance_adjustments_of_organization ON balance_adjustments (org_id, adjustment_id);

CREATE TABLE settlement_cursors (
  org_id   uuid   NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (org_id)
);
COMMENT ON TABLE settlement_cursors IS 'How far each organization''s ledger was followed into settlement_movements. The keys of movements make following twice the same as once.';
