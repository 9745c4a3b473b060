import { actorOf } from "#src/modules/audit/actor-of.ts";
import { appendAudit } from "#src/modules/audit/append-audit.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Caller } from "#src/platform/http/caller.ts";
import { conflict, notFound } from "#src/platform/http/errors.ts";
import { insertIdentity, lockUser } from "./queries.ts";
import { IDENTITY_TOPIC, identityKey } from "./user.ts";

/** From now on a token of this issuer with this subject speaks for the user. An identity that names somebody already stays with them. */
export async function linkIdentity(
  db: Db,
  input: { userId: string; issuer: string; subject: string; caller: Caller; requestId: string; at: Date },
): Promise<void> {
  const { userId, issuer, subject, at } = input;
  await db.transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === null) throw notFound("User");
    const linkedTo = await insertIdentity(tx, { issuer, subject, userId, at });
    if (linkedTo !== userId) throw conflict("This identity is linked to another user");
    await appendAudit(tx, [
      {
        orgId: null,
        actor: actorOf(input.caller),
        action: "user.identity_linked",
        resourceType: "user",
        resourceId: userId,
        changes: { issuer, subject },
        requestId: input.requestId,
        at,
      },
    ]);
    tx.notify(IDENTITY_TOPIC, identityKey(issuer, subject));
  });
}
