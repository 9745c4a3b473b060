-- Providers, their prices and their money, which all organizations share.

CREATE TABLE provider_settings (
  provider   text        NOT NULL,
  sealed     text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (provider)
);
COMMENT ON TABLE provider_settings IS 'What a third-party provider needs to know, keys included: one sealed JSON text each. A provider without a row does not exist here.';

CREATE TABLE provider_configs (
  config_id              uuid        NOT NULL,
  org_id                 uuid,
  provider               text        NOT NULL,
  country                text        NOT NULL,
  payment_method         text        NOT NULL,
  direction              text        NOT NULL,
  api_version            text,
  priority               integer     NOT NULL,
  is_active              boolean     NOT NULL,
  webhook_required       boolean     NOT NULL,
  min_amount             numeric,
  max_amount             numeric,
  description            text,
  webhook_url            text,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  settlement_delay_hours integer,
  PRIMARY KEY (config_id),
  CHECK (min_amount IS NULL OR max_amount IS NULL OR min_amount <= max_amount),
  CHECK (settlement_delay_hours BETWEEN 1 AND 8760),
  CHECK (priority >= 0),
  CHECK (payment_method IN ('bank_transfer', 'card', 'mobile_money', 'crypto', 'wallet')),
  CHECK (min_amount >= 0),
  CHECK (max_amount > 0),
  CHECK (direction IN ('inbound', 'outbound', 'external')),
  CHECK (country ~ '^[A-Z]{2}$')
);
COMMENT ON TABLE provider_configs IS 'Which provider serves a corridor (country, method, direction), in which order; org_id null means every organization.';
COMMENT ON COLUMN provider_configs.settlement_delay_hours IS 'How long after completion the provider hands a payin over; until then its money is pending. Null: available at once.';
CREATE INDEX provider_configs_corridor ON provider_configs (country, payment_method, direction);

CREATE TABLE stops (
  stop_id        uuid        NOT NULL,
  flow           text        NOT NULL,
  org_id         uuid,
  country        text,
  payment_method text,
  reason         text        NOT NULL,
  stopped_at     timestamptz NOT NULL,
  PRIMARY KEY (stop_id),
  CHECK (flow IN ('payouts', 'payins', 'writes')),
  CHECK (country ~ '^[A-Z]{2}$')
);
COMMENT ON TABLE stops IS 'What the operator has stopped: payouts, payins or all writes, of an organization, a country and a method; null means all. A row is removed when they start again.';
CREATE UNIQUE INDEX stops_scope ON stops (flow, org_id, country, payment_method) NULLS NOT DISTINCT;

CREATE TABLE provider_floats (
  provider       text     NOT NULL,
  currency       text     NOT NULL,
  available      numeric,
  fetched_at     timestamptz,
  threshold      unsigned_amount,
  is_low         boolean  NOT NULL DEFAULT false,
  event_sequence count_of NOT NULL DEFAULT 0,
  PRIMARY KEY (provider, currency),
  CHECK ((available IS NULL) = (fetched_at IS NULL))
);
COMMENT ON TABLE provider_floats IS 'The money that we have at a provider, as it said last, and the threshold below which platform admins are alerted.';
COMMENT ON COLUMN provider_floats.is_low IS 'The admins have been alerted.';
COMMENT ON COLUMN provider_floats.event_sequence IS 'Counts the events of this float; that it falls below its threshold is an event of the platform.';

CREATE TABLE payout_paces (
  provider text        NOT NULL,
  free_at  timestamptz NOT NULL,
  PRIMARY KEY (provider)
);
COMMENT ON TABLE payout_paces IS 'When each provider may get the next payouts of batches. All workers go by it.';

CREATE TABLE fee_schedules (
  fee_id         uuid        NOT NULL,
  org_id         uuid,
  name           text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  currency       text        NOT NULL,
  fixed_amount   numeric     NOT NULL DEFAULT 0,
  percent        numeric     NOT NULL DEFAULT 0,
  min_fee        numeric,
  max_fee        numeric,
  is_active      boolean     NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (fee_id),
  CHECK (min_fee >= 0),
  CHECK (fixed_amount >= 0),
  CHECK (percent BETWEEN 0 AND 100),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (min_fee IS NULL OR max_fee IS NULL OR min_fee <= max_fee),
  CHECK (max_fee >= 0)
);
COMMENT ON TABLE fee_schedules IS 'What a payment costs: fixed plus percent, within min and max; the most specific schedule of a corridor and currency applies.';

CREATE TABLE currency_rates (
  currency   text        NOT NULL,
  per_usd    numeric     NOT NULL,
  source     text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (currency),
  CHECK (source IN ('table', 'feed')),
  CHECK (currency ~ '^[A-Z]{3,5}$'),
  CHECK (per_usd > 0)
);
COMMENT ON TABLE currency_rates IS 'Live rates as units of the currency per US dollar; every pair is crossed through USD.';

CREATE TABLE ledger_sandbox_balance (
  only_row boolean NOT NULL DEFAULT true,
  usd      numeric NOT NULL,
  PRIMARY KEY (only_row),
  CHECK (usd >= 0),
  CHECK (only_row)
);
COMMENT ON TABLE ledger_sandbox_balance IS 'Development only: what every settlement account starts with, in US dollars. At most one row; without it, or with zero, accounts start empty.';
