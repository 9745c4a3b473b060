-- One attempt as it is kept in webhook_deliveries.earlier_attempts. Where the tables of a cell stand on another node than the session, a changing statement may
-- call only immutable functions inside CASE, and jsonb_build_object() is none: it writes a time in the zone of the session. This one always writes UTC.
CREATE FUNCTION webhook_attempt(attempted_at timestamptz, latency_ms integer, status_code integer, fault text, reason text, detail text, response_body text)
  RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET TimeZone = 'UTC' AS $$
  SELECT jsonb_build_object('attempted_at', attempted_at, 'latency_ms', latency_ms, 'status_code', status_code, 'fault', fault,
    'reason', reason, 'detail', detail, 'response_body', response_body)
$$;
COMMENT ON FUNCTION webhook_attempt(timestamptz, integer, integer, text, text, text, text) IS 'An earlier attempt of a delivery, as its row keeps it.';
