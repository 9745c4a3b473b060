-- Payment links, the look of their checkout, and receipts.

CREATE TABLE payment_links (
  org_id          uuid        NOT NULL,
  link_id         uuid        NOT NULL,
  link_ref        text        NOT NULL,
  amount_type     text        NOT NULL,
  amount          numeric,
  currency        text        NOT NULL,
  payer_currency  text        NOT NULL,
  description     text,
  email           text,
  return_url      text,
  status          text        NOT NULL,
  expires_at      timestamptz,
  quote_rate_id   uuid,
  held_by         uuid,
  held_at         timestamptz,
  payment_id      uuid,
  payments_count  integer     NOT NULL DEFAULT 0,
  paid_total      numeric     NOT NULL DEFAULT 0,
  paid_at         timestamptz,
  event_sequence  integer     NOT NULL DEFAULT 0,
  created_by      uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  max_quantity    integer,
  custom_fields   json        NOT NULL DEFAULT '[]',
  success_message text,
  PRIMARY KEY (org_id, link_id),
  CHECK (event_sequence >= 0),
  CHECK (amount > 0),
  CHECK (amount_type IN ('fixed', 'open')),
  CHECK (amount_type = 'open' OR amount IS NOT NULL),
  CHECK ((held_by IS NULL) = (held_at IS NULL)),
  CHECK (held_by IS NULL OR amount_type = 'fixed' AND status <> 'paid'),
  CHECK (status <> 'paid' OR amount_type = 'fixed'),
  CHECK ((paid_at IS NULL) = (payments_count = 0)),
  CHECK ((paid_at IS NULL) = (payment_id IS NULL)),
  CHECK (amount_type = 'open' OR (status = 'paid') = (payments_count > 0)),
  CHECK (link_ref ~ '^[A-Za-z0-9_-]{24}$'),
  CHECK (max_quantity BETWEEN 2 AND 100),
  CHECK (paid_total >= 0),
  CHECK (payments_count >= 0),
  CHECK (status IN ('active', 'paid', 'expired', 'disabled'))
) WITH (fillfactor = 80);
COMMENT ON TABLE payment_links IS 'A page on which a customer pays an organization. A fixed link is paid once; an open one as often as customers like.';
COMMENT ON COLUMN payment_links.link_ref IS '144 random bits: anybody who knows it may see the link and pay it.';
COMMENT ON COLUMN payment_links.amount IS 'What the organization gets for a fixed link, or what is suggested to the payer of an open one.';
COMMENT ON COLUMN payment_links.payer_currency IS 'The currency that the customer pays in. Where it differs from currency, a rate is locked for the organization.';
COMMENT ON COLUMN payment_links.quote_rate_id IS 'The rate that visitors of the page are shown at present (org_rates); replaced before it expires.';
COMMENT ON COLUMN payment_links.held_by IS 'The one unfinished payment of a fixed link. Nobody else can start one until it has ended.';
COMMENT ON COLUMN payment_links.payment_id IS 'The payment that paid it, or the latest one of an open link.';
COMMENT ON COLUMN payment_links.max_quantity IS 'How many the payer of a fixed link may buy at most, each at its amount. Null: one.';
COMMENT ON COLUMN payment_links.custom_fields IS 'What the payer is asked beside the payment. The answers are in the payment.';
-- Visitors bring nothing but the reference. Not unique: 144 random bits do not repeat.
CREATE INDEX payment_links_by_ref ON payment_links (link_ref);
CREATE INDEX payment_links_expiring ON payment_links (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;
CREATE INDEX payment_links_by_description ON payment_links (lower(description) text_pattern_ops, org_id) WHERE description IS NOT NULL;
CREATE INDEX payment_links_by_email ON payment_links (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX payment_links_by_id ON payment_links (link_id);

CREATE TABLE checkout_brands (
  org_id        uuid        NOT NULL,
  color         text,
  support_email text,
  support_phone text,
  terms_url     text,
  privacy_url   text,
  footer        text,
  embed_origins text[]      NOT NULL DEFAULT '{}',
  logo          bytea,
  logo_type     text,
  logo_hash     text,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK ((logo IS NULL) = (logo_type IS NULL) AND (logo IS NULL) = (logo_hash IS NULL)),
  CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CHECK (octet_length(logo) <= 262144)
);
COMMENT ON TABLE checkout_brands IS 'Color, logo, contact and addresses that the hosted checkout shows for an organization. No row: our own look.';
COMMENT ON COLUMN checkout_brands.embed_origins IS 'The sites that may show the checkout in a frame.';
CREATE INDEX checkout_brands_by_logo ON checkout_brands (logo_hash) WHERE logo_hash IS NOT NULL;

CREATE TABLE checkout_wrong_codes (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  count      smallint    NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  CHECK (count > 0)
);
COMMENT ON TABLE checkout_wrong_codes IS 'Wrong one-time passwords on the hosted page, to tell the payer how many tries are left. The provider counts too, and decides.';

CREATE TABLE receipts (
  org_id       uuid        NOT NULL,
  payment_id   uuid        NOT NULL,
  code         text        NOT NULL,
  language     text        NOT NULL,
  due_at       timestamptz,
  created_at   timestamptz NOT NULL,
  sms_due_at   timestamptz,
  sms_attempts smallint    NOT NULL DEFAULT 0,
  UNIQUE (code),
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE receipts IS 'Receipts of payments through the hosted checkout, with an unguessable code and the language of the payer. Written before the payment starts, shown when it has completed.';
COMMENT ON COLUMN receipts.due_at IS 'Since when it waits to be sent by e-mail. Null: nothing to send.';
COMMENT ON COLUMN receipts.sms_due_at IS 'When its text message is next handed to the hook; during an attempt, when the next one may begin. Null: nothing to send.';
CREATE INDEX receipts_due ON receipts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX receipts_sms_due ON receipts (sms_due_at) WHERE sms_due_at IS NOT NULL;
