-- The embedded identity provider keeps to a schema of its own: no table outside it holds a password, a reset token or a signing key.
CREATE SCHEMA identity;

CREATE TABLE identity.accounts (
  user_id          uuid        PRIMARY KEY,
  password_hash    text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- Tokens carry the generation they were issued in; a new password starts the next one, and all older tokens are refused.
  token_generation integer     NOT NULL DEFAULT 1 CHECK (token_generation > 0),
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL
);
COMMENT ON TABLE identity.accounts IS 'People who sign in here with a password.';

CREATE TABLE identity.signing_keys (
  key_id             text        PRIMARY KEY,
  algorithm          text        NOT NULL CHECK (algorithm = 'ES256'),
  public_jwk         jsonb       NOT NULL CHECK (NOT public_jwk ? 'd'),
  private_key_sealed text        NOT NULL,
  created_at         timestamptz NOT NULL
);
COMMENT ON TABLE identity.signing_keys IS 'Keys that sign our tokens, newest in use; the private part is encrypted with the master secret.';

CREATE TABLE identity.revoked_tokens (
  user_id    uuid        NOT NULL,
  token_id   text        NOT NULL CHECK (length(token_id) BETWEEN 1 AND 100),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token_id)
);
COMMENT ON TABLE identity.revoked_tokens IS 'Tokens signed out before their time; a row may go once the token has expired anyway.';

CREATE TABLE identity.password_resets (
  token_hash bytea       PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id    uuid        NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE identity.password_resets IS 'Reset links that are still good. Using one deletes all of its user.';
CREATE INDEX password_resets_by_user ON identity.password_resets (user_id);

CREATE TABLE identity.sign_ups (
  token_hash        bytea       PRIMARY KEY CHECK (length(token_hash) = 32),
  email             text        NOT NULL,
  name              text        NOT NULL,
  country           text        NOT NULL,
  organization_name text        NOT NULL,
  password_hash     text        NOT NULL,
  expires_at        timestamptz NOT NULL,
  created_at        timestamptz NOT NULL
);
COMMENT ON TABLE identity.sign_ups IS 'Sign-ups whose e-mail address is not confirmed yet; the user exists only afterwards.';

CREATE TABLE identity.attempts (
  bucket     text        PRIMARY KEY CHECK (length(bucket) BETWEEN 1 AND 200),
  count      integer     NOT NULL CHECK (count >= 0),
  resets_at  timestamptz NOT NULL
);
COMMENT ON TABLE identity.attempts IS 'Counters that slow down guessing, shared by all processes. bucket: what is counted and a digest of for whom.';
CREATE INDEX attempts_by_reset ON identity.attempts (resets_at);
