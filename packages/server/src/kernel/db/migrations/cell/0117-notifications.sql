-- Notifications and e-mail.

CREATE TABLE notifications (
  org_id          uuid        NOT NULL,
  notification_id uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  type            text        NOT NULL,
  title           text        NOT NULL,
  body            text        NOT NULL,
  priority        text        NOT NULL,
  data            jsonb       NOT NULL,
  email_id        uuid,
  created_at      timestamptz NOT NULL,
  read_at         timestamptz,
  PRIMARY KEY (org_id, notification_id),
  CHECK (length(type) BETWEEN 1 AND 100),
  CHECK (jsonb_typeof(data) = 'object'),
  CHECK (priority IN ('low', 'medium', 'high', 'urgent'))
);
COMMENT ON TABLE notifications IS 'What a user is told inside the product, for each organization that it concerns.';
COMMENT ON COLUMN notifications.email_id IS 'The e-mail that says the same, if there is one.';
CREATE INDEX notifications_of_user ON notifications (user_id, notification_id);
CREATE INDEX notifications_unread ON notifications (user_id, org_id) WHERE read_at IS NULL;

CREATE TABLE email_outbox (
  org_id      uuid        NOT NULL,
  email_id    uuid        NOT NULL,
  recipient   text        NOT NULL,
  subject     text        NOT NULL,
  content     text,
  priority    text        NOT NULL,
  status      text        NOT NULL,
  attempts    integer     NOT NULL DEFAULT 0,
  due_at      timestamptz,
  lease_token uuid,
  last_error  text,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  brand       jsonb,
  PRIMARY KEY (org_id, email_id),
  CHECK (status IN ('pending', 'sent', 'failed')),
  CHECK (attempts >= 0),
  CHECK (length(recipient) BETWEEN 3 AND 254),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK ((status = 'pending') = (content IS NOT NULL)),
  CHECK ((status = 'pending') = (finished_at IS NULL)),
  CHECK (priority IN ('low', 'medium', 'high', 'urgent'))
) WITH (fillfactor = 80);
COMMENT ON TABLE email_outbox IS 'E-mail to be sent, written in the transaction that decided it. The nil organization stands for the platform itself. A message may be sent twice, always under the same Message-ID.';
COMMENT ON COLUMN email_outbox.content IS 'The text, sealed under the master secret because it may hold links that sign people in; erased once the e-mail is finished.';
COMMENT ON COLUMN email_outbox.due_at IS 'When it is sent. A claim moves it to the end of its lease, so a crash only delays.';
COMMENT ON COLUMN email_outbox.brand IS 'The look of the merchant that a receipt comes from: {name, color, logo_hash}. Null: our own look.';
CREATE INDEX email_outbox_due ON email_outbox (due_at) WHERE status = 'pending';
CREATE INDEX email_outbox_finished ON email_outbox (finished_at) WHERE status <> 'pending';
