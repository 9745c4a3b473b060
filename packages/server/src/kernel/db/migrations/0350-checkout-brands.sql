-- How an organization looks to its customers in the hosted checkout.

CREATE TABLE checkout_brands (
  org_id        uuid        PRIMARY KEY REFERENCES organizations (org_id),
  color         text,
  support_email text,
  support_phone text,
  terms_url     text,
  privacy_url   text,
  footer        text,
  embed_origins text[]      NOT NULL DEFAULT '{}',
  logo          bytea       CHECK (octet_length(logo) <= 262144),
  logo_type     text        CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash     text,
  updated_at    timestamptz NOT NULL,
  CHECK ((logo IS NULL) = (logo_type IS NULL) AND (logo IS NULL) = (logo_hash IS NULL))
);
COMMENT ON TABLE checkout_brands IS 'Color, logo, contact and addresses that the hosted checkout shows for an organization; no row: ours. embed_origins: the sites that may show the checkout in a frame.';
CREATE INDEX checkout_brands_by_logo ON checkout_brands (logo_hash) WHERE logo_hash IS NOT NULL;
