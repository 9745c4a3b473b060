import { appendAudit } from "#src/record/audit/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { badRequest, conflict, forbidden } from "#src/kernel/http/errors.ts";
import { addMember } from "./add-member.ts";
import {
  findInviteByToken,
  lockInviteByToken,
  markInviteAccepted,
  type InviteWithOrganization,
} from "./invite-queries.ts";
import { showInvite, type Invite } from "./invite.ts";
import { hashOfMailToken } from "./mail-token.ts";

/**
 * The open invite of a token. Unknown, used, withdrawn and expired tokens all give null: a bad link reveals nothing.
 */
export async function findOpenInvite(db: Queryable, token: string, now: Date): Promise<InviteWithOrganization | null> {
  const tokenHash = hashOfMailToken(token);
  const invite = tokenHash === null ? null : await findInviteByToken(db, tokenHash);
  return invite !== null && showInvite(invite, now).status === "pending" ? invite : null;
}

/** Makes the user a member. The user must be the invited one: a forwarded e-mail invites nobody else. */
export async function acceptInvite(
  tx: Tx,
  input: { token: string; user: { user_id: string; email: string }; requestId?: string; at: Date },
): Promise<Invite> {
  const tokenHash = hashOfMailToken(input.token);
  const invite = tokenHash === null ? null : await lockInviteByToken(tx, tokenHash);
  if (invite === null) throw badRequest("This invite is no longer valid; ask for a new one");
  const { status } = showInvite(invite, input.at);
  if (status !== "pending") throw conflict(`This invite is ${status}`);
  if (invite.email !== input.user.email) throw forbidden("This invite was sent to another e-mail address");

  const actor = { type: "user", id: input.user.user_id, userId: input.user.user_id } as const;
  await addMember(tx, {
    orgId: invite.org_id,
    userId: input.user.user_id,
    role: invite.role,
    actor,
    requestId: input.requestId,
    at: input.at,
  });
  await markInviteAccepted(tx, {
    orgId: invite.org_id,
    inviteId: invite.invite_id,
    userId: input.user.user_id,
    at: input.at,
  });
  await appendAudit(tx, [
    {
      orgId: invite.org_id,
      actor,
      action: "invite.accepted",
      resourceType: "invite",
      resourceId: invite.invite_id,
      requestId: input.requestId,
      at: input.at,
    },
  ]);
  return {
    ...invite,
    status: "accepted",
    accepted_at: input.at,
    accepted_by: input.user.user_id,
    updated_at: input.at,
  };
}
