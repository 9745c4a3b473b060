-- Outside of a transaction.
-- Beneficiaries with the same account: a payout to one of them is a payout to the other.
CREATE INDEX CONCURRENTLY IF NOT EXISTS beneficiaries_by_account ON beneficiaries (org_id, country,
  coalesce(momo_details ->> 'phone_number', upper(bank_details ->> 'account_number')));
