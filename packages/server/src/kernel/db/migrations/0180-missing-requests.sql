CREATE TABLE missing_requests (
  org_id            uuid NOT NULL,
  reference         uuid NOT NULL,
  payment_id        uuid NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('payment', 'refund')),
  doubted_at        timestamptz NOT NULL,
  waited_ms         bigint NOT NULL DEFAULT 0,
  missing_at        timestamptz,
  missing_waited_ms bigint,
  given_up_at       timestamptz,
  found_at          timestamptz,
  remedy_reference  uuid,
  due_at            timestamptz NOT NULL,
  ask_count         integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, reference)
) WITH (fillfactor = 70);
COMMENT ON TABLE missing_requests IS 'Requests (attempts and refunds) that a provider did not know when it was asked. All times are written and compared by the database''s clock; waited_ms is the time that processes vouch for by their monotonic clocks. One that was given up is asked about for a day more.';
CREATE INDEX missing_requests_due ON missing_requests (due_at);
