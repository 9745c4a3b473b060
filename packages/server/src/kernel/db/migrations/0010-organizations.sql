-- Organisations, people, and who belongs where.

CREATE TABLE organizations (
  org_id          uuid        PRIMARY KEY,
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  country         text        NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status          text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  features        text[]      NOT NULL DEFAULT '{}'
                              CHECK (features <@ ARRAY['payments', 'ramps', 'virtual_accounts', 'escrow', 'payment_links']),
  settings        jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'),
  kyb_status      text        NOT NULL DEFAULT 'not_started' CHECK (kyb_status IN ('not_started', 'pending', 'approved', 'rejected')),
  kyb_provider    text,
  kyb_customer_id text,
  kyb_decided_at  timestamptz,
  event_sequence  integer     NOT NULL DEFAULT 0 CHECK (event_sequence >= 0),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  CHECK (kyb_status = 'not_started' OR kyb_customer_id IS NOT NULL)
);
COMMENT ON TABLE organizations IS 'A customer of the platform. settings: {payout_review_above: {currency or *: decimal string}, margin_bps: integer}; an absent one has its default.';
-- A KYB callback names the customer in the provider's words only.
CREATE INDEX organizations_by_kyb_customer ON organizations (kyb_customer_id) WHERE kyb_customer_id IS NOT NULL;

CREATE TABLE users (
  user_id           uuid        PRIMARY KEY,
  email             text        NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  name              text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  phone             text        CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  country           text        CHECK (country ~ '^[A-Z]{2}$'),
  platform_role     text        CHECK (platform_role IN ('admin', 'staff')),
  kyc_status        text        NOT NULL DEFAULT 'not_started' CHECK (kyc_status IN ('not_started', 'pending', 'approved', 'rejected')),
  default_org_id    uuid,
  event_sequence    integer     NOT NULL DEFAULT 0 CHECK (event_sequence >= 0),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL
);
COMMENT ON TABLE users IS 'A person, once for the whole deployment; which organisations they act in is in members.';

CREATE TABLE user_identities (
  issuer     text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject    text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id    uuid        NOT NULL REFERENCES users (user_id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
COMMENT ON TABLE user_identities IS 'Whom a token speaks for: (iss, sub) of a verified JWT names exactly one user. E-mail addresses in tokens link nobody by themselves.';
CREATE INDEX user_identities_by_user ON user_identities (user_id);

CREATE TABLE members (
  org_id      uuid        NOT NULL REFERENCES organizations (org_id),
  user_id     uuid        NOT NULL,
  role        text        NOT NULL CHECK (role IN ('org-admin', 'org-member', 'org-viewer')),
  permissions text[]      NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
COMMENT ON TABLE members IS 'Membership of a user in an organisation: one role, plus single permissions granted beyond it.';
CREATE INDEX members_by_user ON members (user_id);

CREATE TABLE invites (
  org_id      uuid        NOT NULL REFERENCES organizations (org_id),
  invite_id   uuid        NOT NULL,
  email       text        NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  role        text        NOT NULL CHECK (role IN ('org-admin', 'org-member', 'org-viewer')),
  status      text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
  token_hash  bytea       NOT NULL CHECK (length(token_hash) = 32),
  invited_by  uuid        NOT NULL,
  expires_at  timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, invite_id),
  CHECK ((status = 'accepted') = (accepted_at IS NOT NULL AND accepted_by IS NOT NULL))
);
COMMENT ON TABLE invites IS 'Invitations by e-mail. Only a SHA-256 of the token is kept; the token itself exists in the mail alone.';
CREATE UNIQUE INDEX invites_one_pending_per_address ON invites (org_id, email) WHERE status = 'pending';
CREATE INDEX invites_by_token ON invites (token_hash);

CREATE TABLE kyb_callbacks (
  provider    text        NOT NULL,
  external_id text        NOT NULL CHECK (length(external_id) BETWEEN 1 AND 200),
  received_at timestamptz NOT NULL,
  body        bytea       NOT NULL,
  PRIMARY KEY (provider, external_id)
);
COMMENT ON TABLE kyb_callbacks IS 'Every verified KYB callback, once: the same one again changes nothing.';
