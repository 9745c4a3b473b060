import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import { normalizeEmail } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller, OrganizationRole } from "#src/kernel/http/caller.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { expireInvites, insertInvite, isMemberByEmail, lockInvite, renewInvite } from "./invite-queries.ts";
import { showInvite, type Invite } from "./invite.ts";
import { newMailToken } from "./mail-token.ts";
import { assertMayAppoint, assertMayManage } from "./member.ts";
import { findOrganization } from "./queries.ts";
import type { LimitMailTo, QueueMail } from "./send-mail.ts";

const ACCEPT_WITHIN_MS = 7 * 24 * 60 * 60_000;

export type InviteDeps = {
  db: Db;
  clock: Clock;
  queueMail: QueueMail;
  limitMailTo: LimitMailTo;
  publicBaseUrl: string;
};

export type NewInvite = {
  /** The id that an `Idempotency-Key` reserved: the same request created the invite and queued its e-mail. */
  repeatableId?: string | undefined;
  orgId: string;
  email: string;
  role: OrganizationRole;
  caller: Caller;
  requestId: string;
};

/** One pending invite per address and organization; the database enforces it for two people at the same moment. */
export async function inviteMember(deps: InviteDeps, input: NewInvite): Promise<Invite> {
  assertMayManage(input.caller, { role: input.role });
  assertMayAppoint(input.caller, input.role);
  const at = deps.clock.now();
  const email = normalizeEmail(input.email);
  const organization = await findOrganization(deps.db, input.orgId);
  if (organization === null) throw notFound("Organization");
  const { token, tokenHash } = newMailToken();
  const invite: Invite = {
    org_id: input.orgId,
    invite_id: input.repeatableId ?? newId(),
    email,
    role: input.role,
    status: "pending",
    invited_by: input.caller.userId,
    expires_at: new Date(at.getTime() + ACCEPT_WITHIN_MS),
    accepted_at: null,
    accepted_by: null,
    created_at: at,
    updated_at: at,
  };
  return deps.db.transaction(async (tx) => {
    const earlier = input.repeatableId === undefined ? null : await lockInvite(tx, input.orgId, input.repeatableId);
    if (earlier !== null) return showInvite(earlier, at);
    if (await isMemberByEmail(tx, input.orgId, email))
      throw conflict("This person is already a member", "ALREADY_A_MEMBER");
    await expireInvites(tx, input.orgId, email, at);
    if (!(await insertInvite(tx, invite, tokenHash)))
      throw conflict(
        "This address has already been invited; withdraw that invite or send it again",
        "DUPLICATE_INVITE",
      );
    await appendAudit(tx, [
      {
        orgId: input.orgId,
        actor: actorOf(input.caller),
        action: "invite.created",
        resourceType: "invite",
        resourceId: invite.invite_id,
        changes: { email, role: input.role },
        requestId: input.requestId,
        at,
      },
    ]);
    await queueInvite(tx, deps, invite, organization.name, token);
    return invite;
  });
}

/** A new link for an open invite; the earlier link stops working. */
export async function resendInvite(
  deps: InviteDeps,
  input: { orgId: string; inviteId: string; caller: Caller; requestId: string },
): Promise<Invite> {
  const at = deps.clock.now();
  const organization = await findOrganization(deps.db, input.orgId);
  if (organization === null) throw notFound("Organization");
  const { token, tokenHash } = newMailToken();
  const expiresAt = new Date(at.getTime() + ACCEPT_WITHIN_MS);
  return deps.db.transaction(async (tx) => {
    const known = await lockInvite(tx, input.orgId, input.inviteId);
    if (known === null) throw notFound("Invite");
    assertMayManage(input.caller, { role: known.role });
    const { status } = showInvite(known, at);
    if (status !== "pending") throw conflict(`An invite that is ${status} cannot be sent again; create a new one`);
    await renewInvite(tx, { orgId: input.orgId, inviteId: known.invite_id, tokenHash, expiresAt, at });
    await appendAudit(tx, [
      {
        orgId: input.orgId,
        actor: actorOf(input.caller),
        action: "invite.sent_again",
        resourceType: "invite",
        resourceId: known.invite_id,
        requestId: input.requestId,
        at,
      },
    ]);
    const invite = { ...known, expires_at: expiresAt, updated_at: at };
    await queueInvite(tx, deps, invite, organization.name, token);
    return invite;
  });
}

/** In the transaction of the invite, so that neither exists without the other. */
async function queueInvite(
  tx: Tx,
  deps: InviteDeps,
  invite: Invite,
  organizationName: string,
  token: string,
): Promise<void> {
  const days = Math.round(ACCEPT_WITHIN_MS / (24 * 60 * 60_000));
  await deps.limitMailTo(tx, invite.email);
  await deps.queueMail(tx, {
    to: invite.email,
    subject: `Join ${organizationName}`,
    text:
      `You are invited to join ${organizationName} as ${invite.role}.\n\nAccept within ${days} ` +
      `days:\n\n${deps.publicBaseUrl}/dashboard/accept-invite?token=${token}\n\nIf you do not know ` +
      `${organizationName}, do nothing.\n`,
  });
}
