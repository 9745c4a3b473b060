-- Outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS org_rates_waiting ON org_rates (org_id, from_currency, to_currency) WHERE open_usd > 0;
