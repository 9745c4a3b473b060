-- Finding payments by what a person has at hand: who paid, an e-mail address, a phone number, an amount, a part of the metadata, the beginning of a
-- reference. Prefixes and exact matches only, by what every PostgreSQL has: trigrams (pg_trgm) would find the middle of a name, but are an extension that
-- not every server offers. All of it is about `details`, which does not change with the payment's status, so updates still stay in place.

CREATE FUNCTION payment_contacts(details json) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(ARRAY[
    lower(details #>> '{payer_details,email}'), details #>> '{payer_details,phone}', details #>> '{mobile_money_details,phone_number}'], NULL)
$$;
COMMENT ON FUNCTION payment_contacts IS 'The addresses and phone numbers by which the payer is reached, as they are searched for.';
-- Without the list of pending entries, whose clean-up would be one payment's business now and then.
CREATE INDEX payments_by_contact ON payments USING gin (payment_contacts(details)) WITH (fastupdate = off);
CREATE INDEX payments_by_payer ON payments (lower(details #>> '{payer_details,name}') text_pattern_ops, org_id)
  WHERE details #>> '{payer_details,name}' IS NOT NULL;
CREATE INDEX payments_by_metadata ON payments USING gin (((details -> 'metadata')::jsonb) jsonb_path_ops) WITH (fastupdate = off)
  WHERE details -> 'metadata' IS NOT NULL;
-- Not by the organization first: on an empty table that would do for finding a payment by its key, and a session keeps such a plan.
CREATE INDEX payments_by_amount ON payments (amount, org_id);

-- The same index, in an order in which a prefix is a range whatever the collation of the database is.
DROP INDEX payments_by_client_reference;
CREATE INDEX payments_by_client_reference ON payments (client_reference text_pattern_ops, org_id) WHERE client_reference IS NOT NULL;
