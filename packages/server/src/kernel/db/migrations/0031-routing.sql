CREATE TABLE provider_configs (
  config_id        uuid PRIMARY KEY,
  org_id           uuid,
  provider         text NOT NULL,
  country          text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  payment_method   text NOT NULL CHECK (payment_method IN ('bank_transfer', 'card', 'mobile_money', 'crypto', 'wallet')),
  direction        text NOT NULL CHECK (direction IN ('inbound', 'outbound', 'external')),
  api_version      text,
  priority         integer NOT NULL CHECK (priority >= 0),
  is_active        boolean NOT NULL,
  webhook_required boolean NOT NULL,
  min_amount       numeric CHECK (min_amount >= 0),
  max_amount       numeric CHECK (max_amount > 0),
  description      text,
  webhook_url      text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  CHECK (min_amount IS NULL OR max_amount IS NULL OR min_amount <= max_amount)
);
COMMENT ON TABLE provider_configs IS 'Which provider serves a corridor (country, method, direction), in which order; org_id null means every organisation.';
CREATE INDEX provider_configs_corridor ON provider_configs (country, payment_method, direction);

CREATE TABLE fee_schedules (
  fee_id         uuid PRIMARY KEY,
  org_id         uuid,
  name           text NOT NULL,
  country        text CHECK (country ~ '^[A-Z]{2}$'),
  payment_method text,
  direction      text,
  currency       text NOT NULL,
  fixed_amount   numeric NOT NULL DEFAULT 0 CHECK (fixed_amount >= 0),
  percent        numeric NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  min_fee        numeric CHECK (min_fee >= 0),
  max_fee        numeric CHECK (max_fee >= 0),
  is_active      boolean NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  CHECK (min_fee IS NULL OR max_fee IS NULL OR min_fee <= max_fee)
);
COMMENT ON TABLE fee_schedules IS 'What a payment costs: fixed plus percent, within min and max; the most particular schedule of a corridor and currency applies.';
