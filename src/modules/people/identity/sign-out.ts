import { USER_TOPIC } from "#src/modules/people/users/user.ts";
import type { Db } from "#src/platform/db/client.ts";
import { LEEWAY_SECONDS, type VerifiedToken } from "#src/platform/http/verify-token.ts";
import { insertRevokedToken } from "./queries.ts";

/** From the commit on, every process refuses the token, not only the browser that forgets it. */
export async function signOut(db: Db, token: VerifiedToken, userId: string): Promise<void> {
  const { tokenId } = token;
  if (tokenId === null) return;
  await db.transaction(async (tx) => {
    await insertRevokedToken(tx, { userId, tokenId, expiresAt: new Date(token.expiresAtMs + LEEWAY_SECONDS * 1_000) });
    tx.notify(USER_TOPIC, userId);
  });
}
