-- Virtual accounts.

-- The money of these accounts is in the ledger (purpose `virtual_account`, owner = account_id).
CREATE TABLE virtual_accounts (
  org_id               uuid        NOT NULL,
  account_id           uuid        NOT NULL,
  user_id              uuid        NOT NULL,
  customer_id          text,
  virtual_account_name text        NOT NULL,
  currency             text        NOT NULL,
  country              text        NOT NULL,
  status               text        NOT NULL,
  provider             text        NOT NULL,
  account_number       text,
  account_name         text,
  bank_name            text,
  bank_code            text,
  number_due_at        timestamptz,
  number_tries         integer     NOT NULL DEFAULT 0,
  event_sequence       integer     NOT NULL DEFAULT 0,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  reach                jsonb,
  PRIMARY KEY (org_id, account_id),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (currency ~ '^[A-Z]{3}$'),
  CHECK (account_number IS NULL OR number_due_at IS NULL),
  CHECK (status IN ('active', 'frozen', 'closed')),
  CHECK (length(virtual_account_name) BETWEEN 1 AND 200)
);
COMMENT ON TABLE virtual_accounts IS 'An account of a user in one currency.';
COMMENT ON COLUMN virtual_accounts.status IS 'As that of the ledger account, and changed in the same transaction.';
COMMENT ON COLUMN virtual_accounts.number_due_at IS 'When the provider is next asked for a bank account number. Null: there is one, or there will be none.';
COMMENT ON COLUMN virtual_accounts.reach IS 'What else it takes to pay the account, as the provider said: iban, bic, sort_code, and the country of the account, which may be another than the organization''s. Null: nothing.';
CREATE INDEX virtual_accounts_numbers_due ON virtual_accounts (number_due_at) WHERE number_due_at IS NOT NULL;
CREATE INDEX virtual_accounts_by_id ON virtual_accounts (account_id);
-- A second open account of the same user, currency and customer is a conflict.
CREATE UNIQUE INDEX virtual_accounts_one_open ON virtual_accounts (org_id, user_id, currency, coalesce(customer_id, '')) WHERE status <> 'closed';
CREATE INDEX virtual_accounts_by_customer ON virtual_accounts (customer_id, org_id) WHERE customer_id IS NOT NULL;
CREATE INDEX virtual_accounts_by_name ON virtual_accounts (lower(virtual_account_name) text_pattern_ops, org_id);
CREATE INDEX virtual_accounts_by_number ON virtual_accounts (account_number, org_id) WHERE account_number IS NOT NULL;

CREATE TABLE virtual_account_numbers (
  provider       text NOT NULL,
  account_number text NOT NULL,
  org_id         uuid NOT NULL,
  account_id     uuid NOT NULL,
  PRIMARY KEY (provider, account_number)
);
COMMENT ON TABLE virtual_account_numbers IS 'The account of each bank account number, which is all that a deposit names. A number belongs to one account forever, also when it is closed.';

CREATE TABLE virtual_transactions (
  org_id         uuid        NOT NULL,
  transaction_id uuid        NOT NULL,
  account_id     uuid        NOT NULL,
  user_id        uuid        NOT NULL,
  type           text        NOT NULL,
  status         text        NOT NULL,
  amount         numeric     NOT NULL,
  fee            numeric     NOT NULL,
  currency       text        NOT NULL,
  description    text        NOT NULL,
  payment_rail   text        NOT NULL,
  reference      text        NOT NULL,
  counterparty   text,
  payment_id     uuid,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, transaction_id),
  FOREIGN KEY (org_id, account_id) REFERENCES virtual_accounts(org_id, account_id),
  CHECK (type IN ('credit', 'debit')),
  CHECK (fee >= 0),
  CHECK (amount > 0),
  CHECK (status IN ('pending', 'completed', 'failed', 'reversed'))
) WITH (fillfactor = 90);
COMMENT ON TABLE virtual_transactions IS 'What happened on a virtual account, as its owner sees it. The ledger has the postings under the same transaction id, or under that of the payment.';
CREATE INDEX virtual_transactions_of_account ON virtual_transactions (org_id, account_id, transaction_id);
CREATE INDEX virtual_transactions_by_id ON virtual_transactions (transaction_id);

CREATE TABLE virtual_deposits (
  provider       text        NOT NULL,
  deposit_id     text        NOT NULL,
  account_number text        NOT NULL,
  amount         numeric     NOT NULL,
  currency       text        NOT NULL,
  outcome        text        NOT NULL,
  org_id         uuid,
  transaction_id uuid,
  received_at    timestamptz NOT NULL,
  PRIMARY KEY (provider, deposit_id),
  CHECK (outcome IN ('credited', 'suspense', 'unknown_account')),
  CHECK (amount > 0),
  CHECK ((outcome = 'unknown_account') = (org_id IS NULL))
);
COMMENT ON TABLE virtual_deposits IS 'Every deposit that a provider reported, once by the provider''s id.';
COMMENT ON COLUMN virtual_deposits.outcome IS 'suspense: posted, but its account is closed or has another currency. unknown_account: no account has this number, so no organization''s books can hold the money. Both need a person.';
CREATE INDEX virtual_deposits_unsolved ON virtual_deposits (received_at) WHERE outcome <> 'credited';
