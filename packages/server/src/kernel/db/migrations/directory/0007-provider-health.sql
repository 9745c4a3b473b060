-- The health of providers, their maintenance, and what their undocumented codes mean.

CREATE TABLE provider_lanes (
  provider       text        NOT NULL,
  country        text        NOT NULL,
  payment_method text        NOT NULL,
  direction      text        NOT NULL,
  network        text        NOT NULL,
  state          text        NOT NULL,
  reason         text        NOT NULL,
  since          timestamptz NOT NULL,
  event_sequence integer     NOT NULL,
  PRIMARY KEY (provider, country, payment_method, direction, network),
  CHECK (state IN ('healthy', 'slow', 'failing'))
);
COMMENT ON TABLE provider_lanes IS 'How a provider does in a corridor and network, by the outcomes of its payments. A lane that never changed has no row and is healthy.';
COMMENT ON COLUMN provider_lanes.event_sequence IS 'Counts the events of this lane, which belong to the platform.';

CREATE TABLE maintenance_windows (
  window_id      uuid        NOT NULL,
  provider       text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  starts_at      timestamptz NOT NULL,
  ends_at        timestamptz NOT NULL,
  reason         text        NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (window_id),
  CHECK (starts_at < ends_at)
);
COMMENT ON TABLE maintenance_windows IS 'When a provider gets no payments, as the operator knows beforehand; null means every country, method or direction.';
CREATE INDEX maintenance_windows_end ON maintenance_windows (ends_at);

CREATE TABLE failure_code_causes (
  provider   text        NOT NULL,
  flow       text        NOT NULL,
  code       text        NOT NULL,
  cause      text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (provider, flow, code),
  CHECK (flow IN ('inbound', 'outbound'))
);
COMMENT ON TABLE failure_code_causes IS 'What the operator says that a provider''s code means, where its adapter has none.';
