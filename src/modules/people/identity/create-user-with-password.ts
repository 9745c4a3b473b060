import { createUser, type NewUser } from "#src/modules/people/users/create-user.ts";
import type { User } from "#src/modules/people/users/user.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { upsertAccount } from "./queries.ts";

/** Takes the hash and not the password: hashing is slow, and a transaction must not wait for it. */
export async function createUserWithPassword(tx: Tx, input: NewUser & { passwordHash: string }): Promise<User> {
  const user = await createUser(tx, input);
  await upsertAccount(tx, { userId: user.user_id, passwordHash: input.passwordHash, at: input.at });
  return user;
}
