import { valuesOf } from "#src/kernel/fields.ts";
import { join, raw, sql } from "#src/kernel/db/sql.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { OrganizationRole, Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { type KycStatus, type Memberships, normalizeEmail, type User } from "./user.ts";

const USER_COLUMNS =
  "user_id, email, name, phone, country, platform_role, kyc_status, default_org_id, disabled_at, created_at, " +
  "updated_at";

const INSERT_USER = statement("users.INSERT_USER")`
  INSERT INTO users (user_id, email, name, phone, country, platform_role, kyc_status, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (email) DO NOTHING RETURNING user_id`;

export async function insertUser(tx: Tx, user: User): Promise<boolean> {
  const person = valuesOf(user, "user_id", "email", "name", "phone", "country", "platform_role", "kyc_status");
  const rows = await tx.query(INSERT_USER, [...person, user.created_at]);
  return rows.length === 1;
}

const peopleOf = (db: Queryable): Queryable => db.directory ?? db;

const FIND_USER = statement("users.FIND_USER")`SELECT ${USER_COLUMNS} FROM users WHERE user_id = $1`;

export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  const [user] = await peopleOf(db).query(FIND_USER, [userId]);
  return user ?? null;
}

const FIND_USER_BY_EMAIL = statement("users.FIND_USER_BY_EMAIL")`SELECT ${USER_COLUMNS} FROM users WHERE email = $1`;

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [user] = await db.query(FIND_USER_BY_EMAIL, [normalizeEmail(email)]);
  return user ?? null;
}

const LOCK_USER = statement("users.LOCK_USER")`SELECT ${USER_COLUMNS} FROM users WHERE user_id = $1 FOR NO KEY UPDATE`;

export async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const [user] = await tx.query(LOCK_USER, [userId]);
  return user ?? null;
}

const UPDATE_USER_ROW = statement("users.UPDATE_USER_ROW")`
  UPDATE users SET name = $2, phone = $3, country = $4, platform_role = $5, default_org_id = $6, updated_at = $7,
    disabled_at = $8 WHERE user_id = $1`;

export async function updateUserRow(tx: Tx, user: User): Promise<void> {
  const person = valuesOf(user, "user_id", "name", "phone", "country", "platform_role", "default_org_id");
  await tx.query(UPDATE_USER_ROW, [...person, user.updated_at, user.disabled_at]);
}

const UPDATE_KYC_STATUS = statement("users.UPDATE_KYC_STATUS")`
  UPDATE users SET kyc_status = $2, event_sequence = event_sequence + 1, updated_at = $3 WHERE user_id = $1
    RETURNING event_sequence`;

export async function updateKycStatus(tx: Tx, userId: string, status: KycStatus, at: Date): Promise<number> {
  const [row] = await tx.query(UPDATE_KYC_STATUS, [userId, status, at]);
  return row!.event_sequence;
}

const FIND_IDENTITY = statement("users.FIND_IDENTITY")`
  SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2`;

export async function findIdentity(db: Queryable, issuer: string, subject: string): Promise<string | null> {
  const [row] = await db.query(FIND_IDENTITY, [issuer, subject]);
  return row?.user_id ?? null;
}

const INSERT_IDENTITY = statement("users.INSERT_IDENTITY")`
  INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (issuer, subject) DO UPDATE SET issuer = excluded.issuer RETURNING user_id`;

/** Returns the user of the identity: the given one, or the one that it was linked to before. */
export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: string; at: Date },
): Promise<string> {
  const [row] = await tx.query(INSERT_IDENTITY, [identity.issuer, identity.subject, identity.userId, identity.at]);
  return row!.user_id;
}

const HAS_IDENTITY_AT = statement("users.HAS_IDENTITY_AT")`
  SELECT 1 FROM user_identities WHERE user_id = $1 AND issuer = $2`;

export async function hasIdentityAt(db: Queryable, userId: string, issuer: string): Promise<boolean> {
  const rows = await db.query(HAS_IDENTITY_AT, [userId, issuer]);
  return rows.length > 0;
}

export type UserFilter = { readonly kycStatus?: KycStatus; readonly email?: string; readonly country?: string };
export type ListedUser = User & { readonly role: OrganizationRole | null };

/** Members are read in steps of this many, until a page is full: they stand in a cell, and users in the directory. */
const MEMBERS_STEP = 1_000;

