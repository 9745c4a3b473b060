-- Files of an organization's own data, made by the worker a part at a time and kept here for a while: every process can make and send them.

CREATE TABLE exports (
  org_id         uuid NOT NULL,
  export_id      uuid NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('transactions', 'ledger', 'fees', 'audit')),
  format         text NOT NULL CHECK (format IN ('csv', 'jsonl')),
  filters        jsonb NOT NULL,
  until          timestamptz NOT NULL,
  status         text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'expired')),
  cursor         text,
  part_count     integer NOT NULL DEFAULT 0,
  rows_done      bigint NOT NULL DEFAULT 0,
  rows_total     bigint,
  size_bytes     bigint NOT NULL DEFAULT 0,
  tries          integer NOT NULL DEFAULT 0,
  failure_reason text,
  requested_by   uuid NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  expires_at     timestamptz,
  PRIMARY KEY (org_id, export_id)
);
COMMENT ON TABLE exports IS 'What was asked for and how far it is. A part and the cursor behind it are written together, so a crash repeats or loses nothing.';
CREATE INDEX exports_by_id ON exports (export_id);
CREATE INDEX exports_unfinished ON exports (updated_at) WHERE status IN ('pending', 'running');
CREATE INDEX exports_kept ON exports (expires_at) WHERE status = 'completed';

CREATE TABLE export_parts (
  org_id    uuid NOT NULL,
  export_id uuid NOT NULL,
  part      integer NOT NULL,
  content   bytea NOT NULL,
  PRIMARY KEY (org_id, export_id, part)
);
COMMENT ON TABLE export_parts IS 'The file in parts of some thousand rows, each compressed by itself (gzip).';
ALTER TABLE export_parts ALTER COLUMN content SET STORAGE EXTERNAL;
