-- Settlement reconciliation: what providers and banks say that they settled, held against the ledger.

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_purpose_check;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_purpose_check CHECK (purpose IN (
  'settlement', 'pending_settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit', 'disputes', 'virtual_account', 'escrow', 'ramp_clearing',
  'suspense', 'adjustments', 'sandbox', 'bank', 'provider_costs'));


CREATE DOMAIN settlement_kind AS text
  CHECK (VALUE IN ('charge', 'payout', 'refund', 'fee', 'chargeback', 'reversal', 'fx', 'adjustment', 'transfer'));

-- References are compared in one spelling: providers change the case of ids and drop their hyphens. As settlement.ts does it.
CREATE FUNCTION plain_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(replace(reference, '-', '')) ~ '^[0-9a-f]{32}$' THEN lower(replace(reference, '-', '')) ELSE btrim(reference) END
$$;

CREATE TABLE settlement_sources (
  source     text PRIMARY KEY,
  name       filled_text NOT NULL,
  account    filled_text NOT NULL,
  mapping    jsonb NOT NULL,
  updated_by uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE settlement_sources IS 'How the files of one source are read. A source that has no row here is read by the mapping that comes with the product.';

-- An account of ours at a provider (`paystack`) or at a bank (`bank:main`). Its row lock keeps matching to one worker for each account.
CREATE TABLE settlement_accounts (
  account        text PRIMARY KEY,
  -- There are lines or movements that were not held against each other yet.
  needs_matching boolean NOT NULL DEFAULT false,
  -- Nothing dated up to this day is imported any more.
  closed_through date
);

CREATE TABLE settlement_imports (
  import_id    uuid PRIMARY KEY,
  source       text NOT NULL,
  account      text NOT NULL,
  file_name    text NOT NULL,
  status       text NOT NULL CHECK (status IN ('receiving', 'reading', 'matching', 'finished', 'failed')),
  -- Of the whole file, however it was cut for the upload. The same file is imported once for each source.
  file_hash    sha256_hash,
  mapping      jsonb NOT NULL,
  header       jsonb,
  parts        count_of NOT NULL DEFAULT 0,
  read_parts   count_of NOT NULL DEFAULT 0,
  -- The beginning of a row whose end is in the next part.
  carry        text NOT NULL DEFAULT '',
  row_count    count_of NOT NULL DEFAULT 0,
  line_count   count_of NOT NULL DEFAULT 0,
  duplicates   count_of NOT NULL DEFAULT 0,
  refused      count_of NOT NULL DEFAULT 0,
  problems     jsonb NOT NULL DEFAULT '[]',
  failure      text,
  requested_by uuid NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  finished_at  timestamptz(3)
);
CREATE UNIQUE INDEX settlement_imports_once ON settlement_imports (source, file_hash) WHERE file_hash IS NOT NULL;
CREATE INDEX settlement_imports_waiting ON settlement_imports (import_id) WHERE status IN ('reading', 'matching');

CREATE TABLE settlement_file_parts (
  import_id uuid NOT NULL REFERENCES settlement_imports (import_id),
  part      integer NOT NULL CHECK (part > 0),
  content   text NOT NULL,
  PRIMARY KEY (import_id, part)
);
COMMENT ON TABLE settlement_file_parts IS 'The file as it was sent to us, in pieces of about a megabyte: a worker that dies goes on with the next piece.';

-- What the ledger expects to find in statements: one row for each posting on an account of a provider or a bank.
CREATE TABLE settlement_movements (
  movement_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id             uuid NOT NULL,
  position           bigint NOT NULL,
  index              integer NOT NULL,
  account            text NOT NULL,
  currency           text NOT NULL,
  kind               settlement_kind NOT NULL,
  -- Positive: it adds to what is ours in the account.
  amount             numeric NOT NULL,
  at                 timestamptz(3) NOT NULL,
  provider_reference text,
  our_reference      text,
  -- Shared by several: the payout batch of a payout, the provider's reference of the payment that was refunded or disputed.
  group_reference    text,
  -- The line that stands for this movement among others.
  merged_into        uuid,
  UNIQUE (org_id, position, index)
);
CREATE INDEX settlement_movements_by_provider ON settlement_movements (account, provider_reference) WHERE provider_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_us ON settlement_movements (account, our_reference) WHERE our_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_group ON settlement_movements (account, group_reference) WHERE group_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_amount ON settlement_movements (account, currency, amount, at);

CREATE TABLE settlement_cursors (
  org_id   uuid PRIMARY KEY,
  position bigint NOT NULL
);
COMMENT ON TABLE settlement_cursors IS 'How far the movements of each organization''s ledger are known.';

CREATE TABLE settlement_lines (
  -- A digest of account and key: a line that is sent again is the same line.
  line_key           uuid PRIMARY KEY,
  import_id          uuid NOT NULL,
  row                integer NOT NULL,
  account            text NOT NULL,
  currency           text NOT NULL,
  kind               settlement_kind NOT NULL,
  -- Positive: it adds to what is ours in the account. net = gross - fee.
  gross              numeric NOT NULL,
  fee                numeric NOT NULL,
  net                numeric NOT NULL,
  provider_reference text,
  our_reference      text,
  value_date         date NOT NULL,
  original_amount    numeric,
  original_currency  text,
  match              text CHECK (match IN ('exact', 'split', 'merged', 'netted', 'rounded', 'foreign', 'amount', 'self', 'canceled_out', 'by_hand', 'suspense', 'written_off')),
  movement_id        bigint
) WITH (fillfactor = 100);
COMMENT ON TABLE settlement_lines IS 'What a statement says, in one form for all sources. Only `match` and `movement_id` ever change, and only once.';
-- No movement is settled twice: whoever matches a second whole line with it is refused here.
CREATE UNIQUE INDEX settlement_lines_once ON settlement_lines (movement_id) WHERE movement_id IS NOT NULL AND match <> 'split';
CREATE INDEX settlement_lines_split ON settlement_lines (movement_id) WHERE match = 'split';
CREATE INDEX settlement_lines_by_day ON settlement_lines USING brin (value_date) WITH (pages_per_range = 32);
CREATE INDEX settlement_lines_open ON settlement_lines (account, currency) WHERE match IS NULL;

CREATE FUNCTION keep_settlement_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'settlement line % is what a statement said and cannot change any more', OLD.line_key USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER settlement_lines_kept BEFORE UPDATE ON settlement_lines FOR EACH ROW
  WHEN (OLD.match IS NOT NULL OR (OLD.line_key, OLD.import_id, OLD.row, OLD.account, OLD.currency, OLD.kind, OLD.gross, OLD.fee, OLD.net, OLD.value_date)
    IS DISTINCT FROM (NEW.line_key, NEW.import_id, NEW.row, NEW.account, NEW.currency, NEW.kind, NEW.gross, NEW.fee, NEW.net, NEW.value_date))
  EXECUTE FUNCTION keep_settlement_lines();
CREATE TRIGGER settlement_lines_not_deleted BEFORE DELETE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION keep_settlement_lines();

CREATE TABLE settlement_totals (
  account  text NOT NULL,
  day      date NOT NULL,
  currency text NOT NULL,
  lines    bigint NOT NULL,
  gross    numeric NOT NULL,
  fee      numeric NOT NULL,
  net      numeric NOT NULL,
  PRIMARY KEY (account, day, currency)
);
COMMENT ON TABLE settlement_totals IS 'The sums of the lines, kept with them: what statements say is read without reading every line.';

CREATE TABLE settlement_exceptions (
  -- Of a line its key, of a movement a digest: the same trouble is one exception however often it is found.
  exception_id uuid PRIMARY KEY,
  account      text NOT NULL,
  currency     text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('unknown', 'amount_differs', 'currency_differs', 'duplicate', 'ambiguous', 'changed', 'missing')),
  -- By how much the statement says more (positive) or less than the ledger.
  amount       numeric NOT NULL,
  line_key     uuid,
  movement_id  bigint,
  value_date   date NOT NULL,
  owner        uuid,
  comment      text,
  due_on       date,
  status       text NOT NULL CHECK (status IN ('open', 'resolved')),
  resolution   text CHECK (resolution IN ('matched', 'by_hand', 'suspense', 'written_off')),
  reason       text,
  -- A write-off takes two people: the first asks.
  asked_by     uuid,
  resolved_by  uuid,
  created_at   timestamptz(3) NOT NULL,
  resolved_at  timestamptz(3)
);
CREATE INDEX settlement_exceptions_open ON settlement_exceptions (account, currency) WHERE status = 'open';
CREATE INDEX settlement_exceptions_by_size ON settlement_exceptions (status, abs(amount), exception_id);
CREATE INDEX settlement_exceptions_of_movement ON settlement_exceptions (movement_id) WHERE movement_id IS NOT NULL;

CREATE TABLE settlement_days (
  account   text NOT NULL,
  day       date NOT NULL,
  -- What was closed, signed with a key that the database never sees.
  head      jsonb NOT NULL,
  closed_by uuid NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  -- Reopening takes two people: the first asks. A day that was reopened has no row; its head stays in the audit log.
  asked_by  uuid,
  PRIMARY KEY (account, day)
);

-- A closed day stays as it was signed, whoever writes.
CREATE FUNCTION keep_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_totals_new n JOIN settlement_accounts a USING (account) WHERE n.day <= a.closed_through) THEN
    RAISE EXCEPTION 'a day that is closed takes no further settlement line' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_totals_of_closed_days_added AFTER INSERT ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new FOR EACH STATEMENT EXECUTE FUNCTION keep_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_changed AFTER UPDATE ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new FOR EACH STATEMENT EXECUTE FUNCTION keep_closed_days();
