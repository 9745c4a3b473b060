import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { insertUser } from "./queries.ts";
import type { User } from "./user.ts";

/**
 * A user that is not a person: it belongs to one organization, cannot sign in, and only API keys act as it, which so
 * outlive the people who created them. Its e-mail domain exists nowhere (RFC 2606). False when it exists: the same
 * request created it before a crash.
 */
export async function createServiceAccount(
  tx: Tx,
  input: { userId: string; orgId: string; name: string; at: Date },
): Promise<boolean> {
  const { userId } = input;
  const user: User = {
    user_id: userId,
    email: `${userId}@service-account.invalid`,
    name: input.name.trim(),
    phone: null,
    country: null,
    platform_role: null,
    kyc_status: "not_started",
    default_org_id: null,
    disabled_at: null,
    created_at: input.at,
    updated_at: input.at,
  };
  if (!(await insertUser(tx, user))) return false;
  await tx.query("UPDATE users SET service_of = $2 WHERE user_id = $1", [userId, input.orgId]);
  return true;
}

export async function isServiceAccountOf(db: Queryable, userId: string, orgId: string): Promise<boolean> {
  return (await db.query("SELECT FROM users WHERE user_id = $1 AND service_of = $2", [userId, orgId])).length === 1;
}

/** Whether the user is a service account of any organization. */
export async function isServiceAccount(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query("SELECT FROM users WHERE user_id = $1 AND service_of IS NOT NULL", [userId])).length === 1;
}
