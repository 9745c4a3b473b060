-- Outside of a transaction.
-- What is missing from statements is looked for from the first day that is not closed for long.
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_movements_by_time ON settlement_movements (account, currency, at, movement_id);
