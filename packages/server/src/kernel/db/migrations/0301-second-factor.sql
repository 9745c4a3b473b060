-- A second factor of the embedded identity provider.

CREATE TABLE identity.totp (
  user_id       uuid        PRIMARY KEY,
  secret_sealed text        NOT NULL,
  confirmed_at  timestamptz,
  last_step     bigint      NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL
);
COMMENT ON TABLE identity.totp IS 'The authenticator app of a person. Unconfirmed until a first code was given. last_step: the newest time step whose code was used, so that no code is good twice.';

CREATE TABLE identity.recovery_codes (
  user_id    uuid        NOT NULL,
  code_hash  bytea       NOT NULL CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE identity.recovery_codes IS 'Codes that each stand in once for a lost authenticator, by SHA-256. A used one is gone.';
