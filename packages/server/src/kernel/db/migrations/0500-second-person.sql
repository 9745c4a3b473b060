-- An approval carries out what it approves: it keeps the sealed request, and the sealed answer for the requester.
-- A change of the platform has no organization, so its approval is filed under the nil UUID like the audit log.
ALTER TABLE approvals DROP CONSTRAINT approvals_org_id_fkey;
ALTER TABLE approvals ADD COLUMN call text;
ALTER TABLE approvals ADD COLUMN answer text;
-- Who had the power to decide when it was requested; null: everybody who has it by then.
ALTER TABLE approvals ADD COLUMN eligible uuid[];
ALTER TABLE balance_adjustments ADD COLUMN eligible uuid[];
COMMENT ON TABLE approvals IS 'A change that was approved is `used` when the approval has carried it out; a payment goes on by itself.';
-- These keep no request that could be carried out; whoever asked asks again.
UPDATE approvals SET status = 'expired', decided_at = now() WHERE kind = 'change' AND status IN ('pending', 'approved');
-- The approval by which an invite gives powers in an organization with controls.
ALTER TABLE invites ADD COLUMN approval_id uuid;
