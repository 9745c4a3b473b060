-- Whoever could write to the database redirected payouts by changing the account of a beneficiary. The service now seals each account under its master secret.
ALTER TABLE beneficiaries ADD COLUMN account_seal text;
COMMENT ON COLUMN beneficiaries.account_seal IS 'A digest of the account, keyed by the master secret: payouts go only to an account that the service itself stored. Null: entered by a version without seals.';
