-- What the platform grants is approved by the platform: an organization's own admin must not let its credit line be raised.
ALTER TABLE approvals DROP CONSTRAINT approvals_approver_role_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_approver_role_check CHECK (approver_role IN ('org-admin', 'platform-admin'));
