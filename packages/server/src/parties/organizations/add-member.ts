import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { USER_TOPIC } from "#src/parties/users/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { insertMember } from "./queries.ts";

export type NewMember = {
  orgId: string;
  userId: string;
  role: OrganizationRole;
  permissions?: readonly Permission[];
  actor: AuditActor;
  requestId?: string;
  at: Date;
};

export async function addMember(tx: Tx, input: NewMember): Promise<void> {
  const permissions = [...new Set(input.permissions ?? [])];
  if (
    !(await insertMember(tx, { orgId: input.orgId, userId: input.userId, role: input.role, permissions, at: input.at }))
  ) {
    throw conflict("This person is already a member", "ALREADY_A_MEMBER");
  }
  await appendAudit(tx, [
    {
      orgId: input.orgId,
      actor: input.actor,
      action: "member.added",
      resourceType: "member",
      resourceId: input.userId,
      changes: { role: input.role, permissions },
      requestId: input.requestId,
      at: input.at,
    },
  ]);
  tx.notify(USER_TOPIC, input.userId);
}
