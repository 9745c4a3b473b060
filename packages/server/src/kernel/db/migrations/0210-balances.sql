-- Balances and floors. Until now the settlement account had no floor: an organization could pay out money that it did not have.
--
-- A floor binds what we start (a payout, a refund), never what has happened (a provider collected a payment and its fee is due). So a
-- settlement account may be below its floor, but only because a fact took it there; `overdrawn` says so, and the database refuses any
-- other row below its floor. Existing accounts keep their balances: one that is negative is overdrawn, takes credits as always, and
-- nothing can be started from it until it is covered again.

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_purpose_check;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_purpose_check CHECK (purpose IN (
  'settlement', 'pending_settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit', 'virtual_account', 'escrow', 'ramp_clearing',
  'suspense', 'adjustments', 'sandbox'));
ALTER TABLE ledger_accounts ADD COLUMN overdrawn boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN ledger_accounts.overdrawn IS 'Something that had happened took the account below its floor. Only a settlement account may be.';

DROP TRIGGER ledger_accounts_identity ON ledger_accounts;
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor;
UPDATE ledger_accounts SET floor = 0, overdrawn = balance - held < 0 WHERE purpose = 'settlement';
ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR balance - held >= floor OR (overdrawn AND purpose = 'settlement'));
-- A credit line moves the floor of a settlement account; that change is a posting like any other. No other floor ever changes.
CREATE TRIGGER ledger_accounts_identity BEFORE UPDATE ON ledger_accounts FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.account_id <> OLD.account_id OR NEW.purpose <> OLD.purpose OR NEW.owner_id <> OLD.owner_id
    OR NEW.currency <> OLD.currency OR (NEW.floor IS DISTINCT FROM OLD.floor AND NEW.purpose <> 'settlement') OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION ledger_refuse_change();
-- The list of credit lines. The balance is not in it, so a posting still leaves the index alone.
CREATE INDEX ledger_accounts_with_credit ON ledger_accounts (org_id, currency) WHERE floor < 0;
-- The float of a provider, over all organizations.
CREATE INDEX ledger_accounts_of_providers ON ledger_accounts (owner_id, currency) WHERE purpose = 'provider';

ALTER TABLE ledger_transactions ADD COLUMN has_happened boolean;
COMMENT ON COLUMN ledger_transactions.has_happened IS
  'False: started here, so floors bound it. True: it had happened already, so no floor could refuse it. Null: written before settlement accounts had floors.';

ALTER TABLE ledger_postings ADD COLUMN floor numeric;
COMMENT ON COLUMN ledger_postings.floor IS 'The floor of the account from this line on, where the line changes it: zero, or minus the credit line.';
ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_changes_something;
-- Not validated: every existing row fulfills the stricter rule that it replaces.
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_changes_something
  CHECK (amount <> 0 OR held_change <> 0 OR account_status IS NOT NULL OR floor <= 0) NOT VALID;

CREATE TABLE ledger_sandbox_balance (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  usd      numeric NOT NULL CHECK (usd >= 0)
);
COMMENT ON TABLE ledger_sandbox_balance IS
  'Development only: what every settlement account starts with, in US dollars. At most one row; without it, or with zero, accounts start empty.';

ALTER TABLE provider_configs ADD COLUMN settlement_delay_hours integer CHECK (settlement_delay_hours BETWEEN 1 AND 8760);
COMMENT ON COLUMN provider_configs.settlement_delay_hours IS
  'How long after completion the provider hands a payin over; until then its money is pending. Null: available at once.';

CREATE TABLE pending_settlements (
  org_id     uuid NOT NULL,
  payment_id uuid NOT NULL,
  currency   text NOT NULL,
  amount     positive_amount NOT NULL,
  due_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
COMMENT ON TABLE pending_settlements IS 'Completed payins whose money is pending: when it becomes available. A row goes when its money has moved.';
CREATE INDEX pending_settlements_due ON pending_settlements (due_at);

CREATE TABLE balance_adjustments (
  adjustment_id uuid PRIMARY KEY,
  org_id        uuid NOT NULL,
  currency      text NOT NULL,
  amount        numeric NOT NULL CHECK (amount <> 0),
  provider      text,
  reason        text NOT NULL,
  status        text NOT NULL CHECK (status IN ('requested', 'approved', 'rejected')),
  requested_by  uuid NOT NULL,
  decided_by    uuid,
  comment       text,
  created_at    timestamptz NOT NULL,
  decided_at    timestamptz,
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT balance_adjustments_two_people CHECK (status <> 'approved' OR decided_by <> requested_by)
);
COMMENT ON TABLE balance_adjustments IS 'Prefunding and corrections of balances. One platform admin asks and another one approves; only then is it posted.';
CREATE INDEX balance_adjustments_of_organization ON balance_adjustments (org_id, adjustment_id);

CREATE TABLE provider_floats (
  provider     text NOT NULL,
  currency     text NOT NULL,
  available    numeric,
  fetched_at   timestamptz,
  threshold    unsigned_amount,
  is_low       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (provider, currency),
  CHECK ((available IS NULL) = (fetched_at IS NULL))
);
-- Who is alerted.
CREATE INDEX users_who_administrate ON users (created_at, user_id) WHERE platform_role = 'admin';
COMMENT ON TABLE provider_floats IS
  'The money we hold at a provider, as it told us last, and the threshold under which platform admins are alerted. is_low: they have been.';
