-- Events on their way to the endpoints of organizations.

CREATE TABLE webhook_endpoints (
  org_id                     uuid        NOT NULL,
  webhook_id                 uuid        NOT NULL,
  endpoint_url               text        NOT NULL,
  events                     text[],
  status                     text        NOT NULL,
  disabled_reason            text,
  disabled_at                timestamptz,
  secret_sealed              text        NOT NULL,
  previous_secret_sealed     text,
  previous_secret_expires_at timestamptz,
  failing_since              timestamptz,
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  outage_told_at             timestamptz,
  made_by                    uuid,
  PRIMARY KEY (org_id, webhook_id),
  CHECK (status IN ('active', 'disabled', 'deleted')),
  CHECK ((previous_secret_sealed IS NULL) = (previous_secret_expires_at IS NULL)),
  CHECK (events IS NULL OR cardinality(events) > 0),
  CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CHECK (length(endpoint_url) BETWEEN 1 AND 2048)
);
COMMENT ON TABLE webhook_endpoints IS 'Where an organization wants its events. A deleted endpoint keeps its row, so that the history of its deliveries stays.';
COMMENT ON COLUMN webhook_endpoints.events IS 'Subscribed event types. Null: every type, also those that are added later.';
COMMENT ON COLUMN webhook_endpoints.secret_sealed IS 'Signing secret, encrypted under the master secret; shown to the caller once.';
COMMENT ON COLUMN webhook_endpoints.failing_since IS 'The first failure of the receiver since its last success. Null: the last delivery succeeded.';
COMMENT ON COLUMN webhook_endpoints.outage_told_at IS 'When the admins were told of an outage, once for each. Null, or before failing_since: not of this one.';
COMMENT ON COLUMN webhook_endpoints.made_by IS 'The member who answers for the endpoint: registered it, or took it over. Null: not recorded.';
CREATE INDEX webhook_endpoints_active ON webhook_endpoints (org_id) WHERE status = 'active';

CREATE TABLE webhook_deliveries (
  org_id           uuid                    NOT NULL,
  webhook_id       uuid                    NOT NULL,
  delivery_id      uuid                    NOT NULL,
  event_id         uuid                    NOT NULL,
  event_type       text                    NOT NULL,
  status           webhook_delivery_status NOT NULL DEFAULT 'pending',
  tries            count_of                NOT NULL DEFAULT 0,
  attempt_count    count_of                NOT NULL DEFAULT 0,
  created_at       timestamptz             NOT NULL,
  due_at           timestamptz,
  finished_at      timestamptz,
  attempted_at     timestamptz,
  latency_ms       count_of,
  status_code      smallint,
  fault            webhook_fault,
  reason           text,
  detail           text,
  response_body    text,
  earlier_attempts jsonb,
  PRIMARY KEY (org_id, webhook_id, delivery_id)
) PARTITION BY RANGE (delivery_id);
CREATE TABLE webhook_deliveries_default PARTITION OF webhook_deliveries DEFAULT
  WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE webhook_deliveries IS 'One event for one endpoint: the queue while pending, the record afterwards.';
COMMENT ON COLUMN webhook_deliveries.tries IS 'Attempts of the running retry schedule; a replay starts the schedule again.';
COMMENT ON COLUMN webhook_deliveries.attempt_count IS 'Attempts ever.';
COMMENT ON COLUMN webhook_deliveries.due_at IS 'When the next attempt may start; null once finished.';
COMMENT ON COLUMN webhook_deliveries.attempted_at IS 'Start of the last attempt, which this column and the next ones describe. Nearly all deliveries succeed at once, so an attempt seldom needs a row of its own.';
COMMENT ON COLUMN webhook_deliveries.fault IS 'Whose fault the failure of the last attempt was: the receiver''s or our own. Null: the receiver acknowledged.';
COMMENT ON COLUMN webhook_deliveries.response_body IS 'First 2 KiB of the answer, secrets removed.';
COMMENT ON COLUMN webhook_deliveries.earlier_attempts IS 'The attempts before the last, oldest first.';
-- The queue of each endpoint, oldest first. A worker skips from endpoint to endpoint by the first columns.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (org_id, webhook_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (org_id, delivery_id) WHERE status = 'dead';
CREATE TRIGGER webhook_deliveries_rules BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
  WHEN (NOT (
    NEW.attempt_count >= NEW.tries
    AND (NEW.status = 'pending') = (NEW.due_at IS NOT NULL)
    AND (NEW.status = 'pending') = (NEW.finished_at IS NULL)
    AND (NEW.attempt_count > 0) = (NEW.attempted_at IS NOT NULL)
    AND (NEW.fault IS NULL) = (NEW.reason IS NULL)
    AND (NEW.status <> 'dead' OR NEW.fault IS NOT NULL)
  )) EXECUTE FUNCTION webhook_deliveries_refuse();
SELECT make_months('webhook_deliveries', now() + interval '3 months');

-- A claim is one row for a batch of deliveries of one endpoint. A mark on every delivery was rejected: it costs as much as recording the
-- result, a second version of each row.
CREATE TABLE webhook_claims (
  org_id       uuid        NOT NULL,
  webhook_id   uuid        NOT NULL,
  claim_id     uuid        NOT NULL,
  delivery_ids uuid[]      NOT NULL,
  lease_until  timestamptz NOT NULL,
  PRIMARY KEY (org_id, webhook_id, claim_id)
) WITH (toast_tuple_target = 8160); -- The ids of a batch are long enough to be compressed, and random.
COMMENT ON TABLE webhook_claims IS 'Deliveries that a worker is sending: nobody else takes them before lease_until. The row is deleted when the results are recorded, or when another worker takes over.';
COMMENT ON COLUMN webhook_claims.claim_id IS 'Ownership token: a result is recorded only while the claim exists.';
