-- A payin or ramp that waits for its customer's money at a locked rate is an option of that customer. What waits is limited.
ALTER TABLE org_rates ADD COLUMN open_usd numeric NOT NULL DEFAULT 0;
COMMENT ON COLUMN org_rates.open_usd IS 'Worth in US dollars of the payin or ramp that uses this lock, while it waits for its customer''s money; 0 otherwise.';
