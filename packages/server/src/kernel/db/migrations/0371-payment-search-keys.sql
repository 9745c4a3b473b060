-- What payments are found by, a row for each: `payer:ada obi`, `contact:+233200000000`, `customer:<id>`, `metadata:order=42`. Indexes over the JSON of a
-- payment itself (migration 0281) parsed it eight times and wrote three kilobytes of log for every payment; this is one narrow table with one index.
CREATE TABLE payment_search_keys (
  key        filled_text NOT NULL,
  org_id     uuid        NOT NULL,
  payment_id uuid        NOT NULL
);
COMMENT ON TABLE payment_search_keys IS 'The texts by which people find payments: exactly, or by how they begin.';

-- As search-keys.ts in the module of payments writes them.
INSERT INTO payment_search_keys (key, org_id, payment_id)
  SELECT DISTINCT left(found.key, 256), p.org_id, p.payment_id FROM payments p CROSS JOIN LATERAL (
    SELECT 'payer:' || lower(p.details #>> '{payer_details,name}')
    UNION ALL SELECT 'contact:' || contact FROM unnest(payment_contacts(p.details)) AS contact
    UNION ALL SELECT 'customer:' || (p.details ->> 'customer_id')
    UNION ALL SELECT 'metadata:' || name || '=' || value FROM json_each_text(p.details -> 'metadata') AS pair (name, value)
      WHERE json_typeof(p.details -> 'metadata' -> name) IN ('string', 'number', 'boolean')
  ) AS found (key) WHERE found.key IS NOT NULL;

CREATE INDEX payment_search_keys_by_key ON payment_search_keys (key text_pattern_ops, org_id, payment_id);

DROP INDEX payments_by_contact, payments_by_payer, payments_by_metadata, payments_by_customer;
DROP FUNCTION payment_contacts;
