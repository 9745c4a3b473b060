-- Domains and functions for the tables of every file.

-- A table that is written with every payment has its rules for single columns in domains. A session reads the rule of a domain once, and
-- a CHECK of a table from the catalog with every statement: a quarter of what such a statement costs. Rules over several columns are
-- CHECKs of their table, or a trigger's where only an UPDATE can break them.
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

CREATE DOMAIN payment_status AS text CHECK (VALUE IN ('initiated', 'reviewed', 'confirmed', 'processing', 'pending', 'completed', 'failed', 'refunded', 'rejected', 'canceled'));

CREATE DOMAIN payment_stat_kind AS text CHECK (VALUE IN ('payment', 'attempt'));

CREATE DOMAIN dispute_status AS text CHECK (VALUE IN ('needs_response', 'under_review', 'won', 'lost', 'accepted', 'expired'));

CREATE DOMAIN settlement_kind AS text CHECK (VALUE IN ('charge', 'payout', 'refund', 'fee', 'chargeback', 'reversal', 'fx', 'adjustment', 'transfer'));

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
COMMENT ON FUNCTION refuse_change() IS 'Trigger of tables whose rows never change.';

CREATE FUNCTION require_rows(written bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF written <> wanted THEN
    RAISE EXCEPTION '% of % rows are no longer as they were read', wanted - written, wanted USING ERRCODE = 'raise_exception';
  END IF;
END
$$;
COMMENT ON FUNCTION require_rows(bigint, bigint) IS 'For a statement that must write every row it was given, or nothing: fails when others changed some of them first.';

-- A seal is set once. A mark may be set, or made again under another secret. Nothing else of an entry changes.
CREATE FUNCTION audit_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (NEW.org_id, NEW.audit_id, NEW.actor_type, NEW.actor_id, NEW.action, NEW.resource_type, NEW.resource_id, NEW.created_at)
       = (OLD.org_id, OLD.audit_id, OLD.actor_type, OLD.actor_id, OLD.action, OLD.resource_type, OLD.resource_id, OLD.created_at)
     AND NEW.actor_user_id IS NOT DISTINCT FROM OLD.actor_user_id
     AND NEW.changes::text IS NOT DISTINCT FROM OLD.changes::text
     AND NEW.request_id IS NOT DISTINCT FROM OLD.request_id
     AND (OLD.hash IS NULL AND NEW.hash IS NOT NULL AND NEW.mark IS NOT DISTINCT FROM OLD.mark
       OR (NEW.position, NEW.previous_hash, NEW.hash) IS NOT DISTINCT FROM (OLD.position, OLD.previous_hash, OLD.hash)
         AND NEW.mark IS DISTINCT FROM OLD.mark) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION audit_log_refuse_change() IS 'Trigger: the audit log is append-only, but for the seal of an entry, which is set once.';

CREATE FUNCTION webhook_delivery_id(event_id uuid, webhook_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (substr(event_id::text, 1, 19) || '8' || substr(encode(sha256(uuid_send(event_id) || uuid_send(webhook_id)), 'hex'), 1, 15))::uuid;
COMMENT ON FUNCTION webhook_delivery_id(uuid, uuid) IS 'The id of the delivery of an event to an endpoint. It follows from both, so no delivery is written twice. It begins with the time of the event, so rows and index entries are appended at the right edge.';

-- A new delivery differs from others by its ids and its time alone, so it needs no check. A CHECK would be read from the catalog for it
-- all the same: a tenth of what a small commit of payments costs.
CREATE FUNCTION webhook_deliveries_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the columns of delivery % contradict each other', NEW.delivery_id USING ERRCODE = 'check_violation';
END $$;
COMMENT ON FUNCTION webhook_deliveries_refuse() IS 'Trigger of an UPDATE that breaks a rule over several columns.';

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION ledger_refuse_change() IS 'Trigger: refuses changes of the ledger.';

CREATE FUNCTION payments_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status OR OLD.status || '>' || NEW.status IN (
    'initiated>processing', 'initiated>pending', 'initiated>completed', 'initiated>failed', 'initiated>reviewed',
    'reviewed>confirmed', 'reviewed>rejected',
    'confirmed>processing', 'confirmed>pending', 'confirmed>completed', 'confirmed>failed',
    'pending>processing', 'pending>completed', 'pending>failed', 'pending>canceled',
    'processing>pending', 'processing>completed', 'processing>failed',
    'completed>refunded'
  ) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'payment % may not move from % to %', OLD.payment_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
COMMENT ON FUNCTION payments_check_move() IS 'Trigger: whatever writes, the status of a payment makes none but its allowed moves.';

CREATE FUNCTION disputes_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status OR OLD.status || '>' || NEW.status IN (
    'needs_response>under_review', 'needs_response>won', 'needs_response>lost', 'needs_response>accepted', 'needs_response>expired',
    'under_review>needs_response', 'under_review>won', 'under_review>lost', 'under_review>accepted',
    'won>needs_response', 'won>lost',
    'expired>under_review', 'expired>won'
  ) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'dispute % may not move from % to %', OLD.dispute_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
COMMENT ON FUNCTION disputes_check_move() IS 'Trigger: whatever writes, the status of a dispute makes none but its allowed moves.';

CREATE FUNCTION events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('corridor.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
COMMENT ON FUNCTION events_refuse_change() IS 'Trigger: an event changes only when its customer is erased, and loses personal data then.';

-- The batch is looked up in the row's own cell: a session at a node has another search path.
CREATE FUNCTION keep_previewed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  batch_is_over boolean;
BEGIN
  IF NEW.intent IS NULL
    AND NEW.input = jsonb_build_object('beneficiary_id', OLD.input -> 'beneficiary_id', 'amount', OLD.input -> 'amount', 'currency', OLD.input -> 'currency')
    AND (OLD.amount, OLD.currency, OLD.target_amount, OLD.target_currency, OLD.beneficiary_id)
      IS NOT DISTINCT FROM (NEW.amount, NEW.currency, NEW.target_amount, NEW.target_currency, NEW.beneficiary_id)
  THEN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.payout_batches WHERE org_id = $1 AND batch_id = $2 AND finished_at IS NOT NULL)', TG_TABLE_SCHEMA)
      INTO batch_is_over USING OLD.org_id, OLD.batch_id;
    IF batch_is_over THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'row % of payout batch % was previewed and cannot change any more', OLD.row, OLD.batch_id;
END $$;
COMMENT ON FUNCTION keep_previewed_rows() IS 'Trigger: a row of a payout batch stays as it was previewed. When the batch is over, it may lose personal data.';

CREATE FUNCTION plain_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(replace(reference, '-', '')) ~ '^[0-9a-f]{32}$' THEN lower(replace(reference, '-', '')) ELSE btrim(reference) END
$$;
COMMENT ON FUNCTION plain_reference(text) IS 'A reference as it is compared: providers change the case of ids and drop their hyphens. As plainReference() in settlement.ts does it.';

-- On Citus a statement that changes rows may call only immutable functions inside CASE. jsonb_build_object() is not immutable: it writes
-- a time in the zone of the session. This function always writes UTC.
CREATE FUNCTION webhook_attempt(attempted_at timestamptz, latency_ms integer, status_code integer, fault text, reason text, detail text, response_body text)
  RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET TimeZone = 'UTC' AS $$
  SELECT jsonb_build_object('attempted_at', attempted_at, 'latency_ms', latency_ms, 'status_code', status_code, 'fault', fault,
    'reason', reason, 'detail', detail, 'response_body', response_body)
$$;
COMMENT ON FUNCTION webhook_attempt(timestamp with time zone, integer, integer, text, text, text, text) IS 'An attempt as webhook_deliveries.earlier_attempts keeps it.';

CREATE FUNCTION event_row(event_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (left(event_id::text, 35) || CASE WHEN right(event_id::text, 1) < '8' THEN '0' ELSE '8' END)::uuid;
COMMENT ON FUNCTION event_row(uuid) IS 'The id of the row that an event stands in.';

CREATE FUNCTION event_at(row_id uuid, place bigint) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (left(row_id::text, 35) || to_hex(('x' || right(row_id::text, 1))::bit(4)::integer + place - 1))::uuid;
COMMENT ON FUNCTION event_at(uuid, bigint) IS 'The id of a row''s event; the first has place 1.';

-- A table that only grows is kept by month, as ranges of its ids, which begin with their time (decision 50). Its default partition takes
-- what no month is made for, and is the pattern of each month: indexes, storage and triggers of statements are copied from it.
CREATE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
COMMENT ON FUNCTION first_id_at(timestamp with time zone) IS 'The first id that can be made at a moment.';

-- ATTACH PARTITION lets readers and writers of the table go on, while PARTITION OF would make all of them wait. It looks through the
-- default partition, so rows of the month go from there to the month first.
CREATE FUNCTION make_months(grown regclass, until timestamptz, since timestamptz DEFAULT now()) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  cell text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = grown);
  key text := (SELECT attname FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] WHERE partrelid = grown);
  pattern regclass := (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = grown);
  month timestamptz := date_trunc('month', since);
  name text;
  part text;
  ids text;
  command text;
  is_needed boolean;
  made integer := 0;
BEGIN
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true); -- Of no effect on plain PostgreSQL.
  WHILE month <= until AND made < 36 LOOP
    name := (SELECT relname FROM pg_class WHERE oid = grown) || to_char(month, '_YYYY_MM');
    part := format('%s.%I', cell, name);
    ids := format('FROM (%L) TO (%L)', public.first_id_at(month), public.first_id_at(month + interval '1 month'));
    IF to_regclass(part) IS NULL THEN
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', part, pattern);
      FOR command IN
        SELECT format('ALTER TABLE %s SET (%s)', part, array_to_string(reloptions, ', ')) FROM pg_class WHERE oid = pattern AND reloptions IS NOT NULL
        UNION ALL SELECT replace(pg_get_triggerdef(oid), ' ON ' || pattern, ' ON ' || part) FROM pg_trigger
          WHERE tgrelid = pattern AND NOT tgisinternal AND tgparentid = 0
      LOOP
        EXECUTE command;
      END LOOP;
      EXECUTE format('SELECT EXISTS (SELECT FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L)', pattern, key,
        public.first_id_at(month), public.first_id_at(month + interval '1 month')) INTO is_needed;
      IF is_needed THEN
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', pattern);
        EXECUTE format('WITH strays AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$s SELECT * FROM strays',
          pattern, key, public.first_id_at(month), public.first_id_at(month + interval '1 month'), part);
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', pattern);
      END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES %s', grown, part, ids);
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END $$;
COMMENT ON FUNCTION make_months(regclass, timestamp with time zone, timestamp with time zone) IS 'Makes the months of a table that are missing. It runs with the rights of the owner, since the role of the service may make no table.';

