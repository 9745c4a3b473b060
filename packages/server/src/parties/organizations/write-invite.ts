import { actorIn, audit } from "#src/record/audit/index.ts";
import { normalizeEmail } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Call, OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { badRequest, conflict, forbidden, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { addMember } from "./add-member.ts";
import {
  expireInvites,
  findInviteByToken,
  insertInvite,
  type InviteWithOrganization,
  isMemberByEmail,
  lockInvite,
  lockInviteByToken,
  markInviteAccepted,
  markInviteRevoked,
  renewInvite,
} from "./invite-queries.ts";
import { hasControls } from "./apply-controls.ts";
import { powersOf } from "./guard-grant.ts";
import { showInvite, type Invite } from "./invite.ts";
import { assertMayAppoint, assertMayHandOn, assertMayManage, type RolePermissions } from "./member.ts";
import { findOrganization } from "./queries.ts";
import { hashOfMailToken, type LimitMailTo, newMailToken, type QueueMail } from "./send-mail.ts";

const DAY_MS = 24 * 60 * 60_000;
const ACCEPT_WITHIN_DAYS = 7;

type Deps = { db: Db; clock: Clock };
export type InviteDeps = Deps & { queueMail: QueueMail; limitMailTo: LimitMailTo; publicBaseUrl: string };

export type NewInvite = {
  /** The id that an `Idempotency-Key` reserved: the same request created the invite and queued its e-mail. */
  repeatableId?: string | undefined;
  orgId: string;
  email: string;
  role: OrganizationRole;
  permissions: Permission[];
  roles: RolePermissions;
  /** Of an invite that gives powers in an organization with controls. */
  approvalId: string | null;
};

/** One pending invite per address and organization; the database enforces it for two people at the same moment. */
export async function inviteMember(deps: InviteDeps, call: Call, input: NewInvite): Promise<Invite> {
  const { orgId, role, permissions, repeatableId } = input;
  assertMayManage(call.caller, { role });
  assertMayAppoint(call.caller, role);
  assertMayHandOn(call.caller, input.roles, permissions);
  const email = normalizeEmail(input.email);
  const { at, expiresAt, organizationName, token, tokenHash } = await newLink(deps, orgId);
  const invite: Invite = {
    org_id: orgId,
    invite_id: repeatableId ?? newId(),
    email,
    role,
    permissions,
    status: "pending",
    invited_by: call.caller.userId,
    approval_id: input.approvalId,
    expires_at: expiresAt,
    accepted_at: null,
    accepted_by: null,
    created_at: at,
    updated_at: at,
  };
  return deps.db.transaction(async (tx) => {
    const earlier = repeatableId === undefined ? null : await lockInvite(tx, orgId, repeatableId);
    if (earlier !== null) return showInvite(earlier, at);
    if (await isMemberByEmail(tx, orgId, email)) throw conflict("This person is already a member", "ALREADY_A_MEMBER");
    await expireInvites(tx, orgId, email, at);
    if (!(await insertInvite(tx, invite, tokenHash)))
      throw conflict(
        "This address has already been invited; withdraw that invite or send it again",
        "DUPLICATE_INVITE",
      );
    await audit(tx, { orgId, actor: actorIn(call), at }, "invite.created", invite.invite_id, {
      email,
      role,
      permissions,
    });
    await queueInvite(tx, deps, invite, organizationName, token);
    return invite;
  });
}

export async function resendInvite(deps: InviteDeps, call: Call, orgId: string, inviteId: string): Promise<Invite> {
  const { at, expiresAt, organizationName, token, tokenHash } = await newLink(deps, orgId);
  return deps.db.transaction(async (tx) => {
    const known = await lockInvite(tx, orgId, inviteId);
    if (known === null) throw notFound("Invite");
    assertMayManage(call.caller, { role: known.role });
    const { status } = showInvite(known, at);
    if (status !== "pending") throw conflict(`An invite that is ${status} cannot be sent again; create a new one`);
    await renewInvite(tx, known, { tokenHash, expiresAt, at });
    await audit(tx, { orgId, actor: actorIn(call), at }, "invite.sent_again", known.invite_id);
    const invite = { ...known, expires_at: expiresAt, updated_at: at };
    await queueInvite(tx, deps, invite, organizationName, token);
    return invite;
  });
}

async function newLink({ db, clock }: Deps, orgId: string) {
  const at = clock.now();
  const organization = await findOrganization(db, orgId);
  if (organization === null) throw notFound("Organization");
  const expiresAt = new Date(at.getTime() + ACCEPT_WITHIN_DAYS * DAY_MS);
  return { ...newMailToken(), at, expiresAt, organizationName: organization.name };
}

/** In the transaction of the invite, so that neither exists without the other. */
async function queueInvite(tx: Tx, deps: InviteDeps, invite: Invite, name: string, token: string): Promise<void> {
  await deps.limitMailTo(tx, invite.email);
  await deps.queueMail(tx, {
    to: invite.email,
    subject: `Join ${name}`,
    text:
      `You are invited to join ${name} as ${invite.role}.\n\nAccept within ${ACCEPT_WITHIN_DAYS} days:\n\n` +
      `${deps.publicBaseUrl}/dashboard/accept-invite?token=${token}\n\nIf you do not know ${name}, do nothing.\n`,
  });
}

/** The e-mailed link stops working. An accepted invite is ended by removing the member. */
export async function revokeInvite({ db, clock }: Deps, call: Call, orgId: string, inviteId: string): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const invite = await lockInvite(tx, orgId, inviteId);
    if (invite === null) throw notFound("Invite");
    assertMayManage(call.caller, { role: invite.role });
    if (invite.status === "accepted") throw conflict("This invite was accepted; remove the member instead");
    if (invite.status === "revoked") return;
    await markInviteRevoked(tx, invite, at);
    const by = { orgId, actor: actorIn(call), at };
    await audit(tx, by, "invite.revoked", invite.invite_id, { email: invite.email });
  });
}

