CREATE TABLE beneficiaries (
  org_id              uuid        NOT NULL,
  beneficiary_id      uuid        NOT NULL,
  beneficiary_of      uuid        NOT NULL,
  account_type        text        NOT NULL CHECK (account_type IN ('bank', 'mobile_money', 'crypto')),
  beneficiary_type    text        NOT NULL CHECK (beneficiary_type IN ('individual', 'business', 'loan_client')),
  country             text        CHECK (country ~ '^[A-Z]{2}$'),
  currency            text        NOT NULL CHECK (currency ~ '^[A-Z0-9]{3,5}$'),
  fname               text        NOT NULL CHECK (length(fname) BETWEEN 1 AND 200),
  lname               text        CHECK (length(lname) BETWEEN 1 AND 200),
  email               text        CHECK (length(email) BETWEEN 3 AND 254),
  phone_number        text        CHECK (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  bank_details        jsonb       CHECK (jsonb_typeof(bank_details) = 'object'),
  momo_details        jsonb       CHECK (jsonb_typeof(momo_details) = 'object'),
  crypto_details      jsonb       CHECK (jsonb_typeof(crypto_details) = 'object'),
  loan_client_details jsonb       CHECK (jsonb_typeof(loan_client_details) = 'object'),
  external_account_id text        CHECK (length(external_account_id) BETWEEN 1 AND 200),
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (org_id, beneficiary_id),
  CHECK ((account_type = 'bank') = (bank_details IS NOT NULL)),
  CHECK ((account_type = 'mobile_money') = (momo_details IS NOT NULL)),
  CHECK ((account_type = 'crypto') = (crypto_details IS NOT NULL)),
  CHECK (account_type = 'crypto' OR country IS NOT NULL),
  CHECK (beneficiary_type = 'loan_client' OR loan_client_details IS NULL)
);
COMMENT ON TABLE beneficiaries IS
  'Who can be paid: exactly one of bank, mobile money or crypto details. A payout copies what it needs, so a change here touches no running payment. '
  'Deleting locks the row and then looks for unfinished payments; whoever starts one holds FOR KEY SHARE on it until its payment is stored.';
COMMENT ON COLUMN beneficiaries.beneficiary_of IS 'The user on whose behalf it is kept: the scope of GET /beneficiaries?user_id=.';
CREATE INDEX beneficiaries_of_user ON beneficiaries (org_id, beneficiary_of, beneficiary_id);
-- Lists of platform people go across organisations.
CREATE INDEX beneficiaries_by_id ON beneficiaries (beneficiary_id);
