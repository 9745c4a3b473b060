import { appendAudit } from "#src/record/audit/index.ts";
import { USER_TOPIC } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { storedAddress, storedUserAgent } from "#src/kernel/http/use-recorder.ts";
import { LEEWAY_SECONDS, type VerifiedToken } from "#src/kernel/http/verify-token.ts";
import { newId } from "@corridor/base/ids.ts";
import type { IssuedToken, IssueToken, TokenRequest } from "./issue-token.ts";
import { insertRevokedToken } from "./queries.ts";
import { deleteSessions, insertSession, type SessionKind } from "./session-queries.ts";

/**
 * A session keeps one id through all of its tokens: those of another organization, a fresh second factor, a new
 * password. Ending it revokes that id, so every process refuses all of them from the commit on.
 */
export type SessionOrigin = { readonly kind: SessionKind; readonly address: string; readonly userAgent: string | null };

export async function openSession(
  deps: { db: Db; clock: Clock; issueToken: IssueToken },
  request: Omit<TokenRequest, "sessionId">,
  origin: SessionOrigin,
): Promise<IssuedToken> {
  const sessionId = newId();
  const issued = await deps.issueToken({ ...request, sessionId });
  await insertSession(deps.db, {
    session_id: sessionId,
    user_id: request.userId,
    kind: origin.kind,
    generation: request.generation,
    address: storedAddress(origin.address),
    user_agent: storedUserAgent(origin.userAgent),
    created_at: deps.clock.now(),
    expires_at: issued.expiresAt,
  });
  return issued;
}

/** Ends one session of the person, or every other one; returns how many were ended. */
export async function endSessions(
  { db, clock }: { db: Db; clock: Clock },
  who: { userId: string; requestId: string },
  which: { only: string } | { allBut: string | null },
): Promise<number> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const ended = await deleteSessions(tx, {
      userId: who.userId,
      only: "only" in which ? which.only : null,
      except: "allBut" in which ? which.allBut : null,
    });
    if (ended.length === 0) return 0;
    for (const { session_id, expires_at } of ended) {
      await insertRevokedToken(tx, {
        userId: who.userId,
        tokenId: session_id,
        expiresAt: withLeeway(expires_at.getTime()),
      });
    }
    const actor = { type: "user", id: who.userId, userId: who.userId, requestId: who.requestId } as const;
    await appendAudit(
      tx,
      ended.map(({ session_id }) => ({
        orgId: null,
        actor,
        action: "user.session_ended",
        resourceType: "session",
        resourceId: session_id,
        at,
      })),
    );
    tx.notify(USER_TOPIC, who.userId);
    return ended.length;
  });
}

/** Revokes only this token; the session continues with another one. */
export async function withdrawToken(db: Db, token: VerifiedToken, userId: string): Promise<void> {
  const { tokenId } = token;
  if (tokenId === null) return;
  await db.transaction(async (tx) => {
    await insertRevokedToken(tx, { userId, tokenId, expiresAt: withLeeway(token.expiresAtMs) });
    tx.notify(USER_TOPIC, userId);
  });
}

/** Revokes the token everywhere, and every other token of the session: two tabs may have created two at one moment. */
export async function signOut(db: Db, token: VerifiedToken, userId: string): Promise<void> {
  const { sessionId } = token;
  await withdrawToken(db, token, userId);
  if (sessionId === null) return;
  await db.transaction(async (tx) => {
    const ended = await deleteSessions(tx, { userId, only: sessionId, except: null });
    for (const { session_id, expires_at } of ended)
      await insertRevokedToken(tx, { userId, tokenId: session_id, expiresAt: withLeeway(expires_at.getTime()) });
    tx.notify(USER_TOPIC, userId);
  });
}

function withLeeway(endMs: number): Date {
  return new Date(endMs + LEEWAY_SECONDS * 1_000);
}
