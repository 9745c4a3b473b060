-- People and how they sign in. A person may belong to organizations of any cell.

CREATE SCHEMA identity;

CREATE TABLE users (
  user_id        uuid        NOT NULL,
  email          text        NOT NULL,
  name           text        NOT NULL,
  phone          text,
  country        text,
  platform_role  text,
  kyc_status     text        NOT NULL DEFAULT 'not_started',
  default_org_id uuid,
  event_sequence integer     NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  service_of     uuid,
  disabled_at    timestamptz,
  UNIQUE (email),
  PRIMARY KEY (user_id),
  CHECK (platform_role IN ('admin', 'staff')),
  CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (kyc_status IN ('not_started', 'pending', 'approved', 'rejected')),
  CHECK (event_sequence >= 0),
  CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  CHECK (country ~ '^[A-Z]{2}$')
);
COMMENT ON TABLE users IS 'A person, once for the whole deployment. The organizations that the person acts in are in members of each cell.';
COMMENT ON COLUMN users.service_of IS 'Of a service account: its organization. It has no way to sign in and is never an org-admin; only API keys act as it.';
COMMENT ON COLUMN users.disabled_at IS 'Since when the person can neither sign in nor use a token or key. Null: not disabled.';
-- The people who get alerts of the platform.
CREATE INDEX users_who_administrate ON users (created_at, user_id) WHERE platform_role = 'admin';
CREATE INDEX users_by_service_of ON users (service_of, user_id) WHERE service_of IS NOT NULL;

CREATE TABLE user_identities (
  issuer     text        NOT NULL,
  subject    text        NOT NULL,
  user_id    uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  FOREIGN KEY (user_id) REFERENCES users(user_id),
  CHECK (length(subject) BETWEEN 1 AND 255),
  CHECK (length(issuer) BETWEEN 1 AND 500)
);
COMMENT ON TABLE user_identities IS 'Whom a token speaks for: issuer and subject of a verified JWT name exactly one user. The e-mail address in a token links nobody.';
CREATE INDEX user_identities_by_user ON user_identities (user_id);

CREATE TABLE identity.accounts (
  user_id          uuid        NOT NULL,
  password_hash    text        NOT NULL,
  token_generation integer     NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (token_generation > 0),
  CHECK (password_hash LIKE '$argon2id$%')
);
COMMENT ON TABLE identity.accounts IS 'People who sign in here with a password.';
COMMENT ON COLUMN identity.accounts.token_generation IS 'Tokens carry the generation that they were issued in. A new password starts the next one, and all older tokens are refused.';

CREATE TABLE identity.signing_keys (
  key_id             text        NOT NULL,
  algorithm          text        NOT NULL,
  public_jwk         jsonb       NOT NULL,
  private_key_sealed text        NOT NULL,
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (key_id),
  CHECK (NOT public_jwk ? 'd'),
  CHECK (algorithm = 'ES256')
);
COMMENT ON TABLE identity.signing_keys IS 'Keys that sign our tokens. The newest signs; the private part is encrypted with the master secret.';

CREATE TABLE identity.revoked_tokens (
  user_id    uuid        NOT NULL,
  token_id   text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token_id),
  CHECK (length(token_id) BETWEEN 1 AND 100)
);
COMMENT ON TABLE identity.revoked_tokens IS 'Tokens that were signed out before they expired. A row may go when its token has expired.';

CREATE TABLE identity.password_resets (
  token_hash bytea       NOT NULL,
  user_id    uuid        NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash),
  CHECK (length(token_hash) = 32)
);
COMMENT ON TABLE identity.password_resets IS 'Reset links that can still be used. Using one deletes all of its user.';
CREATE INDEX password_resets_by_user ON identity.password_resets (user_id);

CREATE TABLE identity.sign_ups (
  token_hash        bytea       NOT NULL,
  email             text        NOT NULL,
  name              text        NOT NULL,
  country           text        NOT NULL,
  organization_name text        NOT NULL,
  password_hash     text        NOT NULL,
  expires_at        timestamptz NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (token_hash),
  CHECK (length(token_hash) = 32)
);
COMMENT ON TABLE identity.sign_ups IS 'Sign-ups whose e-mail address is not confirmed yet; the user exists only afterwards.';

