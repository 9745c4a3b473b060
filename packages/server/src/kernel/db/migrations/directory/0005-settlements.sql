-- What providers say they have settled, and how it agrees with our books.

CREATE FUNCTION keep_settlement_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'settlement line % is what a statement said and cannot change any more', OLD.line_key USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION keep_settlement_lines() IS 'Trigger: a line keeps what its statement said, and its match once it has one.';

CREATE FUNCTION keep_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_totals_new n JOIN settlement_accounts a USING (account) WHERE n.day <= a.closed_through) THEN
    RAISE EXCEPTION 'a day that is closed takes no further settlement line' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_closed_days() IS 'Trigger: no total comes to a closed day.';

CREATE FUNCTION keep_lines_of_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_accounts a WHERE a.closed_through IS NOT NULL AND EXISTS (
    SELECT 1 FROM settlement_lines_new n WHERE n.account = a.account AND n.value_date <= a.closed_through)) THEN
    RAISE EXCEPTION 'a day that is closed takes no further settlement line' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_lines_of_closed_days() IS 'Trigger: no line comes to a closed day, which stays as it was signed.';

CREATE FUNCTION keep_totals_of_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_totals_old o JOIN settlement_accounts a USING (account) WHERE o.day <= a.closed_through) THEN
    RAISE EXCEPTION 'the totals of a day that is closed cannot change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_totals_of_closed_days() IS 'Trigger: no total of a closed day changes or goes.';

CREATE TABLE settlement_sources (
  source     text           NOT NULL,
  name       filled_text    NOT NULL,
  account    filled_text    NOT NULL,
  mapping    jsonb          NOT NULL,
  updated_by uuid           NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (source)
);
COMMENT ON TABLE settlement_sources IS 'How the files of one source are read. A source without a row is read by the mapping of the product.';

CREATE TABLE settlement_accounts (
  account        text    NOT NULL,
  needs_matching boolean NOT NULL DEFAULT false,
  closed_through date,
  PRIMARY KEY (account)
);
COMMENT ON TABLE settlement_accounts IS 'An account of ours at a provider (`paystack`) or at a bank (`bank:main`). Its row lock limits matching to one worker for each account.';
COMMENT ON COLUMN settlement_accounts.needs_matching IS 'There are lines or movements that were not compared yet.';
COMMENT ON COLUMN settlement_accounts.closed_through IS 'The last closed day: no line up to it is imported.';

CREATE TABLE settlement_imports (
  import_id    uuid           NOT NULL,
  source       text           NOT NULL,
  account      text           NOT NULL,
  file_name    text           NOT NULL,
  status       text           NOT NULL,
  file_hash    sha256_hash,
  mapping      jsonb          NOT NULL,
  header       jsonb,
  parts        count_of       NOT NULL DEFAULT 0,
  read_parts   count_of       NOT NULL DEFAULT 0,
  carry        text           NOT NULL DEFAULT '',
  row_count    count_of       NOT NULL DEFAULT 0,
  line_count   count_of       NOT NULL DEFAULT 0,
  duplicates   count_of       NOT NULL DEFAULT 0,
  refused      count_of       NOT NULL DEFAULT 0,
  problems     jsonb          NOT NULL DEFAULT '[]',
  failure      text,
  requested_by uuid           NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  finished_at  timestamptz(3),
  purged_at    timestamptz(3),
  repeats      jsonb          NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id),
  CHECK (status IN ('receiving', 'reading', 'matching', 'finished', 'failed'))
);
COMMENT ON TABLE settlement_imports IS 'A file of a statement, from its upload until its lines are matched.';
COMMENT ON COLUMN settlement_imports.file_hash IS 'Of the whole file, however it was cut for the upload. The same file is imported once for each source.';
COMMENT ON COLUMN settlement_imports.carry IS 'The beginning of a row that ends in the next part.';
COMMENT ON COLUMN settlement_imports.purged_at IS 'When the text of the file was deleted. That is a while after it was read, and sooner if the file was never sent whole.';
COMMENT ON COLUMN settlement_imports.repeats IS 'How often each row without a key of its own was seen in the parts read so far: two equal rows are two lines, also across parts.';
CREATE UNIQUE INDEX settlement_imports_once ON settlement_imports (source, file_hash) WHERE file_hash IS NOT NULL;
CREATE INDEX settlement_imports_waiting ON settlement_imports (import_id) WHERE status IN ('reading', 'matching');
CREATE INDEX settlement_imports_to_purge ON settlement_imports (finished_at) WHERE finished_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX settlement_imports_receiving ON settlement_imports (created_at) WHERE status = 'receiving';

CREATE TABLE settlement_file_parts (
  import_id uuid    NOT NULL,
  part      integer NOT NULL,
  content   text    NOT NULL,
  PRIMARY KEY (import_id, part),
  FOREIGN KEY (import_id) REFERENCES settlement_imports(import_id),
  CHECK (part > 0)
);
COMMENT ON TABLE settlement_file_parts IS 'The file as it was sent to us, in pieces of about a megabyte. After a crash the next worker continues with the next piece.';

