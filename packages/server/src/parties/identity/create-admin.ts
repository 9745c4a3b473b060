import { randomBytes } from "node:crypto";
import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { createUser, linkIdentity } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createUserWithPassword } from "./create-user-with-password.ts";
import { hashPassword } from "./password.ts";

const ACTOR: AuditActor = { type: "system", id: "create-admin" };
const PASSWORD_BYTES = 18;

/** How the new admin signs in: with a password of ours, or as a subject of the external issuer. */
export type AdminIdentity = "password" | { readonly issuer: string; readonly subject: string };

/**
 * A platform admin, created by the operator: only an admin makes others admins, so the first one cannot be created over
 * the API. Returns the password, once.
 */
export async function createAdmin(
  { db, clock }: { db: Db; clock: Clock },
  input: { email: string; name: string; identity: AdminIdentity },
): Promise<{ userId: string; password: string | null }> {
  const { email, name, identity } = input;
  const password = identity === "password" ? randomBytes(PASSWORD_BYTES).toString("base64url") : null;
  const passwordHash = password === null ? null : await hashPassword(password);
  const at = clock.now();
  const userId = await db.transaction(async (tx) => {
    const admin = { email, name, platformRole: "admin", at } as const;
    const user =
      passwordHash === null
        ? await createUser(tx, admin)
        : await createUserWithPassword(tx, { ...admin, passwordHash });
    await appendAudit(tx, [
      {
        orgId: null,
        actor: ACTOR,
        action: "user.created",
        resourceType: "user",
        resourceId: user.user_id,
        changes: { email: user.email, platform_role: "admin" },
        at,
      },
    ]);
    if (identity !== "password") await linkIdentity(tx, { userId: user.user_id, ...identity, actor: ACTOR, at });
    return user.user_id;
  });
  return { userId, password };
}
