-- Outside of a transaction.
-- Rows whose time is far from the time in their id. A list that is sorted by id finds the rows of given dates by
-- bounds on the id, and extends the bounds to these rows (platform/db/ids-of-dates.ts). In a deployment whose clocks
-- agree there are few: payouts of a paused batch, a request that was repeated hours later.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_out_of_step ON payments (created_at, org_id, payment_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(payment_id), 0) * 16777216.0
    + get_byte(uuid_send(payment_id), 1) * 65536.0
    + get_byte(uuid_send(payment_id), 2) * 256.0
    + get_byte(uuid_send(payment_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_out_of_step ON refunds (created_at, org_id, refund_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(refund_id), 0) * 16777216.0
    + get_byte(uuid_send(refund_id), 1) * 65536.0
    + get_byte(uuid_send(refund_id), 2) * 256.0
    + get_byte(uuid_send(refund_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_out_of_step ON audit_log (created_at, org_id, audit_id)
  WHERE created_at - to_timestamp((
    get_byte(uuid_send(audit_id), 0) * 16777216.0
    + get_byte(uuid_send(audit_id), 1) * 65536.0
    + get_byte(uuid_send(audit_id), 2) * 256.0
    + get_byte(uuid_send(audit_id), 3)) * 65.536)
    NOT BETWEEN interval '-3600 seconds' AND interval '3600 seconds';