CREATE TABLE settlement_movements (
  movement_id        bigint          NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id             uuid            NOT NULL,
  position           bigint          NOT NULL,
  index              integer         NOT NULL,
  account            text            NOT NULL,
  currency           text            NOT NULL,
  kind               settlement_kind NOT NULL,
  amount             numeric         NOT NULL,
  at                 timestamptz(3)  NOT NULL,
  provider_reference text,
  our_reference      text,
  group_reference    text,
  merged_into        uuid,
  UNIQUE (org_id, position, index),
  PRIMARY KEY (movement_id)
);
COMMENT ON TABLE settlement_movements IS 'What the ledger expects to find in statements: one row for each posting on an account of a provider or a bank.';
COMMENT ON COLUMN settlement_movements.amount IS 'Positive: it adds to our money in the account.';
COMMENT ON COLUMN settlement_movements.group_reference IS 'Shared by several movements: the payout batch of a payout, or the provider''s reference of the payment that was refunded or disputed.';
COMMENT ON COLUMN settlement_movements.merged_into IS 'The line that covers this movement together with others.';
CREATE INDEX settlement_movements_by_provider ON settlement_movements (account, provider_reference) WHERE provider_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_us ON settlement_movements (account, our_reference) WHERE our_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_amount ON settlement_movements (account, currency, amount, at);
-- A payout batch has up to 100,000 movements; one of them is found by its amount.
CREATE INDEX settlement_movements_by_group_amount ON settlement_movements (account, group_reference, amount)
  WHERE group_reference IS NOT NULL;
-- Movements that no statement has are found by their time.
CREATE INDEX settlement_movements_by_time ON settlement_movements (account, currency, at, movement_id);

CREATE TABLE settlement_lines (
  line_key           uuid            NOT NULL,
  import_id          uuid            NOT NULL,
  "row"              integer         NOT NULL,
  account            text            NOT NULL,
  currency           text            NOT NULL,
  kind               settlement_kind NOT NULL,
  gross              numeric         NOT NULL,
  fee                numeric         NOT NULL,
  net                numeric         NOT NULL,
  provider_reference text,
  our_reference      text,
  value_date         date            NOT NULL,
  original_amount    numeric,
  original_currency  text,
  match              text,
  movement_id        bigint,
  PRIMARY KEY (line_key),
  CHECK (match IN ('exact', 'split', 'merged', 'netted', 'rounded', 'foreign', 'amount', 'self', 'canceled_out', 'by_hand', 'suspense', 'written_off'))
) WITH (fillfactor = 100);
COMMENT ON TABLE settlement_lines IS 'What a statement says, in one form for all sources. Only `match` and `movement_id` ever change, and only once.';
COMMENT ON COLUMN settlement_lines.line_key IS 'A digest of account and key: a line that is sent again is the same line.';
COMMENT ON COLUMN settlement_lines.gross IS 'Positive: it adds to our money in the account. net = gross - fee.';
-- No movement is settled twice: this refuses to match a second whole line with it.
CREATE UNIQUE INDEX settlement_lines_once ON settlement_lines (movement_id) WHERE movement_id IS NOT NULL AND match <> 'split';
CREATE INDEX settlement_lines_split ON settlement_lines (movement_id) WHERE match = 'split';
CREATE INDEX settlement_lines_by_day ON settlement_lines USING brin (value_date) WITH (pages_per_range = 32);
-- Matching takes a slice of the open lines at a time, and looks up the other open lines that name the same movement or have the same
-- amount. Only the index of the slices begins with the account: PostgreSQL believes that all of these indexes are empty, so it may use any
-- of them that begins with the account to find the lines of an account.
CREATE INDEX settlement_lines_open_by_key ON settlement_lines (account, line_key) WHERE match IS NULL;
CREATE INDEX settlement_lines_open_by_provider ON settlement_lines (provider_reference, gross)
  WHERE match IS NULL AND provider_reference IS NOT NULL;
CREATE INDEX settlement_lines_open_by_us ON settlement_lines (our_reference, gross)
  WHERE match IS NULL AND our_reference IS NOT NULL;
CREATE INDEX settlement_lines_open_by_amount ON settlement_lines (gross, currency, value_date) WHERE match IS NULL;
CREATE TRIGGER settlement_lines_kept BEFORE UPDATE ON settlement_lines FOR EACH ROW
  WHEN (OLD.match IS NOT NULL OR (OLD.line_key, OLD.import_id, OLD.row, OLD.account, OLD.currency, OLD.kind, OLD.gross, OLD.fee, OLD.net, OLD.value_date)
    IS DISTINCT FROM (NEW.line_key, NEW.import_id, NEW.row, NEW.account, NEW.currency, NEW.kind, NEW.gross, NEW.fee, NEW.net, NEW.value_date))
  EXECUTE FUNCTION keep_settlement_lines();
