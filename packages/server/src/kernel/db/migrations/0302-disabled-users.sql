ALTER TABLE users ADD COLUMN disabled_at timestamptz;
COMMENT ON COLUMN users.disabled_at IS 'Since when the person can neither sign in nor use a token or key. Null: not disabled.';
