CREATE TABLE payment_links (
  org_id         uuid        NOT NULL,
  link_id        uuid        NOT NULL,
  link_ref       text        NOT NULL CHECK (link_ref ~ '^[A-Za-z0-9_-]{24}$'),
  amount_type    text        NOT NULL CHECK (amount_type IN ('fixed', 'open')),
  amount         numeric     CHECK (amount > 0),
  currency       text        NOT NULL,
  payer_currency text        NOT NULL,
  description    text,
  email          text,
  return_url     text,
  status         text        NOT NULL CHECK (status IN ('active', 'paid', 'expired', 'disabled')),
  expires_at     timestamptz,
  quote_rate_id  uuid,
  held_by        uuid,
  held_at        timestamptz,
  payment_id     uuid,
  payments_count integer     NOT NULL DEFAULT 0 CHECK (payments_count >= 0),
  paid_total     numeric     NOT NULL DEFAULT 0 CHECK (paid_total >= 0),
  paid_at        timestamptz,
  event_sequence integer     NOT NULL DEFAULT 0 CHECK (event_sequence >= 0),
  created_by     uuid        NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, link_id),
  CHECK (amount_type = 'open' OR amount IS NOT NULL),
  CHECK ((held_by IS NULL) = (held_at IS NULL)),
  CHECK (held_by IS NULL OR (amount_type = 'fixed' AND status <> 'paid')),
  CHECK (status <> 'paid' OR amount_type = 'fixed'),
  CHECK ((paid_at IS NULL) = (payments_count = 0)),
  CHECK ((paid_at IS NULL) = (payment_id IS NULL)),
  CHECK (amount_type = 'open' OR (status = 'paid') = (payments_count > 0))
) WITH (fillfactor = 80);

COMMENT ON TABLE payment_links IS 'A page on which a customer pays an organisation. A fixed link is paid once; an open one as often as customers like.';
COMMENT ON COLUMN payment_links.link_ref IS '144 random bits: whoever knows it may see the link and pay it.';
COMMENT ON COLUMN payment_links.amount IS 'What the organisation gets for a fixed link; what is suggested to the payer of an open one.';
COMMENT ON COLUMN payment_links.payer_currency IS 'What the customer pays in; at a rate locked for the organisation when it differs from currency.';
COMMENT ON COLUMN payment_links.quote_rate_id IS 'The rate that visitors of the page are shown at present (org_rates); replaced before it expires.';
COMMENT ON COLUMN payment_links.held_by IS 'The one unfinished payment of a fixed link. Nobody else can start one until it has ended.';
COMMENT ON COLUMN payment_links.payment_id IS 'The payment that paid it, or the latest one of an open link.';

-- Visitors bring nothing but the reference. Not unique on its own: every unique index leads with the organisation, and 144 random bits do not repeat.
CREATE INDEX payment_links_by_ref ON payment_links (link_ref);
CREATE INDEX payment_links_expiring ON payment_links (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;

CREATE TABLE checkout_wrong_codes (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  count      smallint    NOT NULL CHECK (count > 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE checkout_wrong_codes IS 'Wrong one-time passwords entered on the hosted page, to tell the payer how many tries are left. The provider counts for itself and decides.';
