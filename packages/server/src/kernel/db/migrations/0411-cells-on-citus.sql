-- What Citus needs of functions, where the tables of a cell stand on another node than the session (docs/decisions/0038-cells.md, "Citus").

-- The clock within one statement. A statement that changes a distributed table may call no volatile function.
CREATE FUNCTION database_time() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()';
COMMENT ON FUNCTION database_time() IS 'The clock of the database. STABLE, unlike clock_timestamp(): a statement may find rows by it, and change them, on another node.';
ALTER FUNCTION service_time() STABLE;

-- In PL/pgSQL: a session plans the query once, and Citus cannot send a body that begins with RETURN.
CREATE OR REPLACE FUNCTION event_position(transaction_id xid8) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT ((first_generation + ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint) << 44) | transaction_id::text::bigint
          FROM event_log WHERE only_row);
END
$$;

-- The batch of the row's own cell: a session of another node has another search path.
CREATE OR REPLACE FUNCTION keep_previewed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- For cells on Citus: whether the coordinator or the node of the cell computes the position of an INSERT depends on the plan. Followers compare it with open
-- transactions of the node, so the node computes it.
CREATE FUNCTION take_event_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := event_position(pg_current_xact_id());
  RETURN NEW;
END
$$;
