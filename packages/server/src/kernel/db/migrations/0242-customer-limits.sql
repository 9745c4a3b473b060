-- Limits per customer: payments are counted by the e-mail address and the phone numbers that name the payer, each as a digest.
ALTER TABLE payout_counts DROP CONSTRAINT payout_counts_scope_check;
ALTER TABLE payout_counts ADD CONSTRAINT payout_counts_scope_check CHECK (scope IN ('organization', 'key', 'beneficiary', 'customer'));
COMMENT ON TABLE payout_counts IS 'How many payouts, and of how much, were created in an hour, for the limits of an organization. Those of a customer count its payins too.';