CREATE FUNCTION drop_delivered_months(deliveries regclass, before timestamptz) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  part regclass;
  is_needed boolean;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = deliveries AND relname ~ '^webhook_deliveries_\d{4}_\d{2}$'
      AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= before ORDER BY relname
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE finished_at IS NULL OR finished_at >= %L)', part, before) INTO is_needed;
    IF NOT is_needed THEN
      -- A replay may have come meanwhile.
      EXECUTE format('LOCK TABLE ONLY %s, %s IN ACCESS EXCLUSIVE MODE', deliveries, part);
      EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE status = ''pending'')', part) INTO is_needed;
    END IF;
    CONTINUE WHEN is_needed;
    EXECUTE format('DROP TABLE %s', part);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
COMMENT ON FUNCTION drop_delivered_months(regclass, timestamp with time zone) IS 'Drops months of deliveries that ended before, and hold nothing that is waiting or finished since. With the rights of the owner; the service may delete these rows too.';

-- Not for the service: it runs with the rights of its caller.
CREATE FUNCTION retire_month(grown regclass, month date) RETURNS regclass LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  cell text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = grown);
  name text := (SELECT relname FROM pg_class WHERE oid = grown) || to_char(month, '_YYYY_MM');
BEGIN
  IF name LIKE 'audit_log%' THEN
    RAISE EXCEPTION 'the audit log is verified from its start, and no month of it is retired';
  END IF;
  IF date_trunc('month', month) + interval '5 months' > now() THEN
    RAISE EXCEPTION '% is too young: a month is retired when its events cannot be replayed any more', name;
  END IF;
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', 'retired_' || cell);
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %s.%I', grown, cell, name);
  EXECUTE format('ALTER TABLE %s.%I SET SCHEMA %I', cell, name, 'retired_' || cell);
  RETURN format('%I.%I', 'retired_' || cell, name)::regclass;
END $$;
COMMENT ON FUNCTION retire_month(regclass, date) IS 'For the owner: takes a month out of its table into the schema retired_<cell>, from where it can be archived and dropped. What followers make again from the log then lacks it.';

CREATE FUNCTION stray_rows(grown regclass) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  count bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %s LIMIT 1000) AS strays',
    (SELECT partdefid::regclass FROM pg_partitioned_table WHERE partrelid = grown)) INTO count;
  RETURN count;
END $$;
COMMENT ON FUNCTION stray_rows(regclass) IS 'Rows for which no month was made, up to 1,000.';
