-- Controls are over all money that leaves an organization: a refund and an accepted dispute wait for a second person too. The code knows the kinds of approvals.
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE refunds ADD COLUMN waits_for uuid;
COMMENT ON COLUMN refunds.waits_for IS 'The approval that the refund waits for; null: it was sent to its provider.';

-- A limit per key goes on with the key that replaces it.
ALTER TABLE api_keys ADD COLUMN first_key_id uuid;
COMMENT ON COLUMN api_keys.first_key_id IS 'The key that was rotated to this one, perhaps by way of others; null: this one.';
