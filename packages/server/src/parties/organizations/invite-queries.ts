import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Invite } from "./invite.ts";
import { isMember } from "./membership.ts";

const COLUMNS =
  "org_id, invite_id, email, role, permissions, status, invited_by, expires_at, accepted_at, accepted_by, " +
  "approval_id, created_at, updated_at";

/** False when a pending invite for this address exists. */
export async function insertInvite(tx: Tx, invite: Invite, tokenHash: Buffer): Promise<boolean> {
  const { org_id, invite_id, email, role, permissions, invited_by, expires_at, approval_id, created_at } = invite;
  const rows = await tx.query(
    `INSERT INTO invites (org_id, invite_id, email, role, status, token_hash, invited_by, expires_at, created_at,
     updated_at, approval_id, permissions)
     VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $8, $9, $10) ON CONFLICT (org_id, email)
       WHERE status = 'pending' DO NOTHING RETURNING invite_id`,
    [org_id, invite_id, email, role, tokenHash, invited_by, expires_at, created_at, approval_id, permissions],
  );
  return rows.length === 1;
}

/** Marks expired invites, so that the address can be invited again. */
export async function expireInvites(tx: Tx, orgId: string, email: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE invites SET status = 'expired', updated_at = $3
      WHERE org_id = $1 AND email = $2 AND status = 'pending' AND expires_at <= $3`,
    [orgId, email, now],
  );
}

export async function lockInvite(tx: Tx, orgId: string, inviteId: string): Promise<Invite | null> {
  const [row] = await tx.query<Invite>(
    `SELECT ${COLUMNS} FROM invites WHERE org_id = $1 AND invite_id = $2 FOR UPDATE`,
    [orgId, inviteId],
  );
  return row ?? null;
}

export async function lockInviteByToken(tx: Tx, tokenHash: Buffer): Promise<Invite | null> {
  const [row] = await tx.query<Invite>(`SELECT ${COLUMNS} FROM invites WHERE token_hash = $1 FOR UPDATE`, [tokenHash]);
  return row ?? null;
}

export type InviteWithOrganization = Invite & {
  readonly organization_name: string;
  readonly organization_country: string | null;
};

export async function findInviteByToken(db: Queryable, tokenHash: Buffer): Promise<InviteWithOrganization | null> {
  const [row] = await db.query<InviteWithOrganization>(
    `SELECT ${COLUMNS.replaceAll(/[a-z_]+/g, "i.$&")}, o.name AS organization_name,
       o.country AS organization_country
     FROM invites i JOIN organizations o USING (org_id) WHERE i.token_hash = $1`,
    [tokenHash],
  );
  return row ?? null;
}

export async function markInviteAccepted(tx: Tx, invite: Invite, userId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE invites SET status = 'accepted', accepted_at = $4, accepted_by = $3, updated_at = $4
      WHERE org_id = $1 AND invite_id = $2`,
    [invite.org_id, invite.invite_id, userId, at],
  );
}

export async function markInviteRevoked(tx: Tx, { org_id, invite_id }: Invite, at: Date): Promise<void> {
  await tx.query("UPDATE invites SET status = 'revoked', updated_at = $3 WHERE org_id = $1 AND invite_id = $2", [
    org_id,
    invite_id,
    at,
  ]);
}

/** Controls are switched on: who was invited to pay or approve before that is invited again, with an approval. */
export async function voidInvites(
  tx: Tx,
  orgId: string,
  powers: { roles: readonly string[]; permissions: readonly string[] },
  at: Date,
): Promise<string[]> {
  const rows = await tx.query<{ invite_id: string }>(
    `UPDATE invites SET status = 'revoked', updated_at = $3
      WHERE org_id = $1 AND (role = ANY($2) OR permissions && $4) AND status = 'pending' AND approval_id IS NULL RETURNING invite_id`,
    [orgId, powers.roles, at, powers.permissions],
  );
  return rows.map(({ invite_id }) => invite_id);
}

export async function renewInvite(
  tx: Tx,
  { org_id, invite_id }: Invite,
  { tokenHash, expiresAt, at }: { tokenHash: Buffer; expiresAt: Date; at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE invites SET token_hash = $3, expires_at = $4, updated_at = $5 WHERE org_id = $1 AND invite_id = $2",
    [org_id, invite_id, tokenHash, expiresAt, at],
  );
}

export async function findInvites(db: Queryable, orgId: string, page: Page): Promise<Invite[]> {
  return db.query<Invite>(
    `SELECT ${COLUMNS} FROM invites WHERE org_id = $1 AND ($2::uuid IS NULL OR invite_id < $2) ORDER BY invite_id DESC
      LIMIT $3`,
    [orgId, page.after?.[0], page.limit + 1],
  );
}

export async function isMemberByEmail(db: Queryable, orgId: string, email: string): Promise<boolean> {
  const [person] = await db.query<{ user_id: string }>("SELECT user_id FROM users WHERE email = $1", [email]);
  return person !== undefined && isMember(db, orgId, person.user_id);
}
