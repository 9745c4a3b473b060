-- Requests sent with an Idempotency-Key. Local to the request frame: no module reads it.

CREATE TABLE idempotency_keys (
  scope_id     uuid        NOT NULL,
  key          text        NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint  bytea       NOT NULL CHECK (length(fingerprint) = 32),
  resource_id  uuid        NOT NULL,
  attempt      integer     NOT NULL DEFAULT 1 CHECK (attempt > 0),
  locked_until timestamptz NOT NULL,
  status_code  smallint    CHECK (status_code BETWEEN 100 AND 599),
  response     text,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (scope_id, key),
  CHECK ((status_code IS NULL) = (response IS NULL))
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

COMMENT ON TABLE idempotency_keys IS 'One row per Idempotency-Key for 24 hours: who is working on it, then the answer that was given.';
COMMENT ON COLUMN idempotency_keys.scope_id IS 'The organisation; the user for callers of none; a digest of the path for public routes.';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'SHA-256 of method, path and body: the same key with another request is a conflict.';
COMMENT ON COLUMN idempotency_keys.resource_id IS 'Id for what the request creates, kept over every attempt, so that a repeated attempt cannot create it twice.';
COMMENT ON COLUMN idempotency_keys.attempt IS 'Counts take-overs; only the attempt that holds the lease may write the answer.';
COMMENT ON COLUMN idempotency_keys.response IS 'Headers and body of the answer, sealed: it may hold a secret that is shown once.';
