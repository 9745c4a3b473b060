-- The schema as the database describes it. `npm run generate` writes this file, for people: nobody runs it. The
-- migrations make the schema, and say more (packages/server/src/kernel/db/migrations).

------------------------------------------------------------------------------------------------------------------------
-- The directory: the schemas public and identity.

CREATE DOMAIN filled_text AS text CHECK (VALUE <> '');
CREATE DOMAIN count_of AS integer CHECK (VALUE >= 0);
CREATE DOMAIN positive_amount AS numeric CHECK (VALUE > 0);
CREATE DOMAIN unsigned_amount AS numeric CHECK (VALUE >= 0);
CREATE DOMAIN chain_position AS bigint CHECK (VALUE > 0);
CREATE DOMAIN sha256_hash AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN audit_actor_type AS text CHECK (VALUE IN ('user', 'api-key', 'system'));
CREATE DOMAIN audit_name AS text CHECK (length(VALUE) BETWEEN 1 AND 100);
CREATE DOMAIN audit_resource_id AS text CHECK (length(VALUE) BETWEEN 1 AND 300);
CREATE DOMAIN event_type AS text CHECK (VALUE ~ '^[a-z_]+(\.[a-z_]+)+$');
CREATE DOMAIN webhook_delivery_status AS text CHECK (VALUE IN ('pending', 'delivered', 'dead', 'canceled'));
CREATE DOMAIN webhook_fault AS text CHECK (VALUE IN ('receiver', 'system'));
CREATE DOMAIN ledger_account_status AS text CHECK (VALUE IN ('active', 'frozen', 'closed'));
CREATE DOMAIN payment_kind AS text CHECK (VALUE IN ('payment', 'ramp'));
CREATE DOMAIN payment_direction AS text CHECK (VALUE IN ('inbound', 'outbound', 'external'));
CREATE DOMAIN payment_method AS text CHECK (VALUE IN ('bank_transfer', 'card', 'mobile_money', 'crypto', 'wallet'));
CREATE DOMAIN payment_status AS text CHECK (VALUE IN ('initiated', 'reviewed', 'confirmed', 'processing', 'pending',
    'completed', 'failed', 'refunded', 'rejected', 'canceled'));
CREATE DOMAIN payment_stat_kind AS text CHECK (VALUE IN ('payment', 'attempt'));
CREATE DOMAIN dispute_status AS text CHECK (VALUE IN ('needs_response', 'under_review', 'won', 'lost', 'accepted',
    'expired'));
CREATE DOMAIN settlement_kind AS text CHECK (VALUE IN ('charge', 'payout', 'refund', 'fee', 'chargeback', 'reversal',
    'fx', 'adjustment', 'transfer'));

-- adopt_server(): Called at every start, before anything is written: notices that the rows were restored to another
-- database server.
-- audit_log_refuse_change(): Trigger: the audit log is append-only, but for the seal of an entry, which is set once.
-- database_time(): The clock of the database. STABLE, unlike clock_timestamp(): on Citus a statement that changes rows
-- may call no volatile function.
-- disputes_check_move(): Trigger: whatever writes, the status of a dispute makes none but its allowed moves.
-- drop_delivered_months(regclass, timestamptz): Drops months of deliveries that ended before, and hold nothing that is
-- waiting or finished since. With the rights of the owner; the service may delete these rows too.
-- event_at(uuid, bigint): The id of a row's event; the first has place 1.
-- event_position(xid8): The position of what that transaction writes. STABLE: the horizon must come from the snapshot
-- that the events are read in.
-- event_row(uuid): The id of the row that an event stands in.
-- events_refuse_change(): Trigger: an event changes only when its customer is erased, and loses personal data then.
-- first_id_at(timestamptz): The first id that can be made at a moment.
-- keep_closed_days(): Trigger: no total comes to a closed day.
-- keep_lines_of_closed_days(): Trigger: no line comes to a closed day, which stays as it was signed.
-- keep_previewed_rows(): Trigger: a row of a payout batch stays as it was previewed. When the batch is over, it may
-- lose personal data.
-- keep_settlement_lines(): Trigger: a line keeps what its statement said, and its match once it has one.
-- keep_totals_of_closed_days(): Trigger: no total of a closed day changes or goes.
-- ledger_refuse_change(): Trigger: refuses changes of the ledger.
-- make_months(regclass, timestamptz, timestamptz): Makes the months of a table that are missing. It runs with the
-- rights of the owner, since the role of the service may make no table.
-- payments_check_move(): Trigger: whatever writes, the status of a payment makes none but its allowed moves.
-- plain_reference(text): A reference as it is compared: providers change the case of ids and drop their hyphens. As
-- plainReference() in settlement.ts does it.
-- prove_writable(): Fails as a payment would when the database is read-only, full, or holds a table of the payment.
-- refuse_change(): Trigger of tables whose rows never change.
-- require_rows(bigint, bigint): For a statement that must write every row it was given, or nothing: fails when others
-- changed some of them first.
-- retire_month(regclass, date): For the owner: takes a month out of its table into the schema retired_<cell>, from
-- where it can be archived and dropped. What followers make again from the log then lacks it.
-- service_time(): The clock of the database, moved ahead by test_clock. STABLE for the reason of database_time().
-- stray_rows(regclass): Rows for which no month was made, up to 1,000.
-- take_event_position(): Trigger, on Citus alone: the node of the cell computes the position of an event, since
-- followers compare it with open transactions of the node. The default of the column is computed by the coordinator or
-- the node, depending on the plan.
-- webhook_attempt(timestamptz, integer, integer, text, text, text, text): An attempt as
-- webhook_deliveries.earlier_attempts keeps it.
-- webhook_deliveries_refuse(): Trigger of an UPDATE that breaks a rule over several columns.
-- webhook_delivery_id(uuid, uuid): The id of the delivery of an event to an endpoint. It follows from both, so no
-- delivery is written twice. It begins with the time of the event, so rows and index entries are appended at the right
-- edge.


-- What a deployment has once, and what belongs to the server it runs on. (directory/0002-deployment.sql)

-- The cells (docs/decisions/0038-cells.md): cell n is the schema cell_n, and the first one is cell 0.
CREATE TABLE cells (
  number     integer     NOT NULL,
  -- draining: the cell takes no new organization.
  state      text        NOT NULL DEFAULT 'active',
  -- The cell takes new organizations of these countries only. Empty: of any.
  countries  text[]      NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (number),
  CHECK (number BETWEEN 0 AND 4095),
  CHECK (state IN ('active', 'draining'))
);

-- One row: the database server that the positions of events come from.
CREATE TABLE event_log (
  only_row         boolean NOT NULL DEFAULT true,
  -- The system identifier of the server. On a server with another one the rows were restored, and its transaction ids
  -- say nothing about theirs.
  server           text    NOT NULL,
  first_generation bigint  NOT NULL,
  -- On Citus: what each node, by its group, adds to its generation. It is raised before a cell moves there.
  bases            jsonb   NOT NULL DEFAULT '{}',
  PRIMARY KEY (only_row),
  CHECK (only_row),
  CHECK (first_generation >= 0)
);

-- prove_writable() writes here to find out whether anything can be written. There are several rows, so that processes
-- that ask at the same moment seldom wait for each other.
CREATE TABLE readiness_probes (
  slot      smallint    NOT NULL,
  probed_at timestamptz NOT NULL,
  PRIMARY KEY (slot)
) WITH (fillfactor=10);

-- How the last backup, drill and verify ended. A metric and `doctor` say when one is old. It proves nothing: whoever
-- writes rows can write this one.
CREATE TABLE operator_runs (
  name         text           NOT NULL,
  ended_at     timestamptz(3) NOT NULL,
  seconds      numeric        NOT NULL,
  ok           boolean        NOT NULL,
  succeeded_at timestamptz(3),
  PRIMARY KEY (name),
  CHECK (name IN ('backup', 'drill', 'verify'))
);

-- Development only: how far POST /sandbox/clock has moved the time ahead, in milliseconds. No row: not at all.
-- Production refuses to start with a row.
CREATE TABLE test_clock (
  only_row boolean NOT NULL DEFAULT true,
  shift_ms bigint  NOT NULL,
  PRIMARY KEY (only_row),
  CHECK (only_row),
  CHECK (shift_ms >= 0)
);


-- People and how they sign in. A person may belong to organizations of any cell. (directory/0003-people.sql)

-- A person, once for the whole deployment. The organizations that the person acts in are in members of each cell.
CREATE TABLE users (
  user_id        uuid        NOT NULL,
  email          text        NOT NULL,
  name           text        NOT NULL,
  phone          text,
  country        text,
  platform_role  text,
  kyc_status     text        NOT NULL DEFAULT 'not_started',
  default_org_id uuid,
  event_sequence integer     NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  -- Of a service account: its organization. It has no way to sign in and is never an org-admin; only API keys act as
  -- it.
  service_of     uuid,
  -- Since when the person can neither sign in nor use a token or key. Null: not disabled.
  disabled_at    timestamptz,
  PRIMARY KEY (user_id),
  UNIQUE (email),
  CHECK (platform_role IN ('admin', 'staff')),
  CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (kyc_status IN ('not_started', 'pending', 'approved', 'rejected')),
  CHECK (event_sequence >= 0),
  CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  CHECK (country ~ '^[A-Z]{2}$')
);
CREATE INDEX users_who_administrate ON users (created_at, user_id) WHERE platform_role = 'admin';
CREATE INDEX users_by_service_of ON users (service_of, user_id) WHERE service_of IS NOT NULL;

-- Whom a token speaks for: issuer and subject of a verified JWT name exactly one user. The e-mail address in a token
-- links nobody.
CREATE TABLE user_identities (
  issuer     text        NOT NULL,
  subject    text        NOT NULL,
  user_id    uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  FOREIGN KEY (user_id) REFERENCES users(user_id),
  CHECK (length(subject) BETWEEN 1 AND 255),
  CHECK (length(issuer) BETWEEN 1 AND 500)
);
CREATE INDEX user_identities_by_user ON user_identities (user_id);

-- People who sign in here with a password.
CREATE TABLE identity.accounts (
  user_id          uuid        NOT NULL,
  password_hash    text        NOT NULL,
  -- Tokens carry the generation that they were issued in. A new password starts the next one, and all older tokens are
  -- refused.
  token_generation integer     NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (token_generation > 0),
  CHECK (password_hash LIKE '$argon2id$%')
);

-- Keys that sign our tokens. The newest signs; the private part is encrypted with the master secret.
CREATE TABLE identity.signing_keys (
  key_id             text        NOT NULL,
  algorithm          text        NOT NULL,
  public_jwk         jsonb       NOT NULL,
  private_key_sealed text        NOT NULL,
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (key_id),
  CHECK (NOT public_jwk ? 'd'),
  CHECK (algorithm = 'ES256')
);

-- Tokens that were signed out before they expired. A row may go when its token has expired.
CREATE TABLE identity.revoked_tokens (
  user_id    uuid        NOT NULL,
  token_id   text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token_id),
  CHECK (length(token_id) BETWEEN 1 AND 100)
);

-- Reset links that can still be used. Using one deletes all of its user.
CREATE TABLE identity.password_resets (
  token_hash bytea       NOT NULL,
  user_id    uuid        NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash),
  CHECK (length(token_hash) = 32)
);
CREATE INDEX password_resets_by_user ON identity.password_resets (user_id);

-- Sign-ups whose e-mail address is not confirmed yet; the user exists only afterwards.
CREATE TABLE identity.sign_ups (
  token_hash        bytea       NOT NULL,
  email             text        NOT NULL,
  name              text        NOT NULL,
  country           text        NOT NULL,
  organization_name text        NOT NULL,
  password_hash     text        NOT NULL,
  expires_at        timestamptz NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (token_hash),
  CHECK (length(token_hash) = 32)
);

-- Counters that slow down guessing, shared by all processes.
CREATE TABLE identity.attempts (
  -- What is counted, and a digest of the person or address that it is counted for.
  bucket    text        NOT NULL,
  count     integer     NOT NULL,
  resets_at timestamptz NOT NULL,
  PRIMARY KEY (bucket),
  CHECK (length(bucket) BETWEEN 1 AND 200),
  CHECK (count >= 0)
);
CREATE INDEX attempts_by_reset ON identity.attempts (resets_at);

-- The authenticator app of a person.
CREATE TABLE identity.totp (
  user_id       uuid        NOT NULL,
  secret_sealed text        NOT NULL,
  -- When a first code was given. Null: the app is not in use yet.
  confirmed_at  timestamptz,
  -- The newest time step whose code was used, so that no code is good twice.
  last_step     bigint      NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id)
);

-- Recovery codes by their SHA-256: each replaces a lost authenticator once. The row of a used code is deleted.
CREATE TABLE identity.recovery_codes (
  user_id    uuid        NOT NULL,
  code_hash  bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code_hash),
  CHECK (length(code_hash) = 32)
);

-- Dashboard sessions and tokens that were issued here, with where they were last used from. A row goes when its session
-- ends or runs out.
CREATE TABLE identity.sessions (
  session_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  kind         text        NOT NULL,
  -- The generation of the person's tokens; a session of an earlier generation is over.
  generation   integer,
  address      text        NOT NULL,
  user_agent   text,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (session_id),
  CHECK (kind IN ('dashboard', 'token'))
);
CREATE INDEX sessions_by_user ON identity.sessions (user_id, session_id DESC);
CREATE INDEX sessions_by_end ON identity.sessions (expires_at);

