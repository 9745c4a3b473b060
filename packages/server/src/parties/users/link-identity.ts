import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { insertIdentity, lockUser } from "./queries.ts";
import { IDENTITY_TOPIC, identityKey } from "./user.ts";

/** From now on a token of this issuer with this subject belongs to the user. */
export async function linkIdentity(
  tx: Tx,
  input: { userId: string; issuer: string; subject: string; actor: AuditActor; requestId?: string; at: Date },
): Promise<void> {
  const { userId, issuer, subject, actor, requestId, at } = input;
  if ((await lockUser(tx, userId)) === null) throw notFound("User");
  const linkedTo = await insertIdentity(tx, { issuer, subject, userId, at });
  if (linkedTo !== userId) throw conflict("This identity is linked to another user");
  await appendAudit(tx, [
    {
      orgId: null,
      actor,
      action: "user.identity_linked",
      resourceType: "user",
      resourceId: userId,
      changes: { issuer, subject },
      ...(requestId === undefined ? {} : { requestId }),
      at,
    },
  ]);
  tx.notify(IDENTITY_TOPIC, identityKey(issuer, subject));
}
