import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { UseRow } from "#src/kernel/http/use-recorder.ts";

export type SessionKind = "dashboard" | "token";
export type SessionRow = Row<"identity.FIND_SESSIONS">;

const INSERT_SESSION = statement("identity.INSERT_SESSION")`
  INSERT INTO identity.sessions (session_id, user_id, kind, generation, address, user_agent, created_at,
    last_seen_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`;

export async function insertSession(db: Queryable, session: Omit<SessionRow, "last_seen_at">): Promise<void> {
  const { session_id, user_id, kind, generation, address, user_agent, created_at, expires_at } = session;
  await db.query(INSERT_SESSION, [session_id, user_id, kind, generation, address, user_agent, created_at, expires_at]);
}

const PROLONG_SESSION = statement("identity.PROLONG_SESSION")`
  UPDATE identity.sessions SET generation = $2, expires_at = $3 WHERE session_id = $1`;

/** A password change ends all sessions but the one that made it: that session moves to the next generation. */
export async function prolongSession(
  db: Queryable,
  session: Pick<SessionRow, "session_id" | "generation" | "expires_at">,
): Promise<void> {
  const { session_id, generation, expires_at } = session;
  await db.query(PROLONG_SESSION, [session_id, generation, expires_at]);
}

const FIND_SESSIONS = statement("identity.FIND_SESSIONS")`
  SELECT s.session_id, s.user_id, s.kind, s.generation, s.address, s.user_agent, s.created_at, s.last_seen_at,
    s.expires_at
    FROM identity.sessions s LEFT JOIN identity.accounts a USING (user_id)
    WHERE s.user_id = $1 AND ($2::uuid IS NULL OR s.session_id < $2::uuid) AND s.expires_at > $4
      AND (a.token_generation IS NULL OR s.generation = a.token_generation)
    ORDER BY s.session_id DESC LIMIT $3`;

/** Sessions, newest first, one more than requested. Sessions from before the last password change have ended. */
export function findSessions(db: Queryable, userId: string, page: Page, now: Date): Promise<SessionRow[]> {
  return db.query(FIND_SESSIONS, [userId, page.after?.[0], page.limit + 1, now]);
}

const DELETE_SESSIONS = statement("identity.DELETE_SESSIONS")`DELETE FROM identity.sessions
  WHERE user_id = $1 AND ($2::uuid IS NULL OR session_id = $2::uuid) AND ($3::uuid IS NULL OR session_id <> $3::uuid)
  RETURNING session_id, expires_at`;

/** Deletes one session of the person, or all but one. Returns the deleted sessions and when they would have ended. */
export function deleteSessions(
  tx: Tx,
  which: { userId: string; only: string | null; except: string | null },
): Promise<Pick<SessionRow, "session_id" | "expires_at">[]> {
  return tx.query(DELETE_SESSIONS, [which.userId, which.only, which.except]);
}

const UPDATE_LAST_SEEN = statement("identity.UPDATE_LAST_SEEN")`
  UPDATE identity.sessions SET last_seen_at = used.at, address = used.address, user_agent = used.user_agent
    FROM json_to_recordset($1::json) AS used (session_id uuid, at timestamptz, address text, user_agent text)
    WHERE sessions.session_id = used.session_id AND last_seen_at < used.at`;

export async function updateLastSeen(
  db: Queryable,
  uses: readonly UseRow<Pick<SessionRow, "session_id">>[],
): Promise<void> {
  await db.query(UPDATE_LAST_SEEN, [JSON.stringify(uses)]);
}
