-- A closed day stays as it was signed, whoever writes: no line comes to it, no total of it changes or goes, and nothing that the signature covers changes.
CREATE FUNCTION keep_lines_of_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_accounts a WHERE a.closed_through IS NOT NULL AND EXISTS (
    SELECT 1 FROM settlement_lines_new n WHERE n.account = a.account AND n.value_date <= a.closed_through)) THEN
    RAISE EXCEPTION 'a day that is closed takes no further settlement line' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_lines_of_closed_days AFTER INSERT ON settlement_lines
  REFERENCING NEW TABLE AS settlement_lines_new FOR EACH STATEMENT EXECUTE FUNCTION keep_lines_of_closed_days();

CREATE FUNCTION keep_totals_of_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM settlement_totals_old o JOIN settlement_accounts a USING (account) WHERE o.day <= a.closed_through) THEN
    RAISE EXCEPTION 'the totals of a day that is closed cannot change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
-- The update is looked at twice: what a total becomes (0380), and what it was. It could be moved to another day otherwise.
CREATE TRIGGER settlement_totals_of_closed_days_moved AFTER UPDATE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_closed_days();
CREATE TRIGGER settlement_totals_of_closed_days_deleted AFTER DELETE ON settlement_totals
  REFERENCING OLD TABLE AS settlement_totals_old FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_closed_days();

-- References and original amounts were said by the statement too; the digest of a day covers the references.
CREATE TRIGGER settlement_lines_said BEFORE UPDATE ON settlement_lines FOR EACH ROW
  WHEN ((OLD.provider_reference, OLD.our_reference, OLD.original_amount, OLD.original_currency)
    IS DISTINCT FROM (NEW.provider_reference, NEW.our_reference, NEW.original_amount, NEW.original_currency))
  EXECUTE FUNCTION keep_settlement_lines();

-- The text of a file is kept for a while after it was read; what was never sent whole goes sooner.
ALTER TABLE settlement_imports ADD COLUMN purged_at timestamptz(3);
CREATE INDEX settlement_imports_to_purge ON settlement_imports (finished_at) WHERE finished_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX settlement_imports_receiving ON settlement_imports (created_at) WHERE status = 'receiving';
