-- Passkeys of people who sign in here (WebAuthn).
CREATE TABLE identity.passkeys (
  -- As the authenticator made it, in base64url; unique over all people.
  credential_id text        PRIMARY KEY CHECK (length(credential_id) BETWEEN 1 AND 1400),
  user_id       uuid        NOT NULL,
  name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_key    bytea       NOT NULL,
  -- How often the authenticator says that it was used; zero where it does not count. A lower one than before is a copy.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  transports    text[]      NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
COMMENT ON TABLE identity.passkeys IS 'Public keys of passkeys. Each lets its person in without a password, and stands in for a code.';
CREATE INDEX passkeys_by_user ON identity.passkeys (user_id, created_at);

CREATE TABLE identity.challenges (
  challenge  text        PRIMARY KEY CHECK (length(challenge) BETWEEN 1 AND 100),
  purpose    text        NOT NULL CHECK (purpose IN ('add', 'sign-in', 'step-up')),
  -- Null for a sign-in: nobody knows yet who it is.
  user_id    uuid,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE identity.challenges IS 'What a passkey was asked to sign. Each is good once, for its purpose and person.';
CREATE INDEX challenges_by_end ON identity.challenges (expires_at);
