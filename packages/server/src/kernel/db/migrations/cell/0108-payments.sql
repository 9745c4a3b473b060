-- Payments, and what happens to them.

CREATE TABLE payments (
  org_id              uuid              NOT NULL,
  payment_id          uuid              NOT NULL,
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
  details             json              NOT NULL,
  created_at          timestamptz       NOT NULL,
  -- Columns that change stand last: when a row changes in place, PostgreSQL logs only the part that differs.
  status              payment_status    NOT NULL,
  updated_at          timestamptz       NOT NULL,
  event_sequence      integer           NOT NULL,
  expires_at          timestamptz,
  refunded_amount     numeric           NOT NULL DEFAULT 0,
  provider            text,
  provider_payment_id text,
  provider_status     text,
  next_action         json,
  progress            json              NOT NULL,
  PRIMARY KEY (org_id, payment_id),
  CHECK (refunded_amount BETWEEN 0 AND amount)
) WITH (fillfactor = 45); -- Room for a second version of every row, since the payments of a page change together.
-- lz4, or none where the server was built without it: the default compression costs more than everything else that is done with the row.
DO $$ BEGIN
  ALTER TABLE payments ALTER COLUMN details SET COMPRESSION lz4, ALTER COLUMN progress SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE payments SET (toast_tuple_target = 8160);
END $$;
COMMENT ON TABLE payments IS 'One row for each payment or ramp. No column that changes is indexed, so a row is updated in place.';
COMMENT ON COLUMN payments.transaction_id IS 'The payment''s second id. It follows from the first (base/ids.ts), so it needs no index.';
COMMENT ON COLUMN payments.details IS 'What was asked for; never changes.';
COMMENT ON COLUMN payments.progress IS 'What happened: route, attempts, timeline, ramp legs.';
-- The platform's people find and list payments without knowing their organization.
CREATE INDEX payments_by_id ON payments (payment_id);
CREATE INDEX payments_by_beneficiary ON payments (org_id, beneficiary_id) WHERE beneficiary_id IS NOT NULL;
CREATE INDEX payments_by_time ON payments USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX payments_by_client_reference ON payments (client_reference text_pattern_ops, org_id) WHERE client_reference IS NOT NULL;
-- Payments of one currency in the order of their amounts, page by page. The currency comes before the organization: on an empty table an
-- index that begins with the organization looks good enough to find a payment by its key, and a session keeps such a plan.
CREATE INDEX payments_by_currency_amount ON payments (currency, org_id, amount, payment_id);
-- Rows whose time is far from the time in their id. A list that is sorted by id finds the rows of given dates by bounds on the id, and
-- extends the bounds to these rows (kernel/db/ids-of-dates.ts). Where clocks agree there are few: payouts of a paused batch, a request
-- that was repeated hours later.
CREATE INDEX payments_out_of_step ON payments (created_at, org_id, payment_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(payment_id), 0) * 16777216.0
    + get_byte(uuid_send(payment_id), 1) * 65536.0
    + get_byte(uuid_send(payment_id), 2) * 256.0
    + get_byte(uuid_send(payment_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
CREATE TRIGGER payments_moves BEFORE UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION payments_check_move();

CREATE TABLE payment_references (
  reference  uuid NOT NULL,
  org_id     uuid NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (reference, org_id)
);
COMMENT ON TABLE payment_references IS 'The payment of each reference that we gave to a provider (the id of an attempt or refund). Written once, before anything is sent. The first attempt has the payment''s own id and no row here.';

CREATE TABLE payment_checks (
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL,
  due_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, payment_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE payment_checks IS 'Unfinished payments and when to look at each again: crash recovery, polling and expiry are one queue. A finished payment has no row.';
CREATE INDEX payment_checks_due ON payment_checks (due_at);

-- Indexes over the JSON of payments were rejected: they parse it eight times and write three kilobytes of log for every payment.
CREATE TABLE payment_search_keys (
  -- "C" so that the key also answers a search by prefix.
  key        filled_text COLLATE "C" NOT NULL,
  org_id     uuid                    NOT NULL,
  payment_id uuid                    NOT NULL,
  PRIMARY KEY (key, org_id, payment_id)
) PARTITION BY RANGE (payment_id);
CREATE TABLE payment_search_keys_default PARTITION OF payment_search_keys DEFAULT;
COMMENT ON TABLE payment_search_keys IS 'The texts by which people find payments, whole or by their beginning: `payer:ada obi`, `contact:+233200000000`, `customer:<id>`, `metadata:order=42`. A follower of the event log writes them.';
SELECT make_months('payment_search_keys', now() + interval '3 months');

CREATE TABLE provider_callbacks (
  provider    text        NOT NULL,
  external_id text        NOT NULL,
  body        text        NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at  timestamptz,
  failure     text,
  path        text        NOT NULL DEFAULT '',
  tries       integer     NOT NULL DEFAULT 0,
  due_at      timestamptz,
  PRIMARY KEY (provider, external_id)
);
COMMENT ON TABLE provider_callbacks IS 'Verified callbacks, each stored once, also those of an unknown kind. Those that were applied are deleted after a while.';
COMMENT ON COLUMN provider_callbacks.path IS 'The address that the callback came to. A provider that signs nothing is known by an address that only it knows, and which may name the payment too.';
COMMENT ON COLUMN provider_callbacks.due_at IS 'When a worker takes it up. A callback that only makes us poll is answered first and due until the poll is done; the time is the lease of the process that answered it. Null: applied.';
-- For the job that deletes old ones.
CREATE INDEX provider_callbacks_by_time ON provider_callbacks USING brin (applied_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX provider_callbacks_due ON provider_callbacks (due_at) WHERE due_at IS NOT NULL;

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
  event_sequence integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, item_id),
  CHECK (status IN ('open', 'resolved'))
);
COMMENT ON TABLE reconciliation_items IS 'Contradictions between what a provider says and our record, for a person to resolve.';
COMMENT ON COLUMN reconciliation_items.event_sequence IS 'How many events the item has. 0: its first one is not published yet.';
CREATE INDEX reconciliation_items_open ON reconciliation_items (org_id, item_id) WHERE status = 'open';
CREATE UNIQUE INDEX reconciliation_items_once ON reconciliation_items (org_id, payment_id, kind, message) WHERE status = 'open';
CREATE INDEX reconciliation_items_unannounced ON reconciliation_items (item_id) WHERE event_sequence = 0;

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
COMMENT ON TABLE payout_counts IS 'Number and sum of the payouts of each clock hour, for the limits of an organization; of a customer, payins too. Written in the transaction that creates the payout, under the lock of the ledger.';
CREATE INDEX payout_counts_old ON payout_counts (hour);
