-- How far the statements of a provider are fetched that are numbered and bear no day; unlike the cursor it outlives a day.
ALTER TABLE settlement_fetches ADD COLUMN mark text;
