-- Fees beside the volume that they were charged on, so that a report of fees by provider or method reads sums and no payments. Sheets that were folded
-- before have no fees until `corridor rebuild-stats` counts them anew.
ALTER TABLE payment_stat_changes ADD COLUMN fees numeric NOT NULL DEFAULT 0;
COMMENT ON COLUMN payment_stat_changes.fees IS 'Of the same payments as the volume, in the same currency.';
