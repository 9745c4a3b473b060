-- What waits for a second person: payouts that a policy holds, and changes that would loosen a control.

CREATE TABLE approvals (
  org_id           uuid        NOT NULL REFERENCES organizations (org_id),
  approval_id      uuid        NOT NULL,
  kind             text        NOT NULL CHECK (kind IN ('payment', 'change')),
  -- Of a payment its id, of a change a digest of what is to be changed.
  subject          text        NOT NULL,
  title            text        NOT NULL,
  request          jsonb       NOT NULL,
  reasons          text[]      NOT NULL,
  approvers_needed count_of    NOT NULL CHECK (approvers_needed >= 1),
  approver_role    text        CHECK (approver_role IN ('org-admin')),
  status           text        NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'used', 'expired')),
  requested_by     uuid        NOT NULL,
  requested_with   uuid,
  -- Who asked, and who made the key that asked.
  excluded         uuid[]      NOT NULL,
  event_sequence   count_of    NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL,
  decided_at       timestamptz(3),
  PRIMARY KEY (org_id, approval_id)
);
COMMENT ON TABLE approvals IS 'A change that was approved is `used` when its requester has repeated it; a payment goes on by itself.';
CREATE UNIQUE INDEX approvals_open ON approvals (org_id, kind, subject) WHERE status IN ('pending', 'approved') AND kind = 'change';
CREATE INDEX approvals_of_subject ON approvals (org_id, subject);
CREATE INDEX approvals_pending ON approvals (org_id, approval_id) WHERE status = 'pending';

CREATE TABLE approval_decisions (
  org_id      uuid        NOT NULL,
  approval_id uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  decision    text        NOT NULL CHECK (decision IN ('approve', 'reject')),
  comment     text,
  decided_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, approval_id, user_id),
  FOREIGN KEY (org_id, approval_id) REFERENCES approvals (org_id, approval_id)
);
COMMENT ON TABLE approval_decisions IS 'Who decided what, once for each person.';

-- Whoever made a key may be another person than the member whom it acts as, and must not approve what it asks for.
ALTER TABLE api_keys ADD COLUMN made_by uuid;
UPDATE api_keys SET made_by = user_id;
ALTER TABLE api_keys ALTER COLUMN made_by SET NOT NULL;

-- Payouts in each clock hour, for organizations that limit them. Written in the transaction that creates the payout, under the ledger's lock.
CREATE TABLE payout_counts (
  org_id   uuid        NOT NULL,
  scope    text        NOT NULL CHECK (scope IN ('organization', 'key', 'beneficiary')),
  scope_id text        NOT NULL,
  currency text        NOT NULL,
  hour     timestamptz NOT NULL,
  count    count_of    NOT NULL,
  amount   unsigned_amount NOT NULL,
  PRIMARY KEY (org_id, scope, scope_id, currency, hour)
);
COMMENT ON TABLE payout_counts IS 'How many payouts, and of how much, were created in an hour, for the limits of an organization.';
CREATE INDEX payout_counts_old ON payout_counts (hour);
