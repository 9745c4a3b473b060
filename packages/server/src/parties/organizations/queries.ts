import { valuesOf } from "#src/kernel/fields.ts";
import { join, raw, sql } from "#src/kernel/db/sql.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { withPeople } from "#src/parties/users/index.ts";
import type { Member } from "./member.ts";
import type { KybReview, KybStatus, Organization, OrganizationStatus } from "./organization.ts";

const ORGANIZATION_COLUMNS =
  "org_id, name, country, status, features, settings, kyb_status, kyb_provider, kyb_customer_id, kyb_decided_by, " +
  "kyb_reason, kyb_review, created_at, updated_at";

const INSERT_ORGANIZATION = statement("organizations.INSERT_ORGANIZATION")`
  INSERT INTO organizations (org_id, name, country, status, features, settings, kyb_status, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export async function insertOrganization(tx: Tx, organization: Organization): Promise<void> {
  const what = valuesOf(organization, "org_id", "name", "country", "status", "features", "settings", "kyb_status");
  await tx.query(INSERT_ORGANIZATION, [...what, organization.created_at, organization.updated_at]);
}

const FIND_ORGANIZATION = statement("organizations.FIND_ORGANIZATION")`
  SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE org_id = $1`;

export async function findOrganization(db: Queryable, orgId: string): Promise<Organization | null> {
  const [row] = await db.query(FIND_ORGANIZATION, [orgId]);
  return row ?? null;
}

const FIND_TAGGED = statement("organizations.FIND_TAGGED")`
  SELECT org_id, settings FROM organizations WHERE settings -> 'tags' IS NOT NULL`;

export async function tagsOfOrganizations(db: Queryable): Promise<Map<string, readonly string[]>> {
  return new Map((await db.query(FIND_TAGGED)).map(({ org_id, settings }) => [org_id, settings.tags ?? []]));
}

const LOCK_ORGANIZATION = statement("organizations.LOCK_ORGANIZATION")`
  SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE org_id = $1 FOR NO KEY UPDATE`;

/**
 * Every change of an organization, its members or its verification takes this lock. NO KEY: an insert of a member or
 * key takes a key-share lock, and must not wait here with a lock that this one's holder needs next.
 */
export async function lockOrganization(tx: Tx, orgId: string): Promise<Organization> {
  const [row] = await tx.query(LOCK_ORGANIZATION, [orgId]);
  if (row === undefined) throw notFound("Organization");
  return row;
}

const UPDATE_ORGANIZATION_ROW = statement("organizations.UPDATE_ORGANIZATION_ROW")`
  UPDATE organizations SET name = $2, country = $3, status = $4, features = $5, settings = $6, updated_at = $7
    WHERE org_id = $1`;

export async function updateOrganizationRow(tx: Tx, organization: Organization): Promise<void> {
  const { org_id, name, country, status, features, settings, updated_at } = organization;
  await tx.query(UPDATE_ORGANIZATION_ROW, [org_id, name, country, status, features, settings, updated_at]);
}

export type OrganizationFilter = {
  readonly status?: OrganizationStatus;
  readonly kybStatus?: KybStatus;
  readonly kybReviewOpen?: boolean;
  readonly country?: string;
};

/** For platform people only: the one query here without an organization. */
export async function findOrganizations(db: Db, filter: OrganizationFilter, page: Page): Promise<Organization[]> {
  const conditions = [
    sql`true`,
    ...(page.after === null ? [] : [sql`org_id < ${page.after[0]}`]),
    ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
    ...(filter.kybStatus === undefined ? [] : [sql`kyb_status = ${filter.kybStatus}`]),
    ...(filter.kybReviewOpen === true ? [sql`kyb_review IS NOT NULL`] : []),
    ...(filter.country === undefined ? [] : [sql`country = ${filter.country}`]),
  ];
  return db.ask<RowOf<typeof FIND_ORGANIZATION>>(sql`
    SELECT ${raw(ORGANIZATION_COLUMNS)} FROM organizations
    WHERE ${join(conditions)} ORDER BY org_id DESC LIMIT ${page.limit + 1}`);
}

const MEMBER_COLUMNS = "org_id, user_id, role, permissions, created_at, updated_at";
type WrittenMember = {
  orgId: string;
  userId: string;
  role: OrganizationRole;
  permissions: readonly Permission[];
  at: Date;
};

const INSERT_MEMBER = statement("organizations.INSERT_MEMBER")`
  INSERT INTO members (org_id, user_id, role, permissions, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (org_id, user_id) DO NOTHING RETURNING user_id`;

export async function insertMember(tx: Tx, member: WrittenMember): Promise<boolean> {
  const rows = await tx.query(INSERT_MEMBER, [member.orgId, member.userId, member.role, member.permissions, member.at]);
  return rows.length === 1;
}

const FIND_MEMBER = statement("organizations.FIND_MEMBER")`
  SELECT ${MEMBER_COLUMNS} FROM members WHERE org_id = $1 AND user_id = $2`;

export async function findMember(db: Queryable, orgId: string, userId: string): Promise<Member | null> {
  const [member] = await withPeople(db, await db.query(FIND_MEMBER, [orgId, userId]));
  return member ?? null;
}

/** The place of a member in lists, which are in the order of joining. */
export const placeOfMember = ({ created_at, user_id }: Member): string[] => [created_at.toISOString(), user_id];

const FIND_MEMBERS = statement("organizations.FIND_MEMBERS")`SELECT ${MEMBER_COLUMNS} FROM members WHERE org_id = $1
  AND ($2::timestamptz IS NULL OR (created_at, user_id) < ($2, $3::uuid))
  ORDER BY created_at DESC, user_id DESC LIMIT $4`;

export async function findMembers(db: Queryable, orgId: string, page: Page): Promise<Member[]> {
  const rows = await db.query(FIND_MEMBERS, [orgId, page.after?.[0], page.after?.[1], page.limit + 1]);
  return withPeople(db, rows);
}

const FIND_SERVICE_ACCOUNTS = statement("organizations.FIND_SERVICE_ACCOUNTS")`
  SELECT array_agg(user_id::text) AS ids FROM users WHERE service_of = $1`;

const FIND_MEMBERS_AMONG = statement("organizations.FIND_MEMBERS_AMONG")`SELECT ${MEMBER_COLUMNS} FROM members
  WHERE org_id = $1 AND user_id = ANY ($5::uuid[])
    AND ($2::timestamptz IS NULL OR (created_at, user_id) < ($2, $3::uuid))
  ORDER BY created_at DESC, user_id DESC LIMIT $4`;

/** Newest first. They are few: an organization has one for each of its programs. */
export async function findServiceAccounts(db: Queryable, orgId: string, page: Page): Promise<Member[]> {
  const [accounts] = await db.query(FIND_SERVICE_ACCOUNTS, [orgId]);
  const rows = await db.query(FIND_MEMBERS_AMONG, [
    orgId,
    page.after?.[0],
    page.after?.[1],
    page.limit + 1,
    accounts?.ids ?? [],
  ]);
  return withPeople(db, rows);
}

const UPDATE_MEMBER = statement("organizations.UPDATE_MEMBER")`
  UPDATE members SET role = $3, permissions = $4, updated_at = $5 WHERE org_id = $1 AND user_id = $2`;

export async function updateMember(tx: Tx, member: WrittenMember): Promise<void> {
  const { orgId, userId, role, permissions, at } = member;
  await tx.query(UPDATE_MEMBER, [orgId, userId, role, permissions, at]);
}

const DELETE_MEMBER = statement("organizations.DELETE_MEMBER")`DELETE FROM members WHERE org_id = $1 AND user_id = $2`;

export async function deleteMember(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.query(DELETE_MEMBER, [orgId, userId]);
}

const COUNT_ADMINS = statement("organizations.COUNT_ADMINS")`
  SELECT count(*) AS count /* not null */ FROM members WHERE org_id = $1 AND role = 'org-admin'`;

/** The caller must hold `lockOrganization`. */
export async function countAdmins(tx: Tx, orgId: string): Promise<number> {
  const [row] = await tx.query(COUNT_ADMINS, [orgId]);
  return row!.count;
}

export type KybChange = {
  orgId: string;
  status: KybStatus;
  provider: string | null;
  customerId: string | null;
  reason: string | null;
  decidedAt: Date | null;
  /** Null: the verifier decided, or nobody has yet. */
  decidedBy: string | null;
  /** Whether the status is new: then an event is published, which takes the next sequence number. */
  isEvent: boolean;
  at: Date;
};

const UPDATE_KYB = statement("organizations.UPDATE_KYB")`
  UPDATE organizations SET kyb_status = $2, kyb_provider = $3, kyb_customer_id = $4,
      kyb_decided_at = COALESCE($5, kyb_decided_at), kyb_decided_by = $6,
      kyb_review = NULL, event_sequence = event_sequence + CASE WHEN $7::boolean THEN 1 ELSE 0 END, updated_at = $8,
      kyb_reason = $9
    WHERE org_id = $1 RETURNING event_sequence`;

/** A decision also closes an open review. Returns the event sequence of the change. */
export async function updateKyb(tx: Tx, change: KybChange): Promise<number> {
  const decided = valuesOf(change, "orgId", "status", "provider", "customerId", "decidedAt", "decidedBy");
  const [row] = await tx.query(UPDATE_KYB, [...decided, change.isEvent, change.at, change.reason]);
  return row!.event_sequence;
}

const UPDATE_KYB_REVIEW = statement("organizations.UPDATE_KYB_REVIEW")`
  UPDATE organizations SET kyb_review = $2, updated_at = $3 WHERE org_id = $1`;

export async function updateKybReview(tx: Tx, orgId: string, review: KybReview | null, at: Date): Promise<void> {
  await tx.query(UPDATE_KYB_REVIEW, [orgId, review, at]);
}

const FIND_KYB_DECIDED_AT = statement("organizations.FIND_KYB_DECIDED_AT")`
  SELECT kyb_decided_at FROM organizations WHERE org_id = $1`;

export async function findKybDecidedAt(db: Queryable, orgId: string): Promise<Date | null> {
  const [row] = await db.query(FIND_KYB_DECIDED_AT, [orgId]);
  return row?.kyb_decided_at ?? null;
}

const FIND_ORGANIZATION_OF_KYB_CUSTOMER = statement("organizations.FIND_ORGANIZATION_OF_KYB_CUSTOMER")`
  SELECT org_id FROM organizations WHERE kyb_customer_id = $2 AND kyb_provider = $1`;

export async function findOrganizationOfKybCustomer(
  db: Queryable,
  provider: string,
  customerId: string,
): Promise<string | null> {
  const [row] = await db.query(FIND_ORGANIZATION_OF_KYB_CUSTOMER, [provider, customerId]);
  return row?.org_id ?? null;
}

const INSERT_KYB_CALLBACK = statement("organizations.INSERT_KYB_CALLBACK")`
  INSERT INTO kyb_callbacks (provider, external_id, received_at, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING
    RETURNING external_id`;

export async function insertKybCallback(
  tx: Tx,
  callback: { provider: string; externalId: string; body: Buffer; at: Date },
): Promise<boolean> {
  const rows = await tx.query(INSERT_KYB_CALLBACK, [
    callback.provider,
    callback.externalId,
    callback.at,
    callback.body,
  ]);
  return rows.length === 1;
}
