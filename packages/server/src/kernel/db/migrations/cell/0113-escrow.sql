-- Escrow: money that is held until a milestone is reached.

-- The money of a project is in the ledger (purpose `escrow`, owner = escrow_id). These tables say whose it will be.
CREATE TABLE escrow_projects (
  org_id       uuid        NOT NULL,
  escrow_id    uuid        NOT NULL,
  title        text        NOT NULL,
  description  text,
  currency     text        NOT NULL,
  total_amount numeric     NOT NULL,
  status       text        NOT NULL,
  created_by   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id),
  CHECK (length(title) BETWEEN 1 AND 200),
  CHECK (total_amount > 0),
  CHECK (status IN ('draft', 'active', 'completed', 'canceled'))
);
COMMENT ON TABLE escrow_projects IS 'A project whose money is kept until milestones are reached. Its row lock guards everything that belongs to it.';
CREATE INDEX escrow_projects_by_id ON escrow_projects (escrow_id);
CREATE INDEX escrow_projects_by_title ON escrow_projects (lower(title) text_pattern_ops, org_id);

CREATE TABLE escrow_parties (
  org_id         uuid        NOT NULL,
  escrow_id      uuid        NOT NULL,
  party_id       uuid        NOT NULL,
  name           text        NOT NULL,
  role           text        NOT NULL,
  email          text,
  beneficiary_id uuid,
  account_id     uuid,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, party_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CONSTRAINT escrow_parties_one_destination CHECK (num_nonnulls(beneficiary_id, account_id) = 1),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (length(role) BETWEEN 1 AND 100)
);
COMMENT ON TABLE escrow_parties IS 'Who is paid, and where the money goes: to a beneficiary (by a payout) or to a virtual account of the organization (in the ledger).';

CREATE TABLE escrow_milestones (
  org_id                uuid        NOT NULL,
  escrow_id             uuid        NOT NULL,
  milestone_id          uuid        NOT NULL,
  sequence              integer     NOT NULL,
  label                 text        NOT NULL,
  description           text,
  expected_disbursement numeric     NOT NULL,
  due_date              date,
  status                text        NOT NULL,
  splits                jsonb       NOT NULL,
  contract              jsonb,
  disbursed_total       numeric     NOT NULL DEFAULT 0,
  disbursed_at          timestamptz,
  event_sequence        integer     NOT NULL DEFAULT 0,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  returned_total        numeric     NOT NULL DEFAULT 0,
  CONSTRAINT escrow_milestones_sequence UNIQUE (org_id, escrow_id, sequence) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (org_id, escrow_id, milestone_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK (length(label) BETWEEN 1 AND 200),
  CHECK (returned_total >= 0),
  CHECK (sequence > 0),
  CHECK (jsonb_typeof(splits) = 'array'),
  CHECK (disbursed_total BETWEEN 0 AND expected_disbursement),
  CHECK (contract IS NOT NULL OR (status IN ('pending', 'canceled'))),
  CHECK ((status = 'disbursed') = (disbursed_at IS NOT NULL)),
  CHECK ((disbursed_total + returned_total) <= expected_disbursement),
  CHECK (expected_disbursement > 0)
);
COMMENT ON TABLE escrow_milestones IS 'A part of a project''s money, and what must happen before it is paid. How much of it is funded follows from the fundings.';
COMMENT ON COLUMN escrow_milestones.splits IS '[{party_id, split_type, split_value}], with values as decimal text.';
COMMENT ON COLUMN escrow_milestones.contract IS 'What was submitted, by whom, and who approved it.';
COMMENT ON COLUMN escrow_milestones.returned_total IS 'Shares of a released milestone that went back to the people who funded the project.';

CREATE TABLE escrow_fundings (
  org_id     uuid        NOT NULL,
  escrow_id  uuid        NOT NULL,
  funding_id uuid        NOT NULL,
  source     text        NOT NULL,
  account_id uuid,
  amount     numeric     NOT NULL,
  refunded   numeric     NOT NULL DEFAULT 0,
  status     text        NOT NULL,
  created_by uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, funding_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK ((source = 'virtual_account') = (account_id IS NOT NULL)),
  CHECK (source IN ('virtual_account', 'payin')),
  CHECK (amount > 0),
  CHECK (status IN ('pending', 'completed', 'failed', 'returned')),
  CHECK (refunded BETWEEN 0 AND amount)
);
COMMENT ON TABLE escrow_fundings IS 'Money that was put in, and how much of it went back. The payment id of a payin is the id of its funding.';
COMMENT ON COLUMN escrow_fundings.status IS 'returned: it arrived when the project took no more money, and goes back to the payer.';
CREATE INDEX escrow_fundings_pending ON escrow_fundings (updated_at) WHERE status = 'pending';

CREATE TABLE escrow_disbursements (
  org_id          uuid        NOT NULL,
  escrow_id       uuid        NOT NULL,
  disbursement_id uuid        NOT NULL,
  kind            text        NOT NULL,
  method          text        NOT NULL,
  milestone_id    uuid,
  party_id        uuid,
  funding_id      uuid,
  account_id      uuid,
  payment_id      uuid,
  amount          numeric     NOT NULL,
  status          text        NOT NULL,
  failure_reason  text,
  due_at          timestamptz,
  tries           integer     NOT NULL DEFAULT 0,
  requested_by    uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  beneficiary_id  uuid,
  key_made_by     uuid,
  event_sequence  integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, escrow_id, disbursement_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK (beneficiary_id IS NULL OR method = 'payout'),
  CHECK (method IN ('virtual_account', 'payout', 'payin_refund', 'settlement')),
  CHECK (amount > 0),
  CHECK ((kind = 'release') = (milestone_id IS NOT NULL AND party_id IS NOT NULL)),
  CHECK ((status IN ('pending', 'completed', 'failed', 'returned')) AND (status <> 'returned' OR kind = 'release')),
  CHECK ((kind = 'refund') = (funding_id IS NOT NULL)),
  CHECK (kind IN ('release', 'refund')),
  CHECK ((method = 'virtual_account') = (account_id IS NOT NULL))
);
COMMENT ON TABLE escrow_disbursements IS 'Money that leaves a project: a party''s share of a milestone, or a refund of a funding. It is written in the transaction that decides it.';
COMMENT ON COLUMN escrow_disbursements.due_at IS 'When a job starts its payout or refund, if the request has not. Null: nothing to start.';
COMMENT ON COLUMN escrow_disbursements.beneficiary_id IS 'The beneficiary that a failed disbursement was sent to instead. Null: the party''s own beneficiary, or the payer of a refund.';
COMMENT ON COLUMN escrow_disbursements.key_made_by IS 'Who made the API key by which it was requested, retried or redirected, and must not approve its payout. Null: a person asked.';
CREATE INDEX escrow_disbursements_due ON escrow_disbursements (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX escrow_disbursements_of_milestone ON escrow_disbursements (org_id, escrow_id, milestone_id);
CREATE INDEX escrow_disbursements_of_payment ON escrow_disbursements (org_id, escrow_id, payment_id) WHERE payment_id IS NOT NULL;
