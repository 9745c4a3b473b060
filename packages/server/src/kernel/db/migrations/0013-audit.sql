-- The audit log: rows are inserted unsealed on the hot path, then chained by hash, organisation by organisation, by one sealing job.

CREATE DOMAIN audit_actor_type AS text CHECK (VALUE IN ('user', 'api-key', 'system'));
CREATE DOMAIN audit_name AS text CHECK (length(VALUE) BETWEEN 1 AND 100);
CREATE DOMAIN audit_resource_id AS text CHECK (length(VALUE) BETWEEN 1 AND 300);

CREATE TABLE audit_log (
  -- The nil UUID stands for what concerns the platform and no single organisation.
  org_id        uuid        NOT NULL,
  audit_id      uuid        NOT NULL,
  actor_type    audit_actor_type NOT NULL,
  actor_id      text        NOT NULL,
  actor_user_id uuid,
  action        audit_name  NOT NULL,
  resource_type audit_name  NOT NULL,
  resource_id   audit_resource_id NOT NULL,
  changes       json,
  request_id    text,
  created_at    timestamptz NOT NULL,
  -- Set once, by the sealing job: hash = SHA-256(previous_hash, position, the columns above).
  position      chain_position,
  previous_hash bytea,
  hash          sha256_hash,
  PRIMARY KEY (org_id, audit_id),
  CHECK ((position IS NULL) = (hash IS NULL) AND (hash IS NULL) = (previous_hash IS NULL))
);
COMMENT ON TABLE audit_log IS 'Who changed what, append-only. No row is ever changed or deleted, but for its seal, which is set once.';
CREATE UNIQUE INDEX audit_log_by_position ON audit_log (org_id, position) WHERE position IS NOT NULL;
CREATE INDEX audit_log_unsealed ON audit_log (audit_id) WHERE position IS NULL;
CREATE INDEX audit_log_by_resource ON audit_log (org_id, resource_type, resource_id, audit_id DESC);

CREATE TABLE audit_heads (
  org_id    uuid   PRIMARY KEY,
  position  bigint NOT NULL CHECK (position > 0),
  hash      bytea  NOT NULL CHECK (length(hash) = 32)
);
COMMENT ON TABLE audit_heads IS 'The end of each chain: where the next seal continues, and how a cut-off tail is noticed.';

CREATE FUNCTION audit_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.hash IS NULL AND NEW.hash IS NOT NULL
     AND (NEW.org_id, NEW.audit_id, NEW.actor_type, NEW.actor_id, NEW.action, NEW.resource_type, NEW.resource_id, NEW.created_at)
       = (OLD.org_id, OLD.audit_id, OLD.actor_type, OLD.actor_id, OLD.action, OLD.resource_type, OLD.resource_id, OLD.created_at)
     AND NEW.actor_user_id IS NOT DISTINCT FROM OLD.actor_user_id
     AND NEW.changes::text IS NOT DISTINCT FROM OLD.changes::text
     AND NEW.request_id IS NOT DISTINCT FROM OLD.request_id THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse_change();
