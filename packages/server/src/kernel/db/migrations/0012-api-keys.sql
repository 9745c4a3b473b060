CREATE TABLE api_keys (
  org_id       uuid        NOT NULL REFERENCES organizations (org_id),
  api_key_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  prefix       text        NOT NULL CHECK (length(prefix) = 12),
  key_hash     bytea       NOT NULL CHECK (length(key_hash) = 32),
  status       text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  rotated_to   uuid,
  last_used_at timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, api_key_id),
  CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
);
COMMENT ON TABLE api_keys IS 'API keys by SHA-256 of the whole key. A key acts as the member who made it. "expired" is not stored: it follows from expires_at.';
-- Not unique: uniqueness of 256 random bits needs no index, and a unique one without org_id would not survive sharding.
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
