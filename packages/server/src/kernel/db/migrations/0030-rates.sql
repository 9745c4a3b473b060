CREATE TABLE currency_rates (
  currency   text PRIMARY KEY CHECK (currency ~ '^[A-Z]{3,5}$'),
  per_usd    numeric NOT NULL CHECK (per_usd > 0),
  source     text NOT NULL CHECK (source IN ('table', 'feed')),
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE currency_rates IS 'Live rates as units of the currency per US dollar; every pair is crossed through USD.';

CREATE TABLE org_rates (
  org_id        uuid NOT NULL,
  org_rate_id   uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency   text NOT NULL,
  rate          numeric NOT NULL CHECK (rate > 0),
  margin_bps    integer NOT NULL CHECK (margin_bps BETWEEN 0 AND 5000),
  source        text NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id, org_rate_id)
);
COMMENT ON TABLE org_rates IS 'Rates locked for one organisation; never changed once quoted.';
CREATE INDEX org_rates_expired ON org_rates (expires_at);
