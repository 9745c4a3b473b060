-- What a person sees of where they are signed in. Whether a token is good is not decided here: its signature, its generation and the tokens that were
-- withdrawn decide that.
CREATE TABLE identity.sessions (
  session_id   uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('dashboard', 'token')),
  -- Of the person's tokens: a session of an earlier one is over.
  generation   integer,
  address      text        NOT NULL,
  user_agent   text,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
COMMENT ON TABLE identity.sessions IS 'Dashboard sessions and tokens that were issued here, with where they were last used from. A row goes when its session ends or runs out.';
CREATE INDEX sessions_by_user ON identity.sessions (user_id, session_id DESC);
CREATE INDEX sessions_by_end ON identity.sessions (expires_at);
