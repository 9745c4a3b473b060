-- Ways out of an escrow: a disbursement that failed can be sent elsewhere, and a share that cannot be paid goes back to who funded the project.

ALTER TABLE escrow_disbursements ADD COLUMN beneficiary_id uuid;
COMMENT ON COLUMN escrow_disbursements.beneficiary_id IS 'Whom it was sent to instead; null: the party''s own beneficiary, or the payer of a refund.';

ALTER TABLE escrow_disbursements DROP CONSTRAINT escrow_disbursements_status_check;
ALTER TABLE escrow_disbursements ADD CONSTRAINT escrow_disbursements_status_check
  CHECK (status IN ('pending', 'completed', 'failed', 'returned') AND (status <> 'returned' OR kind = 'release'));
ALTER TABLE escrow_disbursements ADD CHECK (beneficiary_id IS NULL OR method = 'payout');
CREATE INDEX escrow_disbursements_of_payment ON escrow_disbursements (org_id, escrow_id, payment_id) WHERE payment_id IS NOT NULL;

ALTER TABLE escrow_milestones ADD COLUMN returned_total numeric NOT NULL DEFAULT 0 CHECK (returned_total >= 0);
ALTER TABLE escrow_milestones ADD CHECK (disbursed_total + returned_total <= expected_disbursement);
ALTER TABLE escrow_milestones ADD CHECK (returned_total = 0 OR status = 'disbursed');
COMMENT ON COLUMN escrow_milestones.returned_total IS 'Shares of a released milestone that went back to who funded the project.';