/** The open invite of a token. Unknown, used and expired tokens all give null: a bad link reveals nothing. */
export async function findOpenInvite(db: Queryable, token: string, now: Date): Promise<InviteWithOrganization | null> {
  const tokenHash = hashOfMailToken(token);
  const invite = tokenHash === null ? null : await findInviteByToken(db, tokenHash);
  return invite !== null && showInvite(invite, now).status === "pending" ? invite : null;
}

/** Makes the user a member. The user must be the invited one: a forwarded e-mail invites nobody else. */
export async function acceptInvite(
  tx: Tx,
  input: { token: string; user: { user_id: string; email: string }; requestId: string; at: Date },
): Promise<Invite> {
  const { requestId, at } = input;
  const { user_id: userId, email } = input.user;
  const tokenHash = hashOfMailToken(input.token);
  const invite = tokenHash === null ? null : await lockInviteByToken(tx, tokenHash);
  if (invite === null) throw badRequest("This invite is no longer valid; ask for a new one", [], "LINK_EXPIRED");
  const { status } = showInvite(invite, at);
  if (status !== "pending") throw conflict(`This invite is ${status}`);
  if (invite.email !== email) throw forbidden("This invite was sent to another e-mail address");
  const organization = await findOrganization(tx, invite.org_id);
  if (
    invite.approval_id === null &&
    powersOf(invite.role, invite.permissions).length > 0 &&
    hasControls(organization!.settings)
  )
    throw conflict("Payouts of this organization are controlled since this invite was sent; ask for a new one");

  const by = { orgId: invite.org_id, actor: { type: "user", id: userId, userId, requestId }, at } as const;
  await addMember(tx, { ...by, userId, role: invite.role, permissions: invite.permissions });
  await markInviteAccepted(tx, invite, userId, at);
  await audit(tx, by, "invite.accepted", invite.invite_id);
  return { ...invite, status: "accepted", accepted_at: at, accepted_by: userId, updated_at: at };
}
