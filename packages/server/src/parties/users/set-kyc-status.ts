import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import type { Memberships } from "./memberships.ts";
import { lockUser, updateKycStatus } from "./queries.ts";
import type { KycStatus, User } from "./user.ts";

/** An approval or rejection is published to every organization of the person, each with its own event. */
export async function setKycStatus(
  { db, cells, memberships }: { db: Db; cells: CellsInUse; memberships: Memberships },
  input: { userId: string; status: KycStatus; reason: string | null; caller: Caller; requestId: string; at: Date },
): Promise<User> {
  const { status, at } = input;
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, input.userId);
    if (user === null) throw notFound("User");
    if (user.kyc_status === status) return user;
    const sequence = await updateKycStatus(tx, user.user_id, status, at);
    const changed: User = { ...user, kyc_status: status, updated_at: at };
    if (status === "approved" || status === "rejected") {
      const { platform_role: _ofNoConcern, default_org_id: _ofNoConcernEither, ...shown } = changed;
      const data = { ...shown, previous_status: user.kyc_status, reason: input.reason };
      for (const orgId of await memberships.organizationsOfUser(tx, user.user_id)) {
        const event = {
          orgId,
          type: `kyc.${status}` as const,
          resourceType: "user",
          resourceId: user.user_id,
          sequence,
          data,
          at,
        };
        await cells.withinTransaction(tx, orgId, (there) => appendEvents(there, [event]));
      }
    }
    await appendAudit(tx, [
      {
        orgId: null,
        actor: actorOf(input.caller),
        action: "user.kyc_status_changed",
        resourceType: "user",
        resourceId: user.user_id,
        changes: { kyc_status: { before: user.kyc_status, after: status }, reason: input.reason },
        requestId: input.requestId,
        at,
      },
    ]);
    return changed;
  });
}
