import type { Queryable } from "#src/kernel/db/client.ts";
import { findUser as findUserRow, findUserByEmail as findUserRowByEmail } from "./queries.ts";
import { normalizeEmail, type User } from "./user.ts";

export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  return findUserRow(db, userId);
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  return findUserRowByEmail(db, normalizeEmail(email));
}
