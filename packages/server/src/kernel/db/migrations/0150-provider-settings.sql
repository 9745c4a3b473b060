CREATE TABLE provider_settings (
  provider   text PRIMARY KEY,
  sealed     text NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE provider_settings IS 'What a third-party provider needs to know, keys included: one sealed JSON text each. A provider without a row does not exist here.';

ALTER TABLE provider_callbacks ADD COLUMN path text NOT NULL DEFAULT '';
COMMENT ON COLUMN provider_callbacks.path IS 'Where the callback came in. A provider that signs nothing is known by an address that only it was told, which may name the payment too.';
ALTER TABLE provider_callbacks ADD COLUMN tries integer NOT NULL DEFAULT 0;
