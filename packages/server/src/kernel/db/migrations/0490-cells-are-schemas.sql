-- A cell is a schema of this database. The column stays for processes of the version before; `migrate` refuses a
-- database that has a value in it.
COMMENT ON COLUMN cells.server IS 'Unused, always NULL: an earlier version could put a cell on a server of its own.';
