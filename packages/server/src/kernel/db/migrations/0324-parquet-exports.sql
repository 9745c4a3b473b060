ALTER TABLE exports DROP CONSTRAINT exports_format_check, ADD CONSTRAINT exports_format_check CHECK (format IN ('csv', 'jsonl', 'parquet'));
ALTER TABLE export_parts ADD COLUMN row_group text;
COMMENT ON COLUMN export_parts.row_group IS 'Of a Parquet file: what its footer will say of this part, whose positions are those in the whole file.';
