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
COMMENT ON TABLE schema_migrations IS 'The migration files that were applied, with the checksum of each as it was then.';
