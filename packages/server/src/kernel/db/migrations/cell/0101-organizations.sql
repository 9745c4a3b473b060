-- Organizations, who belongs to them, and their keys.

CREATE TABLE organizations (
  org_id          uuid        NOT NULL,
  name            text        NOT NULL,
  country         text        NOT NULL,
  status          text        NOT NULL DEFAULT 'active',
  features        text[]      NOT NULL DEFAULT '{}',
  settings        jsonb       NOT NULL DEFAULT '{}',
  kyb_status      text        NOT NULL DEFAULT 'not_started',
  kyb_provider    text,
  kyb_customer_id text,
  kyb_decided_at  timestamptz,
  event_sequence  integer     NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  kyb_decided_by  uuid,
  kyb_review      jsonb,
  kyb_reason      text,
  PRIMARY KEY (org_id),
  CHECK (kyb_status = 'not_started' OR kyb_customer_id IS NOT NULL),
  CHECK (event_sequence >= 0),
  CHECK (features <@ ARRAY['payments', 'ramps', 'virtual_accounts', 'escrow', 'payment_links']),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (kyb_status IN ('not_started', 'pending', 'approved', 'rejected')),
  CHECK (status IN ('active', 'suspended')),
  CHECK (jsonb_typeof(settings) = 'object'),
  CHECK (country ~ '^[A-Z]{2}$')
);
COMMENT ON TABLE organizations IS 'A customer of the platform.';
COMMENT ON COLUMN organizations.settings IS '{payout_review_above: {currency or *: decimal string}, margin_bps: integer}. A setting that is absent has its default.';
COMMENT ON COLUMN organizations.kyb_decided_by IS 'The person who decided the verification. Null: it is open, or the verification provider decided.';
COMMENT ON COLUMN organizations.kyb_review IS 'What the verification provider said after the decision, where that contradicts it: {status, reason, occurred_at}. Null: nothing to review.';
COMMENT ON COLUMN organizations.kyb_reason IS 'Why the business verification was decided so, or what the verifier still asks for. Null: no reason was given.';
-- A KYB callback names the organization only by its id at the provider.
CREATE INDEX organizations_by_kyb_customer ON organizations (kyb_customer_id) WHERE kyb_customer_id IS NOT NULL;
CREATE INDEX organizations_by_kyb_review ON organizations (org_id) WHERE kyb_review IS NOT NULL;

CREATE TABLE members (
  org_id      uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  role        text        NOT NULL,
  permissions text[]      NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (role IN ('org-admin', 'org-member', 'org-viewer'))
);
COMMENT ON TABLE members IS 'Membership of a user in an organization: one role, plus single permissions granted beyond it.';
CREATE INDEX members_by_user ON members (user_id);

CREATE TABLE invites (
  org_id      uuid        NOT NULL,
  invite_id   uuid        NOT NULL,
  email       text        NOT NULL,
  role        text        NOT NULL,
  status      text        NOT NULL DEFAULT 'pending',
  token_hash  bytea       NOT NULL,
  invited_by  uuid        NOT NULL,
  expires_at  timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  approval_id uuid,
  permissions text[]      NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, invite_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK ((status = 'accepted') = (accepted_at IS NOT NULL AND accepted_by IS NOT NULL)),
  CHECK (length(token_hash) = 32),
  CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
  CHECK (role IN ('org-admin', 'org-member', 'org-viewer'))
);
COMMENT ON TABLE invites IS 'Invitations by e-mail. The token is in the e-mail alone; this table has its SHA-256.';
COMMENT ON COLUMN invites.approval_id IS 'The approval of an invite that gives powers, in an organization with controls.';
COMMENT ON COLUMN invites.permissions IS 'What the person may do beyond the role, once the invite is accepted.';
CREATE UNIQUE INDEX invites_one_pending_per_address ON invites (org_id, email) WHERE status = 'pending';
CREATE INDEX invites_by_token ON invites (token_hash);

CREATE TABLE api_keys (
  org_id               uuid        NOT NULL,
  api_key_id           uuid        NOT NULL,
  user_id              uuid        NOT NULL,
  name                 text        NOT NULL,
  prefix               text        NOT NULL,
  key_hash             bytea       NOT NULL,
  status               text        NOT NULL DEFAULT 'active',
  expires_at           timestamptz,
  revoked_at           timestamptz,
  rotated_to           uuid,
  last_used_at         timestamptz,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  made_by              uuid        NOT NULL,
  scopes               text[],
  allowed_addresses    text[]      NOT NULL DEFAULT '{}',
  last_used_address    text,
  last_used_user_agent text,
  expiry_warned_at     timestamptz,
  event_sequence       integer     NOT NULL DEFAULT 0,
  first_key_id         uuid,
  PRIMARY KEY (org_id, api_key_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (cardinality(allowed_addresses) <= 50),
  CHECK (length(name) BETWEEN 1 AND 100),
  CHECK (length(last_used_user_agent) <= 200),
  CHECK (length(last_used_address) <= 64),
  CHECK (length(key_hash) = 32),
  CHECK (event_sequence >= 0),
  CHECK (length(prefix) = 12),
  CHECK (cardinality(scopes) >= 1 AND cardinality(scopes) <= 50),
  CHECK (status IN ('active', 'revoked')),
  CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
);
COMMENT ON TABLE api_keys IS 'API keys by SHA-256 of the whole key. A key acts as a member: the person who made it, or a service account. "expired" is not stored: it follows from expires_at.';
COMMENT ON COLUMN api_keys.made_by IS 'May be another person than the member whom the key acts as, and must not approve what the key asks for.';
COMMENT ON COLUMN api_keys.scopes IS 'What the key may do of what its member may. Null: all of it.';
COMMENT ON COLUMN api_keys.allowed_addresses IS 'Addresses and networks that the key may be used from. Empty: any.';
COMMENT ON COLUMN api_keys.first_key_id IS 'The key that this one replaces, perhaps by way of others: a limit per key continues with it. Null: this one.';
-- Not unique: a digest of 256 random bits does not repeat.
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
-- The keys whose owners will be warned that they expire.
CREATE INDEX api_keys_to_warn ON api_keys (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL AND expiry_warned_at IS NULL;

CREATE TABLE saved_views (
  org_id     uuid           NOT NULL,
  view_id    uuid           NOT NULL,
  user_id    uuid           NOT NULL,
  list       filled_text    NOT NULL,
  name       filled_text    NOT NULL,
  filters    jsonb          NOT NULL,
  shared     boolean        NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (org_id, user_id, list, name),
  PRIMARY KEY (org_id, view_id),
  CHECK (jsonb_typeof(filters) = 'object')
);
COMMENT ON TABLE saved_views IS 'Lists of the dashboard as people have set them up, under a name: their own, and those that they share with their organization. Bounded for each person and each organization.';
