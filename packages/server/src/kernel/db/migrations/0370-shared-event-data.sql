-- The events of one change carry the same data, which is kilobytes of text. Only the first of them keeps it; the others name the first, and their payload is the
-- envelope with nothing but the sequence in `data`. The text that is signed, sent and shown is put together from both, byte for byte the same each time.
ALTER TABLE events ADD COLUMN shares uuid;
COMMENT ON COLUMN events.shares IS 'The event of the same change that keeps the data of both.';
COMMENT ON COLUMN events.payload IS 'The envelope as it is signed and sent, byte for byte; without its data where `shares` names the event that keeps them.';

CREATE FUNCTION event_text(payload text, first_payload text, first_sequence integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN first_payload IS NULL THEN payload ELSE
    left(payload, strpos(payload, '"data":{') + 7)
    || substr(first_payload, strpos(first_payload, '"data":{') + 8,
      length(first_payload) - strpos(first_payload, '"data":{') - 7 - length('"sequence":' || first_sequence || '}}'))
    || substr(payload, strpos(payload, '"data":{') + 8)
  END
$$;
COMMENT ON FUNCTION event_text IS 'The text of an event, with the data of the one that it shares them with.';
