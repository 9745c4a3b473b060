import { audit, type AuditActor } from "#src/record/audit/index.ts";
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
  at: Date;
};

export async function addMember(tx: Tx, input: NewMember): Promise<void> {
  const member = { ...input, permissions: input.permissions ?? [] };
  if (!(await insertMember(tx, member))) throw conflict("This person is already a member", "ALREADY_A_MEMBER");
  await audit(tx, input, "member.added", input.userId, { role: input.role, permissions: member.permissions });
  tx.notify(USER_TOPIC, input.userId);
}
