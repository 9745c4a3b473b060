-- A receipt looks like the merchant that it comes from. Null: our own look. A process of the version before leaves it out.
ALTER TABLE email_outbox ADD COLUMN brand jsonb;
COMMENT ON COLUMN email_outbox.brand IS 'Whose look the e-mail has: {name, color, logo_hash}.';
