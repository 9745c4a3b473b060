-- What a merchant asks of the payer of a link, and says afterwards. A link without them is as it was.
ALTER TABLE payment_links
  ADD COLUMN max_quantity    integer CHECK (max_quantity BETWEEN 2 AND 100),
  ADD COLUMN custom_fields   json NOT NULL DEFAULT '[]',
  ADD COLUMN success_message text;
COMMENT ON COLUMN payment_links.max_quantity IS 'How many the payer of a fixed link may buy at most, each at its amount; null for one.';
COMMENT ON COLUMN payment_links.custom_fields IS 'What the payer is asked beside the payment. The answers stand in the payment.';
