-- Outside of a transaction.
-- The credit line at the end of a past day is the last change before it. Few postings change one, and without this index all others would be read to find it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_of_floor ON ledger_postings (org_id, account_id, position) WHERE floor IS NOT NULL;
