import { audit } from "#src/record/audit/index.ts";
import { findMembershipsOf } from "#src/parties/organizations/index.ts";
import { findUser, USER_TOPIC } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { activeOrganization } from "#src/kernel/http/authenticate.ts";
import { unauthorized } from "#src/kernel/http/errors.ts";
import { storedAddress, storedUserAgent } from "#src/kernel/http/use-recorder.ts";
import { LEEWAY_SECONDS, type VerifiedToken } from "#src/kernel/http/verify-token.ts";
import { newId } from "@corridor/base/ids.ts";
import type { IdentityDeps, Session } from "./identity.ts";
import type { IssuedToken, IssueToken, TokenRequest } from "./issue-token.ts";
import { insertRevokedToken } from "./queries.ts";
import { deleteSessions, insertSession, type SessionKind } from "./session-queries.ts";

/**
 * A session keeps one id through all of its tokens: another organization's, a fresh second factor, a new password.
 * Ending it revokes that id, so every process refuses all of them from the commit on.
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

export async function endSessions(
  { db, clock }: { db: Db; clock: Clock },
  { userId, requestId }: { userId: string; requestId: string },
  which: { only: string } | { allBut: string | null },
): Promise<number> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const ended = await deleteSessions(tx, {
      userId,
      only: "only" in which ? which.only : null,
      except: "allBut" in which ? which.allBut : null,
    });
    if (ended.length === 0) return 0;
    const actor = { type: "user", id: userId, userId, requestId } as const;
    for (const { session_id: tokenId, expires_at } of ended) {
      await insertRevokedToken(tx, { userId, tokenId, expiresAt: withLeeway(expires_at.getTime()) });
      await audit(tx, { orgId: null, actor, at, resourceType: "session" }, "user.session_ended", tokenId);
    }
    tx.notify(USER_TOPIC, userId);
    return ended.length;
  });
}

/** The next token of the same session, which ends when the session would have unless another lifetime is given. */
export function reissue(
  deps: Pick<IdentityDeps, "clock" | "issueToken">,
  { token, person }: Session,
  change: Partial<TokenRequest> = {},
): Promise<IssuedToken> {
  return deps.issueToken({
    userId: person.userId,
    orgId: activeOrganization(token, person),
    generation: person.tokenGeneration,
    lifetimeSeconds: Math.max(1, Math.floor((token.expiresAtMs - deps.clock.now().getTime()) / 1_000)),
    secondFactorAt: secondFactorOf(token),
    signedInElsewhereAtMs: token.signedInElsewhereAtMs,
    sessionId: token.sessionId,
    ...change,
  });
}

export const secondFactorOf = (token: VerifiedToken): Date | null =>
  token.secondFactorAtMs === null ? null : new Date(token.secondFactorAtMs);

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

/** What the dashboard's frame shows. Platform people may belong to no organization. */
export async function readSession(
  { db, cells }: Pick<IdentityDeps, "db" | "cells">,
  input: { userId: string; orgId: string | null },
) {
  const [user, memberships] = await Promise.all([findUser(db, input.userId), findMembershipsOf(cells, input.userId)]);
  if (user === null) throw unauthorized();
  const { user_id, email, name, platform_role } = user;
  return {
    user: { user_id, email, name, platform_role },
    memberships: memberships.map(({ org_id, name: organization, role, status }) => ({
      org_id,
      name: organization,
      role,
      status,
    })),
    organization: memberships.find((membership) => membership.org_id === input.orgId) ?? null,
  };
}