-- Passkeys of people who sign in here (WebAuthn). Each replaces both password and code.
CREATE TABLE identity.passkeys (
  -- As the authenticator made it, in base64url; unique over all people.
  credential_id text        NOT NULL,
  user_id       uuid        NOT NULL,
  name          text        NOT NULL,
  public_key    bytea       NOT NULL,
  -- How often the authenticator says that it was used; zero where it does not count. A counter that falls reveals a
  -- copy.
  counter       bigint      NOT NULL,
  transports    text[]      NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (credential_id),
  CHECK (counter >= 0),
  CHECK (length(credential_id) BETWEEN 1 AND 1400),
  CHECK (length(name) BETWEEN 1 AND 100)
);
CREATE INDEX passkeys_by_user ON identity.passkeys (user_id, created_at);

-- What a passkey was asked to sign. Each is good once, for its purpose and person.
CREATE TABLE identity.challenges (
  challenge  text        NOT NULL,
  purpose    text        NOT NULL,
  -- Null for a sign-in: nobody knows yet who it is.
  user_id    uuid,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (challenge),
  CHECK (length(challenge) BETWEEN 1 AND 100),
  CHECK (purpose IN ('add', 'sign-in', 'step-up'))
);
CREATE INDEX challenges_by_end ON identity.challenges (expires_at);

-- Every verified KYB callback, once: the same one again changes nothing.
CREATE TABLE kyb_callbacks (
  provider    text        NOT NULL,
  external_id text        NOT NULL,
  received_at timestamptz NOT NULL,
  body        bytea       NOT NULL,
  PRIMARY KEY (provider, external_id),
  CHECK (length(external_id) BETWEEN 1 AND 200)
);


-- Providers, their prices and their money, which all organizations share. (directory/0004-providers-and-prices.sql)

-- What an account at a third-party provider needs, keys included: one sealed JSON text each. An account without a row
-- does not exist here.
CREATE TABLE provider_settings (
  -- Name of the account: `mtn_momo` is the platform's first, `mtn_momo.ghana` its account with that label,
  -- `mtn_momo.main.<organization>` one of an organization.
  provider    text        NOT NULL,
  sealed      text        NOT NULL,
  updated_at  timestamptz NOT NULL,
  -- Since when the account gets no further payment. Its keys stay for those that it carries.
  archived_at timestamptz,
  PRIMARY KEY (provider)
);

-- Which provider serves a corridor (country, method, direction), in which order; org_id null means every organization.
CREATE TABLE provider_configs (
  config_id              uuid        NOT NULL,
  org_id                 uuid,
  provider               text        NOT NULL,
  country                text        NOT NULL,
  payment_method         text        NOT NULL,
  direction              text        NOT NULL,
  api_version            text,
  priority               integer     NOT NULL,
  is_active              boolean     NOT NULL,
  webhook_required       boolean     NOT NULL,
  min_amount             numeric,
  max_amount             numeric,
  description            text,
  webhook_url            text,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  -- How long after completion the provider hands a payin over; until then its money is pending. Null: available at
  -- once.
  settlement_delay_hours integer,
  PRIMARY KEY (config_id),
  CHECK (min_amount IS NULL OR max_amount IS NULL OR min_amount <= max_amount),
  CHECK (settlement_delay_hours BETWEEN 1 AND 8760),
  CHECK (priority >= 0),
  CHECK (payment_method IN ('bank_transfer', 'card', 'mobile_money', 'crypto', 'wallet')),
  CHECK (min_amount >= 0),
  CHECK (max_amount > 0),
  CHECK (direction IN ('inbound', 'outbound', 'external')),
  CHECK (country ~ '^[A-Z]{2}$')
);
CREATE INDEX provider_configs_corridor ON provider_configs (country, payment_method, direction);

-- What the operator has stopped: payouts, payins or all writes, of an organization, a country and a method; null means
-- all. A row is removed when they start again.
CREATE TABLE stops (
  stop_id        uuid        NOT NULL,
  flow           text        NOT NULL,
  org_id         uuid,
  country        text,
  payment_method text,
  reason         text        NOT NULL,
  stopped_at     timestamptz NOT NULL,
  PRIMARY KEY (stop_id),
  CHECK (flow IN ('payouts', 'payins', 'writes')),
  CHECK (country ~ '^[A-Z]{2}$')
);
CREATE UNIQUE INDEX stops_scope ON stops (flow, org_id, country, payment_method) NULLS NOT DISTINCT;

-- The money that we have at a provider, as it said last, and the threshold below which platform admins are alerted.
CREATE TABLE provider_floats (
  provider       text            NOT NULL,
  currency       text            NOT NULL,
  available      numeric,
  fetched_at     timestamptz,
  threshold      unsigned_amount,
  -- The admins have been alerted.
  is_low         boolean         NOT NULL DEFAULT false,
  -- Counts the events of this float; that it falls below its threshold is an event of the platform.
  event_sequence count_of        NOT NULL DEFAULT 0,
  PRIMARY KEY (provider, currency),
  CHECK ((available IS NULL) = (fetched_at IS NULL))
);

-- When each provider may get the next payouts of batches. All workers go by it.
CREATE TABLE payout_paces (
  provider text        NOT NULL,
  free_at  timestamptz NOT NULL,
  PRIMARY KEY (provider)
);

-- What a payment costs: fixed plus percent, within min and max; the most specific schedule of a corridor and currency
-- applies.
CREATE TABLE fee_schedules (
  fee_id         uuid        NOT NULL,
  org_id         uuid,
  name           text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  currency       text        NOT NULL,
  fixed_amount   numeric     NOT NULL DEFAULT 0,
  percent        numeric     NOT NULL DEFAULT 0,
  min_fee        numeric,
  max_fee        numeric,
  is_active      boolean     NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (fee_id),
  CHECK (min_fee >= 0),
  CHECK (fixed_amount >= 0),
  CHECK (percent BETWEEN 0 AND 100),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (min_fee IS NULL OR max_fee IS NULL OR min_fee <= max_fee),
  CHECK (max_fee >= 0)
);

-- Live rates as units of the currency per US dollar; every pair is crossed through USD.
CREATE TABLE currency_rates (
  currency   text        NOT NULL,
  per_usd    numeric     NOT NULL,
  source     text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (currency),
  CHECK (source IN ('table', 'feed')),
  CHECK (currency ~ '^[A-Z]{3,5}$'),
  CHECK (per_usd > 0)
);

-- Development only: what every settlement account starts with, in US dollars. At most one row; without it, or with
-- zero, accounts start empty.
CREATE TABLE ledger_sandbox_balance (
  only_row boolean NOT NULL DEFAULT true,
  usd      numeric NOT NULL,
  PRIMARY KEY (only_row),
  CHECK (usd >= 0),
  CHECK (only_row)
);


-- What providers say they have settled, and how it agrees with our books. (directory/0005-settlements.sql)

-- How the files of one source are read. A source without a row is read by the mapping of the product.
CREATE TABLE settlement_sources (
  source     text           NOT NULL,
  name       filled_text    NOT NULL,
  account    filled_text    NOT NULL,
  mapping    jsonb          NOT NULL,
  updated_by uuid           NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (source)
);

-- An account of ours at a provider (`paystack`) or at a bank (`bank:main`). Its row lock limits matching to one worker
-- for each account.
CREATE TABLE settlement_accounts (
  account        text    NOT NULL,
  -- There are lines or movements that were not compared yet.
  needs_matching boolean NOT NULL DEFAULT false,
  -- The last closed day: no line up to it is imported.
  closed_through date,
  PRIMARY KEY (account)
);

-- A file of a statement, from its upload until its lines are matched.
CREATE TABLE settlement_imports (
  import_id    uuid           NOT NULL,
  source       text           NOT NULL,
  account      text           NOT NULL,
  file_name    text           NOT NULL,
  status       text           NOT NULL,
  -- Of the whole file, however it was cut for the upload. The same file is imported once for each source.
  file_hash    sha256_hash,
  mapping      jsonb          NOT NULL,
  header       jsonb,
  parts        count_of       NOT NULL DEFAULT 0,
  read_parts   count_of       NOT NULL DEFAULT 0,
  -- The beginning of a row that ends in the next part.
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
  -- When the text of the file was deleted. That is a while after it was read, and sooner if the file was never sent
  -- whole.
  purged_at    timestamptz(3),
  -- How often each row without a key of its own was seen in the parts read so far: two equal rows are two lines, also
  -- across parts.
  repeats      jsonb          NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id),
  CHECK (status IN ('receiving', 'reading', 'matching', 'finished', 'failed'))
);
CREATE UNIQUE INDEX settlement_imports_once ON settlement_imports (source, file_hash) WHERE file_hash IS NOT NULL;
CREATE INDEX settlement_imports_waiting ON settlement_imports (import_id) WHERE status IN ('reading', 'matching');
CREATE INDEX settlement_imports_to_purge ON settlement_imports (finished_at)
  WHERE finished_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX settlement_imports_receiving ON settlement_imports (created_at) WHERE status = 'receiving';

-- The file as it was sent to us, in pieces of about a megabyte. After a crash the next worker continues with the next
-- piece.
CREATE TABLE settlement_file_parts (
  import_id uuid    NOT NULL,
  part      integer NOT NULL,
  content   text    NOT NULL,
  PRIMARY KEY (import_id, part),
  FOREIGN KEY (import_id) REFERENCES settlement_imports(import_id),
  CHECK (part > 0)
);

-- What the ledger expects to find in statements: one row for each posting on an account of a provider or a bank.
CREATE TABLE settlement_movements (
  movement_id        bigint          NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id             uuid            NOT NULL,
  "position"         bigint          NOT NULL,
  index              integer         NOT NULL,
  account            text            NOT NULL,
  currency           text            NOT NULL,
  kind               settlement_kind NOT NULL,
  -- Positive: it adds to our money in the account.
  amount             numeric         NOT NULL,
  at                 timestamptz(3)  NOT NULL,
  provider_reference text,
  our_reference      text,
  -- Shared by several movements: the payout batch of a payout, or the provider's reference of the payment that was
  -- refunded or disputed.
  group_reference    text,
  -- The line that covers this movement together with others.
  merged_into        uuid,
  PRIMARY KEY (movement_id),
  UNIQUE (org_id, "position", index)
);
CREATE INDEX settlement_movements_by_provider ON settlement_movements (account, provider_reference)
  WHERE provider_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_us ON settlement_movements (account, our_reference)
  WHERE our_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_amount ON settlement_movements (account, currency, amount, at);
CREATE INDEX settlement_movements_by_group_amount ON settlement_movements (account, group_reference, amount)
  WHERE group_reference IS NOT NULL;
CREATE INDEX settlement_movements_by_time ON settlement_movements (account, currency, at, movement_id);

-- What a statement says, in one form for all sources. Only `match` and `movement_id` ever change, and only once.
CREATE TABLE settlement_lines (
  -- A digest of account and key: a line that is sent again is the same line.
  line_key           uuid            NOT NULL,
  import_id          uuid            NOT NULL,
  "row"              integer         NOT NULL,
  account            text            NOT NULL,
  currency           text            NOT NULL,
  kind               settlement_kind NOT NULL,
  -- Positive: it adds to our money in the account. net = gross - fee.
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
  CHECK (match IN ('exact', 'split', 'merged', 'netted', 'rounded', 'foreign', 'amount', 'self', 'canceled_out',
    'by_hand', 'suspense', 'written_off'))
) WITH (fillfactor=100);
CREATE UNIQUE INDEX settlement_lines_once ON settlement_lines (movement_id)
  WHERE movement_id IS NOT NULL AND match <> 'split';
CREATE INDEX settlement_lines_split ON settlement_lines (movement_id) WHERE match = 'split';
CREATE INDEX settlement_lines_by_day ON settlement_lines USING brin (value_date) WITH (pages_per_range='32');
CREATE INDEX settlement_lines_open_by_key ON settlement_lines (account, line_key) WHERE match IS NULL;
CREATE INDEX settlement_lines_open_by_provider ON settlement_lines (provider_reference, gross)
  WHERE match IS NULL AND provider_reference IS NOT NULL;
CREATE INDEX settlement_lines_open_by_us ON settlement_lines (our_reference, gross)
  WHERE match IS NULL AND our_reference IS NOT NULL;
CREATE INDEX settlement_lines_open_by_amount ON settlement_lines (gross, currency, value_date) WHERE match IS NULL;
CREATE TRIGGER settlement_lines_kept BEFORE UPDATE ON settlement_lines
  FOR EACH ROW
  WHEN (old.match IS NOT NULL OR old.line_key IS DISTINCT FROM new.line_key OR old.import_id IS DISTINCT FROM
    new.import_id OR old."row" IS DISTINCT FROM new."row" OR old.account IS DISTINCT FROM new.account OR old.currency IS
    DISTINCT FROM new.currency OR old.kind IS DISTINCT FROM new.kind OR old.gross IS DISTINCT FROM new.gross OR old.fee
    IS DISTINCT FROM new.fee OR old.net IS DISTINCT FROM new.net OR old.value_date IS DISTINCT FROM new.value_date)
  EXECUTE FUNCTION keep_settlement_lines();
CREATE TRIGGER settlement_lines_not_deleted BEFORE DELETE ON settlement_lines
  FOR EACH ROW
  EXECUTE FUNCTION keep_settlement_lines();
