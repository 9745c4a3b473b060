-- Whom organizations pay, and who pays them.

CREATE TABLE beneficiaries (
  org_id              uuid        NOT NULL,
  beneficiary_id      uuid        NOT NULL,
  beneficiary_of      uuid        NOT NULL,
  account_type        text        NOT NULL,
  beneficiary_type    text        NOT NULL,
  country             text,
  currency            text        NOT NULL,
  fname               text        NOT NULL,
  lname               text,
  email               text,
  phone_number        text,
  bank_details        jsonb,
  momo_details        jsonb,
  crypto_details      jsonb,
  loan_client_details jsonb,
  external_account_id text,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  account_since       timestamptz,
  account_seal        text,
  PRIMARY KEY (org_id, beneficiary_id),
  CHECK (length(external_account_id) BETWEEN 1 AND 200),
  CHECK (account_type IN ('bank', 'mobile_money', 'crypto')),
  CHECK (length(lname) BETWEEN 1 AND 200),
  CHECK (jsonb_typeof(loan_client_details) = 'object'),
  CHECK (jsonb_typeof(bank_details) = 'object'),
  CHECK (jsonb_typeof(momo_details) = 'object'),
  CHECK (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  CHECK ((account_type = 'mobile_money') = (momo_details IS NOT NULL)),
  CHECK ((account_type = 'crypto') = (crypto_details IS NOT NULL)),
  CHECK (account_type = 'crypto' OR country IS NOT NULL),
  CHECK (length(fname) BETWEEN 1 AND 200),
  CHECK (beneficiary_type = 'loan_client' OR loan_client_details IS NULL),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (jsonb_typeof(crypto_details) = 'object'),
  CHECK (currency ~ '^[A-Z0-9]{3,5}$'),
  CHECK (beneficiary_type IN ('individual', 'business', 'loan_client')),
  CHECK (length(email) BETWEEN 3 AND 254),
  CHECK ((account_type = 'bank') = (bank_details IS NOT NULL))
);
COMMENT ON TABLE beneficiaries IS 'Who can be paid: exactly one of bank, mobile money or crypto details. A payout copies what it needs, so a change here touches no payment in progress. Deleting locks the row and then looks for unfinished payments; the start of a payment holds FOR KEY SHARE on it until the payment is stored.';
COMMENT ON COLUMN beneficiaries.beneficiary_of IS 'The user on whose behalf it is kept: the scope of GET /beneficiaries?user_id=.';
COMMENT ON COLUMN beneficiaries.account_since IS 'When the current account was entered. A trusted beneficiary whose account changes is new to the controls of payouts. Null: with the beneficiary.';
COMMENT ON COLUMN beneficiaries.account_seal IS 'A digest of the account, keyed by the master secret: payouts go only to an account that the service itself stored, and not to one that somebody wrote into the database. Null: not sealed.';
CREATE INDEX beneficiaries_of_user ON beneficiaries (org_id, beneficiary_of, beneficiary_id);
-- The platform's people list the beneficiaries of all organizations.
CREATE INDEX beneficiaries_by_id ON beneficiaries (beneficiary_id);
CREATE INDEX beneficiaries_by_name ON beneficiaries (lower(fname || ' ' || coalesce(lname, '')) text_pattern_ops, org_id);
CREATE INDEX beneficiaries_by_last_name ON beneficiaries (lower(lname) text_pattern_ops, org_id) WHERE lname IS NOT NULL;
CREATE INDEX beneficiaries_by_email ON beneficiaries (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX beneficiaries_by_account ON beneficiaries (coalesce(bank_details ->> 'account_number', momo_details ->> 'phone_number', phone_number), org_id);
-- Beneficiaries with the same account: for limits and controls a payout to one of them is a payout to the others.
CREATE INDEX beneficiaries_with_account ON beneficiaries (org_id, country,
  coalesce(momo_details ->> 'phone_number', upper(bank_details ->> 'account_number')));

CREATE TABLE verification_requests (
  org_id            uuid        NOT NULL,
  request_id        uuid        NOT NULL,
  transaction_id    uuid        NOT NULL,
  user_id           uuid        NOT NULL,
  target            text        NOT NULL,
  target_id         text        NOT NULL,
  verification_type text        NOT NULL,
  triggered_by      text        NOT NULL,
  message           text        NOT NULL,
  priority          text        NOT NULL,
  status            text        NOT NULL,
  reason            text,
  notification_id   uuid,
  email_id          uuid,
  created_at        timestamptz NOT NULL,
  answer            text,
  answer_note       text,
  answered_by       uuid,
  answered_at       timestamptz,
  close_note        text,
  closed_by         uuid,
  closed_at         timestamptz,
  written_to        text,
  PRIMARY KEY (org_id, request_id),
  CHECK ((status = 'failed') = (reason IS NOT NULL)),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  CHECK (verification_type IN ('bvn', 'nin')),
  CHECK (answer IN ('provided', 'declined')),
  CHECK (status IN ('sent', 'failed')),
  CHECK ((closed_by IS NULL) = (closed_at IS NULL)),
  CHECK (target IN ('beneficiary', 'sender'))
);
COMMENT ON TABLE verification_requests IS 'Who was asked for identity data (BVN, NIN) because of which transaction; the data itself is never kept here.';
COMMENT ON COLUMN verification_requests.answer IS 'What a person of the organization said. Null: nothing yet.';
COMMENT ON COLUMN verification_requests.written_to IS 'beneficiary, sender, or registrar: the member who registered a beneficiary that has no address. Null: nobody.';
CREATE INDEX verification_requests_of_transaction ON verification_requests (org_id, transaction_id);
-- The platform's people read the requests of all organizations, above all those that are not closed.
CREATE INDEX verification_requests_by_id ON verification_requests (request_id);
CREATE INDEX verification_requests_unclosed ON verification_requests (request_id) WHERE closed_at IS NULL;

CREATE TABLE customers (
  org_id      uuid        NOT NULL,
  customer_id uuid        NOT NULL,
  reference   text,
  name        text,
  email       text,
  phone       text,
  country     text,
  metadata    jsonb       NOT NULL,
  status      text        NOT NULL,
  merged_into uuid,
  erase_at    timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, customer_id),
  CHECK (status IN ('active', 'merged', 'erasing', 'erased')),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK ((status = 'erasing') = (erase_at IS NOT NULL)),
  CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
  CONSTRAINT customers_without_data CHECK ((status NOT IN ('erasing', 'erased')) OR reference IS NULL AND name IS NULL AND email IS NULL AND phone IS NULL AND country IS NULL AND metadata = '{}')
);
COMMENT ON TABLE customers IS 'Customers of an organization, whom payments and virtual accounts name. A merged customer keeps its row and names the one that took it over, which is never merged itself. An erased customer keeps its id alone, so that its payments still belong together.';
COMMENT ON COLUMN customers.erase_at IS 'When payments are looked for a last time: one that was in progress during the erasure may have been written after it.';
CREATE UNIQUE INDEX customers_by_reference ON customers (org_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX customers_by_id ON customers (customer_id);
CREATE INDEX customers_by_email ON customers (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX customers_by_phone ON customers (phone, org_id) WHERE phone IS NOT NULL;
CREATE INDEX customers_merged ON customers (org_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_erasing ON customers (erase_at) WHERE status = 'erasing';
-- The search over everything finds people by the beginning of a name, and by a whole address, number or id.
CREATE INDEX customers_by_name ON customers (lower(name) text_pattern_ops, org_id) WHERE name IS NOT NULL;
