-- Virtual accounts. Their money is in the ledger (purpose `virtual_account`, owner = account_id); these tables hold what is not money.

CREATE TABLE virtual_accounts (
  org_id               uuid NOT NULL,
  account_id           uuid NOT NULL,
  user_id              uuid NOT NULL,
  customer_id          text,
  virtual_account_name text NOT NULL CHECK (length(virtual_account_name) BETWEEN 1 AND 200),
  currency             text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  country              text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status               text NOT NULL CHECK (status IN ('active', 'frozen', 'closed')),
  provider             text NOT NULL,
  account_number       text,
  account_name         text,
  bank_name            text,
  bank_code            text,
  number_due_at        timestamptz,
  number_tries         integer NOT NULL DEFAULT 0,
  event_sequence       integer NOT NULL DEFAULT 0,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (org_id, account_id),
  CHECK (account_number IS NULL OR number_due_at IS NULL)
);
COMMENT ON TABLE virtual_accounts IS
  'An account of a user in one currency. `status` repeats the ledger account''s, changed in the same transaction. `number_due_at` says when '
  'the provider is asked (again) for a bank account number; null when there is one or there will be none.';
-- The same user and currency again is a conflict, until the account is closed.
CREATE UNIQUE INDEX virtual_accounts_one_open ON virtual_accounts (org_id, user_id, currency) WHERE status <> 'closed';
CREATE INDEX virtual_accounts_numbers_due ON virtual_accounts (number_due_at) WHERE number_due_at IS NOT NULL;
CREATE INDEX virtual_accounts_by_id ON virtual_accounts (account_id);

CREATE TABLE virtual_account_numbers (
  provider       text NOT NULL,
  account_number text NOT NULL,
  org_id         uuid NOT NULL,
  account_id     uuid NOT NULL,
  PRIMARY KEY (provider, account_number)
);
COMMENT ON TABLE virtual_account_numbers IS 'Whose a bank account number is: a deposit names nothing else. A number belongs to one account for ever, closed or not.';

CREATE TABLE virtual_transactions (
  org_id                  uuid NOT NULL,
  transaction_id          uuid NOT NULL,
  account_id              uuid NOT NULL,
  user_id                 uuid NOT NULL,
  type                    text NOT NULL CHECK (type IN ('credit', 'debit')),
  status                  text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'reversed')),
  amount                  numeric NOT NULL CHECK (amount > 0),
  fee                     numeric NOT NULL CHECK (fee >= 0),
  currency                text NOT NULL,
  description             text NOT NULL,
  payment_rail            text NOT NULL,
  reference               text NOT NULL,
  counterparty            text,
  payment_id              uuid,
  created_at              timestamptz NOT NULL,
  updated_at              timestamptz NOT NULL,
  PRIMARY KEY (org_id, transaction_id),
  FOREIGN KEY (org_id, account_id) REFERENCES virtual_accounts (org_id, account_id)
) WITH (fillfactor = 90);
COMMENT ON TABLE virtual_transactions IS
  'What happened on a virtual account, as its owner sees it. The postings that moved the money stand in the ledger under the same '
  'transaction id, or under the payment''s.';
CREATE INDEX virtual_transactions_of_account ON virtual_transactions (org_id, account_id, transaction_id);
CREATE INDEX virtual_transactions_by_id ON virtual_transactions (transaction_id);

CREATE TABLE virtual_deposits (
  provider       text NOT NULL,
  deposit_id     text NOT NULL,
  account_number text NOT NULL,
  amount         numeric NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('credited', 'suspense', 'unknown_account')),
  org_id         uuid,
  transaction_id uuid,
  received_at    timestamptz NOT NULL,
  PRIMARY KEY (provider, deposit_id),
  CHECK ((outcome = 'unknown_account') = (org_id IS NULL))
);
COMMENT ON TABLE virtual_deposits IS
  'Every deposit a provider told us of, once by its own id. `suspense`: booked, but its account is closed or in another currency; '
  '`unknown_account`: no account has this number, so no organisation''s books can hold it. Both need a person.';
CREATE INDEX virtual_deposits_unsolved ON virtual_deposits (received_at) WHERE outcome <> 'credited';
