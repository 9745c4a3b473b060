-- Shared by the tables of every module.

-- Attach to a table whose rows must never change:
--   CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
--     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

COMMENT ON FUNCTION refuse_change() IS 'Trigger of append-only tables: refuses UPDATE, DELETE and TRUNCATE, whoever asks.';

-- For a statement that must write every row it was given or nothing at all.
CREATE FUNCTION require_rows(written bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF written <> wanted THEN
    RAISE EXCEPTION '% of % rows are no longer as they were read', wanted - written, wanted USING ERRCODE = 'raise_exception';
  END IF;
END
$$;

COMMENT ON FUNCTION require_rows(bigint, bigint) IS 'Ends the statement, and what else it wrote, when others have changed some of its rows first.';

-- What one column may hold stands in a domain where a table is written with every payment: a session reads a domain's rule once, but a
-- table's CHECK from the catalogue with every statement, which was a quarter of what such a statement cost. Rules over several columns
-- remain CHECKs of their table; those of a delivery are a trigger's, which an INSERT does not ask.
CREATE DOMAIN filled_text AS text CHECK (VALUE <> '');
CREATE DOMAIN count_of AS integer CHECK (VALUE >= 0);
CREATE DOMAIN positive_amount AS numeric CHECK (VALUE > 0);
CREATE DOMAIN unsigned_amount AS numeric CHECK (VALUE >= 0);
CREATE DOMAIN chain_position AS bigint CHECK (VALUE > 0);
CREATE DOMAIN sha256_hash AS bytea CHECK (octet_length(VALUE) = 32);

COMMENT ON TABLE schema_migrations IS 'The migration files that were applied, with the checksum of each as it was then.';