CREATE TRIGGER settlement_lines_of_closed_days AFTER INSERT ON settlement_lines
  REFERENCING NEW TABLE AS settlement_lines_new
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_lines_of_closed_days();
CREATE TRIGGER settlement_lines_said BEFORE UPDATE ON settlement_lines
  FOR EACH ROW
  WHEN (old.provider_reference IS DISTINCT FROM new.provider_reference OR old.our_reference IS DISTINCT FROM
    new.our_reference OR old.original_amount IS DISTINCT FROM new.original_amount OR old.original_currency IS DISTINCT
    FROM new.original_currency)
  EXECUTE FUNCTION keep_settlement_lines();

-- The sums of the lines for each day, changed with the lines: totals are known without reading every line.
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
CREATE TRIGGER settlement_totals_of_closed_days_added AFTER INSERT ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_changed AFTER UPDATE ON settlement_totals
  REFERENCING NEW TABLE AS settlement_totals_new
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_deleted AFTER DELETE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_totals_of_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_moved AFTER UPDATE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_totals_of_closed_days();

-- A line or movement that matching could not settle, for a person to resolve.
CREATE TABLE settlement_exceptions (
  -- The key of its line, or a digest of its movement: the same trouble is one exception, however often it is found.
  exception_id uuid           NOT NULL,
  account      text           NOT NULL,
  currency     text           NOT NULL,
  kind         text           NOT NULL,
  -- By how much the statement says more (positive) or less than the ledger.
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
CREATE INDEX settlement_exceptions_open ON settlement_exceptions (account, currency) WHERE status = 'open';
CREATE INDEX settlement_exceptions_by_size ON settlement_exceptions (status, abs(amount), exception_id);
CREATE INDEX settlement_exceptions_of_movement ON settlement_exceptions (movement_id) WHERE movement_id IS NOT NULL;

-- Days that were closed: no line comes to them, and their totals stay.
CREATE TABLE settlement_days (
  account   text           NOT NULL,
  day       date           NOT NULL,
  -- What was closed, signed with a key that the database never sees.
  head      jsonb          NOT NULL,
  closed_by uuid           NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account, day)
);

-- How far the statements of each provider are fetched from its API.
CREATE TABLE settlement_fetches (
  account   text     NOT NULL,
  -- The day that is being fetched, or comes next.
  day       date     NOT NULL,
  -- The provider's mark for the next page of that day.
  cursor    text,
  -- The import that the pages of that day are written to.
  import_id uuid,
  failures  count_of NOT NULL DEFAULT 0,
  failure   text,
  -- How far statements are fetched that have numbers and no day. Unlike the cursor it outlives a day.
  mark      text,
  PRIMARY KEY (account)
);


-- What an operator changes while the service runs. Absent: the default. (directory/0006-settings.sql)

-- What an operator changes while the service runs: each setting that has not its default, as text.
CREATE TABLE platform_settings (
  name       text        NOT NULL,
  -- Sealed if the setting is a secret.
  value      text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (name)
);


-- The health of providers, their maintenance, and what their undocumented codes mean. (directory/0007-provider-health.sql)

-- How a provider does in a corridor and network, by the outcomes of its payments. A lane that never changed has no row
-- and is healthy.
CREATE TABLE provider_lanes (
  provider       text        NOT NULL,
  country        text        NOT NULL,
  payment_method text        NOT NULL,
  direction      text        NOT NULL,
  network        text        NOT NULL,
  state          text        NOT NULL,
  reason         text        NOT NULL,
  since          timestamptz NOT NULL,
  -- Counts the events of this lane, which belong to the platform.
  event_sequence integer     NOT NULL,
  PRIMARY KEY (provider, country, payment_method, direction, network),
  CHECK (state IN ('healthy', 'slow', 'failing'))
);

-- When a provider gets no payments, as the operator knows beforehand; null means every country, method or direction.
CREATE TABLE maintenance_windows (
  window_id      uuid        NOT NULL,
  provider       text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  starts_at      timestamptz NOT NULL,
  ends_at        timestamptz NOT NULL,
  reason         text        NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (window_id),
  CHECK (starts_at < ends_at)
);
CREATE INDEX maintenance_windows_end ON maintenance_windows (ends_at);

-- What the operator says that a provider's code means, where its adapter has none.
CREATE TABLE failure_code_causes (
  provider   text        NOT NULL,
  flow       text        NOT NULL,
  code       text        NOT NULL,
  cause      text        NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (provider, flow, code),
  CHECK (flow IN ('inbound', 'outbound'))
);


-- Programs that order the providers of a payment. (directory/0008-routing-programs.sql)

-- Rules that order the providers of a payment; org_id null means every organization without rules of its own that
-- match. Only a draft changes.
CREATE TABLE routing_programs (
  program_id   uuid        NOT NULL,
  org_id       uuid,
  -- Counts the programs of the organization, or of the platform.
  version      integer     NOT NULL,
  name         text        NOT NULL,
  rules        json        NOT NULL,
  status       text        NOT NULL,
  -- Of a program that was published beside another to be compared with it: its percentage of payments.
  share        integer,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (program_id),
  CHECK (version > 0),
  CHECK (status IN ('draft', 'published', 'archived')),
  CHECK (share BETWEEN 1 AND 99),
  CHECK (status <> 'published' OR published_at IS NOT NULL)
);
CREATE UNIQUE INDEX routing_programs_version ON routing_programs (org_id, version) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX routing_programs_published ON routing_programs (org_id, (share IS NULL)) NULLS NOT DISTINCT
  WHERE status = 'published';


-- What providers charge us, and backtests of routing programs by stored payments. (directory/0009-provider-costs.sql)

-- What a provider charges us for a payment: percent plus fixed, in the payment's currency. Null means any.
CREATE TABLE provider_costs (
  cost_id        uuid        NOT NULL,
  provider       text        NOT NULL,
  country        text,
  payment_method text,
  direction      text,
  network        text,
  currency       text        NOT NULL,
  percent        numeric     NOT NULL,
  fixed_amount   numeric     NOT NULL,
  -- What the provider keeps beside, because it settles this currency in another.
  fx_percent     numeric     NOT NULL DEFAULT 0,
  source         text        NOT NULL,
  -- Of a price that was found in settlement lines: in how many, and how well it explains them.
  fit            json,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (cost_id),
  CHECK (source IN ('operator', 'settlements')),
  CHECK ((source = 'settlements') = (fit IS NOT NULL)),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (percent BETWEEN 0 AND 100),
  CHECK (fx_percent BETWEEN 0 AND 100),
  CHECK (fixed_amount >= 0)
);
CREATE UNIQUE INDEX provider_costs_once ON provider_costs (provider, country, payment_method, direction, network,
    currency, source) NULLS NOT DISTINCT;

-- What stored payments say about a routing program. A worker keeps its sums in memory; after a crash another begins
-- anew.
CREATE TABLE routing_backtests (
  backtest_id   uuid        NOT NULL,
  -- Whose payments; null: those of all organizations.
  org_id        uuid,
  program       json        NOT NULL,
  program_id    uuid,
  date_from     timestamptz NOT NULL,
  date_to       timestamptz NOT NULL,
  status        text        NOT NULL,
  -- In percent of the time between the dates.
  progress      integer     NOT NULL DEFAULT 0,
  payments      bigint      NOT NULL DEFAULT 0,
  tries         integer     NOT NULL DEFAULT 0,
  claimed_by    uuid,
  claimed_until timestamptz,
  result        json,
  requested_by  uuid        NOT NULL,
  created_at    timestamptz NOT NULL,
  finished_at   timestamptz,
  PRIMARY KEY (backtest_id),
  CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  CHECK (progress BETWEEN 0 AND 100)
);
CREATE INDEX routing_backtests_unfinished ON routing_backtests (created_at) WHERE status IN ('pending', 'running');

------------------------------------------------------------------------------------------------------------------------
-- A cell: the schema cell_0. Every other cell has the same tables.


-- Organizations, who belongs to them, and their keys. (cell/0101-organizations.sql)

-- A customer of the platform.
CREATE TABLE organizations (
  org_id          uuid        NOT NULL,
  name            text        NOT NULL,
  country         text        NOT NULL,
  status          text        NOT NULL DEFAULT 'active',
  features        text[]      NOT NULL DEFAULT '{}',
  -- {payout_review_above: {currency or *: decimal string}, margin_bps: integer}. A setting that is absent has its
  -- default.
  settings        jsonb       NOT NULL DEFAULT '{}',
  kyb_status      text        NOT NULL DEFAULT 'not_started',
  kyb_provider    text,
  kyb_customer_id text,
  kyb_decided_at  timestamptz,
  event_sequence  integer     NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- The person who decided the verification. Null: it is open, or the verification provider decided.
  kyb_decided_by  uuid,
  -- What the verification provider said after the decision, where that contradicts it: {status, reason, occurred_at}.
  -- Null: nothing to review.
  kyb_review      jsonb,
  -- Why the business verification was decided so, or what the verifier still asks for. Null: no reason was given.
  kyb_reason      text,
  PRIMARY KEY (org_id),
  CHECK (kyb_status = 'not_started' OR kyb_customer_id IS NOT NULL),
  CHECK (event_sequence >= 0),
  CHECK (features <@ ARRAY['payments', 'ramps', 'virtual_accounts', 'escrow', 'payment_links']),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (kyb_status IN ('not_started', 'pending', 'approved', 'rejected')),
  CHECK (status IN ('active', 'suspended')),
  CHECK (jsonb_typeof(settings) = 'object'),
  CHECK (country ~ '^[A-Z]{2}$')
);
CREATE INDEX organizations_by_kyb_customer ON organizations (kyb_customer_id) WHERE kyb_customer_id IS NOT NULL;
CREATE INDEX organizations_by_kyb_review ON organizations (org_id) WHERE kyb_review IS NOT NULL;

-- Membership of a user in an organization: one role, plus single permissions granted beyond it.
CREATE TABLE members (
  org_id      uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  role        text        NOT NULL,
  permissions text[]      NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (role IN ('org-admin', 'org-member', 'org-viewer'))
);
CREATE INDEX members_by_user ON members (user_id);

-- Invitations by e-mail. The token is in the e-mail alone; this table has its SHA-256.
CREATE TABLE invites (
  org_id      uuid        NOT NULL,
  invite_id   uuid        NOT NULL,
  email       text        NOT NULL,
  role        text        NOT NULL,
  status      text        NOT NULL DEFAULT 'pending',
  token_hash  bytea       NOT NULL,
  invited_by  uuid        NOT NULL,
  expires_at  timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  -- The approval of an invite that gives powers, in an organization with controls.
  approval_id uuid,
  -- What the person may do beyond the role, once the invite is accepted.
  permissions text[]      NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, invite_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK ((status = 'accepted') = (accepted_at IS NOT NULL AND accepted_by IS NOT NULL)),
  CHECK (length(token_hash) = 32),
  CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
  CHECK (role IN ('org-admin', 'org-member', 'org-viewer'))
);
CREATE UNIQUE INDEX invites_one_pending_per_address ON invites (org_id, email) WHERE status = 'pending';
CREATE INDEX invites_by_token ON invites (token_hash);

