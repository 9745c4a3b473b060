-- How payments ended at providers: the evidence of their health.

CREATE TABLE provider_outcomes (
  at             timestamptz NOT NULL,
  provider       text        NOT NULL,
  country        text        NOT NULL,
  payment_method text        NOT NULL,
  direction      text        NOT NULL,
  network        text        NOT NULL,
  result         text        NOT NULL,
  duration       smallint    NOT NULL,
  count          integer     NOT NULL,
  PRIMARY KEY (at, provider, country, payment_method, direction, network, result, duration),
  CHECK (result IN ('succeeded', 'failed'))
) WITH (fillfactor = 70);
COMMENT ON TABLE provider_outcomes IS 'Attempts that a provider carried to success, or that failed by its fault, of all organizations of the cell. The statistics write it as they follow the log; kept for 90 days.';
COMMENT ON COLUMN provider_outcomes.at IS 'Start of the five minutes in which the outcome was known.';
COMMENT ON COLUMN provider_outcomes.network IS 'Of mobile money. Empty for everything else.';
COMMENT ON COLUMN provider_outcomes.duration IS 'Bucket of the time from the attempt to its outcome.';

CREATE TABLE unknown_failure_codes (
  provider      text        NOT NULL,
  flow          text        NOT NULL,
  code          text        NOT NULL,
  example       text        NOT NULL,
  count         bigint      NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, flow, code),
  CHECK (flow IN ('inbound', 'outbound'))
);
COMMENT ON TABLE unknown_failure_codes IS 'Codes of refusals and failures that have no cause, counted as payments end.';
COMMENT ON COLUMN unknown_failure_codes.example IS 'The provider''s text with the first of them.';

CREATE TABLE card_tries (
  org_id      uuid        NOT NULL,
  payment_id  uuid        NOT NULL,
  fingerprint text        NOT NULL,
  tried_at    timestamptz NOT NULL,
  is_final    boolean     NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE card_tries IS 'Payments with a card that were declined or have not ended: schemes forbid to try a card too often.';
COMMENT ON COLUMN card_tries.fingerprint IS 'Keyed by the master secret: the number cannot be found from it.';
COMMENT ON COLUMN card_tries.is_final IS 'The card is lost, stolen, closed or invalid, and is never tried again.';
CREATE INDEX card_tries_of_card ON card_tries (org_id, fingerprint, tried_at);
CREATE INDEX card_tries_of_payment ON card_tries (payment_id);
CREATE INDEX card_tries_kept ON card_tries (tried_at);
