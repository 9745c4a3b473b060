-- Batches that are sent again by the calendar. The first keeps how often, how far it is and when the next run is due; each run is a batch of its own.
ALTER TABLE payout_batches ADD COLUMN repeat jsonb;
ALTER TABLE payout_batches ADD COLUMN next_run_at timestamptz(3);
ALTER TABLE payout_batches ADD COLUMN repeat_of uuid;
ALTER TABLE payout_batches ADD COLUMN repeat_run count_of;
-- A run that nobody has looked at yet: it is submitted by itself once, if its rows are those that were approved.
ALTER TABLE payout_batches ADD COLUMN submits_itself boolean NOT NULL DEFAULT false;
CREATE INDEX payout_batches_repeating ON payout_batches (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX payout_batches_unsubmitted ON payout_batches (updated_at) WHERE submits_itself;
CREATE UNIQUE INDEX payout_batches_runs ON payout_batches (org_id, repeat_of, repeat_run) WHERE repeat_of IS NOT NULL;
