-- Lists of the dashboard as people have set them up: filters, columns and order, under a name.
CREATE TABLE saved_views (
  org_id     uuid NOT NULL,
  view_id    uuid NOT NULL,
  user_id    uuid NOT NULL,
  list       filled_text NOT NULL,
  name       filled_text NOT NULL,
  filters    jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
  shared     boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, view_id),
  UNIQUE (org_id, user_id, list, name)
);
COMMENT ON TABLE saved_views IS 'A person''s own views of lists, and those that they share with their organization. Bounded for each person and each organization.';

-- Payments of one currency in the order of their amounts, page by page. It replaces the index by amount alone: an amount is looked for within currencies,
-- and one index fewer is written with every payment. The currency stands first and not the organization, for the reason that migration 0281 gives.
CREATE INDEX payments_by_currency_amount ON payments (currency, org_id, amount, payment_id);
DROP INDEX payments_by_amount;
