-- Controls of payouts (a policy for beneficiaries that were never paid, and the time to cool off) looked at the beneficiary and not at its account, so whoever
-- changed the account of a trusted beneficiary was paid without a second person.
ALTER TABLE beneficiaries ADD COLUMN account_since timestamptz;
COMMENT ON COLUMN beneficiaries.account_since IS 'When the current account was entered; null: with the beneficiary.';
