-- Whoever made the key that asked for a disbursement must not approve its payout, also where a job starts it.
ALTER TABLE escrow_disbursements ADD COLUMN key_made_by uuid;
COMMENT ON COLUMN escrow_disbursements.key_made_by IS 'Who made the API key by which it was requested, retried or redirected; null when a person did it.';