CREATE TABLE identity.attempts (
  bucket    text        NOT NULL,
  count     integer     NOT NULL,
  resets_at timestamptz NOT NULL,
  PRIMARY KEY (bucket),
  CHECK (length(bucket) BETWEEN 1 AND 200),
  CHECK (count >= 0)
);
COMMENT ON TABLE identity.attempts IS 'Counters that slow down guessing, shared by all processes.';
COMMENT ON COLUMN identity.attempts.bucket IS 'What is counted, and a digest of the person or address that it is counted for.';
CREATE INDEX attempts_by_reset ON identity.attempts (resets_at);

CREATE TABLE identity.totp (
  user_id       uuid        NOT NULL,
  secret_sealed text        NOT NULL,
  confirmed_at  timestamptz,
  last_step     bigint      NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id)
);
COMMENT ON TABLE identity.totp IS 'The authenticator app of a person.';
COMMENT ON COLUMN identity.totp.confirmed_at IS 'When a first code was given. Null: the app is not in use yet.';
COMMENT ON COLUMN identity.totp.last_step IS 'The newest time step whose code was used, so that no code is good twice.';

CREATE TABLE identity.recovery_codes (
  user_id    uuid        NOT NULL,
  code_hash  bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code_hash),
  CHECK (length(code_hash) = 32)
);
COMMENT ON TABLE identity.recovery_codes IS 'Recovery codes by their SHA-256: each replaces a lost authenticator once. The row of a used code is deleted.';

-- For people to see where they are signed in. These rows do not decide whether a token is good: its signature, its generation and
-- revoked_tokens do.
CREATE TABLE identity.sessions (
  session_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  kind         text        NOT NULL,
  generation   integer,
  address      text        NOT NULL,
  user_agent   text,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (session_id),
  CHECK (kind IN ('dashboard', 'token'))
);
COMMENT ON TABLE identity.sessions IS 'Dashboard sessions and tokens that were issued here, with where they were last used from. A row goes when its session ends or runs out.';
COMMENT ON COLUMN identity.sessions.generation IS 'The generation of the person''s tokens; a session of an earlier generation is over.';
CREATE INDEX sessions_by_user ON identity.sessions (user_id, session_id DESC);
CREATE INDEX sessions_by_end ON identity.sessions (expires_at);

CREATE TABLE identity.passkeys (
  credential_id text        NOT NULL,
  user_id       uuid        NOT NULL,
  name          text        NOT NULL,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL,
  transports    text[]      NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (credential_id),
  CHECK (counter >= 0),
  CHECK (length(credential_id) BETWEEN 1 AND 1400),
  CHECK (length(name) BETWEEN 1 AND 100)
);
COMMENT ON TABLE identity.passkeys IS 'Passkeys of people who sign in here (WebAuthn). Each replaces both password and code.';
COMMENT ON COLUMN identity.passkeys.credential_id IS 'As the authenticator made it, in base64url; unique over all people.';
COMMENT ON COLUMN identity.passkeys.counter IS 'How often the authenticator says that it was used; zero where it does not count. A counter that falls reveals a copy.';
CREATE INDEX passkeys_by_user ON identity.passkeys (user_id, created_at);

CREATE TABLE identity.challenges (
  challenge  text        NOT NULL,
  purpose    text        NOT NULL,
  user_id    uuid,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (challenge),
  CHECK (length(challenge) BETWEEN 1 AND 100),
  CHECK (purpose IN ('add', 'sign-in', 'step-up'))
);
COMMENT ON TABLE identity.challenges IS 'What a passkey was asked to sign. Each is good once, for its purpose and person.';
COMMENT ON COLUMN identity.challenges.user_id IS 'Null for a sign-in: nobody knows yet who it is.';
CREATE INDEX challenges_by_end ON identity.challenges (expires_at);

CREATE TABLE kyb_callbacks (
  provider    text        NOT NULL,
  external_id text        NOT NULL,
  received_at timestamptz NOT NULL,
  body        bytea       NOT NULL,
  PRIMARY KEY (provider, external_id),
  CHECK (length(external_id) BETWEEN 1 AND 200)
);
COMMENT ON TABLE kyb_callbacks IS 'Every verified KYB callback, once: the same one again changes nothing.';
