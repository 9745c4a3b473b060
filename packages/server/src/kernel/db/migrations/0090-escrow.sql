-- Escrow. The money of a project is in the ledger (purpose `escrow`, owner = escrow_id); these tables say whose it will be.

CREATE TABLE escrow_projects (
  org_id       uuid NOT NULL,
  escrow_id    uuid NOT NULL,
  title        text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description  text,
  currency     text NOT NULL,
  total_amount numeric NOT NULL CHECK (total_amount > 0),
  status       text NOT NULL CHECK (status IN ('draft', 'active', 'completed', 'canceled')),
  created_by   uuid NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id)
);
COMMENT ON TABLE escrow_projects IS 'A project whose money is kept until milestones are reached. Its row lock guards everything that belongs to it.';
CREATE INDEX escrow_projects_by_id ON escrow_projects (escrow_id);

CREATE TABLE escrow_parties (
  org_id         uuid NOT NULL,
  escrow_id      uuid NOT NULL,
  party_id       uuid NOT NULL,
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role           text NOT NULL CHECK (length(role) BETWEEN 1 AND 100),
  email          text,
  beneficiary_id uuid,
  account_id     uuid,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, party_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects (org_id, escrow_id),
  CONSTRAINT escrow_parties_one_destination CHECK (num_nonnulls(beneficiary_id, account_id) = 1)
);
COMMENT ON TABLE escrow_parties IS 'Who is paid, and where to: a beneficiary (by payout) or a virtual account of the organisation (in the ledger).';

CREATE TABLE escrow_milestones (
  org_id                uuid NOT NULL,
  escrow_id             uuid NOT NULL,
  milestone_id          uuid NOT NULL,
  sequence              integer NOT NULL CHECK (sequence > 0),
  label                 text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  description           text,
  expected_disbursement numeric NOT NULL CHECK (expected_disbursement > 0),
  due_date              date,
  status                text NOT NULL CHECK (status IN ('pending', 'contract_submitted', 'approved', 'disbursed', 'canceled')),
  splits                jsonb NOT NULL CHECK (jsonb_typeof(splits) = 'array'),
  contract              jsonb,
  disbursed_total       numeric NOT NULL DEFAULT 0 CHECK (disbursed_total >= 0 AND disbursed_total <= expected_disbursement),
  disbursed_at          timestamptz,
  event_sequence        integer NOT NULL DEFAULT 0,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, milestone_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects (org_id, escrow_id),
  CONSTRAINT escrow_milestones_sequence UNIQUE (org_id, escrow_id, sequence) DEFERRABLE INITIALLY DEFERRED,
  CHECK (contract IS NOT NULL OR status IN ('pending', 'canceled')),
  CHECK ((status = 'disbursed') = (disbursed_at IS NOT NULL))
);
COMMENT ON TABLE escrow_milestones IS
  'A part of a project''s money and what must happen before it is paid. splits: [{party_id, split_type, split_value}], values as decimal text; '
  'contract: what was submitted, by whom, and who approved it. How much of it is funded follows from the fundings and is not stored.';

CREATE TABLE escrow_fundings (
  org_id     uuid NOT NULL,
  escrow_id  uuid NOT NULL,
  funding_id uuid NOT NULL,
  source     text NOT NULL CHECK (source IN ('virtual_account', 'payin')),
  account_id uuid,
  amount     numeric NOT NULL CHECK (amount > 0),
  refunded   numeric NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= amount),
  status     text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'returned')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, funding_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects (org_id, escrow_id),
  CHECK ((source = 'virtual_account') = (account_id IS NOT NULL))
);
COMMENT ON TABLE escrow_fundings IS
  'Money that was put in, and how much of it went back. A payin has the funding''s own id as its payment id. `returned`: it arrived when the '
  'project no longer took money, and goes back to the payer.';
CREATE INDEX escrow_fundings_pending ON escrow_fundings (updated_at) WHERE status = 'pending';

CREATE TABLE escrow_disbursements (
  org_id          uuid NOT NULL,
  escrow_id       uuid NOT NULL,
  disbursement_id uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('release', 'refund')),
  method          text NOT NULL CHECK (method IN ('virtual_account', 'payout', 'payin_refund', 'settlement')),
  milestone_id    uuid,
  party_id        uuid,
  funding_id      uuid,
  account_id      uuid,
  payment_id      uuid,
  amount          numeric NOT NULL CHECK (amount > 0),
  status          text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  failure_reason  text,
  due_at          timestamptz,
  tries           integer NOT NULL DEFAULT 0,
  requested_by    uuid NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, disbursement_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects (org_id, escrow_id),
  CHECK ((kind = 'release') = (milestone_id IS NOT NULL AND party_id IS NOT NULL)),
  CHECK ((kind = 'refund') = (funding_id IS NOT NULL)),
  CHECK ((method = 'virtual_account') = (account_id IS NOT NULL))
);
COMMENT ON TABLE escrow_disbursements IS
  'Money that leaves a project: a party''s share of a milestone, or a refund to who funded it. It is written in the transaction that decides '
  'it; payouts and refunds of payins are then started from here, by the request or by a job, and `due_at` says when.';
CREATE INDEX escrow_disbursements_due ON escrow_disbursements (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX escrow_disbursements_of_milestone ON escrow_disbursements (org_id, escrow_id, milestone_id);
