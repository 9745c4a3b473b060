-- Outside of a transaction.
-- Matching works on a slice of the open lines at a time. It looks up by key what else is open: the lines that name the same movement, and those of the same amount.
-- Only the slices' index begins with the account: the server takes all of these indexes for empty, and where one can serve a lookup by the account alone, it may.
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_lines_open_by_key ON settlement_lines (account, line_key) WHERE match IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_lines_open_by_provider ON settlement_lines (provider_reference, gross)
  WHERE match IS NULL AND provider_reference IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_lines_open_by_us ON settlement_lines (our_reference, gross)
  WHERE match IS NULL AND our_reference IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_lines_open_by_amount ON settlement_lines (gross, currency, value_date) WHERE match IS NULL;
-- A payout batch has up to 100,000 movements; one of them is found by its amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_movements_by_group_amount ON settlement_movements (account, group_reference, amount)
  WHERE group_reference IS NOT NULL;
-- The above serve what these did.
DROP INDEX CONCURRENTLY IF EXISTS settlement_lines_open;
DROP INDEX CONCURRENTLY IF EXISTS settlement_movements_by_group;
