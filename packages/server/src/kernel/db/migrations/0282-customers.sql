-- Whom an organization deals with, again and again: payments and virtual accounts hang on a customer.

CREATE TABLE customers (
  org_id      uuid NOT NULL,
  customer_id uuid NOT NULL,
  reference   text,
  name        text,
  email       text,
  phone       text,
  country     text CHECK (country ~ '^[A-Z]{2}$'),
  metadata    jsonb NOT NULL,
  status      text NOT NULL CHECK (status IN ('active', 'merged', 'erasing', 'erased')),
  merged_into uuid,
  erase_at    timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, customer_id),
  CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
  CHECK ((status = 'erasing') = (erase_at IS NOT NULL)),
  CONSTRAINT customers_without_data CHECK (status NOT IN ('erasing', 'erased')
    OR (reference IS NULL AND name IS NULL AND email IS NULL AND phone IS NULL AND country IS NULL AND metadata = '{}'))
);
COMMENT ON TABLE customers IS
  'Customers of an organization. One that was merged keeps its row and points at the one that took it over, which is never merged itself. One that was erased keeps its id only, so that payments still name the same nobody.';
COMMENT ON COLUMN customers.erase_at IS 'When the last look for payments is due: one that was under way when the customer was erased may still have been written since.';
CREATE UNIQUE INDEX customers_by_reference ON customers (org_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX customers_by_id ON customers (customer_id);
CREATE INDEX customers_by_email ON customers (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX customers_by_phone ON customers (phone, org_id) WHERE phone IS NOT NULL;
CREATE INDEX customers_merged ON customers (org_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_erasing ON customers (erase_at) WHERE status = 'erasing';

CREATE INDEX payments_by_customer ON payments ((details ->> 'customer_id'), payment_id) WHERE details ->> 'customer_id' IS NOT NULL;

-- An account for each customer of a user, not only one for the user.
DROP INDEX virtual_accounts_one_open;
CREATE UNIQUE INDEX virtual_accounts_one_open ON virtual_accounts (org_id, user_id, currency, coalesce(customer_id, '')) WHERE status <> 'closed';
CREATE INDEX virtual_accounts_by_customer ON virtual_accounts (customer_id, org_id) WHERE customer_id IS NOT NULL;

-- Personal data of an erased customer leaves the payloads of events too; nothing else of an event ever changes, and nobody else changes one.
CREATE FUNCTION events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('corridor.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
DROP TRIGGER events_append_only ON events;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_keep_their_place BEFORE UPDATE ON events FOR EACH ROW
  WHEN (NEW.org_id <> OLD.org_id OR NEW.event_id <> OLD.event_id OR NEW.type <> OLD.type OR NEW.resource_id <> OLD.resource_id
    OR NEW.sequence <> OLD.sequence OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION refuse_change();