-- API keys by SHA-256 of the whole key. A key acts as a member: the person who made it, or a service account. "expired"
-- is not stored: it follows from expires_at.
CREATE TABLE api_keys (
  org_id               uuid        NOT NULL,
  api_key_id           uuid        NOT NULL,
  user_id              uuid        NOT NULL,
  name                 text        NOT NULL,
  prefix               text        NOT NULL,
  key_hash             bytea       NOT NULL,
  status               text        NOT NULL DEFAULT 'active',
  expires_at           timestamptz,
  revoked_at           timestamptz,
  rotated_to           uuid,
  last_used_at         timestamptz,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  -- May be another person than the member whom the key acts as, and must not approve what the key asks for.
  made_by              uuid        NOT NULL,
  -- What the key may do of what its member may. Null: all of it.
  scopes               text[],
  -- Addresses and networks that the key may be used from. Empty: any.
  allowed_addresses    text[]      NOT NULL DEFAULT '{}',
  last_used_address    text,
  last_used_user_agent text,
  expiry_warned_at     timestamptz,
  event_sequence       integer     NOT NULL DEFAULT 0,
  -- The key that this one replaces, perhaps by way of others: a limit per key continues with it. Null: this one.
  first_key_id         uuid,
  PRIMARY KEY (org_id, api_key_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (cardinality(allowed_addresses) <= 50),
  CHECK (length(name) BETWEEN 1 AND 100),
  CHECK (length(last_used_user_agent) <= 200),
  CHECK (length(last_used_address) <= 64),
  CHECK (length(key_hash) = 32),
  CHECK (event_sequence >= 0),
  CHECK (length(prefix) = 12),
  CHECK (cardinality(scopes) BETWEEN 1 AND 50),
  CHECK (status IN ('active', 'revoked')),
  CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_to_warn ON api_keys (expires_at)
  WHERE status = 'active' AND expires_at IS NOT NULL AND expiry_warned_at IS NULL;

-- Lists of the dashboard as people have set them up, under a name: their own, and those that they share with their
-- organization. Bounded for each person and each organization.
CREATE TABLE saved_views (
  org_id     uuid           NOT NULL,
  view_id    uuid           NOT NULL,
  user_id    uuid           NOT NULL,
  list       filled_text    NOT NULL,
  name       filled_text    NOT NULL,
  filters    jsonb          NOT NULL,
  shared     boolean        NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, view_id),
  UNIQUE (org_id, user_id, list, name),
  CHECK (jsonb_typeof(filters) = 'object')
);


-- Who did what. (cell/0102-audit.sql)

-- Who changed what, append-only. No row is ever changed or deleted, but for its seal, which is set once, and its mark.
CREATE TABLE audit_log (
  -- The nil UUID stands for the platform itself.
  org_id        uuid              NOT NULL,
  audit_id      uuid              NOT NULL,
  actor_type    audit_actor_type  NOT NULL,
  actor_id      text              NOT NULL,
  actor_user_id uuid,
  action        audit_name        NOT NULL,
  resource_type audit_name        NOT NULL,
  resource_id   audit_resource_id NOT NULL,
  changes       json,
  request_id    text,
  created_at    timestamptz       NOT NULL,
  -- Set once, with the hashes, by the sealing job: hash = SHA-256(previous_hash, position, the columns before).
  "position"    chain_position,
  previous_hash bytea,
  hash          sha256_hash,
  -- A digest of the entry, keyed by the master secret, which the database never sees: who can write to the database
  -- cannot append the entry that explains a power. Null: of a movement of money.
  mark          text,
  PRIMARY KEY (org_id, audit_id),
  CHECK (("position" IS NULL) = (hash IS NULL) AND (hash IS NULL) = (previous_hash IS NULL))
) PARTITION BY RANGE (audit_id);
CREATE INDEX audit_log_unsealed ON ONLY audit_log (audit_id) WHERE "position" IS NULL;
CREATE INDEX audit_log_by_resource ON ONLY audit_log (org_id, resource_type, resource_id, audit_id DESC);
CREATE INDEX audit_log_out_of_step ON ONLY audit_log (created_at, org_id, audit_id)
  WHERE (created_at - to_timestamp(((get_byte(uuid_send(audit_id), 0) * 16777216.0 + get_byte(uuid_send(audit_id), 1) *
    65536.0 + get_byte(uuid_send(audit_id), 2) * 256.0 + get_byte(uuid_send(audit_id), 3)) * 65.536))) < '-01:00:00' OR
    (created_at - to_timestamp(((get_byte(uuid_send(audit_id), 0) * 16777216.0 + get_byte(uuid_send(audit_id), 1) *
    65536.0 + get_byte(uuid_send(audit_id), 2) * 256.0 + get_byte(uuid_send(audit_id), 3)) * 65.536))) > '01:00:00';
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log
  FOR EACH ROW
  EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT
  EXECUTE FUNCTION audit_log_refuse_change();

-- The end of each chain. The next seal continues there, and it shows when the last entries are missing.
CREATE TABLE audit_heads (
  org_id     uuid   NOT NULL,
  "position" bigint NOT NULL,
  hash       bytea  NOT NULL,
  PRIMARY KEY (org_id),
  CHECK ("position" > 0),
  CHECK (length(hash) = 32)
);

-- What waits for a second person: payouts that a policy holds, and changes that would loosen a control.
CREATE TABLE approvals (
  org_id           uuid           NOT NULL,
  approval_id      uuid           NOT NULL,
  kind             text           NOT NULL,
  -- The id of a payment, or a digest of what is to be changed.
  subject          text           NOT NULL,
  title            text           NOT NULL,
  request          jsonb          NOT NULL,
  reasons          text[]         NOT NULL,
  approvers_needed count_of       NOT NULL,
  approver_role    text,
  -- used: the approval has carried out its change. A payment that is approved goes on by itself.
  status           text           NOT NULL,
  requested_by     uuid           NOT NULL,
  requested_with   uuid,
  -- The person who asked, and the person who made the key that asked.
  excluded         uuid[]         NOT NULL,
  event_sequence   count_of       NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL,
  decided_at       timestamptz(3),
  call             text,
  answer           text,
  -- The people who had the power to decide when it was requested. Null: everybody who has it when deciding.
  eligible         uuid[],
  PRIMARY KEY (org_id, approval_id),
  CHECK (approvers_needed >= 1),
  CHECK (approver_role IN ('org-admin', 'platform-admin')),
  CHECK (status IN ('pending', 'approved', 'rejected', 'used', 'expired'))
);
CREATE UNIQUE INDEX approvals_open ON approvals (org_id, kind, subject)
  WHERE (status IN ('pending', 'approved')) AND kind = 'change';
CREATE INDEX approvals_of_subject ON approvals (org_id, subject);
CREATE INDEX approvals_pending ON approvals (org_id, approval_id) WHERE status = 'pending';
CREATE INDEX approvals_answers ON approvals (created_at) WHERE answer IS NOT NULL;

-- Who decided what, once for each person.
CREATE TABLE approval_decisions (
  org_id      uuid           NOT NULL,
  approval_id uuid           NOT NULL,
  user_id     uuid           NOT NULL,
  decision    text           NOT NULL,
  comment     text,
  decided_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, approval_id, user_id),
  FOREIGN KEY (org_id, approval_id) REFERENCES approvals(org_id, approval_id),
  CHECK (decision IN ('approve', 'reject'))
);


-- The double-entry ledger. (cell/0103-ledger.sql)

-- One row for each organization: how many transactions its chain has, and the hash of the last one. Its row lock is the
-- only lock of the ledger.
CREATE TABLE ledger_chains (
  org_id    uuid        NOT NULL,
  length    bigint      NOT NULL,
  head_hash sha256_hash NOT NULL,
  PRIMARY KEY (org_id),
  CHECK (length >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER ledger_chains_kept BEFORE TRUNCATE ON ledger_chains
  FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chains_not_deleted BEFORE DELETE ON ledger_chains
  FOR EACH ROW
  WHEN (old.length > 0)
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chains_only_grow BEFORE UPDATE ON ledger_chains
  FOR EACH ROW
  WHEN (new.org_id <> old.org_id OR new.length <= old.length)
  EXECUTE FUNCTION ledger_refuse_change();

-- Where money of an organization is, for each purpose, owner and currency. A positive balance is money that the account
-- has. All balances of one currency in one organization sum to zero.
CREATE TABLE ledger_accounts (
  org_id     uuid                  NOT NULL,
  account_id uuid                  NOT NULL,
  purpose    text                  NOT NULL,
  owner_id   text COLLATE "C"      NOT NULL DEFAULT '',
  currency   text                  NOT NULL,
  balance    numeric               NOT NULL,
  held       unsigned_amount       NOT NULL DEFAULT 0,
  -- The least that balance minus held may be. Null for accounts of the platform's side.
  floor      numeric,
  status     ledger_account_status NOT NULL DEFAULT 'active',
  created_at timestamptz(3)        NOT NULL,
  updated_at timestamptz(3)        NOT NULL,
  -- Something that had happened took the account below its floor. Only a settlement account may be overdrawn.
  overdrawn  boolean               NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, account_id),
  UNIQUE (org_id, purpose, owner_id, currency),
  CONSTRAINT ledger_accounts_closed_empty CHECK (status <> 'closed' OR balance = 0 AND held = 0),
  CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR (balance - held) >= floor OR overdrawn AND purpose =
    'settlement'),
  CHECK (purpose IN ('settlement', 'pending_settlement', 'provider', 'fees', 'fx', 'in_transit', 'refunds_in_transit',
    'disputes', 'virtual_account', 'escrow', 'ramp_clearing', 'suspense', 'adjustments', 'sandbox', 'bank',
    'provider_costs'))
) WITH (fillfactor=60);
CREATE INDEX ledger_accounts_with_credit ON ledger_accounts (org_id, currency) WHERE floor < 0;
CREATE INDEX ledger_accounts_overdrawn ON ledger_accounts (org_id) WHERE overdrawn;
CREATE INDEX ledger_accounts_of_providers ON ledger_accounts (owner_id, currency) WHERE purpose = 'provider';
CREATE TRIGGER ledger_accounts_identity BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW
  WHEN (new.org_id <> old.org_id OR new.account_id <> old.account_id OR new.purpose <> old.purpose OR new.owner_id <>
    old.owner_id OR new.currency <> old.currency OR new.floor IS DISTINCT FROM old.floor AND new.purpose <> 'settlement'
    OR new.created_at <> old.created_at)
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();

-- Append-only. One applied change of the books, unique by its cause ("<resource id>:<what happened>"), chained to the
-- one before it.
CREATE TABLE ledger_transactions (
  org_id        uuid             NOT NULL,
  "position"    chain_position   NOT NULL,
  cause         text COLLATE "C" NOT NULL,
  description   text             NOT NULL,
  at            timestamptz(3)   NOT NULL,
  previous_hash sha256_hash      NOT NULL,
  hash          sha256_hash      NOT NULL,
  -- False: it was started here, so floors bound it. True: it had happened already, so no floor could refuse it.
  has_happened  boolean,
  PRIMARY KEY (org_id, "position"),
  UNIQUE (org_id, cause)
);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();

-- Append-only. One line of a transaction: what it changes on one account (balance, held money, status), and balance and
-- held money after it.
CREATE TABLE ledger_postings (
  org_id         uuid                  NOT NULL,
  "position"     bigint                NOT NULL,
  index          count_of              NOT NULL,
  account_id     uuid                  NOT NULL,
  currency       text                  NOT NULL,
  amount         numeric               NOT NULL,
  held_change    numeric               NOT NULL,
  hold_id        uuid,
  account_status ledger_account_status,
  balance_after  numeric               NOT NULL,
  held_after     unsigned_amount       NOT NULL,
  -- The floor of the account from this line on, where the line changes it: zero, or minus the credit line.
  floor          numeric,
  PRIMARY KEY (org_id, "position", index),
  CONSTRAINT ledger_postings_changes_something CHECK (amount <> 0 OR held_change <> 0 OR account_status IS NOT NULL OR
    floor <= 0),
  CONSTRAINT ledger_postings_hold CHECK ((hold_id IS NULL) = (held_change = 0))
);
CREATE INDEX ledger_postings_of_account ON ledger_postings (org_id, account_id, "position", index);
CREATE INDEX ledger_postings_of_hold ON ledger_postings (org_id, hold_id, "position", index) WHERE hold_id IS NOT NULL;
CREATE INDEX ledger_postings_of_floor ON ledger_postings (org_id, account_id, "position") WHERE floor IS NOT NULL;
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();

-- Money of an account that is reserved for one purpose: what was reserved, and how much of it was captured (spent) or
-- released (given back).
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
) WITH (fillfactor=80);
CREATE TRIGGER ledger_holds_kept BEFORE DELETE OR TRUNCATE ON ledger_holds
  FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();


-- The log of changes, and what follows it. (cell/0104-events.sql)

-- Append-only log of the changes of an organization's resources; written in the transaction of the change itself.
CREATE TABLE events (
  org_id        uuid        NOT NULL,
  -- The id of the row's first event; those of the others follow it.
  event_id      uuid        NOT NULL,
  resource_type filled_text NOT NULL,
  resource_id   filled_text NOT NULL,
  -- Of the first event. It grows with every event of one resource, and receivers order by it.
  sequence      count_of    NOT NULL,
  -- The resource after the change, as JSON; `sequence` is added to it for each event.
  payload       text        NOT NULL,
  created_at    timestamptz NOT NULL,
  -- Followers read in this order, and only below what an open transaction may still write.
  "position"    bigint      NOT NULL DEFAULT event_position(pg_current_xact_id()),
  -- The types of the events of this change, in the order of their sequences.
  types         text[]      NOT NULL,
  PRIMARY KEY (org_id, event_id)
) PARTITION BY RANGE (event_id);
CREATE INDEX events_by_first_type ON ONLY events (org_id, (types[1]), event_id)
  WHERE types[1] NOT IN ('payment.processing', 'payment.pending', 'payment.completed', 'transaction.updated');
CREATE INDEX events_in_order ON ONLY events (org_id, "position");
CREATE INDEX events_of_payments ON ONLY events ("position") WHERE resource_type = 'payment';
CREATE INDEX events_out_of_step ON ONLY events (created_at, org_id, event_id)
  WHERE (created_at - to_timestamp(((get_byte(uuid_send(event_id), 0) * 16777216.0 + get_byte(uuid_send(event_id), 1) *
    65536.0 + get_byte(uuid_send(event_id), 2) * 256.0 + get_byte(uuid_send(event_id), 3)) * 65.536))) < '-01:00:00' OR
    (created_at - to_timestamp(((get_byte(uuid_send(event_id), 0) * 16777216.0 + get_byte(uuid_send(event_id), 1) *
    65536.0 + get_byte(uuid_send(event_id), 2) * 256.0 + get_byte(uuid_send(event_id), 3)) * 65.536))) > '01:00:00';
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON events
  FOR EACH STATEMENT
  EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_keep_their_place BEFORE UPDATE ON events
  FOR EACH ROW
  WHEN (new.org_id <> old.org_id OR new.event_id <> old.event_id OR new.types <> old.types OR new.resource_id <>
    old.resource_id OR new.sequence <> old.sequence OR new.created_at <> old.created_at)
  EXECUTE FUNCTION refuse_change();

-- How far each read model has followed the log. It is written in the transaction that applies the change.
CREATE TABLE followers (
  name       filled_text NOT NULL,
  "position" bigint      NOT NULL,
  -- The row of the last applied change. Rows of the same position with a higher id are not applied.
  event_id   uuid        NOT NULL,
  PRIMARY KEY (name)
);


-- Events on their way to the endpoints of organizations. (cell/0105-webhooks.sql)

