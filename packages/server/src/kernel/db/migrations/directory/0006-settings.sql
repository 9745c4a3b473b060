-- What an operator changes while the service runs. Absent: the default.
CREATE TABLE platform_settings (
  name text PRIMARY KEY,
  value text NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE platform_settings IS 'What an operator changes while the service runs: each setting that has not its default, as text.';
COMMENT ON COLUMN platform_settings.value IS 'Sealed if the setting is a secret.';
