import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { lockInvite, markInviteRevoked } from "./invite-queries.ts";
import { assertMayManage } from "./member.ts";

/** The e-mailed link stops working. An accepted invite is ended by removing the member. */
export async function revokeInvite(
  db: Db,
  input: { orgId: string; inviteId: string; caller: Caller; requestId: string; at: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const invite = await lockInvite(tx, input.orgId, input.inviteId);
    if (invite === null) throw notFound("Invite");
    assertMayManage(input.caller, { role: invite.role });
    if (invite.status === "accepted") throw conflict("This invite was accepted; remove the member instead");
    if (invite.status === "revoked") return;
    await markInviteRevoked(tx, { orgId: input.orgId, inviteId: invite.invite_id, at: input.at });
    await appendAudit(tx, [
      {
        orgId: input.orgId,
        actor: actorOf(input.caller),
        action: "invite.revoked",
        resourceType: "invite",
        resourceId: invite.invite_id,
        changes: { email: invite.email },
        requestId: input.requestId,
        at: input.at,
      },
    ]);
  });
}