-- Where an organization wants its events. A deleted endpoint keeps its row, so that the history of its deliveries
-- stays.
CREATE TABLE webhook_endpoints (
  org_id                     uuid        NOT NULL,
  webhook_id                 uuid        NOT NULL,
  endpoint_url               text        NOT NULL,
  -- Subscribed event types. Null: every type, also those that are added later.
  events                     text[],
  status                     text        NOT NULL,
  disabled_reason            text,
  disabled_at                timestamptz,
  -- Signing secret, encrypted under the master secret; shown to the caller once.
  secret_sealed              text        NOT NULL,
  previous_secret_sealed     text,
  previous_secret_expires_at timestamptz,
  -- The first failure of the receiver since its last success. Null: the last delivery succeeded.
  failing_since              timestamptz,
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  -- When the admins were told of an outage, once for each. Null, or before failing_since: not of this one.
  outage_told_at             timestamptz,
  -- The member who answers for the endpoint: registered it, or took it over. Null: not recorded.
  made_by                    uuid,
  PRIMARY KEY (org_id, webhook_id),
  CHECK (status IN ('active', 'disabled', 'deleted')),
  CHECK ((previous_secret_sealed IS NULL) = (previous_secret_expires_at IS NULL)),
  CHECK (events IS NULL OR cardinality(events) > 0),
  CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CHECK (length(endpoint_url) BETWEEN 1 AND 2048)
);
CREATE INDEX webhook_endpoints_active ON webhook_endpoints (org_id) WHERE status = 'active';

-- One event for one endpoint: the queue while pending, the record afterwards.
CREATE TABLE webhook_deliveries (
  org_id           uuid                    NOT NULL,
  webhook_id       uuid                    NOT NULL,
  delivery_id      uuid                    NOT NULL,
  event_id         uuid                    NOT NULL,
  event_type       text                    NOT NULL,
  status           webhook_delivery_status NOT NULL DEFAULT 'pending',
  -- Attempts of the running retry schedule; a replay starts the schedule again.
  tries            count_of                NOT NULL DEFAULT 0,
  -- Attempts ever.
  attempt_count    count_of                NOT NULL DEFAULT 0,
  created_at       timestamptz             NOT NULL,
  -- When the next attempt may start; null once finished.
  due_at           timestamptz,
  finished_at      timestamptz,
  -- Start of the last attempt, which this column and the next ones describe. Nearly all deliveries succeed at once, so
  -- an attempt seldom needs a row of its own.
  attempted_at     timestamptz,
  latency_ms       count_of,
  status_code      smallint,
  -- Whose fault the failure of the last attempt was: the receiver's or our own. Null: the receiver acknowledged.
  fault            webhook_fault,
  reason           text,
  detail           text,
  -- First 2 KiB of the answer, secrets removed.
  response_body    text,
  -- The attempts before the last, oldest first.
  earlier_attempts jsonb,
  PRIMARY KEY (org_id, webhook_id, delivery_id)
) PARTITION BY RANGE (delivery_id);
CREATE INDEX webhook_deliveries_waiting ON ONLY webhook_deliveries (org_id, webhook_id, due_at)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_dead ON ONLY webhook_deliveries (org_id, delivery_id) WHERE status = 'dead';
CREATE TRIGGER webhook_deliveries_rules BEFORE UPDATE ON webhook_deliveries
  FOR EACH ROW
  WHEN (NOT (new.attempt_count >= new.tries AND (new.status = 'pending') = (new.due_at IS NOT NULL) AND (new.status =
    'pending') = (new.finished_at IS NULL) AND (new.attempt_count > 0) = (new.attempted_at IS NOT NULL) AND (new.fault
    IS NULL) = (new.reason IS NULL) AND (new.status <> 'dead' OR new.fault IS NOT NULL)))
  EXECUTE FUNCTION webhook_deliveries_refuse();

-- Deliveries that a worker is sending: nobody else takes them before lease_until. The row is deleted when the results
-- are recorded, or when another worker takes over.
CREATE TABLE webhook_claims (
  org_id       uuid        NOT NULL,
  webhook_id   uuid        NOT NULL,
  -- Ownership token: a result is recorded only while the claim exists.
  claim_id     uuid        NOT NULL,
  delivery_ids uuid[]      NOT NULL,
  lease_until  timestamptz NOT NULL,
  PRIMARY KEY (org_id, webhook_id, claim_id)
) WITH (toast_tuple_target=8160);


-- What a repeated request must find. (cell/0106-requests.sql)

-- Requests with an Idempotency-Key, for 24 hours: which request is running, then the answer that was given.
CREATE TABLE idempotency_keys (
  -- The organization of the caller; the user, for a caller without one; a digest of the path, for public routes.
  scope_id     uuid        NOT NULL,
  key          text        NOT NULL,
  -- HMAC-SHA-256 of caller, method, path and body under a key of the master secret: the same key with another request
  -- is a conflict. A plain digest would reveal a card number to anybody who tries its digits.
  fingerprint  bytea       NOT NULL,
  -- The id of what the request creates. It is the same in every attempt, so a repeated attempt cannot create it twice.
  resource_id  uuid        NOT NULL,
  -- Counts how often a request took over the key from one that died.
  attempt      integer     NOT NULL DEFAULT 1,
  locked_until timestamptz NOT NULL,
  status_code  smallint,
  -- Headers and body of the answer, sealed: it may hold a secret that is shown once.
  response     text,
  created_at   timestamptz NOT NULL,
  -- Names the one request that runs under this key; only it may write the answer.
  holder       uuid,
  PRIMARY KEY (scope_id, key),
  CHECK (length(fingerprint) = 32),
  CHECK (attempt > 0),
  CHECK (status_code BETWEEN 100 AND 599),
  CHECK ((status_code IS NULL) = (response IS NULL)),
  CHECK (length(key) BETWEEN 1 AND 255)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys USING brin (created_at) WITH (pages_per_range='32',
    autosummarize='on');

-- Requests (attempts and refunds) that a provider did not know when it was polled. All times are of the database's
-- clock. A request that was given up is polled for another day.
CREATE TABLE missing_requests (
  org_id            uuid        NOT NULL,
  reference         uuid        NOT NULL,
  payment_id        uuid        NOT NULL,
  kind              text        NOT NULL,
  doubted_at        timestamptz NOT NULL,
  -- How long processes have waited, by their monotonic clocks.
  waited_ms         bigint      NOT NULL DEFAULT 0,
  missing_at        timestamptz,
  missing_waited_ms bigint,
  given_up_at       timestamptz,
  found_at          timestamptz,
  remedy_reference  uuid,
  due_at            timestamptz NOT NULL,
  ask_count         integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, reference),
  CHECK (kind IN ('payment', 'refund'))
) WITH (fillfactor=70);
CREATE INDEX missing_requests_due ON missing_requests (due_at);


-- Rates as organizations use them. (cell/0107-rates.sql)

-- Rates locked for one organization. The rate never changes; used_by names the one payment or transfer that used it.
CREATE TABLE org_rates (
  org_id        uuid        NOT NULL,
  org_rate_id   uuid        NOT NULL,
  from_currency text        NOT NULL,
  to_currency   text        NOT NULL,
  rate          numeric     NOT NULL,
  margin_bps    integer     NOT NULL,
  source        text        NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  -- The most that may be converted, in from_currency. Null: any amount.
  amount        numeric,
  -- Worth of one unit of from_currency in US dollars when the rate was locked.
  usd_per_unit  numeric     NOT NULL,
  -- What this lock has added to rate_exposures so far; a lock that is used again after a failed payment is not counted
  -- twice.
  counted_usd   numeric     NOT NULL DEFAULT 0,
  used_by       uuid,
  used_at       timestamptz,
  -- What a quote fixes beside the rate: direction, method, country, fee, route, expected arrival. Within one currency
  -- its rate is 1. Null: a plain rate lock.
  quote         jsonb,
  -- Worth in US dollars of the payin or ramp that uses this lock, while it waits for its customer's money; otherwise 0.
  -- Its sum is limited, because a locked rate is an option of the customer meanwhile.
  open_usd      numeric     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, org_rate_id),
  CHECK (jsonb_typeof(quote) = 'object'),
  CHECK (margin_bps BETWEEN 0 AND 5000),
  CHECK (amount > 0),
  CHECK ((used_by IS NULL) = (used_at IS NULL)),
  CHECK (counted_usd >= 0),
  CHECK (usd_per_unit >= 0),
  CHECK (rate > 0)
);
CREATE INDEX org_rates_expired ON org_rates (expires_at);
CREATE INDEX org_rates_open ON org_rates (org_id, expires_at) WHERE used_by IS NULL;
CREATE INDEX org_rates_waiting ON org_rates (org_id, from_currency, to_currency) WHERE open_usd > 0;

-- What an organization has locked or converted in one direction of a pair and one hour of the clock, in US dollars. Its
-- row lock guards the check of the limit.
CREATE TABLE rate_exposures (
  org_id        uuid        NOT NULL,
  from_currency text        NOT NULL,
  to_currency   text        NOT NULL,
  hour          timestamptz NOT NULL,
  usd           numeric     NOT NULL,
  PRIMARY KEY (org_id, from_currency, to_currency, hour),
  CHECK (usd >= 0)
) WITH (fillfactor=50);
CREATE INDEX rate_exposures_by_hour ON rate_exposures (hour);


-- Payments, and what happens to them. (cell/0108-payments.sql)

-- One row for each payment or ramp. No column that changes is indexed, so a row is updated in place.
CREATE TABLE payments (
  org_id              uuid              NOT NULL,
  payment_id          uuid              NOT NULL,
  -- The payment's second id. It follows from the first (base/ids.ts), so it needs no index.
  transaction_id      uuid              NOT NULL,
  user_id             uuid              NOT NULL,
  kind                payment_kind      NOT NULL,
  direction           payment_direction NOT NULL,
  payment_method      payment_method    NOT NULL,
  country             text              NOT NULL,
  amount              positive_amount   NOT NULL,
  currency            text              NOT NULL,
  target_amount       positive_amount   NOT NULL,
  target_currency     text              NOT NULL,
  org_rate_id         uuid,
  client_reference    text,
  beneficiary_id      uuid,
  fee_ids             text[]            NOT NULL,
  total_fees          unsigned_amount   NOT NULL,
  -- What was asked for; never changes.
  details             json              NOT NULL,
  created_at          timestamptz       NOT NULL,
  status              payment_status    NOT NULL,
  updated_at          timestamptz       NOT NULL,
  event_sequence      integer           NOT NULL,
  expires_at          timestamptz,
  refunded_amount     numeric           NOT NULL DEFAULT 0,
  provider            text,
  provider_payment_id text,
  provider_status     text,
  next_action         json,
  -- What happened: route, attempts, timeline, ramp legs.
  progress            json              NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  CHECK (refunded_amount BETWEEN 0 AND amount)
) WITH (fillfactor=45, toast_tuple_target=8160);
CREATE INDEX payments_by_id ON payments (payment_id);
CREATE INDEX payments_by_beneficiary ON payments (org_id, beneficiary_id) WHERE beneficiary_id IS NOT NULL;
CREATE INDEX payments_by_time ON payments USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX payments_by_client_reference ON payments (client_reference text_pattern_ops, org_id)
  WHERE client_reference IS NOT NULL;
CREATE INDEX payments_by_currency_amount ON payments (currency, org_id, amount, payment_id);
CREATE INDEX payments_out_of_step ON payments (created_at, org_id, payment_id)
  WHERE (created_at - to_timestamp(((get_byte(uuid_send(payment_id), 0) * 16777216.0 + get_byte(uuid_send(payment_id),
    1) * 65536.0 + get_byte(uuid_send(payment_id), 2) * 256.0 + get_byte(uuid_send(payment_id), 3)) * 65.536))) <
    '-01:00:00' OR (created_at - to_timestamp(((get_byte(uuid_send(payment_id), 0) * 16777216.0 +
    get_byte(uuid_send(payment_id), 1) * 65536.0 + get_byte(uuid_send(payment_id), 2) * 256.0 +
    get_byte(uuid_send(payment_id), 3)) * 65.536))) > '01:00:00';
CREATE TRIGGER payments_moves BEFORE UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION payments_check_move();

-- The payment of each reference that we gave to a provider (the id of an attempt or refund). Written once, before
-- anything is sent. The first attempt has the payment's own id and no row here.
CREATE TABLE payment_references (
  reference  uuid NOT NULL,
  org_id     uuid NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (reference, org_id)
);

-- Unfinished payments and when to look at each again: crash recovery, polling and expiry are one queue. A finished
-- payment has no row.
CREATE TABLE payment_checks (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  due_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id)
) WITH (fillfactor=70);
CREATE INDEX payment_checks_due ON payment_checks (due_at);

-- The texts by which people find payments, whole or by their beginning: `payer:ada obi`, `contact:+233200000000`,
-- `customer:<id>`, `metadata:order=42`. A follower of the event log writes them.
CREATE TABLE payment_search_keys (
  key        filled_text COLLATE "C" NOT NULL,
  org_id     uuid                    NOT NULL,
  payment_id uuid                    NOT NULL,
  PRIMARY KEY (key, org_id, payment_id)
) PARTITION BY RANGE (payment_id);

-- Verified callbacks, each stored once, also those of an unknown kind. Those that were applied are deleted after a
-- while.
CREATE TABLE provider_callbacks (
  provider    text        NOT NULL,
  external_id text        NOT NULL,
  body        text        NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at  timestamptz,
  failure     text,
  -- The address that the callback came to. A provider that signs nothing is known by an address that only it knows, and
  -- which may name the payment too.
  path        text        NOT NULL DEFAULT '',
  tries       integer     NOT NULL DEFAULT 0,
  -- When a worker takes it up. A callback that only makes us poll is answered first and due until the poll is done; the
  -- time is the lease of the process that answered it. Null: applied.
  due_at      timestamptz,
  PRIMARY KEY (provider, external_id)
);
CREATE INDEX provider_callbacks_by_time ON provider_callbacks USING brin (applied_at) WITH (pages_per_range='32',
    autosummarize='on');
