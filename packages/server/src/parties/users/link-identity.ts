import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import type { VerifiedToken } from "#src/kernel/http/verify-token.ts";
import { isId } from "@corridor/base/ids.ts";
import { findIdentity, findUserByEmail, hasIdentityAt, insertIdentity, isServiceAccount, lockUser } from "./queries.ts";
import { IDENTITY_TOPIC, identityKey } from "./user.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

type Identity = { issuer: string; subject: string };

export async function linkIdentity(
  tx: Tx,
  { issuer, subject, userId, actor, at }: Identity & { userId: string; actor: AuditActor; at: Date },
): Promise<void> {
  if ((await lockUser(tx, userId)) === null) throw notFound("User");
  const linkedTo = await insertIdentity(tx, { issuer, subject, userId, at });
  if (linkedTo !== userId) throw conflict("This identity is linked to another user");
  await audit(tx, { orgId: null, actor, at }, "user.identity_linked", userId, { issuer, subject });
  tx.notify(IDENTITY_TOPIC, identityKey(issuer, subject));
}

/**
 * Our own issuer's subject is the user's id; any other (issuer, subject) is linked once: by an admin, or by the first
 * token whose e-mail address that issuer has verified.
 */
export function createFindUserOfToken(deps: {
  db: Db;
  invalidations: Invalidations;
  clock: Clock;
}): (token: VerifiedToken) => Promise<string | null> {
  const { db } = deps;
  const linked = createCache<string, string | null>({
    invalidations: deps.invalidations,
    topic: IDENTITY_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (key) => {
      const separator = key.indexOf(" ");
      return findIdentity(db, key.slice(0, separator), key.slice(separator + 1));
    },
  });

  return async ({ issuer, subject, verifiedEmail }) => {
    if (issuer.subjects === "user-id") return isId(subject) ? subject.toLowerCase() : null;
    const known = await linked.get(identityKey(issuer.issuer, subject));
    if (known !== null || !issuer.linkByVerifiedEmail || verifiedEmail === null) return known;
    return linkByEmail(db, { issuer: issuer.issuer, subject }, verifiedEmail, deps.clock.now());
  };
}

/**
 * Not for platform people, whose rights are too great to depend on an address; nor a user whom this issuer knows under
 * another subject, so that the address's next owner cannot take the user over.
 */
async function linkByEmail(db: Db, { issuer, subject }: Identity, email: string, at: Date): Promise<string | null> {
  const found = await findUserByEmail(db, email);
  if (found === null) return null;
  return db.transaction(async (tx) => {
    // Two requests may arrive at the same moment; the user's lock orders them.
    const user = await lockUser(tx, found.user_id);
    const linked = await findIdentity(tx, issuer, subject);
    if (linked !== null) return linked;
    if (
      user === null ||
      user.platform_role !== null ||
      (await isServiceAccount(tx, user.user_id)) ||
      (await hasIdentityAt(tx, user.user_id, issuer))
    )
      return null;
    const userId = await insertIdentity(tx, { issuer, subject, userId: user.user_id, at });
    const by = { orgId: null, actor: { type: "system", id: "identity" }, at } as const;
    await audit(tx, by, "user.identity_linked", userId, { issuer, subject, by: "verified e-mail address" });
    tx.notify(IDENTITY_TOPIC, identityKey(issuer, subject));
    return userId;
  });
}
