-- Rates as organizations use them.

CREATE TABLE org_rates (
  org_id        uuid        NOT NULL,
  org_rate_id   uuid        NOT NULL,
  from_currency text        NOT NULL,
  to_currency   text        NOT NULL,
  rate          numeric     NOT NULL,
  margin_bps    integer     NOT NULL,
  source        text        NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  amount        numeric,
  usd_per_unit  numeric     NOT NULL,
  counted_usd   numeric     NOT NULL DEFAULT 0,
  used_by       uuid,
  used_at       timestamptz,
  quote         jsonb,
  open_usd      numeric     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, org_rate_id),
  CHECK (jsonb_typeof(quote) = 'object'),
  CHECK (margin_bps BETWEEN 0 AND 5000),
  CHECK (amount > 0),
  CHECK ((used_by IS NULL) = (used_at IS NULL)),
  CHECK (counted_usd >= 0),
  CHECK (usd_per_unit >= 0),
  CHECK (rate > 0)
);
COMMENT ON TABLE org_rates IS 'Rates locked for one organization. The rate never changes; used_by names the one payment or transfer that used it.';
COMMENT ON COLUMN org_rates.amount IS 'The most that may be converted, in from_currency. Null: any amount.';
COMMENT ON COLUMN org_rates.usd_per_unit IS 'Worth of one unit of from_currency in US dollars when the rate was locked.';
COMMENT ON COLUMN org_rates.counted_usd IS 'What this lock has added to rate_exposures so far; a lock that is used again after a failed payment is not counted twice.';
COMMENT ON COLUMN org_rates.quote IS 'What a quote fixes beside the rate: direction, method, country, fee, route, expected arrival. Within one currency its rate is 1. Null: a plain rate lock.';
COMMENT ON COLUMN org_rates.open_usd IS 'Worth in US dollars of the payin or ramp that uses this lock, while it waits for its customer''s money; otherwise 0. Its sum is limited, because a locked rate is an option of the customer meanwhile.';
CREATE INDEX org_rates_expired ON org_rates (expires_at);
CREATE INDEX org_rates_open ON org_rates (org_id, expires_at) WHERE used_by IS NULL;
CREATE INDEX org_rates_waiting ON org_rates (org_id, from_currency, to_currency) WHERE open_usd > 0;

CREATE TABLE rate_exposures (
  org_id        uuid        NOT NULL,
  from_currency text        NOT NULL,
  to_currency   text        NOT NULL,
  hour          timestamptz NOT NULL,
  usd           numeric     NOT NULL,
  PRIMARY KEY (org_id, from_currency, to_currency, hour),
  CHECK (usd >= 0)
) WITH (fillfactor = 50); -- Every conversion changes the row of its hour.
COMMENT ON TABLE rate_exposures IS 'What an organization has locked or converted in one direction of a pair and one hour of the clock, in US dollars. Its row lock guards the check of the limit.';
CREATE INDEX rate_exposures_by_hour ON rate_exposures (hour);