CREATE INDEX provider_callbacks_due ON provider_callbacks (due_at) WHERE due_at IS NOT NULL;

-- Contradictions between what a provider says and our record, for a person to resolve.
CREATE TABLE reconciliation_items (
  org_id         uuid        NOT NULL,
  item_id        uuid        NOT NULL,
  payment_id     uuid,
  kind           text        NOT NULL,
  provider       text,
  message        text        NOT NULL,
  detail         jsonb       NOT NULL,
  status         text        NOT NULL,
  resolution     text,
  resolved_by    uuid,
  resolved_at    timestamptz,
  created_at     timestamptz NOT NULL,
  -- How many events the item has. 0: its first one is not published yet.
  event_sequence integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, item_id),
  CHECK (status IN ('open', 'resolved'))
);
CREATE INDEX reconciliation_items_open ON reconciliation_items (org_id, item_id) WHERE status = 'open';
CREATE UNIQUE INDEX reconciliation_items_once ON reconciliation_items (org_id, payment_id, kind, message)
  WHERE status = 'open';
CREATE INDEX reconciliation_items_unannounced ON reconciliation_items (item_id) WHERE event_sequence = 0;

-- Number and sum of the payouts of each clock hour, for the limits of an organization; of a customer, payins too.
-- Written in the transaction that creates the payout, under the lock of the ledger.
CREATE TABLE payout_counts (
  org_id   uuid            NOT NULL,
  scope    text            NOT NULL,
  scope_id text            NOT NULL,
  currency text            NOT NULL,
  hour     timestamptz     NOT NULL,
  count    count_of        NOT NULL,
  amount   unsigned_amount NOT NULL,
  PRIMARY KEY (org_id, scope, scope_id, currency, hour),
  CHECK (scope IN ('organization', 'key', 'beneficiary', 'customer'))
);
CREATE INDEX payout_counts_old ON payout_counts (hour);


-- Refunds and disputes: money that goes back to payers. (cell/0109-refunds-and-disputes.sql)

-- Money sent back to a payer. The amount is reserved on the payment before the provider is asked, so that refunds
-- together never exceed it.
CREATE TABLE refunds (
  org_id             uuid        NOT NULL,
  refund_id          uuid        NOT NULL,
  payment_id         uuid        NOT NULL,
  amount             numeric     NOT NULL,
  currency           text        NOT NULL,
  reason             text        NOT NULL,
  status             text        NOT NULL,
  provider           text        NOT NULL,
  provider_refund_id text,
  failure_reason     text,
  -- Null for a refund that was made at the provider's own dashboard.
  requested_by       uuid,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  -- The approval that the refund waits for. Null: none.
  waits_for          uuid,
  PRIMARY KEY (org_id, refund_id),
  CHECK (amount > 0),
  CHECK (status IN ('pending', 'completed', 'failed'))
);
CREATE INDEX refunds_by_payment ON refunds (org_id, payment_id);
CREATE INDEX refunds_pending ON refunds (updated_at) WHERE status = 'pending';
CREATE UNIQUE INDEX refunds_made_elsewhere ON refunds (org_id, provider, provider_refund_id) WHERE requested_by IS NULL;
CREATE INDEX refunds_by_id ON refunds (refund_id);
CREATE INDEX refunds_out_of_step ON refunds (created_at, org_id, refund_id)
  WHERE (created_at - to_timestamp(((get_byte(uuid_send(refund_id), 0) * 16777216.0 + get_byte(uuid_send(refund_id), 1)
    * 65536.0 + get_byte(uuid_send(refund_id), 2) * 256.0 + get_byte(uuid_send(refund_id), 3)) * 65.536))) < '-01:00:00'
    OR (created_at - to_timestamp(((get_byte(uuid_send(refund_id), 0) * 16777216.0 + get_byte(uuid_send(refund_id), 1) *
    65536.0 + get_byte(uuid_send(refund_id), 2) * 256.0 + get_byte(uuid_send(refund_id), 3)) * 65.536))) > '01:00:00';

-- Money that payers' banks ask back. Amount and fee are held in the ledger until the dispute is decided.
CREATE TABLE disputes (
  org_id              uuid            NOT NULL,
  dispute_id          uuid            NOT NULL,
  payment_id          uuid            NOT NULL,
  provider            text            NOT NULL,
  provider_dispute_id text            NOT NULL,
  -- Our reference of the attempt that collected the money.
  reference           uuid            NOT NULL,
  status              dispute_status  NOT NULL,
  provider_status     text            NOT NULL,
  currency            text            NOT NULL,
  amount              positive_amount NOT NULL,
  fee                 unsigned_amount NOT NULL,
  reason              text,
  respond_by          timestamptz,
  -- When its evidence was handed over, or it was accepted; set before the provider is told.
  responded_at        timestamptz,
  reminded_at         timestamptz,
  -- When the newest applied update happened, as the provider says.
  last_word_at        timestamptz,
  event_sequence      integer         NOT NULL,
  created_at          timestamptz     NOT NULL,
  updated_at          timestamptz     NOT NULL,
  PRIMARY KEY (org_id, dispute_id),
  UNIQUE (org_id, provider, provider_dispute_id)
);
CREATE INDEX disputes_of_payment ON disputes (org_id, payment_id);
CREATE INDEX disputes_by_id ON disputes (dispute_id);
CREATE INDEX disputes_to_answer ON disputes (respond_by) WHERE status = 'needs_response';
CREATE TRIGGER disputes_moves BEFORE UPDATE OF status ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_check_move();

-- What an organization says against a dispute: texts and files, collected here and handed over together.
CREATE TABLE dispute_evidence (
  org_id       uuid        NOT NULL,
  dispute_id   uuid        NOT NULL,
  evidence_id  uuid        NOT NULL,
  name         text        NOT NULL,
  body_text    text,
  content_type text,
  content      bytea,
  created_by   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, dispute_id, evidence_id),
  FOREIGN KEY (org_id, dispute_id) REFERENCES disputes(org_id, dispute_id),
  CHECK ((content IS NULL) = (content_type IS NULL)),
  CHECK ((body_text IS NULL) = (content IS NOT NULL))
);


-- Whom organizations pay, and who pays them. (cell/0110-payees-and-customers.sql)

