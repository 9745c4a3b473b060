-- Keys that can do less, that say from where they were used, and that may belong to a service account instead of a person.

ALTER TABLE api_keys
  ADD COLUMN scopes               text[] CHECK (cardinality(scopes) BETWEEN 1 AND 50),
  ADD COLUMN allowed_addresses    text[] NOT NULL DEFAULT '{}' CHECK (cardinality(allowed_addresses) <= 50),
  ADD COLUMN last_used_address    text CHECK (length(last_used_address) <= 64),
  ADD COLUMN last_used_user_agent text CHECK (length(last_used_user_agent) <= 200),
  ADD COLUMN expiry_warned_at     timestamptz,
  ADD COLUMN event_sequence       integer NOT NULL DEFAULT 0 CHECK (event_sequence >= 0);
COMMENT ON COLUMN api_keys.scopes IS 'What the key may do of what its member may. Null: all of it.';
COMMENT ON COLUMN api_keys.allowed_addresses IS 'Addresses and networks that the key may be used from. Empty: any.';
COMMENT ON TABLE api_keys IS 'API keys by SHA-256 of the whole key. A key acts as a member: the person who made it, or a service account. "expired" is not stored: it follows from expires_at.';
-- The keys whose end is to be warned of.
CREATE INDEX api_keys_to_warn ON api_keys (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL AND expiry_warned_at IS NULL;

ALTER TABLE users ADD COLUMN service_of uuid REFERENCES organizations (org_id);
COMMENT ON COLUMN users.service_of IS 'Of a service account: its organization. It has no way to sign in and is never an org-admin; only API keys act as it.';
CREATE INDEX users_by_service_of ON users (service_of, user_id) WHERE service_of IS NOT NULL;
