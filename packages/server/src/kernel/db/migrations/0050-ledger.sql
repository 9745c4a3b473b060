-- The double-entry ledger. Everything an account is (balance, held money, status) is the sum of its postings; the postings and their
-- transactions are append-only and chained by hash, so `corridor verify` can recompute every other column of these tables from them.
--
-- There are no foreign keys between these tables on purpose: each would cost one look-up and one row lock per posting on the hottest
-- write of the system. The single writer (post-transactions.ts) works under the lock of the organisation's chain row, and `verify` checks
-- every reference.

CREATE DOMAIN ledger_account_status AS text CHECK (VALUE IN ('active', 'frozen', 'closed'));

CREATE TABLE ledger_chains (
  org_id uuid PRIMARY KEY,
  length bigint NOT NULL CHECK (length >= 0),
  head_hash sha256_hash NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_chains IS
  'One row per organisation: how many transactions its chain has and the hash of the last. Its row lock is the one lock of the ledger.';

CREATE TABLE ledger_accounts (
  org_id uuid NOT NULL,
  account_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN (
    'settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit', 'virtual_account', 'escrow', 'ramp_clearing', 'suspense')),
  owner_id text COLLATE "C" NOT NULL DEFAULT '',
  currency text NOT NULL,
  balance numeric NOT NULL,
  held unsigned_amount NOT NULL DEFAULT 0,
  floor numeric,
  status ledger_account_status NOT NULL DEFAULT 'active',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, account_id),
  UNIQUE (org_id, purpose, owner_id, currency),
  CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR balance - held >= floor),
  CONSTRAINT ledger_accounts_closed_empty CHECK (status <> 'closed' OR (balance = 0 AND held = 0))
) WITH (fillfactor = 60);
COMMENT ON TABLE ledger_accounts IS
  'Where money of an organisation is, per purpose, owner and currency. A positive balance is money the account has; all balances of one '
  'currency in one organisation sum to zero. `floor` is the least that balance minus held may be; null for accounts of the platform''s side.';

CREATE TABLE ledger_transactions (
  org_id uuid NOT NULL,
  position chain_position NOT NULL,
  -- "C" so that the unique index also answers "all transactions of this resource", which is a search by prefix.
  cause text COLLATE "C" NOT NULL,
  description text NOT NULL,
  at timestamptz(3) NOT NULL,
  previous_hash sha256_hash NOT NULL,
  hash sha256_hash NOT NULL,
  PRIMARY KEY (org_id, position),
  UNIQUE (org_id, cause)
);
COMMENT ON TABLE ledger_transactions IS
  'Append-only. One applied change of the books, unique by its cause ("<resource id>:<what happened>"), chained to the one before it.';

CREATE TABLE ledger_postings (
  org_id uuid NOT NULL,
  position bigint NOT NULL,
  index count_of NOT NULL,
  account_id uuid NOT NULL,
  currency text NOT NULL,
  amount numeric NOT NULL,
  held_change numeric NOT NULL,
  hold_id uuid,
  account_status ledger_account_status,
  balance_after numeric NOT NULL,
  held_after unsigned_amount NOT NULL,
  PRIMARY KEY (org_id, position, index),
  CONSTRAINT ledger_postings_hold CHECK ((hold_id IS NULL) = (held_change = 0)),
  CONSTRAINT ledger_postings_changes_something CHECK (amount <> 0 OR held_change <> 0 OR account_status IS NOT NULL)
);
COMMENT ON TABLE ledger_postings IS
  'Append-only. One line of a transaction: what it changes on one account (balance, held money, status) and what both are after it.';

-- The history of an account, and the second pass of `verify`.
CREATE INDEX ledger_postings_of_account ON ledger_postings (org_id, account_id, position, index);
-- Few postings touch a hold; a partial index keeps the others free of its cost.
CREATE INDEX ledger_postings_of_hold ON ledger_postings (org_id, hold_id, position, index) WHERE hold_id IS NOT NULL;

CREATE TABLE ledger_holds (
  org_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  account_id uuid NOT NULL,
  currency text NOT NULL,
  amount positive_amount NOT NULL,
  captured unsigned_amount NOT NULL,
  released unsigned_amount NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, hold_id),
  CONSTRAINT ledger_holds_never_over CHECK (captured + released <= amount)
) WITH (fillfactor = 80);
COMMENT ON TABLE ledger_holds IS
  'Money of an account that is reserved for one purpose: what was reserved, and how much of it was captured (spent) or released (given back).';

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_holds_kept BEFORE DELETE OR TRUNCATE ON ledger_holds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chains_kept BEFORE TRUNCATE ON ledger_chains
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- The conditions below are evaluated without a function call, so they cost next to nothing on the hot path.
CREATE TRIGGER ledger_accounts_identity BEFORE UPDATE ON ledger_accounts FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.account_id <> OLD.account_id OR NEW.purpose <> OLD.purpose OR NEW.owner_id <> OLD.owner_id
    OR NEW.currency <> OLD.currency OR NEW.floor IS DISTINCT FROM OLD.floor OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chains_only_grow BEFORE UPDATE ON ledger_chains FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.length <= OLD.length) EXECUTE FUNCTION ledger_refuse_change();
-- A chain row that never got a transaction may go again; one that has some may not.
CREATE TRIGGER ledger_chains_not_deleted BEFORE DELETE ON ledger_chains FOR EACH ROW
  WHEN (OLD.length > 0) EXECUTE FUNCTION ledger_refuse_change();