-- Who can be paid: exactly one of bank, mobile money or crypto details. A payout copies what it needs, so a change here
-- touches no payment in progress. Deleting locks the row and then looks for unfinished payments; the start of a payment
-- holds FOR KEY SHARE on it until the payment is stored.
CREATE TABLE beneficiaries (
  org_id              uuid        NOT NULL,
  beneficiary_id      uuid        NOT NULL,
  -- The user on whose behalf it is kept: the scope of GET /beneficiaries?user_id=.
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
  -- When the current account was entered. A trusted beneficiary whose account changes is new to the controls of
  -- payouts. Null: with the beneficiary.
  account_since       timestamptz,
  -- A digest of the account, keyed by the master secret: payouts go only to an account that the service itself stored,
  -- and not to one that somebody wrote into the database. Null: not sealed.
  account_seal        text,
  -- Address, birth and document, where a corridor needs them. Read when a payout is sent, and not kept with it.
  party               jsonb,
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
CREATE INDEX beneficiaries_of_user ON beneficiaries (org_id, beneficiary_of, beneficiary_id);
CREATE INDEX beneficiaries_by_id ON beneficiaries (beneficiary_id);
CREATE INDEX beneficiaries_by_name ON beneficiaries (lower((fname || ' ') || COALESCE(lname, '')) text_pattern_ops,
    org_id);
CREATE INDEX beneficiaries_by_last_name ON beneficiaries (lower(lname) text_pattern_ops, org_id)
  WHERE lname IS NOT NULL;
CREATE INDEX beneficiaries_by_email ON beneficiaries (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX beneficiaries_by_account ON beneficiaries (COALESCE(bank_details ->> 'account_number', momo_details ->>
    'phone_number', phone_number), org_id);
CREATE INDEX beneficiaries_with_account ON beneficiaries (org_id, country, COALESCE(momo_details ->> 'phone_number',
    upper(bank_details ->> 'account_number')));

-- Who was asked for identity data (BVN, NIN) because of which transaction; the data itself is never kept here.
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
  -- What a person of the organization said. Null: nothing yet.
  answer            text,
  answer_note       text,
  answered_by       uuid,
  answered_at       timestamptz,
  close_note        text,
  closed_by         uuid,
  closed_at         timestamptz,
  -- beneficiary, sender, or registrar: the member who registered a beneficiary that has no address. Null: nobody.
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
CREATE INDEX verification_requests_of_transaction ON verification_requests (org_id, transaction_id);
CREATE INDEX verification_requests_by_id ON verification_requests (request_id);
CREATE INDEX verification_requests_unclosed ON verification_requests (request_id) WHERE closed_at IS NULL;

-- Customers of an organization, whom payments and virtual accounts name. A merged customer keeps its row and names the
-- one that took it over, which is never merged itself. An erased customer keeps its id alone, so that its payments
-- still belong together.
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
  -- When payments are looked for a last time: one that was in progress during the erasure may have been written after
  -- it.
  erase_at    timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, customer_id),
  CHECK (status IN ('active', 'merged', 'erasing', 'erased')),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK ((status = 'erasing') = (erase_at IS NOT NULL)),
  CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
  CONSTRAINT customers_without_data CHECK ((status NOT IN ('erasing', 'erased')) OR reference IS NULL AND name IS NULL
    AND email IS NULL AND phone IS NULL AND country IS NULL AND metadata = '{}')
);
CREATE UNIQUE INDEX customers_by_reference ON customers (org_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX customers_by_id ON customers (customer_id);
CREATE INDEX customers_by_email ON customers (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX customers_by_phone ON customers (phone, org_id) WHERE phone IS NOT NULL;
CREATE INDEX customers_merged ON customers (org_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_erasing ON customers (erase_at) WHERE status = 'erasing';
CREATE INDEX customers_by_name ON customers (lower(name) text_pattern_ops, org_id) WHERE name IS NOT NULL;


-- Payment links, the look of their checkout, and receipts. (cell/0111-payment-links.sql)

-- A page on which a customer pays an organization. A fixed link is paid once; an open one as often as customers like.
CREATE TABLE payment_links (
  org_id          uuid        NOT NULL,
  link_id         uuid        NOT NULL,
  -- 144 random bits: anybody who knows it may see the link and pay it.
  link_ref        text        NOT NULL,
  amount_type     text        NOT NULL,
  -- What the organization gets for a fixed link, or what is suggested to the payer of an open one.
  amount          numeric,
  currency        text        NOT NULL,
  -- The currency that the customer pays in. Where it differs from currency, a rate is locked for the organization.
  payer_currency  text        NOT NULL,
  description     text,
  email           text,
  return_url      text,
  status          text        NOT NULL,
  expires_at      timestamptz,
  -- The rate that visitors of the page are shown at present (org_rates); replaced before it expires.
  quote_rate_id   uuid,
  -- The one unfinished payment of a fixed link. Nobody else can start one until it has ended.
  held_by         uuid,
  held_at         timestamptz,
  -- The payment that paid it, or the latest one of an open link.
  payment_id      uuid,
  payments_count  integer     NOT NULL DEFAULT 0,
  paid_total      numeric     NOT NULL DEFAULT 0,
  paid_at         timestamptz,
  event_sequence  integer     NOT NULL DEFAULT 0,
  created_by      uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- How many the payer of a fixed link may buy at most, each at its amount. Null: one.
  max_quantity    integer,
  -- What the payer is asked beside the payment. The answers are in the payment.
  custom_fields   json        NOT NULL DEFAULT '[]',
  success_message text,
  PRIMARY KEY (org_id, link_id),
  CHECK (event_sequence >= 0),
  CHECK (amount > 0),
  CHECK (amount_type IN ('fixed', 'open')),
  CHECK (amount_type = 'open' OR amount IS NOT NULL),
  CHECK ((held_by IS NULL) = (held_at IS NULL)),
  CHECK (held_by IS NULL OR amount_type = 'fixed' AND status <> 'paid'),
  CHECK (status <> 'paid' OR amount_type = 'fixed'),
  CHECK ((paid_at IS NULL) = (payments_count = 0)),
  CHECK ((paid_at IS NULL) = (payment_id IS NULL)),
  CHECK (amount_type = 'open' OR (status = 'paid') = (payments_count > 0)),
  CHECK (link_ref ~ '^[A-Za-z0-9_-]{24}$'),
  CHECK (max_quantity BETWEEN 2 AND 100),
  CHECK (paid_total >= 0),
  CHECK (payments_count >= 0),
  CHECK (status IN ('active', 'paid', 'expired', 'disabled'))
) WITH (fillfactor=80);
CREATE INDEX payment_links_by_ref ON payment_links (link_ref);
CREATE INDEX payment_links_expiring ON payment_links (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;
CREATE INDEX payment_links_by_description ON payment_links (lower(description) text_pattern_ops, org_id)
  WHERE description IS NOT NULL;
CREATE INDEX payment_links_by_email ON payment_links (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX payment_links_by_id ON payment_links (link_id);

-- Color, logo, contact and addresses that the hosted checkout shows for an organization. No row: our own look.
CREATE TABLE checkout_brands (
  org_id        uuid        NOT NULL,
  color         text,
  support_email text,
  support_phone text,
  terms_url     text,
  privacy_url   text,
  footer        text,
  -- The sites that may show the checkout in a frame.
  embed_origins text[]      NOT NULL DEFAULT '{}',
  logo          bytea,
  logo_type     text,
  logo_hash     text,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK ((logo IS NULL) = (logo_type IS NULL) AND (logo IS NULL) = (logo_hash IS NULL)),
  CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CHECK (octet_length(logo) <= 262144)
);
CREATE INDEX checkout_brands_by_logo ON checkout_brands (logo_hash) WHERE logo_hash IS NOT NULL;

-- Wrong one-time passwords on the hosted page, to tell the payer how many tries are left. The provider counts too, and
-- decides.
CREATE TABLE checkout_wrong_codes (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  count      smallint    NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  CHECK (count > 0)
);

-- Receipts of payments through the hosted checkout, with an unguessable code and the language of the payer. Written
-- before the payment starts, shown when it has completed.
CREATE TABLE receipts (
  org_id       uuid        NOT NULL,
  payment_id   uuid        NOT NULL,
  code         text        NOT NULL,
  language     text        NOT NULL,
  -- Since when it waits to be sent by e-mail. Null: nothing to send.
  due_at       timestamptz,
  created_at   timestamptz NOT NULL,
  -- When its text message is next handed to the hook; during an attempt, when the next one may begin. Null: nothing to
  -- send.
  sms_due_at   timestamptz,
  sms_attempts smallint    NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, payment_id),
  UNIQUE (code)
);
CREATE INDEX receipts_due ON receipts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX receipts_sms_due ON receipts (sms_due_at) WHERE sms_due_at IS NOT NULL;


-- Virtual accounts. (cell/0112-virtual-accounts.sql)

-- An account of a user in one currency.
CREATE TABLE virtual_accounts (
  org_id               uuid        NOT NULL,
  account_id           uuid        NOT NULL,
  user_id              uuid        NOT NULL,
  customer_id          text,
  virtual_account_name text        NOT NULL,
  currency             text        NOT NULL,
  country              text        NOT NULL,
  -- As that of the ledger account, and changed in the same transaction.
  status               text        NOT NULL,
  provider             text        NOT NULL,
  account_number       text,
  account_name         text,
  bank_name            text,
  bank_code            text,
  -- When the provider is next asked for a bank account number. Null: there is one, or there will be none.
  number_due_at        timestamptz,
  number_tries         integer     NOT NULL DEFAULT 0,
  event_sequence       integer     NOT NULL DEFAULT 0,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  -- What else it takes to pay the account, as the provider said: iban, bic, sort_code, and the country of the account,
  -- which may be another than the organization's. Null: nothing.
  reach                jsonb,
  PRIMARY KEY (org_id, account_id),
  CHECK (country ~ '^[A-Z]{2}$'),
  CHECK (currency ~ '^[A-Z]{3}$'),
  CHECK (account_number IS NULL OR number_due_at IS NULL),
  CHECK (status IN ('active', 'frozen', 'closed')),
  CHECK (length(virtual_account_name) BETWEEN 1 AND 200)
);
CREATE INDEX virtual_accounts_numbers_due ON virtual_accounts (number_due_at) WHERE number_due_at IS NOT NULL;
CREATE INDEX virtual_accounts_by_id ON virtual_accounts (account_id);
CREATE UNIQUE INDEX virtual_accounts_one_open ON virtual_accounts (org_id, user_id, currency, COALESCE(customer_id, ''))
  WHERE status <> 'closed';
CREATE INDEX virtual_accounts_by_customer ON virtual_accounts (customer_id, org_id) WHERE customer_id IS NOT NULL;
CREATE INDEX virtual_accounts_by_name ON virtual_accounts (lower(virtual_account_name) text_pattern_ops, org_id);
CREATE INDEX virtual_accounts_by_number ON virtual_accounts (account_number, org_id) WHERE account_number IS NOT NULL;

-- The account of each bank account number, which is all that a deposit names. A number belongs to one account forever,
-- also when it is closed.
CREATE TABLE virtual_account_numbers (
  provider       text NOT NULL,
  account_number text NOT NULL,
  org_id         uuid NOT NULL,
  account_id     uuid NOT NULL,
  PRIMARY KEY (provider, account_number)
);

-- What happened on a virtual account, as its owner sees it. The ledger has the postings under the same transaction id,
-- or under that of the payment.
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
) WITH (fillfactor=90);
CREATE INDEX virtual_transactions_of_account ON virtual_transactions (org_id, account_id, transaction_id);
CREATE INDEX virtual_transactions_by_id ON virtual_transactions (transaction_id);

-- Every deposit that a provider reported, once by the provider's id.
CREATE TABLE virtual_deposits (
  provider       text        NOT NULL,
  deposit_id     text        NOT NULL,
  account_number text        NOT NULL,
  amount         numeric     NOT NULL,
  currency       text        NOT NULL,
  -- suspense: posted, but its account is closed or has another currency. unknown_account: no account has this number,
  -- so no organization's books can hold the money. Both need a person.
  outcome        text        NOT NULL,
  org_id         uuid,
  transaction_id uuid,
  received_at    timestamptz NOT NULL,
  PRIMARY KEY (provider, deposit_id),
  CHECK (outcome IN ('credited', 'suspense', 'unknown_account')),
  CHECK (amount > 0),
  CHECK ((outcome = 'unknown_account') = (org_id IS NULL))
);
CREATE INDEX virtual_deposits_unsolved ON virtual_deposits (received_at) WHERE outcome <> 'credited';


-- Escrow: money that is held until a milestone is reached. (cell/0113-escrow.sql)

-- A project whose money is kept until milestones are reached. Its row lock guards everything that belongs to it.
CREATE TABLE escrow_projects (
  org_id       uuid        NOT NULL,
  escrow_id    uuid        NOT NULL,
  title        text        NOT NULL,
  description  text,
  currency     text        NOT NULL,
  total_amount numeric     NOT NULL,
  status       text        NOT NULL,
  created_by   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id),
  CHECK (length(title) BETWEEN 1 AND 200),
  CHECK (total_amount > 0),
  CHECK (status IN ('draft', 'active', 'completed', 'canceled'))
);
CREATE INDEX escrow_projects_by_id ON escrow_projects (escrow_id);
CREATE INDEX escrow_projects_by_title ON escrow_projects (lower(title) text_pattern_ops, org_id);

-- Who is paid, and where the money goes: to a beneficiary (by a payout) or to a virtual account of the organization (in
-- the ledger).
CREATE TABLE escrow_parties (
  org_id         uuid        NOT NULL,
  escrow_id      uuid        NOT NULL,
  party_id       uuid        NOT NULL,
  name           text        NOT NULL,
  role           text        NOT NULL,
  email          text,
  beneficiary_id uuid,
  account_id     uuid,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, party_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CONSTRAINT escrow_parties_one_destination CHECK (num_nonnulls(beneficiary_id, account_id) = 1),
  CHECK (length(name) BETWEEN 1 AND 200),
  CHECK (length(role) BETWEEN 1 AND 100)
);

-- A part of a project's money, and what must happen before it is paid. How much of it is funded follows from the
-- fundings.
CREATE TABLE escrow_milestones (
  org_id                uuid        NOT NULL,
  escrow_id             uuid        NOT NULL,
  milestone_id          uuid        NOT NULL,
  sequence              integer     NOT NULL,
  label                 text        NOT NULL,
  description           text,
  expected_disbursement numeric     NOT NULL,
  due_date              date,
  status                text        NOT NULL,
  -- [{party_id, split_type, split_value}], with values as decimal text.
  splits                jsonb       NOT NULL,
  -- What was submitted, by whom, and who approved it.
  contract              jsonb,
  disbursed_total       numeric     NOT NULL DEFAULT 0,
  disbursed_at          timestamptz,
  event_sequence        integer     NOT NULL DEFAULT 0,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  -- Shares of a released milestone that went back to the people who funded the project.
  returned_total        numeric     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, escrow_id, milestone_id),
  CONSTRAINT escrow_milestones_sequence UNIQUE (org_id, escrow_id, sequence) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK (length(label) BETWEEN 1 AND 200),
  CHECK (returned_total >= 0),
  CHECK (sequence > 0),
  CHECK (jsonb_typeof(splits) = 'array'),
  CHECK (disbursed_total BETWEEN 0 AND expected_disbursement),
  CHECK (contract IS NOT NULL OR (status IN ('pending', 'canceled'))),
  CHECK ((status = 'disbursed') = (disbursed_at IS NOT NULL)),
  CHECK ((disbursed_total + returned_total) <= expected_disbursement),
  CHECK (expected_disbursement > 0)
);

-- Money that was put in, and how much of it went back. The payment id of a payin is the id of its funding.
CREATE TABLE escrow_fundings (
  org_id     uuid        NOT NULL,
  escrow_id  uuid        NOT NULL,
  funding_id uuid        NOT NULL,
  source     text        NOT NULL,
  account_id uuid,
  amount     numeric     NOT NULL,
  refunded   numeric     NOT NULL DEFAULT 0,
  -- returned: it arrived when the project took no more money, and goes back to the payer.
  status     text        NOT NULL,
  created_by uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, escrow_id, funding_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK ((source = 'virtual_account') = (account_id IS NOT NULL)),
  CHECK (source IN ('virtual_account', 'payin')),
  CHECK (amount > 0),
  CHECK (status IN ('pending', 'completed', 'failed', 'returned')),
  CHECK (refunded BETWEEN 0 AND amount)
);
CREATE INDEX escrow_fundings_pending ON escrow_fundings (updated_at) WHERE status = 'pending';

-- Money that leaves a project: a party's share of a milestone, or a refund of a funding. It is written in the
-- transaction that decides it.
CREATE TABLE escrow_disbursements (
  org_id          uuid        NOT NULL,
  escrow_id       uuid        NOT NULL,
  disbursement_id uuid        NOT NULL,
  kind            text        NOT NULL,
  method          text        NOT NULL,
  milestone_id    uuid,
  party_id        uuid,
  funding_id      uuid,
  account_id      uuid,
  payment_id      uuid,
  amount          numeric     NOT NULL,
  status          text        NOT NULL,
  failure_reason  text,
  -- When a job starts its payout or refund, if the request has not. Null: nothing to start.
  due_at          timestamptz,
  tries           integer     NOT NULL DEFAULT 0,
  requested_by    uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- The beneficiary that a failed disbursement was sent to instead. Null: the party's own beneficiary, or the payer of
  -- a refund.
  beneficiary_id  uuid,
  -- Who made the API key by which it was requested, retried or redirected, and must not approve its payout. Null: a
  -- person asked.
  key_made_by     uuid,
  event_sequence  integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, escrow_id, disbursement_id),
  FOREIGN KEY (org_id, escrow_id) REFERENCES escrow_projects(org_id, escrow_id),
  CHECK (beneficiary_id IS NULL OR method = 'payout'),
  CHECK (method IN ('virtual_account', 'payout', 'payin_refund', 'settlement')),
  CHECK (amount > 0),
  CHECK ((kind = 'release') = (milestone_id IS NOT NULL AND party_id IS NOT NULL)),
  CHECK ((status IN ('pending', 'completed', 'failed', 'returned')) AND (status <> 'returned' OR kind = 'release')),
  CHECK ((kind = 'refund') = (funding_id IS NOT NULL)),
  CHECK (kind IN ('release', 'refund')),
  CHECK ((method = 'virtual_account') = (account_id IS NOT NULL))
);
CREATE INDEX escrow_disbursements_due ON escrow_disbursements (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX escrow_disbursements_of_milestone ON escrow_disbursements (org_id, escrow_id, milestone_id);
CREATE INDEX escrow_disbursements_of_payment ON escrow_disbursements (org_id, escrow_id, payment_id)
  WHERE payment_id IS NOT NULL;


-- Payout batches: many payouts in one file. (cell/0114-payout-batches.sql)

-- A list of payouts, and how far it is. A payment of a batch is created under FOR SHARE of its batch, so pausing and
-- canceling are exact.
CREATE TABLE payout_batches (
  org_id         uuid           NOT NULL,
  batch_id       uuid           NOT NULL,
  name           text           NOT NULL,
  status         text           NOT NULL,
  retry_of       uuid,
  duplicates     text           NOT NULL,
  row_count      count_of       NOT NULL,
  -- Checked, and not sent yet.
  ready_rows     count_of       NOT NULL DEFAULT 0,
  invalid_rows   count_of       NOT NULL DEFAULT 0,
  sent_rows      count_of       NOT NULL DEFAULT 0,
  completed_rows count_of       NOT NULL DEFAULT 0,
  failed_rows    count_of       NOT NULL DEFAULT 0,
  canceled_rows  count_of       NOT NULL DEFAULT 0,
  checked_to     count_of       NOT NULL DEFAULT 0,
  -- No row up to this one will be sent again.
  sent_to        count_of       NOT NULL DEFAULT 0,
  followed_to    count_of       NOT NULL DEFAULT 0,
  totals         jsonb          NOT NULL DEFAULT '[]',
  rates          jsonb          NOT NULL DEFAULT '[]',
  problems       jsonb          NOT NULL DEFAULT '[]',
  controls       jsonb,
  preview_hash   text,
  approval_id    uuid,
  scheduled_at   timestamptz(3),
  pause_reason   text,
  requester      jsonb          NOT NULL,
  event_sequence count_of       NOT NULL DEFAULT 0,
  lease_token    uuid,
  lease_until    timestamptz,
  follow_at      timestamptz,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  submitted_at   timestamptz(3),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  -- Who let the batch go: submitted it, or resumed it last. It is sent only while that person may pay.
  released_by    jsonb,
  -- When the personal data of its rows was erased.
  erased_at      timestamptz(3),
  -- Of a batch that is sent again by the calendar: how often, and how far it is. Each run is a batch of its own.
  repeat         jsonb,
  next_run_at    timestamptz(3),
  repeat_of      uuid,
  repeat_run     count_of,
  -- A run that nobody has looked at yet: it is submitted by itself once, if its rows are those that were approved.
  submits_itself boolean        NOT NULL DEFAULT false,
  -- Whether a provider is asked for the holders of the bank accounts.
  check_names    boolean        NOT NULL DEFAULT false,
  -- Up to which row it was asked.
  named_to       count_of       NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, batch_id),
  FOREIGN KEY (org_id) REFERENCES organizations(org_id),
  CHECK (status IN ('checking', 'ready', 'awaiting_approval', 'scheduled', 'sending', 'paused', 'sent', 'completed',
    'canceled', 'rejected')),
  CHECK (duplicates IN ('refuse', 'allow'))
);
CREATE INDEX payout_batches_by_id ON payout_batches (batch_id);
CREATE INDEX payout_batches_checking ON payout_batches (updated_at) WHERE status = 'checking';
CREATE INDEX payout_batches_sending ON payout_batches (updated_at) WHERE status = 'sending';
CREATE INDEX payout_batches_scheduled ON payout_batches (scheduled_at) WHERE status = 'scheduled';
CREATE INDEX payout_batches_followed ON payout_batches (follow_at) WHERE follow_at IS NOT NULL;
CREATE INDEX payout_batches_by_name ON payout_batches (lower(name) text_pattern_ops, org_id);
CREATE INDEX payout_batches_to_erase ON payout_batches (finished_at)
  WHERE finished_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX payout_batches_repeating ON payout_batches (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX payout_batches_unsubmitted ON payout_batches (updated_at) WHERE submits_itself;
CREATE UNIQUE INDEX payout_batches_runs ON payout_batches (org_id, repeat_of, repeat_run) WHERE repeat_of IS NOT NULL;

-- The payouts of a batch. The id of a row's payment follows from batch and row, so a row has one payment at most.
CREATE TABLE payout_batch_rows (
  org_id          uuid            NOT NULL,
  batch_id        uuid            NOT NULL,
  "row"           integer         NOT NULL,
  -- As it was sent to us.
  input           jsonb           NOT NULL,
  -- Equal for rows that pay the same: the reference where there is one, otherwise payee, amount and currency.
  same_as         text            NOT NULL,
  status          text            NOT NULL,
  errors          jsonb,
  beneficiary_id  uuid,
  beneficiary_at  timestamptz(3),
  amount          unsigned_amount,
  currency        text,
  target_amount   unsigned_amount,
  target_currency text,
  fee             unsigned_amount,
  org_rate_id     uuid,
  provider        text,
  intent          jsonb,
  payment_id      uuid,
  failure         jsonb,
  retried_in      uuid,
  PRIMARY KEY (org_id, batch_id, "row"),
  CHECK (status IN ('unchecked', 'ready', 'invalid', 'sent', 'completed', 'failed', 'canceled')),
  CHECK ("row" > 0)
) WITH (fillfactor=80);
CREATE INDEX payout_batch_rows_same ON payout_batch_rows (org_id, batch_id, same_as, "row");
CREATE TRIGGER payout_batch_rows_kept BEFORE UPDATE ON payout_batch_rows
  FOR EACH ROW
  WHEN (old.status <> 'unchecked' AND new.status <> 'unchecked' AND (old.input IS DISTINCT FROM new.input OR old.amount
    IS DISTINCT FROM new.amount OR old.currency IS DISTINCT FROM new.currency OR old.target_amount IS DISTINCT FROM
    new.target_amount OR old.target_currency IS DISTINCT FROM new.target_currency OR old.beneficiary_id IS DISTINCT FROM
    new.beneficiary_id OR old.intent IS DISTINCT FROM new.intent))
  EXECUTE FUNCTION keep_previewed_rows();


-- Balances: money that is not available yet, and corrections. (cell/0115-balances.sql)

-- Completed payins whose money is pending, and when it becomes available. A row is deleted when its money has moved.
CREATE TABLE pending_settlements (
  org_id     uuid            NOT NULL,
  payment_id uuid            NOT NULL,
  currency   text            NOT NULL,
  amount     positive_amount NOT NULL,
  due_at     timestamptz     NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
CREATE INDEX pending_settlements_due ON pending_settlements (due_at);

-- Prefunding and corrections of balances, as they were posted.
CREATE TABLE balance_adjustments (
  adjustment_id uuid        NOT NULL,
  org_id        uuid        NOT NULL,
  currency      text        NOT NULL,
  amount        numeric     NOT NULL,
  provider      text,
  reason        text        NOT NULL,
  requested_by  uuid        NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (adjustment_id),
  CHECK (amount <> 0)
);
CREATE INDEX balance_adjustments_of_organization ON balance_adjustments (org_id, adjustment_id);

-- How far each organization's ledger was followed into settlement_movements. The keys of movements make following twice
-- the same as once.
CREATE TABLE settlement_cursors (
  org_id     uuid   NOT NULL,
  "position" bigint NOT NULL,
  PRIMARY KEY (org_id)
);


-- Statistics, and exports. (cell/0116-statistics-and-exports.sql)

-- What changed since the last fold: every commit of payments appends to it, and one job empties it. It has no key and
-- no index, because it is read and deleted whole.
CREATE TABLE payment_stat_changes (
  org_id         uuid              NOT NULL,
  -- UTC day on which the payment was created; it stays the same however long the payment takes.
  day            date              NOT NULL,
  kind           payment_stat_kind NOT NULL,
  direction      text              NOT NULL,
  payment_method text              NOT NULL,
  country        text              NOT NULL,
  currency       text              NOT NULL,
  -- Who finished it. Empty while a payment is unfinished, because it may still go to another provider.
  provider       text              NOT NULL,
  -- Of a payment: its status, or awaiting_review. Of an attempt: its outcome.
  status         text              NOT NULL,
  -- Negative for the status that a payment left.
  count          integer           NOT NULL,
  volume         numeric           NOT NULL,
  -- Of the same payments as the volume, in the same currency.
  fees           numeric           NOT NULL DEFAULT 0,
  -- Of a failed payment: its cause. Of a completed one: the bucket of its duration. Empty for everything else.
  outcome        text              NOT NULL DEFAULT ''
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_scale_factor=0,
  autovacuum_vacuum_insert_threshold=50000, vacuum_truncate=off);

-- Payments counted along one dimension at a time, for each day and month, each organization and the whole platform (nil
-- UUID). One job writes it.
CREATE TABLE payment_stats (
  org_id    uuid  NOT NULL,
  grain     text  NOT NULL,
  dimension text  NOT NULL,
  period    date  NOT NULL,
  -- [[value, count, completed, failed, currency, volume], ...], one for each value and currency; without currency and
  -- volume where currencies are counted together. So a year is some hundred rows, and not ten thousand.
  cells     jsonb NOT NULL,
  PRIMARY KEY (org_id, grain, dimension, period),
  CHECK (grain = 'day' OR EXTRACT(day FROM period) = 1),
  CHECK (dimension IN ('direction', 'provider', 'method', 'country', 'corridor', 'status', 'attempt', 'decline',
    'duration')),
  CHECK (jsonb_typeof(cells) = 'array'),
  CHECK (grain IN ('day', 'month'))
) WITH (fillfactor=50);

-- Files of an organization's own data. A worker makes them part by part. A part and the cursor after it are written
-- together, so a crash repeats or loses nothing.
CREATE TABLE exports (
  org_id         uuid        NOT NULL,
  export_id      uuid        NOT NULL,
  kind           text        NOT NULL,
  format         text        NOT NULL,
  filters        jsonb       NOT NULL,
  until          timestamptz NOT NULL,
  status         text        NOT NULL,
  cursor         text,
  part_count     integer     NOT NULL DEFAULT 0,
  rows_done      bigint      NOT NULL DEFAULT 0,
  rows_total     bigint,
  size_bytes     bigint      NOT NULL DEFAULT 0,
  tries          integer     NOT NULL DEFAULT 0,
  failure_reason text,
  requested_by   uuid        NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  expires_at     timestamptz,
  PRIMARY KEY (org_id, export_id),
  CHECK (kind IN ('transactions', 'ledger', 'fees', 'audit')),
  CHECK (format IN ('csv', 'jsonl', 'parquet')),
  CHECK (status IN ('pending', 'running', 'completed', 'failed', 'expired'))
);
CREATE INDEX exports_by_id ON exports (export_id);
CREATE INDEX exports_unfinished ON exports (updated_at) WHERE status IN ('pending', 'running');
CREATE INDEX exports_kept ON exports (expires_at) WHERE status = 'completed';

-- The file in parts of some thousand rows, each compressed by itself (gzip). They are kept for a while, so that every
-- process can send them.
CREATE TABLE export_parts (
  org_id    uuid    NOT NULL,
  export_id uuid    NOT NULL,
  part      integer NOT NULL,
  content   bytea   NOT NULL,
  -- Of a Parquet file: what its footer says of this part, with positions in the whole file.
  row_group text,
  PRIMARY KEY (org_id, export_id, part)
);


-- Notifications and e-mail. (cell/0117-notifications.sql)

-- What a user is told inside the product, for each organization that it concerns.
CREATE TABLE notifications (
  org_id          uuid        NOT NULL,
  notification_id uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  type            text        NOT NULL,
  title           text        NOT NULL,
  body            text        NOT NULL,
  priority        text        NOT NULL,
  data            jsonb       NOT NULL,
  -- The e-mail that says the same, if there is one.
  email_id        uuid,
  created_at      timestamptz NOT NULL,
  read_at         timestamptz,
  PRIMARY KEY (org_id, notification_id),
  CHECK (length(type) BETWEEN 1 AND 100),
  CHECK (jsonb_typeof(data) = 'object'),
  CHECK (priority IN ('low', 'medium', 'high', 'urgent'))
);
CREATE INDEX notifications_of_user ON notifications (user_id, notification_id);
CREATE INDEX notifications_unread ON notifications (user_id, org_id) WHERE read_at IS NULL;

-- E-mail to be sent, written in the transaction that decided it. The nil organization stands for the platform itself. A
-- message may be sent twice, always under the same Message-ID.
CREATE TABLE email_outbox (
  org_id      uuid        NOT NULL,
  email_id    uuid        NOT NULL,
  recipient   text        NOT NULL,
  subject     text        NOT NULL,
  -- The text, sealed under the master secret because it may hold links that sign people in; erased once the e-mail is
  -- finished.
  content     text,
  priority    text        NOT NULL,
  status      text        NOT NULL,
  attempts    integer     NOT NULL DEFAULT 0,
  -- When it is sent. A claim moves it to the end of its lease, so a crash only delays.
  due_at      timestamptz,
  lease_token uuid,
  last_error  text,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  -- The look of the merchant that a receipt comes from: {name, color, logo_hash}. Null: our own look.
  brand       jsonb,
  PRIMARY KEY (org_id, email_id),
  CHECK (status IN ('pending', 'sent', 'failed')),
  CHECK (attempts >= 0),
  CHECK (length(recipient) BETWEEN 3 AND 254),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK ((status = 'pending') = (content IS NOT NULL)),
  CHECK ((status = 'pending') = (finished_at IS NULL)),
  CHECK (priority IN ('low', 'medium', 'high', 'urgent'))
) WITH (fillfactor=80);
CREATE INDEX email_outbox_due ON email_outbox (due_at) WHERE status = 'pending';
CREATE INDEX email_outbox_finished ON email_outbox (finished_at) WHERE status <> 'pending';


-- How payments ended at providers: the evidence of their health. (cell/0118-provider-outcomes.sql)

-- Attempts that a provider carried to success, or that failed by its fault, of all organizations of the cell. The
-- statistics write it as they follow the log; kept for 90 days.
CREATE TABLE provider_outcomes (
  -- Start of the five minutes in which the outcome was known.
  at             timestamptz NOT NULL,
  provider       text        NOT NULL,
  country        text        NOT NULL,
  payment_method text        NOT NULL,
  direction      text        NOT NULL,
  -- Of mobile money. Empty for everything else.
  network        text        NOT NULL,
  result         text        NOT NULL,
  -- Bucket of the time from the attempt to its outcome.
  duration       smallint    NOT NULL,
  count          integer     NOT NULL,
  PRIMARY KEY (at, provider, country, payment_method, direction, network, result, duration),
  CHECK (result IN ('succeeded', 'failed'))
) WITH (fillfactor=70);

-- Codes of refusals and failures that have no cause, counted as payments end.
CREATE TABLE unknown_failure_codes (
  provider      text        NOT NULL,
  flow          text        NOT NULL,
  code          text        NOT NULL,
  -- The provider's text with the first of them.
  example       text        NOT NULL,
  count         bigint      NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, flow, code),
  CHECK (flow IN ('inbound', 'outbound'))
);

-- Payments with a card that were declined or have not ended: schemes forbid to try a card too often.
CREATE TABLE card_tries (
  org_id      uuid        NOT NULL,
  payment_id  uuid        NOT NULL,
  -- Keyed by the master secret: the number cannot be found from it.
  fingerprint text        NOT NULL,
  tried_at    timestamptz NOT NULL,
  -- The card is lost, stolen, closed or invalid, and is never tried again.
  is_final    boolean     NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
CREATE INDEX card_tries_of_card ON card_tries (org_id, fingerprint, tried_at);
CREATE INDEX card_tries_of_payment ON card_tries (payment_id);
CREATE INDEX card_tries_kept ON card_tries (tried_at);
