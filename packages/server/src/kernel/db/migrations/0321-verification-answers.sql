-- What became of a request for identity data. The number itself is never kept: an answer says whether it was given.
ALTER TABLE verification_requests
  ADD COLUMN answer      text CHECK (answer IN ('provided', 'declined')),
  ADD COLUMN answer_note text,
  ADD COLUMN answered_by uuid,
  ADD COLUMN answered_at timestamptz,
  ADD COLUMN close_note  text,
  ADD COLUMN closed_by   uuid,
  ADD COLUMN closed_at   timestamptz,
  ADD CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  ADD CHECK ((closed_by IS NULL) = (closed_at IS NULL));
COMMENT ON COLUMN verification_requests.answer IS 'What a person of the organization said; NULL: nothing yet.';
-- The platform reads requests of all organizations, those that are not closed most of all.
CREATE INDEX verification_requests_by_id ON verification_requests (request_id);
CREATE INDEX verification_requests_unclosed ON verification_requests (request_id) WHERE closed_at IS NULL;
