import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Invite } from "./invite.ts";
import { isMember } from "./membership.ts";

const COLUMNS =
  "org_id, invite_id, email, role, permissions, status, invited_by, expires_at, accepted_at, accepted_by, " +
  "approval_id, created_at, updated_at";

const INSERT_INVITE = statement("organizations.INSERT_INVITE")`
  INSERT INTO invites (org_id, invite_id, email, role, status, token_hash, invited_by, expires_at, created_at,
    updated_at, approval_id, permissions)
    VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $8, $9, $10) ON CONFLICT (org_id, email)
      WHERE status = 'pending' DO NOTHING RETURNING invite_id`;

/** False when a pending invite for this address exists. */
export async function insertInvite(tx: Tx, invite: Invite, tokenHash: Buffer): Promise<boolean> {
  const who = valuesOf(invite, "org_id", "invite_id", "email", "role");
  const rest = valuesOf(invite, "invited_by", "expires_at", "created_at", "approval_id", "permissions");
  const rows = await tx.query(INSERT_INVITE, [...who, tokenHash, ...rest]);
  return rows.length === 1;
}

const EXPIRE_INVITES = statement("organizations.EXPIRE_INVITES")`
  UPDATE invites SET status = 'expired', updated_at = $3
    WHERE org_id = $1 AND email = $2 AND status = 'pending' AND expires_at <= $3`;

/** Marks expired invites, so that the address can be invited again. */
export async function expireInvites(tx: Tx, orgId: string, email: string, now: Date): Promise<void> {
  await tx.query(EXPIRE_INVITES, [orgId, email, now]);
}

const LOCK_INVITE = statement("organizations.LOCK_INVITE")`
  SELECT ${COLUMNS} FROM invites WHERE org_id = $1 AND invite_id = $2 FOR UPDATE`;

export async function lockInvite(tx: Tx, orgId: string, inviteId: string): Promise<Invite | null> {
  const [row] = await tx.query(LOCK_INVITE, [orgId, inviteId]);
  return row ?? null;
}

const LOCK_INVITE_BY_TOKEN = statement("organizations.LOCK_INVITE_BY_TOKEN")`
  SELECT ${COLUMNS} FROM invites WHERE token_hash = $1 FOR UPDATE`;

export async function lockInviteByToken(tx: Tx, tokenHash: Buffer): Promise<Invite | null> {
  const [row] = await tx.query(LOCK_INVITE_BY_TOKEN, [tokenHash]);
  return row ?? null;
}

export type InviteWithOrganization = Invite & {
  readonly organization_name: string;
  readonly organization_country: string | null;
};

const FIND_INVITE_BY_TOKEN = statement("organizations.FIND_INVITE_BY_TOKEN")`
  SELECT ${COLUMNS.replaceAll(/[a-z_]+/g, "i.$&")}, o.name AS organization_name,
      o.country AS organization_country
    FROM invites i JOIN organizations o USING (org_id) WHERE i.token_hash = $1`;

export async function findInviteByToken(db: Queryable, tokenHash: Buffer): Promise<InviteWithOrganization | null> {
  const [row] = await db.query(FIND_INVITE_BY_TOKEN, [tokenHash]);
  return row ?? null;
}

const MARK_INVITE_ACCEPTED = statement("organizations.MARK_INVITE_ACCEPTED")`
  UPDATE invites SET status = 'accepted', accepted_at = $4, accepted_by = $3, updated_at = $4
    WHERE org_id = $1 AND invite_id = $2`;

export async function markInviteAccepted(tx: Tx, invite: Invite, userId: string, at: Date): Promise<void> {
  await tx.query(MARK_INVITE_ACCEPTED, [invite.org_id, invite.invite_id, userId, at]);
}

const MARK_INVITE_REVOKED = statement("organizations.MARK_INVITE_REVOKED")`
  UPDATE invites SET status = 'revoked', updated_at = $3 WHERE org_id = $1 AND invite_id = $2`;

export async function markInviteRevoked(tx: Tx, { org_id, invite_id }: Invite, at: Date): Promise<void> {
  await tx.query(MARK_INVITE_REVOKED, [org_id, invite_id, at]);
}

const VOID_INVITES = statement("organizations.VOID_INVITES")`UPDATE invites SET status = 'revoked', updated_at = $3
  WHERE org_id = $1 AND (role = ANY($2) OR permissions && $4) AND status = 'pending' AND approval_id IS NULL
    RETURNING invite_id`;

/** Controls are switched on: whoever was invited with powers before that is invited again, with an approval. */
export async function voidInvites(
  tx: Tx,
  orgId: string,
  powers: { roles: readonly string[]; permissions: readonly string[] },
  at: Date,
): Promise<string[]> {
  const rows = await tx.query(VOID_INVITES, [orgId, powers.roles, at, powers.permissions]);
  return rows.map(({ invite_id }) => invite_id);
}

const RENEW_INVITE = statement("organizations.RENEW_INVITE")`
  UPDATE invites SET token_hash = $3, expires_at = $4, updated_at = $5 WHERE org_id = $1 AND invite_id = $2`;

export async function renewInvite(
  tx: Tx,
  { org_id, invite_id }: Invite,
  { tokenHash, expiresAt, at }: { tokenHash: Buffer; expiresAt: Date; at: Date },
): Promise<void> {
  await tx.query(RENEW_INVITE, [org_id, invite_id, tokenHash, expiresAt, at]);
}

const FIND_INVITES = statement("organizations.FIND_INVITES")`
  SELECT ${COLUMNS} FROM invites WHERE org_id = $1 AND ($2::uuid IS NULL OR invite_id < $2) ORDER BY invite_id DESC
    LIMIT $3`;

export async function findInvites(db: Queryable, orgId: string, page: Page): Promise<Invite[]> {
  return db.query(FIND_INVITES, [orgId, page.after?.[0], page.limit + 1]);
}

const IS_MEMBER_BY_EMAIL = statement("organizations.IS_MEMBER_BY_EMAIL")`SELECT user_id FROM users WHERE email = $1`;

export async function isMemberByEmail(db: Queryable, orgId: string, email: string): Promise<boolean> {
  const [person] = await db.query(IS_MEMBER_BY_EMAIL, [email]);
  return person !== undefined && isMember(db, orgId, person.user_id);
}
