-- A quote is a rate lock with terms, so that one payment uses it by the same rule; within one currency its rate is 1.
ALTER TABLE org_rates ADD COLUMN quote jsonb CHECK (jsonb_typeof(quote) = 'object');
COMMENT ON COLUMN org_rates.quote IS 'What a quote fixes beside the rate: direction, method, country, fee, route, expected arrival. NULL: a plain rate lock.';