CREATE TRIGGER settlement_lines_not_deleted BEFORE DELETE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION keep_settlement_lines();
CREATE TRIGGER settlement_lines_of_closed_days AFTER INSERT ON settlement_lines
  REFERENCING NEW TABLE AS settlement_lines_new FOR EACH STATEMENT EXECUTE FUNCTION keep_lines_of_closed_days();
-- References and original amounts are the statement's too, and the digest of a day covers the references.
CREATE TRIGGER settlement_lines_said BEFORE UPDATE ON settlement_lines FOR EACH ROW
  WHEN ((OLD.provider_reference, OLD.our_reference, OLD.original_amount, OLD.original_currency)
    IS DISTINCT FROM (NEW.provider_reference, NEW.our_reference, NEW.original_amount, NEW.original_currency))
  EXECUTE FUNCTION keep_settlement_lines();

CREATE TABLE settlement_totals (
  account  text    NOT NULL,
  day      date    NOT NULL,
  currency text    NOT NULL,
  lines    bigint  NOT NULL,
  gross    numeric NOT NULL,
  fee      numeric NOT NULL,
  net      numeric NOT NULL,
  PRIMARY KEY (account, day, currency)
);
COMMENT ON TABLE settlement_totals IS 'The sums of the lines for each day, changed with the lines: totals are known without reading every line.';
CREATE TRIGGER settlement_totals_of_closed_days_added AFTER INSERT ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new FOR EACH STATEMENT EXECUTE FUNCTION keep_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_changed AFTER UPDATE ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new FOR EACH STATEMENT EXECUTE FUNCTION keep_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_deleted AFTER DELETE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_closed_days();
-- An UPDATE has two triggers, one over what a total becomes and one over what it was. Otherwise a total could be moved from a closed day
-- to another.
CREATE TRIGGER settlement_totals_of_closed_days_moved AFTER UPDATE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_closed_days();

CREATE TABLE settlement_exceptions (
  exception_id uuid           NOT NULL,
  account      text           NOT NULL,
  currency     text           NOT NULL,
  kind         text           NOT NULL,
  amount       numeric        NOT NULL,
  line_key     uuid,
  movement_id  bigint,
  value_date   date           NOT NULL,
  owner        uuid,
  comment      text,
  due_on       date,
  status       text           NOT NULL,
  resolution   text,
  reason       text,
  resolved_by  uuid,
  created_at   timestamptz(3) NOT NULL,
  resolved_at  timestamptz(3),
  PRIMARY KEY (exception_id),
  CHECK (resolution IN ('matched', 'by_hand', 'suspense', 'written_off')),
  CHECK (status IN ('open', 'resolved')),
  CHECK (kind IN ('unknown', 'amount_differs', 'currency_differs', 'duplicate', 'ambiguous', 'changed', 'missing'))
);
COMMENT ON TABLE settlement_exceptions IS 'A line or movement that matching could not settle, for a person to resolve.';
COMMENT ON COLUMN settlement_exceptions.exception_id IS 'The key of its line, or a digest of its movement: the same trouble is one exception, however often it is found.';
COMMENT ON COLUMN settlement_exceptions.amount IS 'By how much the statement says more (positive) or less than the ledger.';
CREATE INDEX settlement_exceptions_open ON settlement_exceptions (account, currency) WHERE status = 'open';
CREATE INDEX settlement_exceptions_by_size ON settlement_exceptions (status, abs(amount), exception_id);
CREATE INDEX settlement_exceptions_of_movement ON settlement_exceptions (movement_id) WHERE movement_id IS NOT NULL;

CREATE TABLE settlement_days (
  account   text           NOT NULL,
  day       date           NOT NULL,
  head      jsonb          NOT NULL,
  closed_by uuid           NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account, day)
);
COMMENT ON TABLE settlement_days IS 'Days that were closed: no line comes to them, and their totals stay.';
COMMENT ON COLUMN settlement_days.head IS 'What was closed, signed with a key that the database never sees.';

CREATE TABLE settlement_fetches (
  account   text     NOT NULL,
  day       date     NOT NULL,
  cursor    text,
  import_id uuid,
  failures  count_of NOT NULL DEFAULT 0,
  failure   text,
  mark      text,
  PRIMARY KEY (account)
);
COMMENT ON TABLE settlement_fetches IS 'How far the statements of each provider are fetched from its API.';
COMMENT ON COLUMN settlement_fetches.day IS 'The day that is being fetched, or comes next.';
COMMENT ON COLUMN settlement_fetches.cursor IS 'The provider''s mark for the next page of that day.';
COMMENT ON COLUMN settlement_fetches.import_id IS 'The import that the pages of that day are written to.';
COMMENT ON COLUMN settlement_fetches.mark IS 'How far statements are fetched that have numbers and no day. Unlike the cursor it outlives a day.';
