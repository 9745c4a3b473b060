-- Programs that order the providers of a payment.

CREATE TABLE routing_programs (
  program_id   uuid        NOT NULL,
  org_id       uuid,
  version      integer     NOT NULL,
  name         text        NOT NULL,
  rules        json        NOT NULL,
  status       text        NOT NULL,
  share        integer,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (program_id),
  CHECK (version > 0),
  CHECK (status IN ('draft', 'published', 'archived')),
  CHECK (share BETWEEN 1 AND 99),
  CHECK (status <> 'published' OR published_at IS NOT NULL)
);
COMMENT ON TABLE routing_programs IS 'Rules that order the providers of a payment; org_id null means every organization without rules of its own that match. Only a draft changes.';
COMMENT ON COLUMN routing_programs.version IS 'Counts the programs of the organization, or of the platform.';
COMMENT ON COLUMN routing_programs.share IS 'Of a program that was published beside another to be compared with it: its percentage of payments.';
CREATE UNIQUE INDEX routing_programs_version ON routing_programs (org_id, version) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX routing_programs_published ON routing_programs (org_id, (share IS NULL)) NULLS NOT DISTINCT WHERE status = 'published';
