CREATE TABLE webhook_endpoints (
  org_id                     uuid        NOT NULL,
  webhook_id                 uuid        NOT NULL,
  endpoint_url               text        NOT NULL CHECK (length(endpoint_url) BETWEEN 1 AND 2048),
  events                     text[]      CHECK (events IS NULL OR cardinality(events) > 0),
  status                     text        NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
  disabled_reason            text        CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  disabled_at                timestamptz,
  secret_sealed              text        NOT NULL,
  previous_secret_sealed     text,
  previous_secret_expires_at timestamptz,
  failing_since              timestamptz,
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  PRIMARY KEY (org_id, webhook_id),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CHECK ((previous_secret_sealed IS NULL) = (previous_secret_expires_at IS NULL))
);

COMMENT ON TABLE webhook_endpoints IS 'Where an organisation wants its events. A deleted endpoint stays as a row so that its deliveries keep their story.';
COMMENT ON COLUMN webhook_endpoints.events IS 'Subscribed event types; null means every type, also those added later.';
COMMENT ON COLUMN webhook_endpoints.secret_sealed IS 'Signing secret, encrypted under the master secret; shown to the caller once.';
COMMENT ON COLUMN webhook_endpoints.failing_since IS 'First failure of the receiver since its last success; null while it succeeds.';

CREATE INDEX webhook_endpoints_active ON webhook_endpoints (org_id) WHERE status = 'active';

-- One event to one endpoint. The id is derived from both, so the same delivery can never be written twice, and it starts with the
-- time of the event, so that rows and index entries are appended at the right edge.
CREATE FUNCTION webhook_delivery_id(event_id uuid, webhook_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (substr(event_id::text, 1, 19) || '8' || substr(encode(sha256(uuid_send(event_id) || uuid_send(webhook_id)), 'hex'), 1, 15))::uuid;

CREATE DOMAIN webhook_delivery_status AS text CHECK (VALUE IN ('pending', 'delivered', 'dead', 'canceled'));
CREATE DOMAIN webhook_fault AS text CHECK (VALUE IN ('receiver', 'system'));

CREATE TABLE webhook_deliveries (
  org_id           uuid        NOT NULL,
  webhook_id       uuid        NOT NULL,
  delivery_id      uuid        NOT NULL,
  event_id         uuid        NOT NULL,
  event_type       text        NOT NULL,
  status           webhook_delivery_status NOT NULL DEFAULT 'pending',
  tries            count_of    NOT NULL DEFAULT 0,
  attempt_count    count_of    NOT NULL DEFAULT 0,
  created_at       timestamptz NOT NULL,
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
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Nearly every row is written twice: when it waits and when it is finished. Room for the second version in every page (a fillfactor of 45)
-- gained nothing when results are recorded, and cost the commits of payments 7 % of the server's time for twice the pages.

-- Rules over several columns. They are looked at when a delivery changes, not when it is written down: a new one is the same for every
-- event but for its ids and its time, and reading these rules from the catalogue was a tenth of what a small commit of payments cost.
CREATE FUNCTION webhook_deliveries_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the columns of delivery % contradict each other', NEW.delivery_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER webhook_deliveries_rules BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
  WHEN (NOT (
    NEW.attempt_count >= NEW.tries
    AND (NEW.status = 'pending') = (NEW.due_at IS NOT NULL)
    AND (NEW.status = 'pending') = (NEW.finished_at IS NULL)
    AND (NEW.attempt_count > 0) = (NEW.attempted_at IS NOT NULL)
    AND (NEW.fault IS NULL) = (NEW.reason IS NULL)
    AND (NEW.status <> 'dead' OR NEW.fault IS NOT NULL)
  )) EXECUTE FUNCTION webhook_deliveries_refuse();

-- No foreign keys to events and endpoints: the rows are made by a join over both, nothing deletes either, and the checks would lock
-- one endpoint row from every commit that has an event.
COMMENT ON TABLE webhook_deliveries IS 'One event for one endpoint: the queue while pending, the record afterwards.';
COMMENT ON COLUMN webhook_deliveries.tries IS 'Attempts of the running retry schedule; a replay starts the schedule again.';
COMMENT ON COLUMN webhook_deliveries.attempt_count IS 'Attempts ever.';
COMMENT ON COLUMN webhook_deliveries.due_at IS 'When the next attempt may start; null once finished.';
COMMENT ON COLUMN webhook_deliveries.attempted_at IS 'Start of the last attempt; this and the columns behind it describe that attempt. Nearly all deliveries succeed at once, and theirs then costs no further row.';
COMMENT ON COLUMN webhook_deliveries.fault IS 'Whose fault the last attempt''s failure was: the receiver''s, or our own side''s; null when it was acknowledged.';
COMMENT ON COLUMN webhook_deliveries.response_body IS 'First 2 KiB of the answer, secrets removed.';
COMMENT ON COLUMN webhook_deliveries.earlier_attempts IS 'The attempts before the last, oldest first.';

-- The queue: what an endpoint has waiting, oldest first. Its leading columns let the worker hop from endpoint to endpoint.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (org_id, webhook_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (org_id, delivery_id) WHERE status = 'dead';

-- A worker's claim on a batch of deliveries of one endpoint. The claim is one row and not a mark on every delivery, because marking costs
-- as much as recording: a second version of each row. Whoever holds a claim that was deleted can no longer record.
CREATE TABLE webhook_claims (
  org_id       uuid        NOT NULL,
  webhook_id   uuid        NOT NULL,
  claim_id     uuid        NOT NULL,
  delivery_ids uuid[]      NOT NULL,
  lease_until  timestamptz NOT NULL,
  PRIMARY KEY (org_id, webhook_id, claim_id)
) WITH (toast_tuple_target = 8160); -- The ids of a batch are longer than what is compressed, and cannot be.

COMMENT ON TABLE webhook_claims IS 'Deliveries that a worker is sending: nobody else takes them before lease_until. Deleted when they are recorded, or by whoever takes over.';
COMMENT ON COLUMN webhook_claims.claim_id IS 'Ownership token: every result is recorded under it.';
