-- The cells of this deployment (docs/decisions/0038-cells.md). The first one is number 0, this schema; cell n is the schema cell_n.
CREATE TABLE cells (
  number     integer     PRIMARY KEY CHECK (number BETWEEN 0 AND 4095),
  state      text        NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'draining')),
  countries  text[]      NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE cells IS 'Schemas that each hold all tables of their organizations. draining: takes no new organization. countries: takes new organizations of these only; empty means any.';
INSERT INTO cells (number) VALUES (0);

-- A service account belongs to an organization of any cell. It is written in one transaction with its membership, whose key to the organization stays.
ALTER TABLE users DROP CONSTRAINT users_service_of_fkey;
