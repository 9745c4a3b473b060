-- What some corridors require of a payee, beside name and account.

ALTER TABLE beneficiaries ADD COLUMN party jsonb;
COMMENT ON COLUMN beneficiaries.party IS 'Address, birth and document, where a corridor needs them. Read when a payout is sent, and not kept with it.';
