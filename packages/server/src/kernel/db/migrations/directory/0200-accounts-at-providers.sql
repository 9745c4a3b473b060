-- Several accounts at one provider, also of organizations.

ALTER TABLE provider_settings ADD COLUMN archived_at timestamptz;
COMMENT ON TABLE provider_settings IS 'What an account at a third-party provider needs, keys included: one sealed JSON text each. An account without a row does not exist here.';
COMMENT ON COLUMN provider_settings.provider IS 'Name of the account: `mtn_momo` is the platform''s first, `mtn_momo.ghana` its account with that label, `mtn_momo.main.<organization>` one of an organization.';
COMMENT ON COLUMN provider_settings.archived_at IS 'Since when the account gets no further payment. Its keys stay for those that it carries.';
