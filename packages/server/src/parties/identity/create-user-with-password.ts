import { createUser, type NewUser, type User } from "#src/parties/users/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { upsertAccount } from "./queries.ts";

/** Takes the hash and not the password: hashing is slow, and a transaction must not wait for it. */
export async function createUserWithPassword(tx: Tx, input: NewUser & { passwordHash: string }): Promise<User> {
  const user = await createUser(tx, input);
  await upsertAccount(tx, { userId: user.user_id, passwordHash: input.passwordHash, at: input.at });
  return user;
}
