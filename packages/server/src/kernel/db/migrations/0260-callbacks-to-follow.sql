-- A callback that only makes us poll is answered before the provider is polled. Until then it is due: at once after a crash, later after a failure.
ALTER TABLE provider_callbacks ADD COLUMN due_at timestamptz;
COMMENT ON COLUMN provider_callbacks.due_at IS 'When a worker takes it up; null for one that was applied. The process that answered it works on it at once, and the time is its lease.';
UPDATE provider_callbacks SET due_at = received_at + interval '1 minute' WHERE applied_at IS NULL;
DROP INDEX provider_callbacks_unapplied;
CREATE INDEX provider_callbacks_due ON provider_callbacks (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE provider_callbacks IS 'Verified callbacks, each stored once, also those of a kind that we do not know. One that is still to be followed, or could not be applied, is due; applied ones are deleted after a while.';
