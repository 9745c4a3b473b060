-- Receipts by text message, for payers who gave no e-mail address. Rows of before are sent nothing.
ALTER TABLE receipts
  ADD COLUMN sms_due_at   timestamptz,
  ADD COLUMN sms_attempts smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN receipts.sms_due_at IS 'When its text message is next handed to the hook; while one attempt runs, when the next may begin. Null: nothing to send.';
CREATE INDEX receipts_sms_due ON receipts (sms_due_at) WHERE sms_due_at IS NOT NULL;