/** Newest first; one row more than requested. Within an organization the row includes the role there. */
export async function findUsers(
  { db, memberships }: { db: Db; memberships: Memberships },
  scope: Scope,
  filter: UserFilter,
  page: Page,
): Promise<ListedUser[]> {
  const firstId = page.after?.[0] ?? null;
  const among = (userIds: readonly string[] | null, limit: number) =>
    findUsersAmong(db, filter, firstId, userIds, limit + 1);
  if ("every" in scope) return (await among(null, page.limit)).map((user) => ({ ...user, role: null }));
  const found: ListedUser[] = [];
  for (let afterId = firstId; ;) {
    const members = await memberships.rolesOfMembers(db, scope.orgId, afterId, MEMBERS_STEP);
    for (const user of await among([...members.keys()], page.limit - found.length))
      found.push({ ...user, role: members.get(user.user_id)! });
    if (found.length > page.limit || members.size < MEMBERS_STEP) return found;
    afterId = [...members.keys()].at(-1)!;
  }
}

async function findUsersAmong(
  db: Db,
  filter: UserFilter,
  afterId: string | null,
  userIds: readonly string[] | null,
  limit: number,
): Promise<User[]> {
  const conditions = [
    sql`true`,
    ...(userIds === null ? [] : [sql`user_id = ANY (${userIds}::uuid[])`]),
    ...(afterId === null ? [] : [sql`user_id < ${afterId}`]),
    ...(filter.kycStatus === undefined ? [] : [sql`kyc_status = ${filter.kycStatus}`]),
    ...(filter.email === undefined ? [] : [sql`email = ${filter.email}`]),
    ...(filter.country === undefined ? [] : [sql`country = ${filter.country}`]),
  ];
  return db.ask<RowOf<typeof FIND_USER>>(sql`
    SELECT ${raw(USER_COLUMNS)} FROM users WHERE ${join(conditions)} ORDER BY user_id DESC LIMIT ${limit}`);
}

export type Named = Pick<User, "user_id" | "email" | "name">;

/** Oldest first, so that a limit always reaches the same people. */
const MAX_PLATFORM_ADMINS = 1_000;

/** Who could decide for the platform at this moment. */
export async function findPlatformAdminIds(db: Queryable): Promise<string[]> {
  return (await findPlatformAdmins(db, MAX_PLATFORM_ADMINS)).map(({ user_id }) => user_id);
}

const FIND_PLATFORM_ADMINS = statement("users.FIND_PLATFORM_ADMINS")`
  SELECT user_id, email, name FROM users WHERE platform_role = 'admin' AND disabled_at IS NULL
    ORDER BY created_at, user_id LIMIT $1`;

export async function findPlatformAdmins(db: Queryable, limit: number): Promise<Named[]> {
  return peopleOf(db).query(FIND_PLATFORM_ADMINS, [limit]);
}

const WITH_PEOPLE = statement("users.WITH_PEOPLE")`
  SELECT user_id, email, name FROM users WHERE user_id = ANY ($1::uuid[])`;

/** Joins rows of a cell with the people of the directory that they name; rows of unknown people are left out. */
export async function withPeople<R extends { readonly user_id: string }>(
  db: Queryable,
  rows: readonly R[],
): Promise<(R & Named)[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const people = await peopleOf(db).query(WITH_PEOPLE, [ids]);
  const personOf = new Map(people.map((person) => [person.user_id, person]));
  return rows.flatMap((row) => {
    const person = personOf.get(row.user_id);
    return person === undefined ? [] : [{ ...row, ...person }];
  });
}

export async function findNames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const people = await withPeople(
    db,
    userIds.map((user_id) => ({ user_id })),
  );
  return new Map(people.map(({ user_id, name }) => [user_id, name]));
}

export function namedPeople(names: ReadonlyMap<string, string>, userIds: readonly string[]): Omit<Named, "email">[] {
  return [...new Set(userIds)].flatMap((user_id) =>
    names.has(user_id) ? [{ user_id, name: names.get(user_id)! }] : [],
  );
}

const MARK_SERVICE_ACCOUNT = statement("users.MARK_SERVICE_ACCOUNT")`
  UPDATE users SET service_of = $2 WHERE user_id = $1`;

export async function markServiceAccount(tx: Tx, userId: string, orgId: string): Promise<void> {
  await tx.query(MARK_SERVICE_ACCOUNT, [userId, orgId]);
}

const IS_SERVICE_ACCOUNT_OF = statement("users.IS_SERVICE_ACCOUNT_OF")`
  SELECT FROM users WHERE user_id = $1 AND service_of = $2`;

export async function isServiceAccountOf(db: Queryable, userId: string, orgId: string): Promise<boolean> {
  return (await db.query(IS_SERVICE_ACCOUNT_OF, [userId, orgId])).length === 1;
}

const IS_SERVICE_ACCOUNT = statement("users.IS_SERVICE_ACCOUNT")`
  SELECT FROM users WHERE user_id = $1 AND service_of IS NOT NULL`;

export async function isServiceAccount(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(IS_SERVICE_ACCOUNT, [userId])).length === 1;
}
