-- Platform people list and find refunds without knowing their organization.
CREATE INDEX refunds_by_id ON refunds (refund_id);
