-- What providers charge us, and backtests of routing programs by stored payments.

CREATE TABLE provider_costs (
  cost_id        uuid        NOT NULL,
  provider       text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  network        text,
  currency       text        NOT NULL,
  percent        numeric     NOT NULL,
  fixed_amount   numeric     NOT NULL,
  fx_percent     numeric     NOT NULL DEFAULT 0,
  source         text        NOT NULL,
  fit            json,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (cost_id),
  CHECK (source IN ('operator', 'settlements')),
  CHECK ((source = 'settlements') = (fit IS NOT NULL)),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (percent BETWEEN 0 AND 100),
  CHECK (fx_percent BETWEEN 0 AND 100),
  CHECK (fixed_amount >= 0)
);
COMMENT ON TABLE provider_costs IS 'What a provider charges us for a payment: percent plus fixed, in the payment''s currency. Null means any.';
COMMENT ON COLUMN provider_costs.fx_percent IS 'What the provider keeps beside, because it settles this currency in another.';
COMMENT ON COLUMN provider_costs.fit IS 'Of a price that was found in settlement lines: in how many, and how well it explains them.';
CREATE UNIQUE INDEX provider_costs_once ON provider_costs (provider, country, payment_method, direction, network,
  currency, source) NULLS NOT DISTINCT;

CREATE TABLE routing_backtests (
  backtest_id    uuid        NOT NULL,
  org_id         uuid,
  program        json        NOT NULL,
  program_id     uuid,
  date_from      timestamptz NOT NULL,
  date_to        timestamptz NOT NULL,
  status         text        NOT NULL,
  progress       integer     NOT NULL DEFAULT 0,
  payments       bigint      NOT NULL DEFAULT 0,
  tries          integer     NOT NULL DEFAULT 0,
  claimed_by     uuid,
  claimed_until  timestamptz,
  result         json,
  requested_by   uuid        NOT NULL,
  created_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  PRIMARY KEY (backtest_id),
  CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  CHECK (progress BETWEEN 0 AND 100)
);
COMMENT ON TABLE routing_backtests IS 'What stored payments say about a routing program. A worker keeps its sums in memory; after a crash another begins anew.';
COMMENT ON COLUMN routing_backtests.org_id IS 'Whose payments; null: those of all organizations.';
COMMENT ON COLUMN routing_backtests.progress IS 'In percent of the time between the dates.';
CREATE INDEX routing_backtests_unfinished ON routing_backtests (created_at) WHERE status IN ('pending', 'running');
