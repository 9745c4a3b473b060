CREATE TABLE notifications (
  org_id          uuid        NOT NULL,
  notification_id uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  type            text        NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  title           text        NOT NULL,
  body            text        NOT NULL,
  priority        text        NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  data            jsonb       NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  email_id        uuid,
  created_at      timestamptz NOT NULL,
  read_at         timestamptz,
  PRIMARY KEY (org_id, notification_id)
);
COMMENT ON TABLE notifications IS 'What a user is told inside the product, per organisation it concerns. email_id names the e-mail that says the same, if there is one.';
CREATE INDEX notifications_of_user ON notifications (user_id, notification_id);
CREATE INDEX notifications_unread ON notifications (user_id, org_id) WHERE read_at IS NULL;

CREATE TABLE email_outbox (
  org_id      uuid        NOT NULL,
  email_id    uuid        NOT NULL,
  recipient   text        NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  subject     text        NOT NULL,
  content     text,
  priority    text        NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  status      text        NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
  attempts    integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  due_at      timestamptz,
  lease_token uuid,
  last_error  text,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (org_id, email_id),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK ((status = 'pending') = (content IS NOT NULL)),
  CHECK ((status = 'pending') = (finished_at IS NULL))
) WITH (fillfactor = 80);
COMMENT ON TABLE email_outbox IS
  'E-mail to be sent, written in the transaction that decided it. The nil organisation stands for the platform itself. A claim moves due_at '
  'to the end of its lease, so that a crash only delays; a message may therefore be sent twice, always under the same Message-ID.';
COMMENT ON COLUMN email_outbox.content IS 'The text, sealed under the master secret because it may hold links that sign people in; erased once the e-mail is finished.';
CREATE INDEX email_outbox_due ON email_outbox (due_at) WHERE status = 'pending';
CREATE INDEX email_outbox_finished ON email_outbox (finished_at) WHERE status <> 'pending';

CREATE TABLE verification_requests (
  org_id            uuid        NOT NULL,
  request_id        uuid        NOT NULL,
  transaction_id    uuid        NOT NULL,
  user_id           uuid        NOT NULL,
  target            text        NOT NULL CHECK (target IN ('beneficiary', 'sender')),
  target_id         text        NOT NULL,
  verification_type text        NOT NULL CHECK (verification_type IN ('bvn', 'nin')),
  triggered_by      text        NOT NULL,
  message           text        NOT NULL,
  priority          text        NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  status            text        NOT NULL CHECK (status IN ('sent', 'failed')),
  reason            text,
  notification_id   uuid,
  email_id          uuid,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (org_id, request_id),
  CHECK ((status = 'failed') = (reason IS NOT NULL))
);
COMMENT ON TABLE verification_requests IS 'Who was asked for identity data (BVN, NIN) because of which transaction; the data itself is never kept here.';
CREATE INDEX verification_requests_of_transaction ON verification_requests (org_id, transaction_id);
