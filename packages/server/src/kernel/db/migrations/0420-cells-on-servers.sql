-- A cell on a server of its own: which one. NULL: this database.
ALTER TABLE cells ADD COLUMN server text;
COMMENT ON COLUMN cells.server IS 'Of a cell on a server of its own: host:port/database, so that a process can tell whether CELL_URLS names the right one. NULL: the cell is a schema of this database.';

-- How far a cell's ledgers are followed stands in the cell, so that no statement needs the ledger and the cursor of two servers. The keys of movements make
-- following twice the same as following once.
CREATE TABLE IF NOT EXISTS settlement_cursors (
  org_id   uuid PRIMARY KEY,
  position bigint NOT NULL
);
INSERT INTO settlement_cursors (org_id, position) SELECT org_id, position FROM public.settlement_cursors ON CONFLICT DO NOTHING;
