-- How far the statements of a provider are fetched from its API.
CREATE TABLE settlement_fetches (
  account   text PRIMARY KEY,
  -- The day that is fetched next, or just now.
  day       date NOT NULL,
  -- The provider's mark for the next page of that day, and the import that its pages are written to.
  cursor    text,
  import_id uuid,
  failures  count_of NOT NULL DEFAULT 0,
  failure   text
);

-- How often rows without a key of their own were seen in the parts that are read: two rows that say the same are two, also across parts.
ALTER TABLE settlement_imports ADD COLUMN repeats jsonb NOT NULL DEFAULT '{}';
