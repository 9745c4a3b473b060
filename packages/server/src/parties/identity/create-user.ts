import { randomBytes } from "node:crypto";
import type { AuditActor } from "#src/record/audit/index.ts";
import { createUser, linkIdentity, type NewUser, type User } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { hashPassword } from "./password.ts";
import { upsertAccount } from "./queries.ts";

const ACTOR: AuditActor = { type: "system", id: "create-admin" };
const PASSWORD_BYTES = 18;

/** How the new admin signs in: with a password of ours, or as a subject of the external issuer. */
export type AdminIdentity = "password" | { readonly issuer: string; readonly subject: string };

/** Only an admin makes others admins, so the operator creates the first one. Returns the password, once. */
export async function createAdmin(
  { db, clock }: { db: Db; clock: Clock },
  input: { email: string; name: string; identity: AdminIdentity },
): Promise<{ userId: string; password: string | null }> {
  const { email, name, identity } = input;
  const password = identity === "password" ? randomBytes(PASSWORD_BYTES).toString("base64url") : null;
  const passwordHash = password === null ? null : await hashPassword(password);
  const at = clock.now();
  const userId = await db.transaction(async (tx) => {
    const admin = { email, name, platformRole: "admin", actor: ACTOR, at } as const;
    const user =
      passwordHash === null
        ? await createUser(tx, admin)
        : await createUserWithPassword(tx, { ...admin, passwordHash });
    if (identity !== "password") await linkIdentity(tx, { userId: user.user_id, ...identity, actor: ACTOR, at });
    return user.user_id;
  });
  return { userId, password };
}

/** Takes the hash and not the password: hashing is slow, and a transaction must not wait for it. */
export async function createUserWithPassword(tx: Tx, input: NewUser & { passwordHash: string }): Promise<User> {
  const user = await createUser(tx, input);
  await upsertAccount(tx, { userId: user.user_id, passwordHash: input.passwordHash, at: input.at });
  return user;
}
