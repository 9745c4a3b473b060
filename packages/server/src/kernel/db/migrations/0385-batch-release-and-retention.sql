-- Who let a batch go: whoever submitted it, or resumed it last. It is sent only while they may pay.
ALTER TABLE payout_batches ADD COLUMN released_by jsonb;
-- When the personal data of its rows was erased.
ALTER TABLE payout_batches ADD COLUMN erased_at timestamptz(3);
CREATE INDEX payout_batches_to_erase ON payout_batches (finished_at) WHERE finished_at IS NOT NULL AND erased_at IS NULL;

-- What was previewed is what is approved and sent. Once its batch is over, personal data may go: payee, amounts and payment stay.
CREATE OR REPLACE FUNCTION keep_previewed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.intent IS NULL
    AND NEW.input = jsonb_build_object('beneficiary_id', OLD.input -> 'beneficiary_id', 'amount', OLD.input -> 'amount', 'currency', OLD.input -> 'currency')
    AND (OLD.amount, OLD.currency, OLD.target_amount, OLD.target_currency, OLD.beneficiary_id)
      IS NOT DISTINCT FROM (NEW.amount, NEW.currency, NEW.target_amount, NEW.target_currency, NEW.beneficiary_id)
    AND EXISTS (SELECT 1 FROM payout_batches b WHERE b.org_id = OLD.org_id AND b.batch_id = OLD.batch_id AND b.finished_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'row % of payout batch % was previewed and cannot change any more', OLD.row, OLD.batch_id;
END $$;
