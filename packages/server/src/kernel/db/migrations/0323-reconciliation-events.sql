-- Items are published by a job. Those that are older than this migration count as published: nobody waits for news of them.
ALTER TABLE reconciliation_items ADD COLUMN event_sequence integer NOT NULL DEFAULT 1;
ALTER TABLE reconciliation_items ALTER COLUMN event_sequence SET DEFAULT 0;
COMMENT ON COLUMN reconciliation_items.event_sequence IS 'Events of the item so far; 0: it is still to be published.';
CREATE INDEX reconciliation_items_unannounced ON reconciliation_items (item_id) WHERE event_sequence = 0;
