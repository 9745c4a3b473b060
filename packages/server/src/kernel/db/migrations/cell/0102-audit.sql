-- Who did what.

CREATE TABLE audit_log (
  org_id        uuid              NOT NULL,
  audit_id      uuid              NOT NULL,
  actor_type    audit_actor_type  NOT NULL,
  actor_id      text              NOT NULL,
  actor_user_id uuid,
  action        audit_name        NOT NULL,
  resource_type audit_name        NOT NULL,
  resource_id   audit_resource_id NOT NULL,
  changes       json,
  request_id    text,
  created_at    timestamptz       NOT NULL,
  position      chain_position,
  previous_hash bytea,
  hash          sha256_hash,
  mark          text,
  PRIMARY KEY (org_id, audit_id),
  CHECK ((position IS NULL) = (hash IS NULL) AND (hash IS NULL) = (previous_hash IS NULL))
) PARTITION BY RANGE (audit_id);
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
COMMENT ON TABLE audit_log IS 'Who changed what, append-only. No row is ever changed or deleted, but for its seal, which is set once, and its mark.';
COMMENT ON COLUMN audit_log.org_id IS 'The nil UUID stands for the platform itself.';
COMMENT ON COLUMN audit_log.position IS 'Set once, with the hashes, by the sealing job: hash = SHA-256(previous_hash, position, the columns before).';
COMMENT ON COLUMN audit_log.mark IS 'A digest of the entry, keyed by the master secret, which the database never sees: who can write to the database cannot append the entry that explains a power. Null: of a movement of money.';
-- Each month has its own such index. That no position is in two months is the sealer's work, and `verify` sees it.
CREATE UNIQUE INDEX audit_log_by_position ON audit_log_default (org_id, position) WHERE position IS NOT NULL;
CREATE INDEX audit_log_unsealed ON audit_log (audit_id) WHERE position IS NULL;
CREATE INDEX audit_log_by_resource ON audit_log (org_id, resource_type, resource_id, audit_id DESC);
CREATE INDEX audit_log_out_of_step ON audit_log (created_at, org_id, audit_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(audit_id), 0) * 16777216.0
    + get_byte(uuid_send(audit_id), 1) * 65536.0
    + get_byte(uuid_send(audit_id), 2) * 256.0
    + get_byte(uuid_send(audit_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log_default FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse_change();
SELECT make_months('audit_log', now() + interval '3 months');

CREATE TABLE audit_heads (
  org_id   uuid   NOT NULL,
  position bigint NOT NULL,
  hash     bytea  NOT NULL,
  PRIMARY KEY (org_id),
  CHECK (position > 0),
  CHECK (length(hash) = 32)
);
COMMENT ON TABLE audit_heads IS 'The end of each chain. The next seal continues there, and it shows when the last entries are missing.';

CREATE TABLE approvals (
  org_id           uuid           NOT NULL,
  approval_id      uuid           NOT NULL,
  kind             text           NOT NULL,
  subject          text           NOT NULL,
  title            text           NOT NULL,
  request          jsonb          NOT NULL,
  reasons          text[]         NOT NULL,
  approvers_needed count_of       NOT NULL,
  approver_role    text,
  status           text           NOT NULL,
  requested_by     uuid           NOT NULL,
  requested_with   uuid,
  excluded         uuid[]         NOT NULL,
  event_sequence   count_of       NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL,
  decided_at       timestamptz(3),
  call             text,
  answer           text,
  eligible         uuid[],
  PRIMARY KEY (org_id, approval_id),
  CHECK (approvers_needed >= 1),
  CHECK (approver_role IN ('org-admin', 'platform-admin')),
  CHECK (status IN ('pending', 'approved', 'rejected', 'used', 'expired'))
);
COMMENT ON TABLE approvals IS 'What waits for a second person: payouts that a policy holds, and changes that would loosen a control.';
COMMENT ON COLUMN approvals.subject IS 'The id of a payment, or a digest of what is to be changed.';
COMMENT ON COLUMN approvals.status IS 'used: the approval has carried out its change. A payment that is approved goes on by itself.';
COMMENT ON COLUMN approvals.excluded IS 'The person who asked, and the person who made the key that asked.';
COMMENT ON COLUMN approvals.eligible IS 'The people who had the power to decide when it was requested. Null: everybody who has it when deciding.';
CREATE UNIQUE INDEX approvals_open ON approvals (org_id, kind, subject) WHERE status IN ('pending', 'approved') AND kind = 'change';
CREATE INDEX approvals_of_subject ON approvals (org_id, subject);
CREATE INDEX approvals_pending ON approvals (org_id, approval_id) WHERE status = 'pending';
-- The answers that are deleted after a week, since one may hold a new API key.
CREATE INDEX approvals_answers ON approvals (created_at) WHERE answer IS NOT NULL;

CREATE TABLE approval_decisions (
  org_id      uuid           NOT NULL,
  approval_id uuid           NOT NULL,
  user_id     uuid           NOT NULL,
  decision    text           NOT NULL,
  comment     text,
  decided_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, approval_id, user_id),
  FOREIGN KEY (org_id, approval_id) REFERENCES approvals(org_id, approval_id),
  CHECK (decision IN ('approve', 'reject'))
);
COMMENT ON TABLE approval_decisions IS 'Who decided what, once for each person.';
