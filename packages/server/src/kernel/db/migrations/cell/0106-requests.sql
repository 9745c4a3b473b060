-- What a repeated request must find.

CREATE TABLE idempotency_keys (
  scope_id     uuid        NOT NULL,
  key          text        NOT NULL,
  fingerprint  bytea       NOT NULL,
  resource_id  uuid        NOT NULL,
  attempt      integer     NOT NULL DEFAULT 1,
  locked_until timestamptz NOT NULL,
  status_code  smallint,
  response     text,
  created_at   timestamptz NOT NULL,
  holder       uuid,
  PRIMARY KEY (scope_id, key),
  CHECK (length(fingerprint) = 32),
  CHECK (attempt > 0),
  CHECK (status_code BETWEEN 100 AND 599),
  CHECK ((status_code IS NULL) = (response IS NULL)),
  CHECK (length(key) BETWEEN 1 AND 255)
);
COMMENT ON TABLE idempotency_keys IS 'Requests with an Idempotency-Key, for 24 hours: which request is running, then the answer that was given.';
COMMENT ON COLUMN idempotency_keys.scope_id IS 'The organization of the caller; the user, for a caller without one; a digest of the path, for public routes.';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'HMAC-SHA-256 of caller, method, path and body under a key of the master secret: the same key with another request is a conflict. A plain digest would reveal a card number to anybody who tries its digits.';
COMMENT ON COLUMN idempotency_keys.resource_id IS 'The id of what the request creates. It is the same in every attempt, so a repeated attempt cannot create it twice.';
COMMENT ON COLUMN idempotency_keys.attempt IS 'Counts how often a request took over the key from one that died.';
COMMENT ON COLUMN idempotency_keys.response IS 'Headers and body of the answer, sealed: it may hold a secret that is shown once.';
COMMENT ON COLUMN idempotency_keys.holder IS 'Names the one request that runs under this key; only it may write the answer.';
-- For the job that deletes old ones.
CREATE INDEX idempotency_keys_by_time ON idempotency_keys USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE missing_requests (
  org_id            uuid        NOT NULL,
  reference         uuid        NOT NULL,
  payment_id        uuid        NOT NULL,
  kind              text        NOT NULL,
  doubted_at        timestamptz NOT NULL,
  waited_ms         bigint      NOT NULL DEFAULT 0,
  missing_at        timestamptz,
  missing_waited_ms bigint,
  given_up_at       timestamptz,
  found_at          timestamptz,
  remedy_reference  uuid,
  due_at            timestamptz NOT NULL,
  ask_count         integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, reference),
  CHECK (kind IN ('payment', 'refund'))
) WITH (fillfactor = 70);
COMMENT ON TABLE missing_requests IS 'Requests (attempts and refunds) that a provider did not know when it was polled. All times are of the database''s clock. A request that was given up is polled for another day.';
COMMENT ON COLUMN missing_requests.waited_ms IS 'How long processes have waited, by their monotonic clocks.';
CREATE INDEX missing_requests_due ON missing_requests (due_at);
