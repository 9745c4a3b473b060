-- The double-entry ledger.

-- Balance, held money and status of an account are the sum of its postings. Postings and transactions are append-only and chained by
-- hash, so `corridor verify` can recompute every other column of these tables from them.
--
-- There are no foreign keys between these tables: each would cost a look-up and a row lock for every posting of the hottest write. The
-- single writer (post-transactions.ts) works under the lock of the organization's chain row, and `verify` checks every reference.

CREATE TABLE ledger_chains (
  org_id    uuid        NOT NULL,
  length    bigint      NOT NULL,
  head_hash sha256_hash NOT NULL,
  PRIMARY KEY (org_id),
  CHECK (length >= 0)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_chains IS 'One row for each organization: how many transactions its chain has, and the hash of the last one. Its row lock is the only lock of the ledger.';
CREATE TRIGGER ledger_chains_kept BEFORE TRUNCATE ON ledger_chains
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
-- A chain row may be deleted while it has no transaction.
CREATE TRIGGER ledger_chains_not_deleted BEFORE DELETE ON ledger_chains FOR EACH ROW
  WHEN (OLD.length > 0) EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chains_only_grow BEFORE UPDATE ON ledger_chains FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.length <= OLD.length) EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_accounts (
  org_id     uuid                  NOT NULL,
  account_id uuid                  NOT NULL,
  purpose    text                  NOT NULL,
  owner_id   text COLLATE "C"      NOT NULL DEFAULT '',
  currency   text                  NOT NULL,
  balance    numeric               NOT NULL,
  held       unsigned_amount       NOT NULL DEFAULT 0,
  floor      numeric,
  status     ledger_account_status NOT NULL DEFAULT 'active',
  created_at timestamptz(3)        NOT NULL,
  updated_at timestamptz(3)        NOT NULL,
  overdrawn  boolean               NOT NULL DEFAULT false,
  UNIQUE (org_id, purpose, owner_id, currency),
  PRIMARY KEY (org_id, account_id),
  CONSTRAINT ledger_accounts_closed_empty CHECK (status <> 'closed' OR balance = 0 AND held = 0),
  CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR (balance - held) >= floor OR overdrawn AND purpose = 'settlement'),
  CHECK (purpose IN ('settlement', 'pending_settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit', 'disputes', 'virtual_account', 'escrow', 'ramp_clearing', 'suspense', 'adjustments', 'sandbox', 'bank', 'provider_costs'))
) WITH (fillfactor = 60);
COMMENT ON TABLE ledger_accounts IS 'Where money of an organization is, for each purpose, owner and currency. A positive balance is money that the account has. All balances of one currency in one organization sum to zero.';
COMMENT ON COLUMN ledger_accounts.floor IS 'The least that balance minus held may be. Null for accounts of the platform''s side.';
COMMENT ON COLUMN ledger_accounts.overdrawn IS 'Something that had happened took the account below its floor. Only a settlement account may be overdrawn.';
-- The list of credit lines. It has no balance, so a posting does not change the index.
CREATE INDEX ledger_accounts_with_credit ON ledger_accounts (org_id, currency) WHERE floor < 0;
-- What happened although the money did not suffice: few rows, for the metric.
CREATE INDEX ledger_accounts_overdrawn ON ledger_accounts (org_id) WHERE overdrawn;
-- The float of a provider, over all organizations.
CREATE INDEX ledger_accounts_of_providers ON ledger_accounts (owner_id, currency) WHERE purpose = 'provider';
-- A credit line moves the floor of a settlement account; that change is a posting like any other. No other floor ever changes.
CREATE TRIGGER ledger_accounts_identity BEFORE UPDATE ON ledger_accounts FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.account_id <> OLD.account_id OR NEW.purpose <> OLD.purpose OR NEW.owner_id <> OLD.owner_id
    OR NEW.currency <> OLD.currency OR (NEW.floor IS DISTINCT FROM OLD.floor AND NEW.purpose <> 'settlement') OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_transactions (
  org_id        uuid             NOT NULL,
  position      chain_position   NOT NULL,
  -- "C" so that the unique index also answers "all transactions of this resource", which is a search by prefix.
  cause         text COLLATE "C" NOT NULL,
  description   text             NOT NULL,
  at            timestamptz(3)   NOT NULL,
  previous_hash sha256_hash      NOT NULL,
  hash          sha256_hash      NOT NULL,
  has_happened  boolean,
  UNIQUE (org_id, cause),
  PRIMARY KEY (org_id, position)
);
COMMENT ON TABLE ledger_transactions IS 'Append-only. One applied change of the books, unique by its cause ("<resource id>:<what happened>"), chained to the one before it.';
COMMENT ON COLUMN ledger_transactions.has_happened IS 'False: it was started here, so floors bound it. True: it had happened already, so no floor could refuse it.';
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_postings (
  org_id         uuid            NOT NULL,
  position       bigint          NOT NULL,
  index          count_of        NOT NULL,
  account_id     uuid            NOT NULL,
  currency       text            NOT NULL,
  amount         numeric         NOT NULL,
  held_change    numeric         NOT NULL,
  hold_id        uuid,
  account_status ledger_account_status,
  balance_after  numeric         NOT NULL,
  held_after     unsigned_amount NOT NULL,
  floor          numeric,
  PRIMARY KEY (org_id, position, index),
  CONSTRAINT ledger_postings_changes_something CHECK (amount <> 0 OR held_change <> 0 OR account_status IS NOT NULL OR floor <= 0),
  CONSTRAINT ledger_postings_hold CHECK ((hold_id IS NULL) = (held_change = 0))
);
COMMENT ON TABLE ledger_postings IS 'Append-only. One line of a transaction: what it changes on one account (balance, held money, status), and balance and held money after it.';
COMMENT ON COLUMN ledger_postings.floor IS 'The floor of the account from this line on, where the line changes it: zero, or minus the credit line.';
-- For the history of an account, and for `verify`.
CREATE INDEX ledger_postings_of_account ON ledger_postings (org_id, account_id, position, index);
-- Few postings touch a hold; a partial index keeps the others free of its cost.
CREATE INDEX ledger_postings_of_hold ON ledger_postings (org_id, hold_id, position, index) WHERE hold_id IS NOT NULL;
-- The credit line at the end of a past day is the last change before it. Few postings change one, and without this index all others would
-- be read to find it.
CREATE INDEX ledger_postings_of_floor ON ledger_postings (org_id, account_id, position) WHERE floor IS NOT NULL;
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_holds (
  org_id     uuid            NOT NULL,
  hold_id    uuid            NOT NULL,
  account_id uuid            NOT NULL,
  currency   text            NOT NULL,
  amount     positive_amount NOT NULL,
  captured   unsigned_amount NOT NULL,
  released   unsigned_amount NOT NULL,
  created_at timestamptz(3)  NOT NULL,
  updated_at timestamptz(3)  NOT NULL,
  PRIMARY KEY (org_id, hold_id),
  CONSTRAINT ledger_holds_never_over CHECK ((captured + released) <= amount)
) WITH (fillfactor = 80);
COMMENT ON TABLE ledger_holds IS 'Money of an account that is reserved for one purpose: what was reserved, and how much of it was captured (spent) or released (given back).';
CREATE TRIGGER ledger_holds_kept BEFORE DELETE OR TRUNCATE ON ledger_holds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
