import { sql } from "kysely";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import type { OrganizationRole, Scope } from "#src/kernel/http/caller.ts";
import type { Memberships } from "./memberships.ts";
import type { KycStatus, User } from "./user.ts";

const USER_COLUMNS =
  "user_id, email, name, phone, country, platform_role, kyc_status, default_org_id, disabled_at, created_at, " +
  "updated_at";

/** False when the e-mail address is taken. */
export async function insertUser(tx: Tx, user: User): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO users (user_id, email, name, phone, country, platform_role, kyc_status, default_org_id, created_at,
     updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (email) DO NOTHING RETURNING user_id`,
    [
      user.user_id,
      user.email,
      user.name,
      user.phone,
      user.country,
      user.platform_role,
      user.kyc_status,
      user.default_org_id,
      user.created_at,
      user.updated_at,
    ],
  );
  return rows.length === 1;
}

export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  const [user] = await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE user_id = $1`, [userId]);
  return user ?? null;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [user] = await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE email = $1`, [email]);
  return user ?? null;
}

export async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const [user] = await tx.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE user_id = $1 FOR NO KEY UPDATE`, [
    userId,
  ]);
  return user ?? null;
}

export async function updateUserRow(tx: Tx, user: User): Promise<void> {
  await tx.query(
    `UPDATE users SET name = $2, phone = $3, country = $4, platform_role = $5, default_org_id = $6, updated_at = $7,
      disabled_at = $8 WHERE user_id = $1`,
    [
      user.user_id,
      user.name,
      user.phone,
      user.country,
      user.platform_role,
      user.default_org_id,
      user.updated_at,
      user.disabled_at,
    ],
  );
}

/** Returns the event sequence of the change. */
export async function updateKycStatus(tx: Tx, userId: string, status: KycStatus, at: Date): Promise<number> {
  const [row] = await tx.query<{ event_sequence: number }>(
    `UPDATE users SET kyc_status = $2, event_sequence = event_sequence + 1, updated_at = $3 WHERE user_id = $1
      RETURNING event_sequence`,
    [userId, status, at],
  );
  return row!.event_sequence;
}

export async function findIdentity(db: Queryable, issuer: string, subject: string): Promise<string | null> {
  const [row] = await db.query<{ user_id: string }>(
    "SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2",
    [issuer, subject],
  );
  return row?.user_id ?? null;
}

/** Returns the user of the identity: the given one, or the one that it was linked to before. */
export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: string; at: Date },
): Promise<string> {
  const [row] = await tx.query<{ user_id: string }>(
    `INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (issuer, subject) DO UPDATE SET issuer = excluded.issuer RETURNING user_id`,
    [identity.issuer, identity.subject, identity.userId, identity.at],
  );
  return row!.user_id;
}

export async function hasIdentityAt(db: Queryable, userId: string, issuer: string): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM user_identities WHERE user_id = $1 AND issuer = $2", [userId, issuer]);
  return rows.length > 0;
}

export type UserFilter = { readonly kycStatus?: KycStatus; readonly email?: string; readonly country?: string };
export type ListedUser = User & { readonly role: OrganizationRole | null };

type UserQuery = { readonly filter: UserFilter; readonly afterId: string | null; readonly limit: number };

/** Members are read in steps of this many, until a page is full: they stand in a cell, and users in the directory. */
const MEMBERS_STEP = 1_000;

/** Newest first; one row more than requested. Within an organization the row includes the role there. */
export async function findUsers(
  { db, memberships }: { db: Db; memberships: Memberships },
  { scope, ...query }: UserQuery & { scope: Scope },
): Promise<ListedUser[]> {
  if ("every" in scope) return (await findUsersAmong(db, query, null)).map((user) => ({ ...user, role: null }));
  const found: ListedUser[] = [];
  for (let afterId = query.afterId; ;) {
    const members = await memberships.rolesOfMembers(db, scope.orgId, afterId, MEMBERS_STEP);
    const missing = { ...query, limit: query.limit - found.length };
    for (const user of await findUsersAmong(db, missing, [...members.keys()]))
      found.push({ ...user, role: members.get(user.user_id)! });
    if (found.length > query.limit || members.size < MEMBERS_STEP) return found;
    afterId = [...members.keys()].at(-1)!;
  }
}

/** `userIds` null: all. */
async function findUsersAmong(
  db: Db,
  { filter, afterId, limit }: UserQuery,
  userIds: readonly string[] | null,
): Promise<User[]> {
  const conditions = [
    sql`true`,
    ...(userIds === null ? [] : [sql`user_id = ANY (${userIds}::uuid[])`]),
    ...(afterId === null ? [] : [sql`user_id < ${afterId}`]),
    ...(filter.kycStatus === undefined ? [] : [sql`kyc_status = ${filter.kycStatus}`]),
    ...(filter.email === undefined ? [] : [sql`email = ${filter.email}`]),
    ...(filter.country === undefined ? [] : [sql`country = ${filter.country}`]),
  ];
  const { rows } = await sql<User>`
    SELECT user_id, email, name, phone, country, platform_role, kyc_status, default_org_id, disabled_at, created_at, updated_at
    FROM users WHERE ${sql.join(conditions, sql` AND `)} ORDER BY user_id DESC LIMIT ${limit + 1}`.execute(db.kysely);
  return rows;
}
